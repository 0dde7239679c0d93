import { PAGES } from '../../contract/pages.ts'
import { operation } from '../operation.ts'
import { useMay } from '../session.tsx'
import { Tabs } from '../ui/tabs.tsx'

export function AssistantTabs() {
  const may = useMay()
  return (
    <Tabs
      name="Parts of the assistant"
      tabs={[
        { label: 'Ask', to: PAGES.assistant },
        { label: 'History', to: PAGES.answers },
        { label: 'Drafts', to: PAGES.drafts },
        { label: 'Sources', to: PAGES.sources },
        ...(may(operation('assistant.disclosures'))
          ? [{ label: 'AI usage log', to: PAGES.disclosures }]
          : []),
      ]}
    />
  )
}
