/** What was reported for a member, in the words of their own record: the year in a sentence, then month by month. */
import { type ContributionLine, listMemberContributions } from '../../../contract/contributions.ts'
import { useListQuery } from '../../lists/list-query.ts'
import { Failed } from '../../shell/failed.tsx'
import { ShowMore } from '../../ui/more.tsx'
import { Row, Rows } from '../../ui/rows.tsx'
import { TableSkeleton } from '../../ui/skeleton.tsx'
import { dateWords, moneyWords, monthWords, todayInDublin } from '../../words.ts'
import { lastYearOf } from './year-of-lines.ts'

export function OwnPaidIn({ memberId }: { memberId: string }) {
  const { query, rows, more } = useListQuery(listMemberContributions, { id: memberId })
  if (query.isError && !query.data) return <Failed error={query.error} reset={() => void query.refetch()} />
  if (!query.data) return <TableSkeleton rows={3} />
  if (rows.length === 0)
    return (
      <p className="text-muted">
        Nothing has been reported for you yet. Your payslips show what was deducted.
      </p>
    )
  const year = lastYearOf(rows, more.has)
  return (
    <>
      {year && (
        <p>
          In {year.year}
          {year.year === todayInDublin().slice(0, 4) && ' so far'}: {moneyWords(year.eeCents)} from you
          {year.avcCents !== 0 && `, ${moneyWords(year.avcCents)} more of your own choice (AVC)`} and{' '}
          {moneyWords(year.restCents)} from your employer. Together {moneyWords(year.totalCents)}.
        </p>
      )}
      <Rows name="What your payroll reported">
        {rows.map((line) => (
          <Row
            key={line.id}
            title={<span className="font-medium">{monthWords(line.payrollMonth)}</span>}
            aside={moneyWords(line.totalCents)}
          >
            <p className="text-base text-muted">{partsWords(line)}</p>
          </Row>
        ))}
      </Rows>
      <ShowMore more={more} />
      <p className="text-base text-muted">
        This is what your employer’s payroll reported, not what it has grown to. If it differs from your
        payslip, ask your employer’s payroll.
      </p>
    </>
  )
}

/** `Paid on 27 Feb 2026: €250.00 from you, €300.00 from your employer`; a correction says that it is one. */
function partsWords({ kind, payOn, eeCents, avcCents, totalCents }: ContributionLine): string {
  const rest = totalCents - eeCents - avcCents
  const parts = [
    eeCents !== 0 && `${moneyWords(eeCents)} from you`,
    avcCents !== 0 && `${moneyWords(avcCents)} of your own choice (AVC)`,
    rest !== 0 && `${moneyWords(rest)} from your employer`,
  ].filter(Boolean)
  const what = kind === 'CORRECTION' ? 'Correction of pay on' : 'Pay on'
  return `${what} ${dateWords(payOn)}${parts.length > 0 ? `: ${parts.join(', ')}` : ''}`
}
