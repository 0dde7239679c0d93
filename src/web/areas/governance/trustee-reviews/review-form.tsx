import { PAGES } from '../../../../contract/pages.ts'
import { createTrusteeReview, ReviewSubject } from '../../../../contract/trustee-reviews.ts'
import { createNewPage, toIdOrNull } from '../../../forms/new-page.tsx'
import { linkToRecord, type PageComponent } from '../../../page-address.ts'
import { DateField, ProseField } from '../../../ui/form/fields.tsx'

/** Opened from the record, which its address names. */
export const NewPage: PageComponent = createNewPage({
  create: createTrusteeReview,
  title: 'Put a paper to the trustees',
  useCrumbs: () => [{ label: 'Papers for trustees', to: PAGES.trusteeReviews }],
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
