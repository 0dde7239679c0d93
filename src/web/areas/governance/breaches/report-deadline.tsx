import type { BreachSummary } from '../../../../contract/breaches.ts'
import { TimeLeft } from '../../../records/time-limit.tsx'
import { Status } from '../../../ui/status.tsx'

/** By when the report is due, as long as none was made: a running clock where the law counts hours. */
export function ReportDeadline({
  breach: { reportByAt, reportability, suggestedReportability },
}: {
  breach: BreachSummary
}) {
  if (reportByAt) return <TimeLeft until={reportByAt} over="The 72 hours are over" key={reportByAt} />
  const effectiveReportability = reportability === 'UNDECIDED' ? suggestedReportability : reportability
  if (effectiveReportability === 'COMPULSORY_S83') return <Status tone="late">As soon as practicable</Status>
  return <Status tone="soon">No period in hours or days</Status>
}
