export {
  createSessionOpener,
  endSessions,
  type OpenSession,
  revokeSession,
} from './open-session.ts'
export { createSessionOperations } from './operations.ts'
export { createSessionUses } from './session-uses.ts'
