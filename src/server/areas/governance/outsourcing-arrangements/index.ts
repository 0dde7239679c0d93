export { createOutsourcingArrangementOperations } from './operations.ts'
export { outsourcingArrangements } from './records.ts'
