import { PageHeader } from '../../../ui/page-header.tsx'
import { ListOfReviews } from './list-of-reviews.tsx'
import { ReviewTabs } from './review-tabs.tsx'

/** What was looked at after words of the law had changed, and what came of it. */
export default function ClosedReviews() {
  return (
    <>
      <PageHeader title="Changed law: looked at" />
      <ReviewTabs />
      <ListOfReviews
        isOpen={false}
        empty={{
          title: 'Nothing was looked at yet',
          text: 'What somebody reviews is kept here with its note.',
        }}
      />
    </>
  )
}
