/** What a draft waits for, or what became of it: the first thing that its page says. */
import { Link } from '@tanstack/react-router'
import { approveDraft, type Draft } from '../../../../contract/drafts.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { formatDate, toDublinDate } from '../../../format.ts'
import { listRefusals } from '../../../records/findings.tsx'
import { useMay } from '../../../session.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { appliedWords, getPageOfApplied } from './draft.ts'
import type { Approval } from './use-approval.ts'

export function DraftStanding({ draft, approval }: { draft: Draft; approval: Approval }) {
  switch (draft.status) {
    case 'DRAFT':
      return <Waiting draft={draft} approval={approval} />
    case 'APPROVED':
      return <Approved draft={draft} />
    case 'DISCARDED':
      return (
        <Notice title="Discarded: nothing becomes of it">
          {draft.endedReason ?? 'No reason is recorded.'}
        </Notice>
      )
    case 'WITHDRAWN':
      return (
        <Notice look="warn" title="Withdrawn: the texts that it was drafted from are not relied on any more">
          {draft.endedReason ?? 'No reason is recorded.'}{' '}
          <Link
            to={PAGES.newDraft}
            search={{ schemeId: draft.schemeId, kind: draft.kind, subjectId: draft.subjectId ?? '' }}
            className="link"
          >
            Draft it again
          </Link>
        </Notice>
      )
  }
}

function Waiting({ draft, approval }: { draft: Draft; approval: Approval }) {
  const mayApprove = useMay()(approveDraft)
  const open = draft.openPlaces
  // The places are told by their number, and one by one beside the text.
  const others = listRefusals(draft.findings).filter(({ code }) => code !== 'PLACEHOLDERS_LEFT')
  const { before } = approval
  if (open > 0 || others.length > 0 || before)
    return (
      <Notice
        look="warn"
        title={`It cannot be approved yet${open > 0 ? `: ${open === 1 ? 'one place is' : `${open} places are`} open` : ''}`}
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
            is on its way already: it goes first, or is withdrawn.
          </p>
        )}
      </Notice>
    )
  if (approval.isUnsaved)
    return (
      <Notice title="Save before it is approved">
        What you typed is not saved, and would not be part of it.
      </Notice>
    )
  if (approval.isForSomebodyElse)
    return (
      <Notice title="Nothing is open: another administrator approves it">
        You wrote some of it, and your firm asks for a second person.
      </Notice>
    )
  return (
    <Notice look="done" title="Nothing is open: it can be approved">
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
          title={`To be reviewed: what it was drafted from was recalled on ${formatDate(toDublinDate(recalledAt))}`}
        >
          It was approved before that. Look at what became of it, and draft it again where it no longer holds.
        </Notice>
      )}
      <Notice
        look="done"
        title={`Approved${approvedByName ? ` by ${approvedByName}` : ''}${approvedAt ? ` on ${formatDate(toDublinDate(approvedAt))}` : ''}`}
      >
        {appliedTo ? (
          <>
            {appliedWords(appliedTo, draft)}{' '}
            <Link {...getPageOfApplied(appliedTo)} className="link">
              Open it
            </Link>
          </>
        ) : (
          'It stays here and is filed nowhere else: what it is about is restricted, and documents are seen by the whole firm.'
        )}
      </Notice>
    </div>
  )
}
