import { PAGES } from '../../../../contract/pages.ts'
import { Tabs } from '../../../ui/tabs.tsx'

export const ReviewTabs = () => (
  <Tabs
    name="Views of what was changed"
    tabs={[
      { label: 'To look at', to: PAGES.corpusReviews },
      { label: 'Looked at', to: PAGES.closedCorpusReviews },
    ]}
  />
)
