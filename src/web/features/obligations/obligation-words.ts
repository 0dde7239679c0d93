/** What a duty answers first: what is due when, and how late it is. */
import { daysBetween } from '../../../contract/civil-dates.ts'
import type { Obligation } from '../../../contract/obligations.ts'
import { PAGES } from '../../../contract/pages.ts'
import { lastDayOf } from '../../records/duty-status.tsx'
import { counted, dateWords, instantWords } from '../../words.ts'

type Duty = Pick<Obligation, 'status' | 'dueOn' | 'completedOn'> &
  Partial<Pick<Obligation, 'legalEndOn' | 'confirmation'>>
type Look = 'info' | 'done' | 'warn' | 'late'

const days = (from: string, to: string): string => counted(daysBetween(from, to), 'day')

export function dutyAnswer(
  { status, dueOn, completedOn, legalEndOn = null, confirmation = null }: Duty,
  today: string,
): { look: Look; title: string } {
  const lastOn = dueOn && lastDayOf(dueOn, legalEndOn)
  const done = completedOn ? `Met on ${dateWords(completedOn)}` : 'Met'
  switch (status) {
    case 'OVERDUE':
      return {
        look: 'late',
        title: lastOn ? `${days(lastOn, today)} overdue: it was due on ${dateWords(lastOn)}` : 'Overdue',
      }
    case 'DUE_SOON':
      return {
        look: 'warn',
        title:
          dueOn === today
            ? `Due today, ${dateWords(today)}`
            : lastOn && dueOn && dueOn < today
              ? `It was due on ${dateWords(dueOn)}; the last day in law is ${dateWords(lastOn)}`
              : `Due on ${dueOn ? `${dateWords(dueOn)}, in ${days(today, dueOn)}` : 'a day not known'}`,
      }
    case 'UPCOMING':
      return {
        look: 'info',
        title: dueOn ? `Due on ${dateWords(dueOn)}, in ${days(today, dueOn)}` : 'Upcoming',
      }
    case 'DONE':
      return { look: 'done', title: dueOn ? `${done}, due on ${dateWords(dueOn)}` : done }
    case 'DONE_LATE':
      return {
        look: 'done',
        title:
          lastOn && completedOn
            ? `${done}, ${days(lastOn, completedOn)} late: it was due on ${dateWords(lastOn)}`
            : `${done}, late`,
      }
    case 'WAIVED':
      return { look: 'info', title: 'Not pursued. The law is not waived by that' }
    case 'NOT_APPLICABLE':
      return {
        look: 'info',
        title: confirmation === 'NOT_APPLICABLE' ? 'It does not apply' : 'It does not apply any more',
      }
    case 'TO_CONFIRM':
      return {
        look: 'info',
        title: `Not recorded yet: it was due${dueOn ? ` on ${dateWords(dueOn)}` : ''}, before the scheme was added here`,
      }
    case 'CHECK':
      return {
        look: 'info',
        title: `A check${dueOn ? ` for ${dateWords(dueOn)}` : ''}: not an obligation, and never overdue`,
      }
    case 'DATA_GAP':
      return { look: 'warn', title: 'No date: a fact is missing' }
    case 'CANNOT_TELL':
      return { look: 'info', title: 'It cannot be told when this is due' }
  }
}

/** The due date, with the time where the period runs in hours; null where there is none. */
export const dueWords = ({ dueOn, dueAt }: Pick<Obligation, 'dueOn' | 'dueAt'>): string | null =>
  dueAt ? instantWords(dueAt) : dueOn && dateWords(dueOn)

const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/
const DAY = /^\d{4}-\d\d-\d\d$/
/** A fact as it is read: a day as a date, anything else as it was written. */
export const factWords = (value: string): string =>
  DAY.test(value) ? dateWords(value) : INSTANT.test(value) ? instantWords(value) : value

const REGISTERS = [
  { rules: /^KFH-01$/, label: 'Key functions of the scheme', to: PAGES.schemeKeyFunctions },
  { rules: /^GOV-0[12]$/, label: 'Own-risk assessments of the scheme', to: PAGES.schemeAssessments },
  { rules: /^GOV-0[34578]$/, label: 'Policies of the scheme', to: PAGES.schemePolicies },
  { rules: /^GOV-1[0-2]$/, label: 'Trustees of the scheme', to: PAGES.schemeTrustees },
  { rules: /^GOV-13$/, label: 'Meetings of the trustees', to: PAGES.schemeMeetings },
  { rules: /^CON-0[1-5]$/, label: 'Contributions of the scheme', to: PAGES.schemeContributions },
] as const

/** The page of a scheme that keeps what meets duties of the rule; undefined where nothing but a document or a note does. */
export const registerOf = (ruleId: string) => REGISTERS.find(({ rules }) => rules.test(ruleId))
