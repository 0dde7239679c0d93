import { PageHeader } from '../../../ui/page-header.tsx'
import { ListOfReviews } from './list-of-reviews.tsx'
import { ReviewTabs } from './review-tabs.tsx'

/** What of the firm rests on words of the law that are others now, and that nobody has looked at again. */
export default function OpenReviews() {
  return (
    <>
      <PageHeader title="Law changes" />
      <ReviewTabs />
      <ListOfReviews
        isOpen
        empty={{
          title: 'No open reviews',
          text: 'After a change of a legal source, the affected policies, obligations and file notes appear here the next morning.',
        }}
      />
    </>
  )
}
