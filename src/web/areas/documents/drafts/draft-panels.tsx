/** What stands beside the text of a draft: what it becomes, what it rests on, its versions and what it was made from. */
import type { Draft } from '../../../../contract/drafts.ts'
import { Becomes } from './becomes.tsx'
import { DraftSources } from './draft-sources.tsx'
import { DraftVersions } from './draft-versions.tsx'
import { Provenance } from './provenance.tsx'

export const DraftPanels = ({ draft, onRecall }: { draft: Draft; onRecall: () => void }) => (
  <>
    {draft.status === 'DRAFT' && <Becomes draft={draft} />}
    <DraftVersions draft={draft} />
    <DraftSources passages={draft.provenance.passages} />
    <Provenance draft={draft} onRecall={onRecall} />
  </>
)
