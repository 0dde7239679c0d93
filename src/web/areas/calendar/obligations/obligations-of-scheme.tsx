/** The duties of one scheme, how it stands by them, what does not apply to it, and how it stood on a past day. */

import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense } from 'react'
import { type AsKnown, listObligations, type SchemeStanding } from '../../../../contract/obligations.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { getScheme } from '../../../../contract/schemes.ts'
import { formatCount, formatDate } from '../../../../contract/value-format.ts'
import { CivilDate } from '../../../../contract/values.ts'
import { Refused } from '../../../client.ts'
import { getTodayInDublin } from '../../../format.ts'
import { List } from '../../../lists/list.tsx'
import { operation } from '../../../operation.ts'
import { createQuery } from '../../../queries.ts'
import { Failed } from '../../../shell/error-page.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { DayFilter, SelectFilter } from '../../../ui/filters.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Section } from '../../../ui/section.tsx'
import { TableSkeleton } from '../../../ui/skeleton.tsx'
import { AgendaTable } from './agenda-table.tsx'
import { DAY_FILTERS, formatCalendarChip, useCalendarSearch, useRuleFilter } from './calendar-filters.tsx'
import { useObligationBulkActs } from './obligation-bulk-acts.tsx'
import { obligationColumns } from './obligation-columns.tsx'
import { SchemeScore } from './scheme-score.tsx'

// Below the agenda.
const DecisionsTable = lazy(async () => ({ default: (await import('./decisions-table.tsx')).DecisionsTable }))

const COLUMNS = Object.values(obligationColumns)

export default function ObligationsOfScheme() {
  const { schemeId = '' } = useParams({ strict: false })
  const { on, asKnown: requestedAsKnown } = useSearch({ strict: false }) as { on?: string; asKnown?: string }
  const asKnown = requestedAsKnown === 'now' ? 'now' : 'then'
  const today = getTodayInDublin()
  // A future or invalid date is not queried.
  const day = CivilDate.safeParse(on).success && on && on < today ? on : null
  return (
    <div className="flex flex-col gap-6">
      <AsAtDate day={day} asKnown={asKnown} />
      <Suspense key={`${day} ${asKnown}`} fallback={<TableSkeleton />}>
        {day ? (
          <OfPastDay schemeId={schemeId} day={day} asKnown={asKnown} />
        ) : (
          <OfToday schemeId={schemeId} />
        )}
      </Suspense>
    </div>
  )
}

const READINGS = [
  { value: 'then', label: 'As recorded on that date' },
  { value: 'now', label: 'With the records of today' },
]

function AsAtDate({ day, asKnown }: { day: string | null; asKnown: AsKnown }) {
  const navigate = useNavigate()
  const search = (changed: object): void =>
    void navigate({ to: '.', search: (before: object) => ({ ...before, ...changed }), replace: true })
  const set = (on: string): void => search(on ? { on } : { on: undefined, asKnown: undefined })
  return (
    <div className="flex flex-wrap items-start gap-2 print:hidden">
      <DayFilter label="As at" value={day ?? ''} onChange={set} />
      {day && (
        <>
          <SelectFilter
            label="Records"
            value={asKnown}
            options={READINGS}
            onChange={(value) => search({ asKnown: value === 'now' ? 'now' : undefined })}
          />
          <Button onClick={() => set('')}>Back to today</Button>
        </>
      )}
    </div>
  )
}

/** Before the approval a scheme has no obligations: nothing is open, and nothing is complete. */
function OfToday({ schemeId }: { schemeId: string }) {
  const { data: scheme } = useSuspenseQuery(createQuery(getScheme, { id: schemeId }))
  if (scheme.status !== 'DRAFT' && scheme.status !== 'PENDING_APPROVAL')
    return <OfApproved schemeId={schemeId} />
  return (
    <Notice
      title="Obligations start with the approval of the scheme"
      action={
        <ButtonLink to={PAGES.scheme} params={{ schemeId }}>
          Show the scheme
        </ButtonLink>
      }
    >
      {scheme.status === 'DRAFT'
        ? 'Complete the scheme and submit it for approval. Its page lists what is missing.'
        : 'The scheme was submitted and waits for approval.'}
    </Notice>
  )
}

function OfApproved({ schemeId }: { schemeId: string }) {
  const { data: standing } = useSuspenseQuery(createQuery(operation('obligation.standing'), { id: schemeId }))
  const { status, isOpen } = useCalendarSearch()
  const rule = useRuleFilter()
  const bulkActs = useObligationBulkActs()
  return (
    <>
      <SchemeScore standing={standing} isToday />
      <NotRecordedYet standing={standing} />
      <Section
        title="Open"
        actions={
          <Link to={PAGES.calendarList} search={{ schemeId }} className="link">
            All obligations, including closed
          </Link>
        }
      >
        <List
          contract={listObligations}
          name="Obligations of the scheme"
          columns={COLUMNS}
          searchLabel="Search by obligation"
          filters={[rule, ...DAY_FILTERS]}
          fixed={{ schemeId, ...(status || isOpen ? {} : { isOpen: 'true' as never }) }}
          chipWords={formatCalendarChip}
          bulkActs={bulkActs}
          draw={(obligations, more, selection) => (
            <AgendaTable
              name="Obligations of the scheme"
              obligations={obligations}
              more={more}
              selection={selection}
              isOfOneScheme
            />
          )}
          empty={{ title: 'No open obligations' }}
        />
      </Section>
      <NotApplying standing={standing} />
    </>
  )
}

/** How many obligations fell due before the scheme was added and wait for an answer. */
function NotRecordedYet({ standing: { schemeId, decisions } }: { standing: SchemeStanding }) {
  const count = decisions.filter(({ status }) => status === 'TO_CONFIRM').length
  if (count === 0) return null
  return (
    <Notice
      title={`${formatCount(count, 'obligation')} not recorded yet`}
      action={
        <ButtonLink to={PAGES.obligationsToConfirm} search={{ schemeId }}>
          Confirm obligations
        </ButtonLink>
      }
    >
      Due before the scheme was added; not counted as overdue. Record which were done.
    </Notice>
  )
}

function OfPastDay({ schemeId, day, asKnown }: { schemeId: string; day: string; asKnown: AsKnown }) {
  const {
    data: standing,
    error,
    refetch,
  } = useQuery(
    createQuery(operation('obligation.standing'), {
      id: schemeId,
      on: day,
      ...(asKnown === 'now' ? { asKnown } : {}),
    }),
  )
  if (error instanceof Refused && error.status === 404)
    return (
      <Notice title={`The scheme was not in the records on ${formatDate(day)}`}>
        The service has no records from before the scheme was added. Choose a later date.
      </Notice>
    )
  if (error) return <Failed error={error} reset={() => void refetch()} />
  if (!standing) return <TableSkeleton />
  const dated = standing.decisions.filter(
    ({ applies, status, dueOn }) => applies !== 'NO' && (dueOn !== null || status === 'DATA_GAP'),
  )
  return (
    <>
      <Notice title={`Status at the end of ${formatDate(day)}`}>
        {asKnown === 'now'
          ? 'Based on the current records, without those dated later, using the current rules.'
          : 'Rebuilt from the audit log and dated records, using the current rules. Later records are excluded.'}
      </Notice>
      <SchemeScore standing={standing} isToday={false} />
      <Section title={`Obligations as at ${formatDate(day)}`}>
        {dated.length === 0 ? (
          <p className="text-muted">No obligations on this date.</p>
        ) : (
          <Suspense fallback={<TableSkeleton />}>
            <DecisionsTable
              name={`Obligations as at ${formatDate(day)}`}
              decisions={dated.toSorted(compareByDay)}
              asAtOn={day}
            />
          </Suspense>
        )}
      </Section>
      <NotApplying standing={standing} suffix={`, as at ${formatDate(day)}`} />
    </>
  )
}

type Decision = SchemeStanding['decisions'][number]
const compareByDay = (a: Decision, b: Decision): number =>
  (a.dueOn ?? '9999').localeCompare(b.dueOn ?? '9999')

const ORDER: readonly Decision['applies'][] = ['CONFIRM', 'CANNOT_TELL', 'NO']

function NotApplying({ standing, suffix = '' }: { standing: SchemeStanding; suffix?: string }): ReactNode {
  const others = standing.decisions
    .filter(({ applies }) => applies !== 'YES')
    .toSorted((a, b) => ORDER.indexOf(a.applies) - ORDER.indexOf(b.applies))
  if (others.length === 0) return null
  return (
    <Section title={`Rules that do not apply${suffix}`}>
      <Suspense fallback={<TableSkeleton />}>
        <DecisionsTable name="Obligations that do not apply" decisions={others} />
      </Suspense>
    </Section>
  )
}
