/** Which scheme needs which policies, what there is, and the open items. */

import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { PAGES } from '../../../../contract/pages.ts'
import { createPolicy, getPolicyMatrix, type PolicyMatrixRow } from '../../../../contract/policies.ts'
import { formatCount } from '../../../../contract/value-format.ts'
import { getLabel } from '../../../labels.ts'
import { useListQuery } from '../../../lists/list-query.ts'
import { useCreateButton } from '../../../lists/use-create-button.tsx'
import { AddSchemesLink } from '../../../records/add-schemes-link.tsx'
import { EmployerName, SchemeName } from '../../../records/names.tsx'
import { TermHint } from '../../../records/term-hint.tsx'
import { Failed } from '../../../shell/error-page.tsx'
import { Button } from '../../../ui/button.tsx'
import { FilterChips, SearchFilter } from '../../../ui/filters.tsx'
import { EmptyState, Notice } from '../../../ui/notice.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { ShowMore, useMoreOnScroll } from '../../../ui/show-more.tsx'
import { TableSkeleton } from '../../../ui/skeleton.tsx'
import { MatrixTable } from './matrix-table.tsx'
import { countPolicyGaps, type PolicyGapCounts } from './policy.ts'
import { PolicyTabs } from './policy-tabs.tsx'

const PAGE = `/authenticated${PAGES.policies}` as const
const FILTERS = ['schemeId', 'employerId', 'q'] as const

export default function PolicyMatrix() {
  const search = useSearch({ from: PAGE })
  const navigate = useNavigate()
  const create = useCreateButton(createPolicy, { to: PAGES.newPolicy }, 'New policy')
  const { query, rows, more } = useListQuery(getPolicyMatrix, {}, search)
  useMoreOnScroll(more)
  const set = (changes: Record<string, string>): void =>
    void navigate({
      to: '.',
      search: (before: object) => ({ ...before, ...changes }),
      replace: true,
    })
  const narrowed = FILTERS.filter((name) => search[name] !== undefined)
  return (
    <>
      <PageHeader title="Policies" hint={<TermHint term="Written policy" />} actions={create} />
      <PolicyTabs />
      <div className="flex flex-col gap-3">
        {query.data && rows.length > 0 && <Answer rows={rows} hasMore={more.has} />}
        <search className="flex flex-wrap items-start gap-2 print:hidden">
          <SearchFilter
            label="Scheme or employer"
            value={search.q ?? ''}
            onChange={(q) => set({ q })}
            onDone={(q) => set({ q })}
          />
        </search>
        <FilterChips
          chips={narrowed.map((name) => ({
            key: name,
            name: getLabel(name),
            label: (
              <>
                {getLabel(name)}: {formatChip(name, String(search[name]))}
              </>
            ),
            onRemove: () => set({ [name]: '' }),
          }))}
        />
        {query.isError && !query.data ? (
          <Failed error={query.error} reset={() => void query.refetch()} />
        ) : !query.data ? (
          <TableSkeleton />
        ) : rows.length === 0 ? (
          narrowed.length > 0 ? (
            <EmptyState
              title="No results match these filters"
              action={
                <Button onClick={() => set(Object.fromEntries(narrowed.map((name) => [name, ''])))}>
                  Clear filters
                </Button>
              }
            />
          ) : (
            <EmptyState title="No schemes within the regime yet" action={<AddSchemesLink />}>
              Funded occupational schemes and trust RACs appear here with the policies they need. PRSAs and
              RAC contracts are not IORPs and need none.
            </EmptyState>
          )
        ) : (
          <>
            <MatrixTable rows={rows} />
            <ShowMore more={more} />
          </>
        )}
      </div>
    </>
  )
}

const formatChip = (name: (typeof FILTERS)[number], value: string) => {
  if (name === 'schemeId') return <SchemeName id={value} />
  return name === 'employerId' ? <EmployerName id={value} /> : value
}

/** Counts of open items in the loaded rows. */
function Answer({ rows, hasMore }: { rows: readonly PolicyMatrixRow[]; hasMore: boolean }) {
  const gapCounts = countPolicyGaps(rows)
  const { overdue, due, missing, notRecorded, toConfirm } = gapCounts
  return (
    <Notice look={getLook(gapCounts)} title={formatGapTitle(gapCounts)}>
      <ul className="flex flex-wrap gap-x-4 gap-y-1">
        {overdue > 0 && (
          <li>
            <Link
              to={PAGES.policyList}
              search={{ flag: 'REVIEW_OVERDUE' }}
              className="link inline-block py-0.5"
            >
              {formatCount(overdue, 'overdue review')}
            </Link>
          </li>
        )}
        {due > 0 && (
          <li>
            <Link to={PAGES.policyList} search={{ flag: 'REVIEW_DUE' }} className="link inline-block py-0.5">
              {formatCount(due, 'review')} due within 60 days
            </Link>
          </li>
        )}
        {toConfirm > 0 && (
          <li>
            {formatCount(toConfirm, 'policy', 'policies')} to check: the law does not say clearly whether they
            are required
          </li>
        )}
        {missing > 0 && notRecorded > 0 && <li>{formatNotRecorded(notRecorded)}</li>}
        {hasMore && (
          <li className="text-muted">
            Counts of the first {formatCount(rows.length, 'scheme')}. Show more below to count the others.
          </li>
        )}
      </ul>
      {notRecorded > 0 && (
        <p className="text-muted">
          No policy of these schemes has been recorded since they were added. Add the policies in force with
          their approval dates.
        </p>
      )}
      {missing > 0 && (
        <p className="text-muted">A required policy counts as missing until a version of it is in force.</p>
      )}
    </Notice>
  )
}

const getLook = ({ overdue, missing, due }: PolicyGapCounts) =>
  overdue + missing > 0 ? 'late' : due > 0 ? 'warn' : 'info'

const formatNotRecorded = (count: number): string =>
  `${formatCount(count, 'required policy', 'required policies')} not recorded yet`

function formatGapTitle({ overdue, missing, notRecorded, due }: PolicyGapCounts): string {
  const parts = [
    missing > 0 &&
      `${formatCount(missing, 'required policy', 'required policies')} ${missing === 1 ? 'is' : 'are'} not in force`,
    overdue > 0 && `${formatCount(overdue, 'review')} ${overdue === 1 ? 'is' : 'are'} overdue`,
  ].filter(Boolean)
  if (parts.length > 0) return parts.join(', ')
  if (notRecorded > 0) return formatNotRecorded(notRecorded)
  return due > 0 ? 'Reviews due soon' : 'No open reviews'
}
