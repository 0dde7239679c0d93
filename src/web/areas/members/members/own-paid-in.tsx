/** What was reported for a member, in the words of their own record: the year in a sentence, then month by month. */
import { type ContributionLine, listMemberContributions } from '../../../../contract/contributions.ts'
import { formatDate, formatMoney, formatMonth, getTodayInDublin } from '../../../format.ts'
import { useListQuery } from '../../../lists/list-query.ts'
import { Failed } from '../../../shell/error-page.tsx'
import { ShowMore } from '../../../ui/more.tsx'
import { Row, Rows } from '../../../ui/rows.tsx'
import { TableSkeleton } from '../../../ui/skeleton.tsx'
import { selectLastYear } from './year-of-lines.ts'

export function OwnPaidIn({ memberId }: { memberId: string }) {
  const { query, rows, more } = useListQuery(listMemberContributions, { id: memberId })
  if (query.isError && !query.data) return <Failed error={query.error} reset={() => void query.refetch()} />
  if (!query.data) return <TableSkeleton rows={3} />
  if (rows.length === 0)
    return (
      <p className="text-muted">
        Your payroll has not reported contributions yet. Your payslips show your deductions.
      </p>
    )
  const year = selectLastYear(rows, more.has)
  return (
    <>
      {year && (
        <p>
          In {year.year}
          {year.year === getTodayInDublin().slice(0, 4) && ' so far'}: {formatMoney(year.eeCents)} from you
          {year.avcCents !== 0 && `, ${formatMoney(year.avcCents)} additional voluntary (AVC)`} and{' '}
          {formatMoney(year.restCents)} from your employer. Together {formatMoney(year.totalCents)}.
        </p>
      )}
      <Rows name="Payroll reports">
        {rows.map((line) => (
          <Row
            key={line.id}
            title={<span className="font-medium">{formatMonth(line.payrollMonth)}</span>}
            aside={formatMoney(line.totalCents)}
          >
            <p className="text-base text-muted">{partsWords(line)}</p>
          </Row>
        ))}
      </Rows>
      <ShowMore more={more} />
      <p className="text-base text-muted">
        Amounts reported by your employer’s payroll, without investment growth. If they differ from your
        payslip, ask your employer’s payroll.
      </p>
    </>
  )
}

/** `Paid on 27 Feb 2026: €250.00 from you, €300.00 from your employer`; a correction says that it is one. */
function partsWords({ kind, payOn, eeCents, avcCents, totalCents }: ContributionLine): string {
  const rest = totalCents - eeCents - avcCents
  const parts = [
    eeCents !== 0 && `${formatMoney(eeCents)} from you`,
    avcCents !== 0 && `${formatMoney(avcCents)} additional voluntary (AVC)`,
    rest !== 0 && `${formatMoney(rest)} from your employer`,
  ].filter(Boolean)
  const what = kind === 'CORRECTION' ? 'Correction of pay on' : 'Pay on'
  return `${what} ${formatDate(payOn)}${parts.length > 0 ? `: ${parts.join(', ')}` : ''}`
}
