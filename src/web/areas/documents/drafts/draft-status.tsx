/** Next step of a draft, or its result: the first notice of its page. */

import { Link } from '@tanstack/react-router'
import { approveDraft, type Draft } from '../../../../contract/drafts.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { formatCount, formatDate } from '../../../../contract/value-format.ts'
import { toDublinDate } from '../../../format.ts'
import { listRefusals } from '../../../records/findings.tsx'
import { BarredNotice } from '../../../records/four-eyes.tsx'
import { useMay } from '../../../session.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { formatApplied, getPageOfApplied } from './draft.ts'
import type { Approval } from './use-approval.ts'

export function DraftStatusNotice({ draft, approval }: { draft: Draft; approval: Approval }) {
  switch (draft.status) {
    case 'DRAFT':
      return <Waiting draft={draft} approval={approval} />
    case 'APPROVED':
      return <Approved draft={draft} />
    case 'DISCARDED':
      return <Notice title="Draft discarded">{draft.endedReason ?? 'No reason is recorded.'}</Notice>
    case 'WITHDRAWN':
      return (
        <Notice look="warn" title="Recalled: its sources are no longer relied on">
          {draft.endedReason ?? 'No reason is recorded.'}{' '}
          <Link
            to={PAGES.newDraft}
            search={{ schemeId: draft.schemeId, kind: draft.kind, subjectId: draft.subjectId ?? '' }}
            className="link"
          >
            Create a new draft
          </Link>
        </Notice>
      )
  }
}

function Waiting({ draft, approval }: { draft: Draft; approval: Approval }) {
  const mayApprove = useMay()(approveDraft)
  const open = draft.openPlaces
  // The status shows the number of open placeholders; the list beside the text names them.
  const others = listRefusals(draft.findings).filter(({ code }) => code !== 'PLACEHOLDERS_LEFT')
  const { before } = approval
  if (open > 0 || others.length > 0 || before)
    return (
      <Notice
        look="warn"
        title={open > 0 ? `${formatCount(open, 'blank')} to fill before approval` : 'Not ready for approval'}
      >
        {open > 0 && (
          <p>
            <a href="#open-places" className="link">
              Fill in
            </a>
            : {draft.places.map(({ label }) => label).join(', ')}.
          </p>
        )}
        {others.map(({ code, passage }) => (
          <p key={code}>{passage}.</p>
        ))}
        {before && (
          <p>
            Version {before.openVersion} of{' '}
            <Link to={PAGES.policy} params={{ policyId: before.id }} className="link">
              {before.title}
            </Link>{' '}
            is already in progress: complete or withdraw it first.
          </p>
        )}
      </Notice>
    )
  if (approval.isUnsaved)
    return <Notice title="Save before approval">Unsaved changes are not part of the approved text.</Notice>
  if (approval.isForSomebodyElse)
    return <BarredNotice title="Complete: another administrator must approve it" did="You wrote part of it" />
  return (
    <Notice look="done" title="Ready for approval">
      {!mayApprove && 'An administrator of the firm approves it.'}
    </Notice>
  )
}

function Approved({ draft }: { draft: Draft }) {
  const { approvedAt, approvedByName, appliedTo, recalledAt } = draft
  return (
    <div className="flex flex-col gap-3">
      {recalledAt && (
        <Notice
          look="late"
          title={`To review: its sources were recalled on ${formatDate(toDublinDate(recalledAt))}`}
        >
          It was approved before the recall. Check the approved text, and create a new draft if it is no
          longer correct.
        </Notice>
      )}
      <Notice
        look="done"
        title={`Approved${approvedByName ? ` by ${approvedByName}` : ''}${approvedAt ? ` on ${formatDate(toDublinDate(approvedAt))}` : ''}`}
      >
        {appliedTo ? (
          <>
            {formatApplied(appliedTo, draft)}{' '}
            <Link {...getPageOfApplied(appliedTo)} className="link">
              Open
            </Link>
          </>
        ) : (
          'It is not filed as a document, because the breach is restricted and documents are visible to the whole firm.'
        )}
      </Notice>
    </div>
  )
}
