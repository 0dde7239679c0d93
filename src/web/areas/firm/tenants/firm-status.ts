import type { TenantStatus } from '../../../../contract/tenants.ts'
import type { Tone } from '../../../ui/status.tsx'

export const FIRM_TONES: Record<TenantStatus, Tone> = {
  ACTIVE: 'done',
  SUSPENDED: 'soon',
  CLOSED: 'ended',
}
