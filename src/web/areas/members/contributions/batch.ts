/** Summary of a batch in sentences: late money, money still due, or fully paid. */

import { addMonthsToMonth, countDaysBetween } from '../../../../contract/civil-dates.ts'
import type {
  ContributionBatch,
  ContributionBatchSummary,
  ContributionFlag,
} from '../../../../contract/contributions.ts'
import { ContributionStatus } from '../../../../contract/contributions.ts'
import { formatCount, formatDate, formatMoney, formatMonth } from '../../../../contract/value-format.ts'
import { formatDays, toDublinDate } from '../../../format.ts'
import { listCodeOptions } from '../../../labels.ts'
import type { ListFilter } from '../../../lists/list.tsx'
import type { Tone } from '../../../ui/status.tsx'

/** Days before the due date from which money is shown as due soon. */
const SOON_DAYS = 10

export const isDueSoon = (dueOn: string, today: string): boolean => {
  const days = countDaysBetween(today, dueOn)
  return days >= 0 && days <= SOON_DAYS
}

/** Without a payroll file the amount owed is not known. */
export const hasNoFile = ({ status }: Pick<ContributionBatch, 'status'>): boolean => status === 'EXPECTED'

/** Money still due; 0 where it is all received. */
export const calculateMissingCents = ({ varianceCents }: Pick<ContributionBatch, 'varianceCents'>): number =>
  Math.max(0, -varianceCents)

/** Title of a batch as users name it: `Oct 2026, Ballycotton Foods DC`. */
export const formatBatchTitle = ({
  payrollMonth,
  schemeName,
}: Pick<ContributionBatch, 'payrollMonth' | 'schemeName'>) => `${formatMonth(payrollMonth)}, ${schemeName}`

/** The flag of the service decides whether the investment was late: of a DB scheme, only that of the deductions counts. */
function countInvestedLateDays(batch: ContributionBatchSummary): number {
  const { investedOn, deductionsInvestedOn, investByOn, flags } = batch
  const on = batch.schemeType === 'DB' ? (deductionsInvestedOn ?? investedOn) : investedOn
  return flags.includes('INVESTED_LATE') && on && investByOn ? countDaysBetween(investByOn, on) : 0
}

/** Text of each flag for this batch, the most severe first. */
const FLAGS: Record<ContributionFlag, (batch: ContributionBatchSummary) => { tone: Tone; words: string }> = {
  OVERDUE: ({ daysLate }) => ({ tone: 'late', words: `${formatDays(daysLate)} overdue` }),
  LATE: ({ daysLate }) => ({ tone: 'late', words: `Paid ${formatDays(daysLate)} late` }),
  SHORT: (batch) => ({ tone: 'soon', words: `${formatMoney(calculateMissingCents(batch))} short` }),
  OVER: ({ varianceCents }) => ({ tone: 'soon', words: `${formatMoney(varianceCents)} too much` }),
  INVESTED_LATE: (batch) => ({
    tone: 'late',
    words: `Invested ${formatDays(countInvestedLateDays(batch))} late`,
  }),
}
const FLAGS_IN_ORDER = Object.keys(FLAGS) as ContributionFlag[]

/** State of the money, in a few words each; without a flag, the due date or that all is received. */
export function describeBatchStatus(
  batch: ContributionBatchSummary,
  today: string,
): { tone: Tone; words: string }[] {
  const { status, flags, dueOn } = batch
  if (status === 'REJECTED' || status === 'UNDONE') return []
  const flagged = FLAGS_IN_ORDER.filter((flag) => flags.includes(flag)).map((flag) => FLAGS[flag](batch))
  if (flagged.length > 0) return flagged
  if (calculateMissingCents(batch) > 0 || hasNoFile(batch))
    return [{ tone: isDueSoon(dueOn, today) ? 'soon' : 'idle', words: `Due ${formatDate(dueOn)}` }]
  return [
    batch.totalCents > 0
      ? { tone: 'done', words: 'Paid in time' }
      : { tone: 'settled', words: 'No contributions owed' },
  ]
}

interface Answer {
  look: 'info' | 'done' | 'warn' | 'late'
  title: string
  /** Consequences. */
  text: string[]
}

/** First notice on the page of a batch. */
export function summariseBatch(batch: ContributionBatch, today: string): Answer {
  const { status, flags, dueOn, daysLate, totalCents, receivedCents, payrollMonth } = batch
  const missing = calculateMissingCents(batch)
  if (status === 'REJECTED')
    return {
      look: 'late',
      title: 'File rejected and not imported',
      text: [
        'Some rows have errors, and a file is imported completely or not at all. Correct the rows, then upload the file again.',
      ],
    }
  if (status === 'UNDONE')
    return {
      look: 'info',
      title: batch.undoneAt
        ? `Undone on ${formatDate(toDublinDate(batch.undoneAt))}`
        : 'Undone: this upload no longer counts',
      text: [
        ...(batch.undoReason ? [`Reason: ${batch.undoReason}`] : []),
        `${formatMonth(payrollMonth)} can be uploaded again.`,
      ],
    }
  if (hasNoFile(batch))
    return flags.includes('OVERDUE')
      ? {
          look: 'late',
          title: `No file yet, ${formatDays(daysLate)} after the money was due on ${formatDate(dueOn)}`,
          text: ['The amount due is not known before the payroll file is uploaded.'],
        }
      : {
          look: isDueSoon(dueOn, today) ? 'warn' : 'info',
          title: `No file yet. The money is due by ${formatDate(dueOn)}`,
          text: [],
        }
  const part = [
    ...(receivedCents > 0
      ? [`${formatMoney(receivedCents)} of ${formatMoney(totalCents)} received so far.`]
      : []),
    ...listAmountsDueByDeed(batch),
  ]
  if (flags.includes('OVERDUE'))
    return {
      look: 'late',
      title: `${formatMoney(missing)} is ${formatDays(daysLate)} late: due ${formatDate(dueOn)}`,
      text: part,
    }
  if (missing > 0)
    return {
      look: isDueSoon(dueOn, today) ? 'warn' : 'info',
      title: `${formatMoney(missing)} is due by ${formatDate(dueOn)}, ${formatInDays(today, dueOn)}`,
      text: part,
    }
  return {
    look: flags.length > 0 ? 'warn' : 'done',
    title: formatPaid(batch),
    text: [
      ...(flags.includes('OVER')
        ? [`${formatMoney(batch.varianceCents)} more received than the sum of the lines.`]
        : []),
      ...formatInvested(batch),
    ],
  }
}

/** The statutory date is for deductions; the deed determines the due date of a defined benefit scheme's employer money. */
const listAmountsDueByDeed = ({ schemeType, eeCents, avcCents }: ContributionBatch): string[] =>
  schemeType === 'DB'
    ? [
        `By law ${formatMoney(eeCents + avcCents)} deducted from employees is due by that date. The deed or the funding proposal sets the date for the employer contributions.`,
      ]
    : []

const formatInDays = (today: string, day: string): string =>
  day === today ? 'today' : `in ${formatCount(countDaysBetween(today, day), 'day')}`

function formatPaid({ totalCents, daysLate, dueOn, fundedOn, payrollMonth }: ContributionBatch): string {
  if (totalCents <= 0) return `No contributions are owed for ${formatMonth(payrollMonth)}`
  const all = `All ${formatMoney(totalCents)} received${fundedOn ? ` on ${formatDate(fundedOn)}` : ''}`
  return daysLate > 0
    ? `${all}, ${formatDays(daysLate)} late: due ${formatDate(dueOn)}`
    : `${all}, in time: due ${formatDate(dueOn)}`
}

function formatInvested(batch: ContributionBatchSummary): string[] {
  const { status, investedOn, investByOn, totalCents } = batch
  const late = countInvestedLateDays(batch)
  if (investedOn)
    return [
      `Invested on ${formatDate(investedOn)}${late > 0 && investByOn ? `, ${formatDays(late)} late: due ${formatDate(investByOn)}` : ''}.`,
    ]
  if (batch.deductionsInvestedOn) return [`Deductions invested on ${formatDate(batch.deductionsInvestedOn)}.`]
  if (status === 'CLOSED' || totalCents <= 0) return []
  return [investByOn ? `Invest by ${formatDate(investByOn)}.` : 'Investment date not recorded yet.']
}

/** Filters of lists of batches. */

/** Months offered by the filter; the address accepts any month. */
const MONTHS_BACK = 24

const LATENESS = [
  { value: 'true', label: 'Late' },
  { value: 'false', label: 'Not late' },
]

export const buildBatchFilters = (today: string): ListFilter[] => [
  { name: 'status', options: listCodeOptions(ContributionStatus.options) },
  { name: 'late', options: LATENESS },
  {
    name: 'payrollMonth',
    options: Array.from({ length: MONTHS_BACK + 1 }, (_, back) =>
      addMonthsToMonth(today.slice(0, 7), -back),
    ).map((month) => ({ value: month, label: formatMonth(month) })),
  },
]
