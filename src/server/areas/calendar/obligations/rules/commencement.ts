/** From which day each rule binds: no obligation is shown with a due date before it. */
import type { CitationId } from '../../../../../contract/citations.ts'
import type { RuleSettings } from '../facts.ts'
import { ASSUMED, type Context, type Found, isDue, pickLaterDate, REGIME_FROM, type Rule } from './define.ts'

/** A day that is a setting of the firm, because no stored legal source confirms it. */
type UnverifiedDay = 'pensionsActFrom' | 'trusteeTrainingFrom'

/** The days on which the Acts that inserted sections were passed; the commencement of those sections could not be read. */
const ACT_OF_1996 = '1996-07-02'
const ACT_OF_2002 = '2002-04-13'
const ACT_OF_2006 = '2006-03-24'
const ACT_OF_2007 = '2007-03-30'
const ACT_OF_2008 = '2008-03-07'

/** By the first reference of a rule. */
const COMMENCEMENTS: readonly [startsWith: string, from: string | UnverifiedDay][] = [
  // Inserted by S.I. 128/2021.
  ['PA 64A', REGIME_FROM],
  ['PA 59(1B)', REGIME_FROM],
  ['DIR ', REGIME_FROM],
  ['SI128 ', REGIME_FROM],
  ['CODE', REGIME_FROM],
  ['NOTICE', REGIME_FROM],
  ['GDPR ', '2018-05-25'],
  ['DORA ', '2025-01-17'],
  ['SFDR ', '2021-03-10'],
  ['FA24 ', '2025-01-01'],
  ['TCA ', '1997-11-30'],
  // Pensions Act 1990 and the regulations made under it.
  ['PA ', 'pensionsActFrom'],
  ['SI301 ', 'pensionsActFrom'],
  ['HOUSE', REGIME_FROM],
]
/** Rules on sections that a later Act inserted: they bind at the earliest from the day on which it was passed. */
const OF_RULES: Readonly<Record<string, string>> = {
  // PA ss.58A, 59 as substituted, 121 and 125.
  'CON-01': ACT_OF_2002,
  'CON-02': ACT_OF_2002,
  'CON-03': ACT_OF_2002,
  'CON-04': ACT_OF_2002,
  'PRS-01': ACT_OF_2002,
  'DIS-06': ACT_OF_2002,
  // PA ss.43(3), 55(3)-(5) and 56A.
  'DB-06': ACT_OF_2002,
  'DB-07': ACT_OF_2002,
  'DB-08': ACT_OF_2002,
  'DB-09': ACT_OF_2002,
  'DB-10': ACT_OF_2002,
  // PA s.59(1)(aa).
  'CON-05': ACT_OF_2007,
  // PA s.83, which covers no belief from before the Act; s.3A.
  'BRE-01': ACT_OF_1996,
  'BRE-02': ACT_OF_2006,
  // PA Part VIA on registered administrators.
  'REP-02': ACT_OF_2008,
  'PBS-02': ACT_OF_2008,
  'RA-01': ACT_OF_2008,
  'RA-02': ACT_OF_2008,
  // Trustee training is asked for since the Social Welfare and Pensions Act 2008 s.28.
  'GOV-11': 'trusteeTrainingFrom',
  'GOV-12': 'trusteeTrainingFrom',
}

/** The day from which a rule binds, and whether it is a setting because no stored legal source confirms it. */
export function getCommencement(
  { id, sources: [first] }: Pick<Rule, 'id' | 'sources'>,
  settings: RuleSettings,
): { on: string; isAssumed: boolean } | null {
  const from = OF_RULES[id] ?? COMMENCEMENTS.find(([start]) => (first as CitationId).startsWith(start))?.[1]
  if (from === undefined) return null
  return from === 'pensionsActFrom' || from === 'trusteeTrainingFrom'
    ? { on: settings[from], isAssumed: true }
    : { on: from, isAssumed: false }
}

/** Started by an event, and all the same about a state that lasts: due when the rule begins to bind. */
const LASTING: readonly string[] = ['GOV-10', 'GOV-11', 'GOV-16', 'KFH-01']

/** The end of the derogation, of a rule that it kept from a one-member arrangement. */
function getDerogation(rule: Rule, context: Context): string | null {
  const { profile, settings } = context
  if (!profile.isOneMemberBeforeApril2021) return null
  const until = settings.omaDerogationUntil
  return rule.applies({ ...context, today: until }).applies === 'NO' ? until : null
}

/** The Pensions Act binds trust RACs since the Act of 2007 (Schedule 2, Part 1); empty for others. */
export const getTrustRacStart = ({ profile }: Context): string => (profile.isTrustRac ? ACT_OF_2007 : '')

/**
 * Of what a rule finds, what falls due since it binds. What repeats or lasts is due on that day instead; a round or an event from
 * before it was no obligation.
 */
export function limitToCommencement(rule: Rule, context: Context, found: Found[]): Found[] {
  const commencement = getCommencement(rule, context.settings)
  const from = [commencement?.on, getDerogation(rule, context), getTrustRacStart(context)]
    .map((day) => day ?? '')
    .reduce(pickLaterDate)
  const note = commencement?.isAssumed && commencement.on === from ? ` ${ASSUMED}` : ''
  const isDueThen = rule.trigger === 'ROLLING' || LASTING.includes(rule.id)
  return found.flatMap((one): Found[] => {
    if (!isDue(one) || one.dueOn >= from) return [one]
    if (!isDueThen && one.anchorOn < from) return []
    const { legalEndOn: _, ...rest } = one
    return [
      {
        ...rest,
        dueOn: from,
        reason: `${one.reason}. Not due before ${from}${note}, when the rule began to bind`,
      },
    ]
  })
}
