import type { UserStatus } from '../../../../contract/users.ts'
import type { Tone } from '../../../ui/status.tsx'

export const USER_TONES: Record<UserStatus, Tone> = {
  INVITED: 'progress',
  ACTIVE: 'done',
  DEACTIVATED: 'ended',
}
