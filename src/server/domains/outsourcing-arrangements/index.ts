export { outsourcingArrangementOperations } from './operations.ts'
export { outsourcingArrangements } from './records.ts'
