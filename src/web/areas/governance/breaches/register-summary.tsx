/** Summary of a breach register: open breaches by severity, and the reports that are due. */

import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { type BreachSummary, getBreachTrend, listBreaches } from '../../../../contract/breaches.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { formatCount } from '../../../../contract/value-format.ts'
import { formatCode } from '../../../labels.ts'
import { createQuery, createRowsQuery } from '../../../queries.ts'
import { Bars } from '../../../ui/charts/bars.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Row, Rows } from '../../../ui/rows.tsx'
import { Section } from '../../../ui/section.tsx'
import { ReportDeadline } from './report-deadline.tsx'

const SHOWN = 5
/** More than any firm has to report at a time. */
const LOOKED_THROUGH = 50

export function RegisterSummary({ schemeId }: { schemeId?: string }) {
  const { data: trend } = useSuspenseQuery(createQuery(getBreachTrend, schemeId ? { schemeId } : {}))
  const { data } = useSuspenseQuery(
    createRowsQuery(listBreaches, {
      toReport: 'true',
      limit: LOOKED_THROUGH,
      ...(schemeId ? { schemeId } : {}),
    }),
  )
  const linkWith = (search: Record<string, string>): LinkProps =>
    schemeId
      ? { to: PAGES.schemeBreaches, params: { schemeId }, search: search }
      : { to: PAGES.breaches, search: search }
  const toReport = data.data.toSorted(compareByDeadline)
  const open = trend.openBySeverity.reduce((sum, one) => sum + one.open, 0)
  if (open === 0 && toReport.length === 0)
    return (
      <Notice look="done" title="No open breaches">
        Based on the breaches recorded so far.
      </Notice>
    )
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <Section title={`${formatCount(open, 'open breach', 'open breaches')}`}>
        <Bars
          name="Open by severity"
          bars={trend.openBySeverity.toReversed().map(({ severity, open: count }) => ({
            label: formatCode(severity),
            count,
            link: linkWith({ severity, open: 'true' }),
          }))}
        />
      </Section>
      <Section title={toReport.length === 0 ? 'No breaches to report' : `${toReport.length} to report`}>
        {toReport.length === 0 ? (
          <p className="text-muted">No decided or suggested report is outstanding.</p>
        ) : (
          <Rows name="To report">
            {toReport.slice(0, SHOWN).map((breach) => (
              <ToReport key={breach.id} breach={breach} />
            ))}
          </Rows>
        )}
        {toReport.length > SHOWN && (
          <Link {...linkWith({ toReport: 'true' })} className="link">
            All {toReport.length}
          </Link>
        )}
      </Section>
    </div>
  )
}

function ToReport({ breach }: { breach: BreachSummary }) {
  const { id, title, schemeName, status, reportability, suggestedReportability } = breach
  const isDecided = status === 'REPORTABLE'
  return (
    <Row
      title={
        <Link to={PAGES.breach} params={{ breachId: id }} className="link font-medium">
          {title}
        </Link>
      }
      aside={<ReportDeadline breach={breach} />}
    >
      <p className="text-muted">
        {formatCode(isDecided ? reportability : suggestedReportability)}
        {isDecided ? '' : ', suggested, not decided'}
        {schemeName && ` · ${schemeName}`}
      </p>
    </Row>
  )
}

/** The earliest deadline first; breaches without a deadline last. */
const compareByDeadline = (a: BreachSummary, b: BreachSummary): number =>
  (a.reportByAt ?? '9999').localeCompare(b.reportByAt ?? '9999')
