import { useSearch } from '@tanstack/react-router'
import { PAGES } from '../../../../contract/pages.ts'
import { createTrusteeReview, ReviewSubject } from '../../../../contract/trustee-reviews.ts'
import { createNewPage, toIdOrNull } from '../../../forms/new-page.tsx'
import { linkToRecord, type PageComponent } from '../../../page-address.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { DateField, ProseField } from '../../../ui/form/fields.tsx'
import { EmptyState } from '../../../ui/notice.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'

const TITLE = 'Put a paper to the trustees'
const CRUMBS = [{ label: 'Papers for trustees', to: PAGES.trusteeReviews }] as const

const Form = createNewPage({
  create: createTrusteeReview,
  title: TITLE,
  useCrumbs: () => CRUMBS,
  intro:
    'The trustees in office are asked to read the record and to approve or return it. Those with access get a mail. How many must approve is a setting of the firm.',
  useDefaults: ({ search }) => ({
    subjectKind: ReviewSubject.safeParse(search.subjectKind).data,
    subjectId: toIdOrNull(search.subjectId),
  }),
  submitLabel: 'Send',
  cancelTo: { to: PAGES.trusteeReviews },
  saved: () => 'Sent to the trustees',
  savedTo: ({ id }) => linkToRecord(PAGES.trusteeReview, id),
  fields: () => (
    <>
      <ProseField name="note" rows={4} help="For the trustees, without personal data" />
      <DateField name="dueOn" label="Decision by" />
    </>
  ),
})

/** Opened from the record, which its address names. */
export const NewPage: PageComponent = () => {
  const { subjectId } = useSearch({ strict: false }) as Record<string, unknown>
  if (subjectId) return <Form />
  return (
    <>
      <PageHeader title={TITLE} crumbs={CRUMBS} />
      <EmptyState
        title="Open the record first"
        action={<ButtonLink to={PAGES.trusteeReviews}>Papers for trustees</ButtonLink>}
      >
        An own-risk assessment, a policy, minutes or a document is put to the trustees on its own page.
      </EmptyState>
    </>
  )
}
