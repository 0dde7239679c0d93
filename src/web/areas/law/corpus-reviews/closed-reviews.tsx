import { PageHeader } from '../../../ui/page-header.tsx'
import { ListOfReviews } from './list-of-reviews.tsx'
import { ReviewTabs } from './review-tabs.tsx'

/** Records that were reviewed after a law change, and the results. */
export default function ClosedReviews() {
  return (
    <>
      <PageHeader title="Law changes: reviewed" />
      <ReviewTabs />
      <ListOfReviews
        isOpen={false}
        empty={{
          title: 'No reviews yet',
          text: 'Completed reviews appear here with their notes.',
        }}
      />
    </>
  )
}
