import type { TrusteeStatus } from '../../../contract/trustees.ts'
import type { Transitions } from '../../operation/transitions.ts'

export type TrusteeVerb = 'assess' | 'appoint' | 'retire' | 'remove' | 'record-death' | 'disqualify'

const IN_PROCESS = ['PROPOSED', 'FIT_PROPER_OK', 'APPOINTED'] as const

export const TRANSITIONS: Transitions<TrusteeVerb, TrusteeStatus> = {
  assess: { from: ['PROPOSED'], to: 'FIT_PROPER_OK' },
  appoint: { from: ['FIT_PROPER_OK'], to: 'APPOINTED' },
  retire: { from: ['APPOINTED'], to: 'RETIRED' },
  remove: { from: IN_PROCESS, to: 'REMOVED' },
  'record-death': { from: IN_PROCESS, to: 'DECEASED' },
  disqualify: { from: IN_PROCESS, to: 'DISQUALIFIED' },
}
