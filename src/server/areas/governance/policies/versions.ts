/** The versions of a policy: how one is written, found and moved. The database keeps what was approved as it was approved. */
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
import { runStatement } from '../../../pipeline/owners.ts'
import { conflict, notFound } from '../../../pipeline/refusal.ts'
import type { Tx } from '../../../platform/database.ts'
import { createId } from '../../../platform/ids.ts'
import { policyVersions } from './records.ts'

type Text = Pick<NewPolicyVersionInput, 'content' | 'statement'>
type NewPolicyVersionInput = ReturnType<(typeof NewPolicyVersion)['parse']>

/** Over the text and, where there is one, the statement: what somebody approved or acknowledged. */
const sha256Of = ({ content, statement }: Text): string =>
  createHash('sha256')
    .update(canonicalize({ content, statement }) as string)
    .digest('hex')

/** What of an input is stored in a version. */
export const toTextColumns = (
  input: Pick<NewPolicyVersionInput, 'content' | 'statement' | 'changeSummary' | 'documentId'>,
) => ({
  content: input.content,
  statement: statementText(input.statement),
  change_summary: input.changeSummary,
  document_id: input.documentId,
  sha256: sha256Of(input),
})
const statementText = (statement: InvestmentStatement | null): string | null =>
  statement && JSON.stringify(statement)

/** Puts in a draft; whoever calls has made sure that no other version is open. */
export async function insertDraft(
  tx: Tx,
  place: {
    tenantId: string
    schemeId: string
    policyId: string
    number: number
    createdBy: string
    /** Who wrote the text: the writers of its draft, where it was made of one. */
    editedBy: readonly string[]
    /** The draft that it was made of. */
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

/** A version with its text, or a 404. */
export async function requireVersion(tx: Tx, policyId: string, number: number): Promise<PolicyVersion> {
  const { text, values } = policyVersions.list(
    { policyId, number, limit: 1, sort: '-number' },
    { scope: 'platform' },
  )
  const found = JSON.parse((await runStatement(tx, { text, values }))[0]?.[0] ?? '[]') as PolicyVersion[]
  if (!found[0]) throw notFound()
  return found[0]
}

/** The version that is on its way into force, or a 409. */
export async function requireOpenVersion(tx: Tx, policy: Policy): Promise<PolicyVersion> {
  if (policy.openVersion === null) {
    throw conflict('No version of this policy is open', {
      code: 'ILLEGAL_TRANSITION',
      status: policy.status,
    })
  }
  return requireVersion(tx, policy.id, policy.openVersion)
}

/** Who wrote a version since it was last returned. */
export async function editorsOfVersion(
  tx: Tx,
  { policyId, number }: Pick<PolicyVersion, 'policyId' | 'number'>,
): Promise<string[]> {
  const { edited_by } = await tx
    .selectFrom('policy_versions')
    .select('edited_by')
    .where('policy_id', '=', policyId)
    .where('number', '=', number)
    .executeTakeFirstOrThrow()
  return edited_by
}

export async function saveVersionOf(
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

/** A policy is in force while a version of it is, and otherwise what its open version is. */
export const getStatus = (
  { inForceVersion }: Pick<Policy, 'inForceVersion'>,
  openStatus: PolicyVersionStatus,
): PolicyStatus =>
  inForceVersion !== null || openStatus === 'IN_FORCE' ? 'IN_FORCE' : (openStatus as PolicyStatus)
