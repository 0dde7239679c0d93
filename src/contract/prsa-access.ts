/**
 * Whether an employer must give employees access to a Standard PRSA (PA s.121(1)): for one of its schemes, and for an employer without
 * any scheme. The calendar and the employer page ask the same function.
 */
import type { Employer } from './employers.ts'
import type { Scheme } from './schemes.ts'

const LONGEST_WAIT_MONTHS = 6

type SchemeTerms = Pick<Scheme, 'type' | 'status' | 'limitsEntry' | 'waitingPeriodMonths'> & {
  legalForm: Scheme['legalForm'] | null
}

export interface PrsaAccessObligation {
  applies: 'YES' | 'NO' | 'CONFIRM' | 'CANNOT_TELL'
  reason: string
  /** The fact of the scheme without which this cannot be decided. */
  missing?: 'limitsEntry' | 'waitingPeriodMonths'
}

/** Of a scheme of the employer; null: the employer has no scheme. */
export function decidePrsaAccess(scheme: SchemeTerms | null): PrsaAccessObligation {
  if (scheme === null)
    return { applies: 'YES', reason: 'The employer has no scheme: every employee is an excluded employee' }
  const { type, legalForm, status, limitsEntry, waitingPeriodMonths } = scheme
  if (type === 'PRSA') return { applies: 'NO', reason: 'The PRSA itself gives access' }
  if (type === 'RAC')
    return {
      applies: 'CONFIRM',
      reason:
        'A retirement annuity contract is not a scheme of the employer: check whether employees can join one',
    }
  if (legalForm === 'DEATH_BENEFIT_ONLY')
    return { applies: 'YES', reason: 'A scheme for death benefits only counts as no scheme' }
  if (status !== 'ACTIVE') return { applies: 'YES', reason: 'The scheme takes no new members' }
  if (limitsEntry) return { applies: 'YES', reason: 'The scheme limits which employees may join' }
  if (waitingPeriodMonths !== null && waitingPeriodMonths > LONGEST_WAIT_MONTHS)
    return {
      applies: 'YES',
      reason: `The waiting period of ${waitingPeriodMonths} months is longer than ${LONGEST_WAIT_MONTHS} months`,
    }
  if (limitsEntry === null || waitingPeriodMonths === null)
    return {
      applies: 'CANNOT_TELL',
      reason: 'Not recorded: who may join the scheme, and after which waiting period',
      missing: limitsEntry === null ? 'limitsEntry' : 'waitingPeriodMonths',
    }
  return {
    applies: 'NO',
    reason: `Every employee may join the scheme, after at most ${LONGEST_WAIT_MONTHS} months`,
  }
}

export type PrsaAccess = Pick<Employer, 'prsaProvider' | 'prsaDesignatedOn' | 'prsaNotifiedOn'>

/** The steps of the employer that are not recorded, in words; empty once access is arranged. */
export const listMissingPrsaSteps = ({
  prsaProvider,
  prsaDesignatedOn,
  prsaNotifiedOn,
}: PrsaAccess): string[] => [
  ...(prsaProvider === null ? ['the PRSA provider'] : []),
  ...(prsaDesignatedOn === null ? ['the day on which the employer designated the provider'] : []),
  ...(prsaNotifiedOn === null ? ['the day on which employees were notified'] : []),
]
