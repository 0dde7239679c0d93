/** Payroll reports of a member, month by month, in the words of their own record. */

import { type ContributionLine, listMemberContributions } from '../../../../contract/contributions.ts'
import { formatDate, formatMoney, formatMonth } from '../../../../contract/value-format.ts'
import { useListQuery } from '../../../lists/list-query.ts'
import { Failed } from '../../../shell/error-page.tsx'
import { Row, Rows } from '../../../ui/rows.tsx'
import { ShowMore } from '../../../ui/show-more.tsx'
import { TableSkeleton } from '../../../ui/skeleton.tsx'

export function OwnContributions({ memberId }: { memberId: string }) {
  const { query, rows, more } = useListQuery(listMemberContributions, { id: memberId })
  if (query.isError && !query.data) return <Failed error={query.error} reset={() => void query.refetch()} />
  if (!query.data) return <TableSkeleton rows={3} />
  return (
    <>
      <Rows name="Payroll reports">
        {rows.map((line) => (
          <Row
            key={line.id}
            title={<span className="font-medium">{formatMonth(line.payrollMonth)}</span>}
            aside={formatMoney(line.totalCents)}
          >
            <p className="text-base text-muted">{formatParts(line)}</p>
          </Row>
        ))}
      </Rows>
      <ShowMore more={more} />
    </>
  )
}

/** `Paid on 27 Feb 2026: €250.00 from you, €300.00 from your employer`; a correction says that it is one. */
function formatParts({ kind, payOn, eeCents, avcCents, totalCents }: ContributionLine): string {
  const rest = totalCents - eeCents - avcCents
  const parts = [
    eeCents !== 0 && `${formatMoney(eeCents)} from you`,
    avcCents !== 0 && `${formatMoney(avcCents)} additional voluntary (AVC)`,
    rest !== 0 && `${formatMoney(rest)} from your employer`,
  ].filter(Boolean)
  const what = kind === 'CORRECTION' ? 'Correction of pay on' : 'Pay on'
  return `${what} ${formatDate(payOn)}${parts.length > 0 ? `: ${parts.join(', ')}` : ''}`
}
