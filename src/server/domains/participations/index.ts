export { addParticipation } from './add-participation.ts'
export { participationOperations } from './operations.ts'
