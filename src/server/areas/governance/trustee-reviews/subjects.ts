/** The records that can be put to the trustees, and when they are ready for it. */
import type { ReviewSubject } from '../../../../contract/trustee-reviews.ts'
import { createBusinessRuleRefusal, createNotFoundRefusal } from '../../../pipeline/refusal.ts'
import type { Tx } from '../../../platform/database.ts'
import type { OwnedKind } from '../../../platform/resources.ts'
import { runRows } from '../../../platform/statements.ts'

interface Subject {
  kind: OwnedKind
  table: string
  /** SQL of the title and of the condition, on `x`. */
  title: string
  isReady: string
  /** The step that makes it ready. */
  needs: string
}

export const SUBJECTS: Record<ReviewSubject, Subject> = {
  OWN_RISK_ASSESSMENT: {
    kind: 'ownRiskAssessment',
    table: 'own_risk_assessments',
    title: "'Own-risk assessment ' || x.cycle_number",
    isReady: "x.status = 'TRUSTEE_REVIEW'",
    needs: 'Mark the assessment as sent to the trustees first',
  },
  POLICY: {
    kind: 'writtenPolicy',
    table: 'written_policies',
    title: 'x.title',
    isReady: `exists (select from policy_versions v where v.tenant_id = x.tenant_id and v.policy_id = x.id and v.status in ('IN_REVIEW', 'APPROVED'))`,
    needs: 'Submit a version of the policy first',
  },
  MINUTES: {
    kind: 'trusteeMeeting',
    table: 'trustee_meetings',
    title: "'Minutes: ' || x.title",
    isReady: "x.status = 'HELD'",
    needs: 'Record the meeting as held first',
  },
  DOCUMENT: {
    kind: 'document',
    table: 'documents',
    title: 'x.title',
    isReady:
      "x.status not in ('QUARANTINED', 'SUPERSEDED') and x.scheme_id is not null and x.member_id is null",
    needs: 'Choose a current document of the scheme that is not about one member',
  },
}

export interface FoundSubject {
  tenantId: string
  schemeId: string
  title: string
  version: number
}

/** The record, which must be ready: 422 otherwise. */
export async function requireSubject(tx: Tx, kind: ReviewSubject, id: string): Promise<FoundSubject> {
  const { table, title, isReady, needs } = SUBJECTS[kind]
  const [found] = await runRows<FoundSubject & { isReady: boolean }>(
    tx,
    `select x.tenant_id as "tenantId", x.scheme_id as "schemeId", ${title} as title, x.version, ${isReady} as "isReady"
       from ${table} x where x.id = $1`,
    [id],
  )
  if (!found) throw createNotFoundRefusal()
  if (!found.isReady) throw createBusinessRuleRefusal('NOT_READY', needs, { field: 'subjectId' })
  return found
}
