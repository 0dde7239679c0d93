export { addParticipation, addParticipations } from './add-participation.ts'
export { createParticipationOperations } from './operations.ts'
export { recordAuditOfMigratedParticipations } from './record-migrated.ts'
export { participations } from './records.ts'
