import { PageHeader } from '../../../ui/page-header.tsx'
import { ListOfReviews } from './list-of-reviews.tsx'
import { ReviewTabs } from './review-tabs.tsx'

/** What was looked at after words of the law had changed, and what came of it. */
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
