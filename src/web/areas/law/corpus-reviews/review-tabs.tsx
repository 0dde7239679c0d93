import { PAGES } from '../../../../contract/pages.ts'
import { Tabs } from '../../../ui/tabs.tsx'

export const ReviewTabs = () => (
  <Tabs
    name="Views of law changes"
    tabs={[
      { label: 'To review', to: PAGES.corpusReviews },
      { label: 'Reviewed', to: PAGES.closedCorpusReviews },
    ]}
  />
)
