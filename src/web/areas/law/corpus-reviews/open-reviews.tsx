import { PageHeader } from '../../../ui/page-header.tsx'
import { ListOfReviews } from './list-of-reviews.tsx'
import { ReviewTabs } from './review-tabs.tsx'

/** What of the firm rests on words of the law that are others now, and that nobody has looked at again. */
export default function OpenReviews() {
  return (
    <>
      <PageHeader title="Changed law" />
      <ReviewTabs />
      <ListOfReviews
        isOpen
        empty={{
          title: 'Nothing to look at is known',
          text: 'When words of a text change, the policies, duties and filed answers that rest on them are listed here the next morning.',
        }}
      />
    </>
  )
}
