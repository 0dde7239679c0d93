/** Periods that run in hours, and breaches that still have to be reported. */

import { Link, type LinkProps } from '@tanstack/react-router'
import { PAGES } from '../../../../contract/pages.ts'
import { formatCount, formatNumber } from '../../../../contract/value-format.ts'
import type { Clock, WorkQueue } from '../../../../contract/work-queue.ts'
import { TimeLeft } from '../../../records/time-limit.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { Rows } from '../../../ui/rows.tsx'
import { Section } from '../../../ui/section.tsx'
import { Status } from '../../../ui/status.tsx'
import { QueueRow } from './queue-row.tsx'

export function ReportingDeadlines({ clocks, toReport }: { clocks: WorkQueue['clocks']; toReport: number }) {
  const { total, items } = clocks
  if (total === 0 && toReport === 0) return null
  const onClock = new Set(items.flatMap(({ breachId }) => breachId ?? [])).size
  return (
    <Section title="Running clocks">
      <Rows name="Running clocks">
        {items.map((clock) => (
          <ClockRow key={`${clock.obligationId} ${clock.breachId}`} clock={clock} />
        ))}
        {total > items.length && (
          <QueueRow title={`${formatNumber(total - items.length)} more periods end later.`} />
        )}
        {toReport > onClock && (
          <QueueRow
            title={
              <Link to={PAGES.breaches} search={{ toReport: 'true' }} className="link">
                {formatCount(toReport, 'breach', 'breaches')} to report
              </Link>
            }
            state={<Status tone="late">Not reported yet</Status>}
          />
        )}
      </Rows>
    </Section>
  )
}

/** The breach, where there is one: its report is recorded there. */
const linkToObligation = ({ breachId, obligationId }: Clock): LinkProps =>
  breachId
    ? { to: PAGES.breach, params: { breachId } }
    : { to: PAGES.obligation, params: { obligationId: obligationId ?? '' } }

function ClockRow({ clock }: { clock: Clock }) {
  const { title, breachTitle, schemeName, firmName, endsAt, isRestricted } = clock
  return (
    <QueueRow
      title={title}
      about={[breachTitle, schemeName, firmName, isRestricted && 'restricted']}
      state={<TimeLeft key={endsAt} until={endsAt} over="Period ended" />}
      actions={
        <ButtonLink {...linkToObligation(clock)} isSmall aria-label={`Open: ${breachTitle ?? title}`}>
          Open
        </ButtonLink>
      }
    />
  )
}
