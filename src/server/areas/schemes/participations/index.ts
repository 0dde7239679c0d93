export { addParticipation } from './add-participation.ts'
export { createParticipationOperations } from './operations.ts'
