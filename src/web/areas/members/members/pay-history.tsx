/** Pay and contribution rates of a member by the day from which they are valid; the working view. */

import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import type { MemberPay } from '../../../../contract/member-pay.ts'
import type { Member } from '../../../../contract/members.ts'
import { findPayOn, PAY_FIELDS } from '../../../../contract/pay-on-day.ts'
import { formatDate, formatInstant } from '../../../../contract/value-format.ts'
import { getTodayInDublin } from '../../../format.ts'
import { formatValue, getLabel } from '../../../labels.ts'
import { operation } from '../../../operation.ts'
import { createQuery } from '../../../queries.ts'
import { useMay } from '../../../session.tsx'
import { Failed } from '../../../shell/error-page.tsx'
import { Row, Rows } from '../../../ui/rows.tsx'
import { Section } from '../../../ui/section.tsx'
import { TableSkeleton } from '../../../ui/skeleton.tsx'
import { Status } from '../../../ui/status.tsx'

// The dialogs have forms, which are larger than the page.
const RecordPay = lazy(async () => ({ default: (await import('./pay-acts.tsx')).RecordPay }))
const CorrectPay = lazy(async () => ({ default: (await import('./pay-acts.tsx')).CorrectPay }))

const SHOWN = 200

export default function PayHistory({ member }: { member: Member }) {
  const may = useMay()
  const { data, isError, error, refetch } = useQuery(
    createQuery(operation('member.pay'), { id: member.id, limit: SHOWN }),
  )
  const today = getTodayInDublin()
  const rows = data?.data ?? []
  const current = findPayOn(rows, today)
  return (
    <Section
      title="Pay and contribution rates"
      actions={
        may(operation('member.record-pay')) && (
          <Suspense>
            <RecordPay member={member} />
          </Suspense>
        )
      }
    >
      {isError && !data ? (
        <Failed error={error} reset={() => void refetch()} />
      ) : !data ? (
        <TableSkeleton rows={2} />
      ) : rows.length === 0 ? (
        <p className="text-muted">No pay and no contribution rates recorded.</p>
      ) : (
        <Rows name="Pay and contribution rates">
          {rows.map((pay) => (
            <Row
              key={pay.id}
              title={<p className="font-medium">{formatDay(pay)}</p>}
              aside={
                <span className="flex items-center gap-3">
                  {pay === current && <Status tone="done">Valid today</Status>}
                  {(pay.validFrom ?? '') > today && <Status tone="soon">Not yet valid</Status>}
                  {may(operation('member.correct-pay')) && (
                    <Suspense>
                      <CorrectPay member={member} pay={pay} />
                    </Suspense>
                  )}
                </span>
              }
            >
              <dl className="flex flex-wrap gap-x-6 gap-y-1">
                {PAY_FIELDS.map((name) => (
                  <div key={name} className="flex gap-2">
                    <dt className="text-muted">{getLabel(name)}</dt>
                    <dd>{pay[name] === null ? 'Not known' : formatValue(name, pay[name])}</dd>
                  </div>
                ))}
              </dl>
              <p className="text-muted text-sm">{formatSource(pay)}</p>
            </Row>
          ))}
        </Rows>
      )}
    </Section>
  )
}

const formatDay = ({ validFrom }: MemberPay): string =>
  validFrom ? `From ${formatDate(validFrom)}` : 'From the beginning of the membership'

const formatSource = ({ source, recordedByName, updatedAt }: MemberPay): string => {
  const verb = source === 'IMPORT' ? 'Imported' : source === 'USER' ? 'Entered' : 'Recorded'
  return `${verb}${recordedByName ? ` by ${recordedByName}` : ''}, ${formatInstant(updatedAt)}`
}
