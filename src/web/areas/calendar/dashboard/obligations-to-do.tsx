/** Obligations of the next 7 days, overdue obligations by rule, and the obligations to confirm. */
import { Link, type LinkProps } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { useId, useState } from 'react'
import { addDays } from '../../../../contract/civil-dates.ts'
import type { Dashboard } from '../../../../contract/dashboard.ts'
import { listObligations } from '../../../../contract/obligations.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { canSeeEveryFirm } from '../../../../contract/users.ts'
import type { ObligationToDo, OverdueRule, WorkQueue } from '../../../../contract/work-queue.ts'
import { formatCount, formatDate, formatNumber } from '../../../format.ts'
import { useListQuery } from '../../../lists/list-query.ts'
import { FirmName } from '../../../records/names.tsx'
import { useMay } from '../../../session.tsx'
import { Button } from '../../../ui/button.tsx'
import { ShowMore } from '../../../ui/more.tsx'
import { Rows } from '../../../ui/rows.tsx'
import { Section } from '../../../ui/section.tsx'
import { Status, type Tone } from '../../../ui/status.tsx'
import { ObligationRow } from './obligation-row.tsx'

const WEEK_DAYS = 7

export function ThisWeek({ week: { total, items }, today }: { week: WorkQueue['thisWeek']; today: string }) {
  return (
    <Section
      title="This week"
      actions={
        <Link
          to={PAGES.calendar}
          search={{ isOpen: 'true', dueFrom: today, dueTo: addDays(today, WEEK_DAYS) }}
          className="link"
        >
          {total > items.length ? `All ${formatNumber(total)} in the calendar` : 'Calendar'}
        </Link>
      }
    >
      {items.length === 0 ? (
        <p className="text-muted">No obligation is due in the next 7 days.</p>
      ) : (
        <Rows name="This week">
          {items.map((obligation) => (
            <ObligationRow
              key={obligation.id}
              obligation={obligation}
              firm={obligation.firmName}
              today={today}
            />
          ))}
        </Rows>
      )}
    </Section>
  )
}

const linkToOverdue = (ruleId?: string): LinkProps => ({
  to: PAGES.calendar,
  search: { status: 'OVERDUE', ...(ruleId ? { ruleId } : {}) },
})

export function Overdue({
  overdue: { rules, schemes, groups },
  duties,
  today,
}: {
  overdue: WorkQueue['overdue']
  duties: NonNullable<Dashboard['duties']>
  today: string
}) {
  if (rules === 0) return null
  return (
    <Section
      title="Overdue"
      actions={
        <Link {...linkToOverdue()} className="link">
          All {formatNumber(duties.overdue)} in {formatCount(schemes, 'scheme')}
        </Link>
      }
    >
      <Rows name="Overdue">
        {groups.map((group) => (
          <Group key={group.ruleId} group={group} today={today} />
        ))}
        {rules > groups.length && (
          <li className="px-3 py-2">
            <Link {...linkToOverdue()} className="link">
              {formatCount(rules - groups.length, 'more rule')} with overdue obligations
            </Link>
          </li>
        )}
      </Rows>
    </Section>
  )
}

const SEVERITIES: Record<OverdueRule['severity'], { tone: Tone; word: string }> = {
  HIGH: { tone: 'late', word: 'High severity' },
  MEDIUM: { tone: 'soon', word: 'Medium severity' },
  LOW: { tone: 'settled', word: 'Low severity' },
}

function Group({ group, today }: { group: OverdueRule; today: string }) {
  const { title, severity, obligations, schemes, oldestDueOn } = group
  const [isOpen, setOpen] = useState(false)
  const content = useId()
  const { tone, word } = SEVERITIES[severity]
  return (
    <li className="break-inside-avoid">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? content : undefined}
        onClick={() => setOpen(!isOpen)}
        className="flex min-h-10 w-full flex-wrap items-center gap-x-4 gap-y-1 px-3 py-1.5 text-left -outline-offset-2 hover:bg-hover"
      >
        <span className="flex min-w-0 flex-1 basis-60 items-start gap-1.5 [overflow-wrap:anywhere]">
          <ChevronRight
            aria-hidden="true"
            size={16}
            className={`mt-0.5 shrink-0 text-muted ${isOpen ? 'rotate-90' : ''}`}
          />
          <span>
            <span className="font-medium">{title}</span>
            <span className="text-muted">
              {' · '}
              {obligations === schemes
                ? formatCount(schemes, 'scheme')
                : `${formatNumber(obligations)} in ${formatCount(schemes, 'scheme')}`}
              {' · '}
              {obligations > 1 && 'oldest '}
              {formatDate(oldestDueOn)}
            </span>
          </span>
        </span>
        <span className="shrink-0 max-sm:pl-6 sm:w-44">
          <Status tone={tone}>{word}</Status>
        </span>
      </button>
      {isOpen && (
        <div id={content} className="border-line border-t bg-sunken/40 pl-5">
          <Expanded group={group} today={today} />
        </div>
      )}
    </li>
  )
}

/** The first five come with the page; the others are loaded on demand. */
function Expanded({
  group: { ruleId, title, obligations, items },
  today,
}: {
  group: OverdueRule
  today: string
}) {
  const [isComplete, setComplete] = useState(false)
  const shared = { title, today, first: items }
  return (
    <>
      {isComplete ? <AllOfRule {...shared} ruleId={ruleId} /> : <FirstOfRule {...shared} />}
      <p className="flex flex-wrap items-center gap-4 px-3 py-2 print:hidden">
        {!isComplete && obligations > items.length && (
          <Button isSmall onClick={() => setComplete(true)}>
            Show all {formatNumber(obligations)}
          </Button>
        )}
        <Link {...linkToOverdue(ruleId)} className="link" aria-label={`Show in the calendar: ${title}`}>
          Show in the calendar
        </Link>
      </p>
    </>
  )
}

interface OfRule {
  title: string
  today: string
  first: readonly ObligationToDo[]
}

const FirstOfRule = ({ title, today, first }: OfRule) => (
  <ul aria-label={title} className="divide-y divide-line">
    {first.map((obligation) => (
      <ObligationRow
        key={obligation.id}
        obligation={obligation}
        firm={obligation.firmName}
        today={today}
        ofRule={title}
      />
    ))}
  </ul>
)

function AllOfRule({ ruleId, ...shared }: OfRule & { ruleId: string }) {
  const { title, today } = shared
  const may = useMay()
  const { query, rows, more } = useListQuery(listObligations, { ruleId, status: 'OVERDUE' })
  if (!query.data)
    return (
      <>
        <FirstOfRule {...shared} />
        <ShowMore more={{ ...more, has: true, isLoading: query.isFetching }} />
      </>
    )
  return (
    <>
      <ul aria-label={title} className="divide-y divide-line">
        {rows.map(
          ({ dueOn, ...row }) =>
            dueOn && (
              <ObligationRow
                key={row.id}
                obligation={{ ...row, dueOn }}
                firm={may(canSeeEveryFirm) && <FirmName id={row.tenantId} />}
                today={today}
                ofRule={title}
              />
            ),
        )}
      </ul>
      <ShowMore more={more} />
    </>
  )
}

export const ToConfirm = ({ count }: { count: number }) =>
  count > 0 && (
    <Section title="To confirm">
      <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-md border border-line bg-surface px-3 py-2">
        <span>
          <Status tone="idle">{`${formatCount(count, 'obligation')} not recorded yet`}</Status>
          <span className="text-muted"> · due before their scheme was added; not counted as overdue</span>
        </span>
        <Link to={PAGES.obligationsToConfirm} className="link">
          Confirm obligations
        </Link>
      </p>
    </Section>
  )
