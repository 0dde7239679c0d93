import { PAGES } from '../../../contract/pages.ts'
import { Tabs } from '../../ui/tabs.tsx'

export const AssistantTabs = () => (
  <Tabs
    name="Parts of the assistant"
    tabs={[
      { label: 'Ask', to: PAGES.assistant },
      { label: 'Asked before', to: PAGES.answers },
      { label: 'Sources', to: PAGES.sources },
    ]}
  />
)
