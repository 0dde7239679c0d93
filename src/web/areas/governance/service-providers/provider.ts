import type { ServiceProviderStatus } from '../../../../contract/service-providers.ts'
import type { Tone } from '../../../ui/status.tsx'

export const PROVIDER_TONES: Record<ServiceProviderStatus, Tone> = { ACTIVE: 'done', ENDED: 'ended' }
