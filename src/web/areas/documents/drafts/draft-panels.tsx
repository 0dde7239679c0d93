/** Panels beside the text of a draft: result of its approval, sources, versions and origin. */
import { lazy, Suspense } from 'react'
import type { Draft } from '../../../../contract/drafts.ts'
import { ApprovalResult } from './approval-result.tsx'
import { DraftSources } from './draft-sources.tsx'
import { DraftVersions } from './draft-versions.tsx'

// The last panel: it loads after the text.
const Provenance = lazy(async () => ({ default: (await import('./provenance.tsx')).Provenance }))

export const DraftPanels = ({ draft, onRecall }: { draft: Draft; onRecall: () => void }) => (
  <>
    {draft.status === 'DRAFT' && <ApprovalResult draft={draft} />}
    <DraftVersions draft={draft} />
    <DraftSources passages={draft.provenance.passages} />
    <Suspense>
      <Provenance draft={draft} onRecall={onRecall} />
    </Suspense>
  </>
)
