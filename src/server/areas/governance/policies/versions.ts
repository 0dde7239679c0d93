/** Policy versions: insert, find and update. A database trigger prevents changes to an approved version. */
import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import { sql } from 'kysely'
import type {
  InvestmentStatement,
  NewPolicyVersion,
  Policy,
  PolicyStatus,
  PolicyVersion,
  PolicyVersionStatus,
} from '../../../../contract/policies.ts'
import { createConflictRefusal, createNotFoundRefusal } from '../../../pipeline/refusal.ts'
import type { Tx } from '../../../platform/database.ts'
import { createId } from '../../../platform/ids.ts'
import { runStatement } from '../../../platform/statements.ts'
import { policyVersions } from './records.ts'

type Text = Pick<NewPolicyVersionInput, 'content' | 'statement'>
type NewPolicyVersionInput = ReturnType<(typeof NewPolicyVersion)['parse']>

/** SHA-256 of the text and the statement, if any: identifies what was approved or acknowledged. */
const calculateSha256 = ({ content, statement }: Text): string =>
  createHash('sha256')
    .update(canonicalize({ content, statement }) as string)
    .digest('hex')

export const toTextColumns = (
  input: Pick<NewPolicyVersionInput, 'content' | 'statement' | 'changeSummary' | 'documentId'>,
) => ({
  content: input.content,
  statement: serialiseStatement(input.statement),
  change_summary: input.changeSummary,
  document_id: input.documentId,
  sha256: calculateSha256(input),
})
const serialiseStatement = (statement: InvestmentStatement | null): string | null =>
  statement && JSON.stringify(statement)

/** Inserts a draft version. The caller ensures that no other version is open. */
export async function insertDraft(
  tx: Tx,
  place: {
    tenantId: string
    schemeId: string
    policyId: string
    number: number
    createdBy: string
    /** Authors of the text: those of the source draft, if there is one. */
    editedBy: readonly string[]
    /** Source draft. */
    draftId: string | null
  },
  input: NewPolicyVersionInput,
): Promise<void> {
  await tx
    .insertInto('policy_versions')
    .values({
      tenant_id: place.tenantId,
      policy_id: place.policyId,
      scheme_id: place.schemeId,
      number: place.number,
      id: createId(),
      drafted_by: input.draftedBy,
      ai_draft_id: place.draftId,
      created_by: place.createdBy,
      edited_by: [...place.editedBy],
      ...toTextColumns(input),
    })
    .execute()
}

export async function requireVersion(tx: Tx, policyId: string, number: number): Promise<PolicyVersion> {
  const { text, values } = policyVersions.list(
    { policyId, number, limit: 1, sort: '-number' },
    { level: 'platform' },
  )
  const found = JSON.parse((await runStatement(tx, { text, values }))[0]?.[0] ?? '[]') as PolicyVersion[]
  if (!found[0]) throw createNotFoundRefusal()
  return found[0]
}

/** The open version; 409 if there is none. */
export async function requireOpenVersion(tx: Tx, policy: Policy): Promise<PolicyVersion> {
  if (policy.openVersion === null) {
    throw createConflictRefusal('This policy has no open version', {
      code: 'ILLEGAL_TRANSITION',
      status: policy.status,
    })
  }
  return requireVersion(tx, policy.id, policy.openVersion)
}

export async function savePolicyVersion(
  tx: Tx,
  { policyId, number }: Pick<PolicyVersion, 'policyId' | 'number'>,
  values: Record<string, unknown>,
): Promise<void> {
  await tx
    .updateTable('policy_versions')
    .set({ ...values, updated_at: sql`clock_timestamp()` })
    .where('policy_id', '=', policyId)
    .where('number', '=', number)
    .execute()
}

/** IN_FORCE while a version is in force, otherwise the status of the open version. */
export const calculatePolicyStatus = (
  { inForceVersion }: Pick<Policy, 'inForceVersion'>,
  openStatus: PolicyVersionStatus,
): PolicyStatus =>
  inForceVersion !== null || openStatus === 'IN_FORCE' ? 'IN_FORCE' : (openStatus as PolicyStatus)
