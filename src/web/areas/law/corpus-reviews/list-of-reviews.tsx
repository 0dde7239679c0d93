/** Records that a law change affects, change by change: the passage once, and below it the records. */

import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { addDays } from '../../../../contract/civil-dates.ts'
import { type CorpusReview, listCorpusReviews, ReviewedKind } from '../../../../contract/corpus-reviews.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { formatDate } from '../../../../contract/value-format.ts'
import { toDublinDate } from '../../../format.ts'
import { createCodeColumn, createDateColumn, createTextColumn } from '../../../lists/columns.tsx'
import { List } from '../../../lists/list.tsx'
import { operation } from '../../../operation.ts'
import { createQuery } from '../../../queries.ts'
import { Failed } from '../../../shell/error-page.tsx'
import { Row, Rows } from '../../../ui/rows.tsx'
import { Section } from '../../../ui/section.tsx'
import { type NextPage, ShowMore } from '../../../ui/show-more.tsx'
import { TableSkeleton } from '../../../ui/skeleton.tsx'
import { Status } from '../../../ui/status.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { formatChange, groupByChange } from './review-words.ts'

const KINDS: Record<CorpusReview['kind'], string> = {
  POLICY: 'Written policy',
  OBLIGATION: 'Obligation',
  FILE_NOTE: 'File note',
  DRAFT: 'Draft',
}
const OUTCOMES: Record<CorpusReview['status'], string> = {
  OPEN: 'To review',
  DONE: 'Changed',
  NOT_AFFECTED: 'No change needed',
}

/** Columns of the file that the list is saved as. */
const COLUMNS: readonly Column<CorpusReview>[] = [
  createTextColumn('title', { label: 'Source' }),
  createTextColumn('citation', { label: 'Provision' }),
  createCodeColumn('what', { label: 'Change' }),
  createDateColumn('versionOn', { label: 'From' }),
  createTextColumn('label', { label: 'Affected record' }),
  createTextColumn('schemeName', { label: 'Scheme' }),
  {
    key: 'status',
    label: 'Outcome',
    cell: ({ status }) => OUTCOMES[status],
    text: ({ status }) => OUTCOMES[status],
  },
  createTextColumn('closedByName', { label: 'Reviewed by' }),
  createTextColumn('note'),
]

export const ListOfReviews = ({
  isOpen,
  empty,
}: {
  isOpen: boolean
  empty: { title: string; text: string }
}) => (
  <List
    contract={listCorpusReviews}
    name={isOpen ? 'Law changes to review' : 'Reviewed law changes'}
    columns={COLUMNS}
    filters={[
      { name: 'kind', options: ReviewedKind.options.map((kind) => ({ value: kind, label: KINDS[kind] })) },
    ]}
    fixed={{ isOpen: String(isOpen) as 'true' }}
    draw={(reviews, more) => <Changes reviews={reviews} more={more} />}
    empty={empty}
  />
)

const Changes = ({ reviews, more }: { reviews: readonly CorpusReview[]; more: NextPage }) => (
  <div className="flex flex-col gap-6">
    {groupByChange(reviews).map((group) => (
      <Change key={`${group[0]?.changeId} ${group[0]?.place}`} reviews={group} />
    ))}
    <ShowMore more={more} />
  </div>
)

function Change({ reviews }: { reviews: readonly CorpusReview[] }) {
  const [first] = reviews
  if (!first) return null
  const { id, sourceId, anchor, title, citation, what, versionOn } = first
  return (
    <Section title={`${citation}, ${title}`}>
      <div className="flex flex-col gap-1">
        <p className="flex flex-wrap items-center gap-x-4">
          <Status tone={what === 'REMOVED' ? 'late' : 'soon'}>{formatChange(first)}</Status>
          <Link
            to={PAGES.source}
            params={{ sourceId }}
            // A removed passage is shown as of its last day.
            search={what === 'REMOVED' ? { on: addDays(versionOn, -1) } : {}}
            hash={anchor}
            className="link inline-block min-h-6 py-0.5"
          >
            Open in the source<span className="sr-only">: {citation}</span>
          </Link>
        </p>
        <WhatChanged id={id} citation={citation} />
      </div>
      <Rows name={`Records that cite ${citation}`}>
        {reviews.map((review) => (
          <Reviewed key={review.id} review={review} />
        ))}
      </Rows>
    </Section>
  )
}

// The dialogs have forms, which are larger than the page.
const ReviewActs = lazy(() => import('./review-acts.tsx'))
const PassageChanges = lazy(async () => ({
  default: (await import('../../../records/passage-changes.tsx')).PassageChanges,
}))

/** Loaded when the user opens it: a page may list many changes. */
function WhatChanged({ id, citation }: { id: string; citation: string }) {
  const [isOpen, setOpen] = useState(false)
  const { data, isError, error, refetch } = useQuery({
    ...createQuery(operation('corpus-review.get'), { id }),
    enabled: isOpen,
  })
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="link inline-block min-h-6 cursor-pointer py-0.5">
        Show changes<span className="sr-only"> in {citation}</span>
      </summary>
      <div className="mt-2">
        {data ? (
          <Suspense fallback={<TableSkeleton rows={2} />}>
            <PassageChanges passages={data.passages} />
          </Suspense>
        ) : isError ? (
          <Failed error={error} reset={() => void refetch()} />
        ) : (
          isOpen && <TableSkeleton rows={2} />
        )}
      </div>
    </details>
  )
}

function Reviewed({ review }: { review: CorpusReview }) {
  const { kind, label, schemeName, status, closedByName, closedAt, note } = review
  const link = linkTo(review)
  return (
    <Row
      title={
        <>
          {link ? (
            <Link {...link} className="link inline-block min-h-6 py-0.5 font-medium">
              {label}
            </Link>
          ) : (
            <span className="font-medium">{label}</span>
          )}
          <p className="text-muted">{[KINDS[kind], schemeName].filter(Boolean).join(' · ')}</p>
        </>
      }
      aside={
        status === 'OPEN' ? (
          <span className="flex max-w-[calc(100vw-4rem)] flex-wrap gap-2 py-1 print:hidden">
            <Suspense>
              <ReviewActs review={review} />
            </Suspense>
          </span>
        ) : (
          <Status tone="done">{OUTCOMES[status]}</Status>
        )
      }
    >
      {closedAt && (
        <p className="max-w-[80ch]">
          {note && <>{note} </>}
          <span className="text-muted">
            {closedByName ?? 'A former user'}, {formatDate(toDublinDate(closedAt))}
          </span>
        </p>
      )}
    </Row>
  )
}

/** Null where the record has no page of its own. */
function linkTo({ kind, recordId }: CorpusReview): LinkProps | null {
  switch (kind) {
    case 'POLICY':
      return { to: PAGES.policy, params: { policyId: recordId } }
    case 'OBLIGATION':
      return { to: PAGES.obligation, params: { obligationId: recordId } }
    case 'FILE_NOTE':
      return { to: PAGES.fileNote, params: { noteId: recordId } }
    case 'DRAFT':
      return { to: PAGES.draft, params: { draftId: recordId } }
    default:
      return null
  }
}
