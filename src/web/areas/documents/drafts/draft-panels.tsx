/** Panels beside the text of a draft: result of its approval, sources, versions and origin. */
import type { Draft } from '../../../../contract/drafts.ts'
import { ApprovalResult } from './approval-result.tsx'
import { DraftSources } from './draft-sources.tsx'
import { DraftVersions } from './draft-versions.tsx'
import { Provenance } from './provenance.tsx'

export const DraftPanels = ({ draft, onRecall }: { draft: Draft; onRecall: () => void }) => (
  <>
    {draft.status === 'DRAFT' && <ApprovalResult draft={draft} />}
    <DraftVersions draft={draft} />
    <DraftSources passages={draft.provenance.passages} />
    <Provenance draft={draft} onRecall={onRecall} />
  </>
)
