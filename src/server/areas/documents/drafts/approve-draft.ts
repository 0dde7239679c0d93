/** Result of approving a draft, created in the transaction of its approval. */
import { DRAFT_KINDS } from '../../../../contract/draft-kind-definitions.ts'
import type { AppliedTo } from '../../../../contract/drafts.ts'
import type { Actor } from '../../../pipeline/access-scope.ts'
import type { Change } from '../../../pipeline/audit-log.ts'
import { createStaleVersionRefusal } from '../../../pipeline/refusal.ts'
import type { Tx } from '../../../platform/database.ts'
import { fillAssessment } from '../../governance/own-risk-assessments/index.ts'
import { createVersionFromDraft } from '../../governance/policies/index.ts'
import type { DocumentFiling, StoredUpload } from '../documents/index.ts'
import type { StoredDraft } from './records.ts'
import { splitAssessmentTexts } from './rules.ts'

/** File generated from a draft, stored before the transaction; it is of the draft's version at that time. */
export interface FiledDocument {
  ofVersion: number
  upload: StoredUpload
}

interface Applied {
  /** Null: the report of a restricted breach stays with the draft, because the whole firm sees documents. */
  appliedTo: AppliedTo | null
  changes: Change[]
}

export interface ApprovalContext {
  tx: Tx
  actor: Actor
  afterCommit: (work: () => Promise<void>) => void
  filing: DocumentFiling
  filed: FiledDocument | null
  today: string
}

export async function applyApprovedDraft(
  draft: StoredDraft,
  approvedText: string,
  call: ApprovalContext,
): Promise<Applied> {
  const { becomes } = DRAFT_KINDS[draft.kind]
  const { tx, actor } = call
  if (becomes === 'OWN_RISK_ASSESSMENT') {
    const { assessment, filled, left, change } = await fillAssessment(tx, actor, {
      schemeId: draft.schemeId,
      texts: splitAssessmentTexts(approvedText),
      editedBy: draft.editedBy,
      today: call.today,
    })
    return {
      appliedTo: {
        ...TO_NOTHING,
        kind: becomes,
        id: assessment.id,
        filledSections: filled,
        leftSections: left,
      },
      changes: [change],
    }
  }
  if ('policyKind' in becomes) {
    const { policy, change } = await createVersionFromDraft(tx, actor, {
      id: draft.id,
      schemeId: draft.schemeId,
      kind: becomes.policyKind,
      content: approvedText,
      draftedBy: draft.model === null ? 'HUMAN' : 'AI',
      editedBy: draft.editedBy,
    })
    return {
      appliedTo: { ...TO_NOTHING, kind: 'POLICY', id: policy.id, versionNumber: policy.latestVersion },
      changes: [change],
    }
  }
  if (await isOfRestrictedBreach(tx, draft)) return { appliedTo: null, changes: [] }
  const { filed } = call
  if (filed?.ofVersion !== draft.version) throw createStaleVersionRefusal(draft.version)
  const { documentId, change } = await call.filing.add(
    call,
    { tenantId: draft.tenantId, schemeId: draft.schemeId, kind: becomes.documentKind, title: draft.title },
    filed.upload,
  )
  return { appliedTo: { ...TO_NOTHING, kind: 'DOCUMENT', id: documentId }, changes: [change] }
}

const TO_NOTHING = { versionNumber: null, filledSections: [], leftSections: [] }

async function isOfRestrictedBreach(tx: Tx, { kind, subjectId }: StoredDraft): Promise<boolean> {
  if (kind !== 'BREACH_REPORT' || subjectId === null) return false
  const breach = await tx
    .selectFrom('breaches')
    .select('is_restricted')
    .where('id', '=', subjectId)
    .executeTakeFirst()
  return breach?.is_restricted !== false
}
