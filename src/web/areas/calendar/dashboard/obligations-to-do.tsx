/** Obligations of the next 7 days and overdue obligations, both by rule, and the obligations to confirm. */

import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { useId, useState } from 'react'
import { addDays } from '../../../../contract/civil-dates.ts'
import { listObligations } from '../../../../contract/obligations.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { canSeeEveryFirm } from '../../../../contract/users.ts'
import { formatCount, formatDate, formatNumber } from '../../../../contract/value-format.ts'
import type { ByRule, ObligationToDo, RuleToDo, WorkQueue } from '../../../../contract/work-queue.ts'
import { useListQuery } from '../../../lists/list-query.ts'
import { FirmName } from '../../../records/names.tsx'
import { useMay } from '../../../session.tsx'
import { Button } from '../../../ui/button.tsx'
import { Rows } from '../../../ui/rows.tsx'
import { Section } from '../../../ui/section.tsx'
import { ShowMore } from '../../../ui/show-more.tsx'
import { Status, type Tone } from '../../../ui/status.tsx'
import { ObligationRow } from './obligation-row.tsx'
import { ACTIONS_WIDTH } from './queue-row.tsx'

const WEEK_DAYS = 7

export function ThisWeek({ week, today }: { week: WorkQueue['thisWeek']; today: string }) {
  // "Due soon" has the same 7 days as its lower bound: no rule is due soon for a shorter time, and none of it is overdue.
  const filters = { status: 'DUE_SOON', dueTo: addDays(today, WEEK_DAYS) } as const
  return (
    <Section
      title="This week"
      actions={
        <Link to={PAGES.calendar} search={filters} className="link">
          {week.obligations > 0 ? `All ${formatInSchemes(week)}` : 'Calendar'}
        </Link>
      }
    >
      {week.groups.length === 0 ? (
        <p className="text-muted">No obligation is due in the next 7 days.</p>
      ) : (
        <Groups name="This week" byRule={week} filters={filters} today={today} />
      )}
    </Section>
  )
}

export function Overdue({ overdue, today }: { overdue: WorkQueue['overdue']; today: string }) {
  if (overdue.rules === 0) return null
  const filters = { status: 'OVERDUE' } as const
  return (
    <Section
      title="Overdue"
      actions={
        <Link to={PAGES.calendar} search={filters} className="link">
          All {formatInSchemes(overdue)}
        </Link>
      }
    >
      <Groups name="Overdue" byRule={overdue} filters={filters} today={today} />
    </Section>
  )
}

/** "6 in 4 schemes" */
const formatInSchemes = ({ obligations, schemes }: Pick<ByRule, 'obligations' | 'schemes'>): string =>
  `${formatNumber(obligations)} in ${formatCount(schemes, 'scheme')}`

/** The filters of the calendar that select the obligations of the section. */
type Filters = Readonly<{ status: 'OVERDUE' | 'DUE_SOON'; dueTo?: string }>

/** One row for each rule; the row of a single obligation is the obligation itself. */
function Groups({
  name,
  byRule: { rules, groups },
  filters,
  today,
}: {
  name: string
  byRule: ByRule
  filters: Filters
  today: string
}) {
  return (
    <Rows name={name}>
      {groups.map((group) =>
        group.obligations === 1 && group.items[0] ? (
          <ObligationRow
            key={group.ruleId}
            obligation={group.items[0]}
            firm={group.items[0].firmName}
            today={today}
          />
        ) : (
          <Group key={group.ruleId} group={group} filters={filters} today={today} />
        ),
      )}
      {rules > groups.length && (
        <li className="px-3 py-2">
          <Link to={PAGES.calendar} search={filters} className="link">
            {formatCount(rules - groups.length, 'more rule')} in the calendar
          </Link>
        </li>
      )}
    </Rows>
  )
}

const SEVERITIES: Record<RuleToDo['severity'], { tone: Tone; word: string }> = {
  HIGH: { tone: 'late', word: 'High severity' },
  MEDIUM: { tone: 'soon', word: 'Medium severity' },
  LOW: { tone: 'settled', word: 'Low severity' },
}

interface GroupProps {
  group: RuleToDo
  filters: Filters
  today: string
}

function Group({ group, filters, today }: GroupProps) {
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
              {obligations === schemes ? formatCount(schemes, 'scheme') : formatInSchemes(group)}
              {filters.status === 'OVERDUE' ? ' · oldest ' : ' · from '}
              {formatDate(oldestDueOn)}
            </span>
          </span>
        </span>
        <span className="shrink-0 max-sm:pl-6 sm:w-40">
          <Status tone={tone}>{word}</Status>
        </span>
        <span aria-hidden="true" className={`shrink-0 max-sm:hidden print:hidden ${ACTIONS_WIDTH}`} />
      </button>
      {isOpen && (
        <div id={content} className="border-line border-t bg-sunken/40 pl-5">
          <Expanded group={group} filters={filters} today={today} />
        </div>
      )}
    </li>
  )
}

/** One training meets the obligations of all trustees who attended it. */
const TRAINING_RULES: readonly string[] = ['GOV-11', 'GOV-12']

/** The first five come with the page; the others are loaded on demand. */
function Expanded({ group: { ruleId, title, obligations, schemes, items }, filters, today }: GroupProps) {
  const [isComplete, setComplete] = useState(false)
  const shared = { title, today, first: items }
  return (
    <>
      {isComplete ? <AllOfRule {...shared} filters={{ ...filters, ruleId }} /> : <FirstOfRule {...shared} />}
      <p className="flex flex-wrap items-center gap-4 px-3 py-2 print:hidden">
        {!isComplete && obligations > items.length && (
          <Button isSmall onClick={() => setComplete(true)}>
            Show all {formatNumber(obligations)}
          </Button>
        )}
        <Link
          to={PAGES.calendar}
          search={{ ...filters, ruleId }}
          className="link"
          aria-label={`Show in the calendar: ${title}`}
        >
          Show in the calendar
        </Link>
        {schemes === 1 && items[0] && TRAINING_RULES.includes(ruleId) ? (
          <Link to={PAGES.schemeTrustees} params={{ schemeId: items[0].schemeId }} className="link">
            Record training for several trustees
          </Link>
        ) : (
          <Link
            to={PAGES.calendarList}
            search={{ ...filters, ruleId }}
            className="link"
            aria-label={`Mark several complete: ${title}`}
          >
            Mark several complete
          </Link>
        )}
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

function AllOfRule({ filters, ...shared }: OfRule & { filters: Filters & { ruleId: string } }) {
  const { title, today } = shared
  const may = useMay()
  const { query, rows, more } = useListQuery(listObligations, filters)
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
