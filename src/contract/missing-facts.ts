/**
 * Facts of a scheme that rules read and that may not have been recorded. The calendar lists each missing fact once for a scheme
 * (rule DAT-01), with the page and the field where it is entered.
 */

export const MISSING_FACT_RULE = 'DAT-01'

interface SchemeFactDefinition {
  /** As the screens name it. */
  label: string
  /** The value to enter, as an instruction. */
  toDo: string
  /** The page on which it is entered: the form or the overview of the scheme, or a list of records of the scheme. */
  page: 'SCHEME' | 'OVERVIEW' | 'TRUSTEES' | 'MEMBERS'
  /** The field of that form; null elsewhere. */
  field: string | null
}

const defineSchemeFact = (field: string, label: string, toDo: string): SchemeFactDefinition => ({
  label,
  toDo,
  page: 'SCHEME',
  field,
})

export const SCHEME_FACTS = {
  legalForm: defineSchemeFact(
    'legalForm',
    'Legal form',
    'Enter whether the retirement annuity contract is held under a trust',
  ),
  establishedOn: defineSchemeFact(
    'establishedOn',
    'Date of establishment',
    'Enter the date of the trust deed',
  ),
  wentLiveOn: defineSchemeFact(
    'wentLiveOn',
    'Go-live date',
    'Enter the first day on which benefits built up',
  ),
  schemeYearEnd: defineSchemeFact('schemeYearEnd', 'Scheme year end', 'Enter the scheme year end'),
  isRegulatoryOwnFunds: defineSchemeFact(
    'isRegulatoryOwnFunds',
    'Regulatory own funds',
    'Enter whether the scheme itself covers biometric risk or guarantees',
  ),
  hasAuthorisedTradeUnion: defineSchemeFact(
    'hasAuthorisedTradeUnion',
    'Authorised trade union',
    'Enter whether an authorised trade union represents members',
  ),
  memberCounts: defineSchemeFact(
    'memberCounts.active',
    'Number of active and deferred members',
    'Enter the member counts, or add the members',
  ),
  trustMemberCount: defineSchemeFact(
    'trustMemberCount',
    'Members of the whole trust',
    'Enter the active and deferred members of the whole trust',
  ),
  limitsEntry: defineSchemeFact(
    'limitsEntry',
    'Limits of entry',
    'Enter whether the rules limit which employees may join',
  ),
  waitingPeriodMonths: defineSchemeFact(
    'waitingPeriodMonths',
    'Waiting period',
    'Enter the months from the start of employment until an employee can join; 0 for no waiting period',
  ),
  joining: defineSchemeFact(
    'joining',
    'How employees join',
    'Enter whether employees join automatically or by choice',
  ),
  paidUpOn: {
    label: 'Date on which the scheme became paid up',
    toDo: 'Make the scheme active again, then paid up with the correct date',
    page: 'OVERVIEW',
    field: null,
  },
  trusteeAppointedOn: {
    label: 'First and last days of trustees in office',
    toDo: 'Enter the appointment date of each trustee in office and the date on which each former trustee left',
    page: 'TRUSTEES',
    field: null,
  },
  memberJoinedOn: {
    label: 'Joining dates of members',
    toDo: 'Enter the date on which each member joined the scheme',
    page: 'MEMBERS',
    field: null,
  },
} as const satisfies Record<string, SchemeFactDefinition>
export type SchemeFact = keyof typeof SCHEME_FACTS

/** A missing fact; counts are those of a day. */
export interface MissingFact {
  fact: SchemeFact
  on: string | null
}

/** The key of a missing fact, which is the period of its row in the calendar: `memberCounts:2025-12-31`. */
export const buildMissingFactKey = ({ fact, on }: MissingFact): string => (on ? `${fact}:${on}` : fact)

export function parseMissingFactKey(key: string): MissingFact | null {
  const [fact = '', on = null] = key.split(':')
  return fact in SCHEME_FACTS ? { fact: fact as SchemeFact, on } : null
}
