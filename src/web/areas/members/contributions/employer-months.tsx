/** The payroll months of an employer that need a file or a payment, and how the last twelve went. */

import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { addMonthsToMonth } from '../../../../contract/civil-dates.ts'
import type { ContributionBatch, ContributionMonthState } from '../../../../contract/contributions.ts'
import { PAGES } from '../../../../contract/pages.ts'
import type { Scheme } from '../../../../contract/schemes.ts'
import { formatDate, formatMoney, formatMonth } from '../../../../contract/value-format.ts'
import { ContributionStrip, formatContributionMonths } from '../../../records/contribution-strip.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Row, Rows } from '../../../ui/rows.tsx'
import { Section } from '../../../ui/section.tsx'
import { Status, type Tone } from '../../../ui/status.tsx'
import { calculateMissingCents, hasNoFile, isDueSoon } from './batch.ts'
import { EnterContributionsLink, UploadLink } from './upload-link.tsx'

type PayingScheme = Pick<Scheme, 'id' | 'name' | 'status' | 'employerId' | 'pensionsAuthorityNumber'>

const SHOWN_MONTHS = 12

/** A month of a scheme: its batch, or null where no file came and none is expected yet. */
interface SchemeMonth {
  scheme: PayingScheme
  month: string
  batch: ContributionBatch | null
}

const isLive = ({ status }: ContributionBatch): boolean => status !== 'REJECTED' && status !== 'UNDONE'

export function toMonthState(batch: ContributionBatch | null): ContributionMonthState {
  if (!batch) return 'NONE'
  if (batch.flags.includes('OVERDUE')) return 'OVERDUE'
  if (batch.flags.includes('LATE')) return 'LATE'
  if (hasNoFile(batch)) return 'EXPECTED'
  if (calculateMissingCents(batch) === 0) return 'ON_TIME'
  return batch.receivedCents > 0 ? 'PART_FUNDED' : 'AWAITING_FUNDS'
}

/** The last twelve months of each scheme, the current one last. */
export const listSchemeMonths = (
  schemes: readonly PayingScheme[],
  batches: readonly ContributionBatch[],
  thisMonth: string,
): SchemeMonth[][] =>
  schemes.map((scheme) =>
    Array.from({ length: SHOWN_MONTHS }, (_, index) => {
      const month = addMonthsToMonth(thisMonth, index - SHOWN_MONTHS + 1)
      const ofMonth = batches.filter(
        (batch) => isLive(batch) && batch.schemeId === scheme.id && batch.payrollMonth === month,
      )
      // Of several files the one that still needs something.
      const batch = ofMonth.find((one) => toMonthState(one) !== 'ON_TIME') ?? ofMonth[0] ?? null
      return { scheme, month, batch }
    }),
  )

const isPaying = ({ status }: PayingScheme): boolean => status === 'ACTIVE' || status === 'CLOSED_TO_NEW'

const isWorkNeeded = ({ scheme, month, batch }: SchemeMonth, thisMonth: string): boolean =>
  batch
    ? !['ON_TIME', 'LATE'].includes(toMonthState(batch)) || calculateMissingCents(batch) > 0
    : month === thisMonth && isPaying(scheme)

export function EmployerMonths({
  schemes,
  batches,
  today,
}: {
  schemes: readonly PayingScheme[]
  batches: readonly ContributionBatch[]
  today: string
}) {
  const thisMonth = today.slice(0, 7)
  const rows = listSchemeMonths(schemes, batches, thisMonth)
  const open = rows
    .flat()
    .filter((one) => isWorkNeeded(one, thisMonth))
    .sort(
      (one, other) =>
        one.month.localeCompare(other.month) || one.scheme.name.localeCompare(other.scheme.name),
    )
  return (
    <>
      <Section title="Payroll months to complete">
        {open.length === 0 ? (
          <p className="text-muted">Every month has its file and its payment.</p>
        ) : (
          <Rows name="Payroll months to complete">
            {open.map((one) => (
              <Month key={`${one.scheme.id} ${one.month}`} {...one} today={today} />
            ))}
          </Rows>
        )}
      </Section>
      <Section
        title="Last twelve months"
        actions={
          <Link to={PAGES.contributionBatches} className="link">
            All your payroll months
          </Link>
        }
      >
        <Rows name="Last twelve months">
          {rows.map((ofScheme) => {
            const months = ofScheme.map(({ month, batch }) => ({ month, state: toMonthState(batch) }))
            const scheme = ofScheme[0]?.scheme
            return (
              <Row
                key={scheme?.id}
                title={<span className="font-medium">{scheme?.name}</span>}
                aside={<ContributionStrip months={months} />}
              >
                <p className="text-muted">{formatContributionMonths(months)}.</p>
              </Row>
            )
          })}
        </Rows>
      </Section>
    </>
  )
}

function Month({ scheme, month, batch, today }: SchemeMonth & { today: string }) {
  const dueOn = batch?.dueOn ?? null
  const isLate = batch?.flags.includes('OVERDUE') ?? false
  const hasFile = batch !== null && !hasNoFile(batch)
  const expected = { schemeId: scheme.id, employerId: scheme.employerId, payrollMonth: month }
  return (
    <Row
      title={<span className="font-medium">{`${formatMonth(month)}, ${scheme.name}`}</span>}
      aside={
        dueOn === null ? (
          <Status tone="idle">Not due yet</Status>
        ) : isLate ? (
          <Status tone="late">{`Overdue since ${formatDate(dueOn)}`}</Status>
        ) : (
          <Status tone={isDueSoon(dueOn, today) ? 'soon' : 'idle'}>{`Due by ${formatDate(dueOn)}`}</Status>
        )
      }
    >
      <ol className="mt-1 flex flex-col gap-1">
        <Step tone={hasFile ? 'done' : isLate ? 'late' : 'idle'} name="1. Amounts">
          {hasFile ? (
            <Link to={PAGES.contribution} params={{ batchId: batch.id }} className="link">
              Imported
            </Link>
          ) : (
            <div className="flex flex-wrap gap-2">
              <UploadLink look={isLate ? 'primary' : 'secondary'} expected={expected} />
              <EnterContributionsLink expected={expected} />
            </div>
          )}
        </Step>
        <Step tone={isLate ? 'late' : 'idle'} name="2. Payment">
          {hasFile ? (
            <Payment batch={batch} reference={`${scheme.pensionsAuthorityNumber ?? scheme.name} ${month}`} />
          ) : (
            <span className="text-muted">
              The amount is known once the file is imported or the amounts are entered.
            </span>
          )}
        </Step>
      </ol>
    </Row>
  )
}

function Payment({ batch, reference }: { batch: ContributionBatch; reference: string }) {
  const { payrollMonth, dueOn, receivedCents } = batch
  const missing = calculateMissingCents(batch)
  return (
    <div className="flex flex-wrap gap-x-6">
      <span className="inline-flex flex-wrap items-center gap-x-1">
        {receivedCents > 0 ? 'Missing:' : 'Pay'}{' '}
        <strong className="font-semibold tabular-nums">{formatMoney(missing)}</strong> by {formatDate(dueOn)}
        <CopyButton text={(missing / 100).toFixed(2)} name={`the amount of ${formatMonth(payrollMonth)}`} />
      </span>
      <span className="inline-flex flex-wrap items-center gap-x-1">
        <span className="text-muted">Reference</span> {reference}
        <CopyButton text={reference} name={`the reference of ${formatMonth(payrollMonth)}`} />
      </span>
    </div>
  )
}

const Step = ({ name, tone, children }: { name: string; tone: Tone; children: ReactNode }) => (
  <li className="flex flex-wrap items-center gap-x-3 gap-y-1">
    <span className="w-28 shrink-0">
      <Status tone={tone}>{name}</Status>
    </span>
    <div className="min-w-0 flex-1 basis-64">{children}</div>
  </li>
)
