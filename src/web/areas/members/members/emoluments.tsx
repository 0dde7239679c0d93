/** Emoluments of a member by year, with the employer contributions compared with them; shown for a PRSA. */

import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { formatCitedSources } from '../../../../contract/citations.ts'
import type { MemberYear } from '../../../../contract/member-emoluments.ts'
import type { Member } from '../../../../contract/members.ts'
import { formatMoney } from '../../../../contract/value-format.ts'
import { formatCode } from '../../../labels.ts'
import { operation } from '../../../operation.ts'
import { createQuery } from '../../../queries.ts'
import { useMay } from '../../../session.tsx'
import { Failed } from '../../../shell/error-page.tsx'
import { Row, Rows } from '../../../ui/rows.tsx'
import { Section } from '../../../ui/section.tsx'
import { Status, type Tone } from '../../../ui/status.tsx'

// The dialog has a form, which is larger than the page.
const RecordEmoluments = lazy(async () => ({
  default: (await import('./emoluments-acts.tsx')).RecordEmoluments,
}))

export default function Emoluments({ member }: { member: Member }) {
  const may = useMay()
  const { data, isError, error, refetch } = useQuery(
    createQuery(operation('member.emoluments'), { id: member.id }),
  )
  if (isError && !data) return <Failed error={error} reset={() => void refetch()} />
  if (!data?.isPrsa) return null
  return (
    <Section
      title="Emoluments and employer limit"
      actions={
        may(operation('member.record-emoluments')) && (
          <Suspense>
            <RecordEmoluments member={member} />
          </Suspense>
        )
      }
    >
      <p className="max-w-[70ch] text-muted text-sm">
        Employer contributions above 100 % of the emoluments are taxable as income of the member (
        {formatCitedSources('FA24 12')}). They count in the year of their pay day.
      </p>
      {data.years.length === 0 ? (
        <p className="text-muted">No emoluments and no employer contributions recorded.</p>
      ) : (
        <Rows name="Emoluments and employer limit">
          {data.years.map((year) => (
            <Row
              key={year.year}
              title={<p className="font-medium">{year.year}</p>}
              aside={
                <span className="flex flex-wrap items-center gap-3">
                  {year.employerLimit && <Outcome limit={year.employerLimit} />}
                  {may(operation('member.record-emoluments')) && (
                    <Suspense>
                      <RecordEmoluments member={member} recorded={year} />
                    </Suspense>
                  )}
                </span>
              }
            >
              <dl className="flex flex-wrap gap-x-6 gap-y-1">
                {listAmounts(year).map(([label, value]) => (
                  <div key={label} className="flex gap-2">
                    <dt className="text-muted">{label}</dt>
                    <dd>{value}</dd>
                  </div>
                ))}
              </dl>
            </Row>
          ))}
        </Rows>
      )}
    </Section>
  )
}

const OUTCOMES = {
  WITHIN_LIMIT: ['done', 'Within the limit'],
  ABOVE: ['soon', 'Above the limit: check'],
  CANNOT_TELL: ['idle', 'Not recorded'],
} as const satisfies Record<string, readonly [Tone, string]>
const MISSING = {
  CONTRIBUTIONS: 'employer contributions',
  EMOLUMENTS: 'emoluments',
  EMOLUMENTS_BEFORE: 'emoluments of the previous year',
  REDUCED_BY: 'whether leave lowered the emoluments',
}

function Outcome({ limit: { outcome, missing } }: { limit: NonNullable<MemberYear['employerLimit']> }) {
  const [tone, label] = OUTCOMES[outcome]
  return <Status tone={tone}>{missing ? `${label}: ${MISSING[missing]}` : label}</Status>
}

const formatAmount = (cents: number | null): string => (cents === null ? 'Not recorded' : formatMoney(cents))

const listAmounts = (year: MemberYear): [string, string][] => [
  ['Emoluments', formatAmount(year.emolumentsCents)],
  ['Reason for lower emoluments', year.reducedBy ? formatCode(year.reducedBy) : 'Not recorded'],
  ['Employer contributions', formatAmount(year.employerContributionsCents)],
  ...(year.employerLimit?.limitCents != null
    ? [['Employer limit', formatMoney(year.employerLimit.limitCents)] as [string, string]]
    : []),
  ...(year.employerLimit?.aboveCents != null
    ? [['Above the limit', formatMoney(year.employerLimit.aboveCents)] as [string, string]]
    : []),
]
