/** Summary of meetings: the next one, minutes to approve, and open actions. */

import { useSuspenseQueries } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { listMeetingActions, type MeetingAction } from '../../../../contract/meeting-actions.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { listTrusteeMeetings } from '../../../../contract/trustee-meetings.ts'
import { formatCount, formatDate, formatNumber } from '../../../../contract/value-format.ts'
import { getTodayInDublin } from '../../../format.ts'
import { createQuery } from '../../../queries.ts'
import { DueDay } from '../../../records/due-day.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Row, Rows } from '../../../ui/rows.tsx'
import { Section } from '../../../ui/section.tsx'

const SHOWN = 5
/** Most records that are counted; beyond this the text says "more than". */
const COUNTED = 100

export function MeetingsSummary({ schemeId }: { schemeId?: string }) {
  const today = getTodayInDublin()
  const ofScheme = schemeId ? { schemeId } : {}
  const [next, unheld, minutes, actions] = useSuspenseQueries({
    queries: [
      createQuery(listTrusteeMeetings, {
        status: 'PLANNED',
        from: today,
        sort: 'meetsOn',
        limit: 1,
        ...ofScheme,
      }),
      createQuery(listTrusteeMeetings, {
        status: 'PLANNED',
        to: today,
        sort: 'meetsOn',
        limit: COUNTED,
        ...ofScheme,
      }),
      createQuery(listTrusteeMeetings, { minutesPending: 'true', limit: COUNTED, ...ofScheme }),
      createQuery(listMeetingActions, { status: 'OPEN', limit: COUNTED, ...ofScheme }),
    ],
  })
  const [meeting] = next.data.data
  const passed = unheld.data.data.filter(({ plannedForOn }) => plannedForOn < today)
  const waiting = minutes.data.data.length
  const linkWith = (search: Record<string, string>): LinkProps =>
    schemeId
      ? { to: PAGES.schemeMeetings, params: { schemeId }, search: search }
      : { to: PAGES.meetings, search: search }
  return (
    <div className="flex flex-col gap-6">
      <Notice
        look={passed.length > 0 ? 'warn' : 'info'}
        title={
          meeting
            ? `Next: ${meeting.title} on ${formatDate(meeting.plannedForOn)}${schemeId ? '' : `, ${meeting.schemeName}`}`
            : 'No meeting planned'
        }
      >
        {passed.length > 0 && (
          <p>
            {formatCount(passed.length, 'planned meeting')} of a past date, to be recorded or cancelled:{' '}
            <Link to={PAGES.meeting} params={{ meetingId: passed[0]?.id ?? '' }} className="link">
              {passed[0]?.title}
            </Link>
            {passed.length > 1 && ' and others'}.
          </p>
        )}
        {waiting > 0 && (
          <p>
            The minutes of{' '}
            <Link {...linkWith({ minutesPending: 'true' })} className="link">
              {formatCount(waiting, 'meeting')}
            </Link>{' '}
            are not approved.
          </p>
        )}
      </Notice>
      <OpenActions
        actions={actions.data.data}
        hasMore={actions.data.nextCursor !== null}
        isOfScheme={Boolean(schemeId)}
      />
    </div>
  )
}

function OpenActions({
  actions,
  hasMore,
  isOfScheme,
}: {
  actions: readonly MeetingAction[]
  hasMore: boolean
  isOfScheme: boolean
}) {
  if (actions.length === 0) return <p className="text-muted">No open actions.</p>
  const count = `${hasMore ? 'More than ' : ''}${formatCount(actions.length, 'open action')}`
  return (
    <Section title={count}>
      <Rows name="Open actions">
        {actions
          .slice(0, SHOWN)
          .map(({ id, meetingId, description, owner, dueOn, schemeName, meetingTitle }) => (
            <Row
              key={id}
              title={
                <Link to={PAGES.meeting} params={{ meetingId }} className="link font-medium">
                  {description}
                </Link>
              }
              aside={dueOn ? <DueDay on={dueOn} /> : <span className="text-muted">No due date</span>}
            >
              <p className="text-muted">
                {[owner ?? 'Unassigned', isOfScheme ? null : schemeName, meetingTitle]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            </Row>
          ))}
      </Rows>
      {actions.length > SHOWN && (
        <p className="text-muted">
          And {formatNumber(actions.length - SHOWN)} more, due later. See the meetings.
        </p>
      )}
    </Section>
  )
}
