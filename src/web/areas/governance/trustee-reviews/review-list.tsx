import { useParams } from '@tanstack/react-router'
import { PAGES } from '../../../../contract/pages.ts'
import {
  listTrusteeReviews,
  type TrusteeReview,
  TrusteeReviewStatus,
} from '../../../../contract/trustee-reviews.ts'
import { formatCode, listCodeOptions } from '../../../labels.ts'
import { createDateColumn, createStatusColumn, createTextColumn } from '../../../lists/columns.tsx'
import { List } from '../../../lists/list.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Section } from '../../../ui/section.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { formatApprovals, REVIEW_TONES } from './review.ts'

const buildColumns = (isOfScheme: boolean): Column<TrusteeReview>[] => [
  createTextColumn<TrusteeReview>('title', { label: 'Paper', grows: true }),
  ...(isOfScheme
    ? []
    : [createTextColumn<TrusteeReview>('schemeName', { label: 'Scheme', grows: true, onCard: true })]),
  {
    key: 'subjectKind',
    label: 'Kind',
    width: 170,
    cell: ({ subjectKind }) => formatCode(subjectKind),
    text: ({ subjectKind }) => formatCode(subjectKind),
  },
  createStatusColumn<TrusteeReview>(REVIEW_TONES, { width: 120 }),
  {
    key: 'approvals',
    label: 'Approvals',
    width: 120,
    onCard: true,
    cell: formatApprovals,
    text: formatApprovals,
  },
  createDateColumn<TrusteeReview>('dueOn', { label: 'Decision by', onCard: true }),
]
const OF_FIRM = buildColumns(false)
const OF_SCHEME = buildColumns(true)

const Papers = ({ schemeId }: { schemeId?: string }) => (
  <List
    contract={listTrusteeReviews}
    name={schemeId ? 'Papers for the trustees of the scheme' : 'Papers for trustees'}
    columns={schemeId ? OF_SCHEME : OF_FIRM}
    page={PAGES.trusteeReview}
    filters={[{ name: 'status', options: listCodeOptions(TrusteeReviewStatus.options) }]}
    {...(schemeId ? { fixed: { schemeId } } : {})}
    empty={{
      title: 'No papers yet',
      text: 'An own-risk assessment, a policy, minutes or a document is put to the trustees on its own page. Here is who has read and approved it.',
    }}
  />
)

export const FirmPage = () => (
  <>
    <PageHeader title="Papers for trustees" />
    <Papers />
  </>
)

export function SchemePage() {
  const { schemeId } = useParams({ from: `/authenticated${PAGES.scheme}` })
  return (
    <Section title="Papers for the trustees">
      <Papers schemeId={schemeId} />
    </Section>
  )
}
