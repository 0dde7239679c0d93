import { PageHeader } from '../../../ui/page-header.tsx'
import { ListOfReviews } from './list-of-reviews.tsx'
import { ReviewTabs } from './review-tabs.tsx'

/** Records of the firm that cite changed law and are not reviewed yet. */
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
