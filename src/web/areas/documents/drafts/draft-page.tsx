/** One draft: its text, and beside it its unfilled placeholders, its sources and the result of its approval. */

import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { updateDraft } from '../../../../contract/drafts.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { buildRequestUrl } from '../../../client.ts'
import { formatAssignee } from '../../../format.ts'
import { formatCode } from '../../../labels.ts'
import { operation } from '../../../operation.ts'
import { createQuery } from '../../../queries.ts'
import { HistoryLink } from '../../../records/history-link.tsx'
import { PaperLinks } from '../../../records/paper-links.tsx'
import { RecordActivity, RecordComments } from '../../../records/record-activity.tsx'
import { useMay } from '../../../session.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Status } from '../../../ui/status.tsx'
import { ApprovedDraft } from './approved-draft.tsx'
import { buildDraftCrumbs, DRAFT_TONES, formatKind } from './draft.ts'
import { DraftPanels } from './draft-panels.tsx'
import { DraftStatusNotice } from './draft-status.tsx'
import { DraftText } from './draft-text.tsx'
import { TextWithAside } from './text-with-aside.tsx'
import { useApproval } from './use-approval.ts'

// Loads the forms separately, so that reading a draft does not wait for their code.
const DraftActs = lazy(() => import('./draft-acts.tsx'))
const DraftEditor = lazy(() => import('./draft-editor.tsx'))
const Recall = lazy(() => import('./recall.tsx'))

export default function DraftPage() {
  const { draftId } = useParams({ from: `/authenticated${PAGES.draft}` })
  const { data: draft } = useSuspenseQuery(createQuery(operation('draft.get'), { id: draftId }))
  const [isUnsaved, setUnsaved] = useState(false)
  const [isRecalling, setRecalling] = useState(false)
  const approval = useApproval(draft, isUnsaved)
  const panels = <DraftPanels draft={draft} onRecall={() => setRecalling(true)} />
  const read = (
    <TextWithAside aside={panels}>
      {draft.approvedText === null ? <DraftText draft={draft} /> : <ApprovedDraft draft={draft} />}
    </TextWithAside>
  )
  // The typed text stays visible even where it can no longer be saved.
  const isEdited = useMay()(updateDraft) && (draft.status === 'DRAFT' || isUnsaved)
  return (
    <>
      <PageHeader
        title={draft.title}
        crumbs={buildDraftCrumbs}
        status={<Status tone={DRAFT_TONES[draft.status]}>{formatCode(draft.status)}</Status>}
        facts={[
          ...(draft.title === formatKind(draft.kind) ? [] : [formatKind(draft.kind)]),
          <Link
            key="scheme"
            to={PAGES.scheme}
            params={{ schemeId: draft.schemeId }}
            className="inline-block min-h-6 rounded-sm hover:underline"
          >
            {draft.schemeName}
          </Link>,
          `Version ${draft.latestVersion}`,
          ...(draft.lastEditedByName ? [`last written by ${draft.lastEditedByName}`] : []),
          formatAssignee(draft),
        ]}
        actions={
          <>
            <HistoryLink entityType="draft" entityId={draft.id} />
            <PaperLinks
              title={draft.title}
              buildUrl={(format) => buildRequestUrl(operation('draft.content'), { id: draft.id, format })}
            />
            <Suspense>
              <DraftActs draft={draft} isApprovable={approval.isOpen} isUnsaved={isUnsaved} />
            </Suspense>
          </>
        }
      />
      <div className="flex flex-col gap-6">
        <div className="print:hidden">
          <DraftStatusNotice draft={draft} approval={approval} />
        </div>
        {isEdited ? (
          <Suspense fallback={read}>
            <DraftEditor draft={draft} isUnsaved={isUnsaved} onUnsaved={setUnsaved}>
              {panels}
            </DraftEditor>
          </Suspense>
        ) : (
          read
        )}
        <RecordComments entityType="draft" entityId={draft.id} audience={draft} />
        <div className="print:hidden">
          <RecordActivity entityType="draft" entityId={draft.id} name={draft.title} />
        </div>
      </div>
      {isRecalling && (
        <Suspense>
          <Recall corpusSnapshot={draft.provenance.corpusSnapshot} onClose={() => setRecalling(false)} />
        </Suspense>
      )}
    </>
  )
}
