/** Where a missing fact of a scheme is entered. */

import {
  MISSING_FACT_RULE,
  type MissingFact,
  parseMissingFactKey,
  SCHEME_FACTS,
} from '../../contract/missing-facts.ts'
import { PAGES } from '../../contract/pages.ts'
import { formatDate, toSentenceCase } from '../../contract/value-format.ts'

const PLACES = {
  OVERVIEW: PAGES.scheme,
  TRUSTEES: PAGES.schemeTrustees,
  MEMBERS: PAGES.schemeMembers,
} as const

interface Period {
  ruleId: string | null
  periodKey: string | null
}

interface MissingFactLink {
  to: (typeof PLACES)[keyof typeof PLACES] | typeof PAGES.editScheme
  hash?: string
  label: string
}

/** The link to the field of a missing fact; null for another obligation. */
export function buildMissingFactLink({ ruleId, periodKey }: Period): MissingFactLink | null {
  const missing = getMissingFact({ ruleId, periodKey })
  if (!missing) return null
  const { page, field } = SCHEME_FACTS[missing.fact]
  const words = `Enter ${getName(missing)}`
  return page === 'SCHEME'
    ? { to: PAGES.editScheme, label: words, ...(field ? { hash: field } : {}) }
    : { to: PLACES[page], label: words }
}

/** `number of active and deferred members on 31 Dec 2025`; null for another obligation. */
export function formatMissingFact(period: Period): string | null {
  const missing = getMissingFact(period)
  return missing && getName(missing)
}

const getMissingFact = ({ ruleId, periodKey }: Period): MissingFact | null =>
  ruleId === MISSING_FACT_RULE && periodKey !== null ? parseMissingFactKey(periodKey) : null

const getName = ({ fact, on }: MissingFact): string =>
  `${toSentenceCase(SCHEME_FACTS[fact].label)}${on ? ` on ${formatDate(on)}` : ''}`
