import { PAGES } from '../../../../contract/pages.ts'
import { Tabs } from '../../../ui/tabs.tsx'

export const PolicyTabs = () => (
  <Tabs
    name="Views of the policies"
    tabs={[
      { label: 'By scheme', to: PAGES.policies },
      { label: 'List', to: PAGES.policyList },
    ]}
  />
)
