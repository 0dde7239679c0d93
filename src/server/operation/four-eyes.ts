/** Four eyes: whether the user who submitted a record may approve it. One setting of the firm for all approvals. */
import { sql } from 'kysely'
import { createBusinessRuleRefusal } from '../pipeline/refusal.ts'
import type { ReadDb, Tx } from '../platform/database.ts'

/** Facts that decide whether users may approve their own submissions. */
export interface FourEyes {
  setting: 'AUTO' | 'ALWAYS' | 'NEVER'
  activeBrokerAdmins: number
}

/** The same as columns of the firm `tenant`, an alias in the statement: for statements that read many records at once. */
export const buildFourEyesColumns = (tenant: string): Record<keyof FourEyes, string> => ({
  setting: `coalesce(${tenant}.settings ->> 'fourEyes', 'AUTO')`,
  activeBrokerAdmins: `(select count(*) from users u
    where u.tenant_id = ${tenant}.id and u.role = 'BrokerAdmin' and u.status = 'ACTIVE')`,
})

/** isSecondPersonRequired() as a condition on the firm `tenant`. */
export function buildSecondPersonCondition(tenant: string): string {
  const { setting, activeBrokerAdmins } = buildFourEyesColumns(tenant)
  return `(${setting} = 'ALWAYS' or ${setting} = 'AUTO' and ${activeBrokerAdmins} >= 2)`
}

/**
 * Column of records `r`: the users among `people`, an array, whom requireFourEyes() refuses while the record waits for approval. Empty for a
 * person with a grant, who approves nothing and sees no users.
 */
export const buildBarredApproversExpression = (isWaiting: string, people: string): string =>
  `(case when ${isWaiting} and coalesce(current_setting('app.capability', true), '') = '' and (select ${buildSecondPersonCondition('t')} from tenants t where t.id = r.tenant_id)
    then array(select distinct unnest(array_remove(${people}, null)) order by 1) else '{}'::text[] end)`

/** AUTO requires a second person if the firm has a second BrokerAdmin. */
export const isSecondPersonRequired = ({ setting, activeBrokerAdmins }: FourEyes): boolean =>
  setting === 'ALWAYS' || (setting === 'AUTO' && activeBrokerAdmins >= 2)

export async function loadFourEyes(db: ReadDb | Tx, tenantId: string): Promise<FourEyes> {
  const columns = buildFourEyesColumns('t')
  return db
    .selectFrom('tenants as t')
    .select([
      sql.raw<FourEyes['setting']>(columns.setting).as('setting'),
      sql.raw<number>(columns.activeBrokerAdmins).as('activeBrokerAdmins'),
    ])
    .where('t.id', '=', tenantId)
    .executeTakeFirstOrThrow()
}

/** Value of a column `edited_by`, with this user added to the editors. */
export const buildEditorExpression = (actorId: string) => buildEditorsExpression([actorId])
export const buildEditorsExpression = (ids: readonly string[]) =>
  sql<string[]>`array(select distinct unnest(edited_by || ${[...ids]}::text[]))`

/**
 * Value of the column `edited_by` of a returned record: the same editors, because the record may be submitted again without a change. No
 * editors if every administrator of the firm is one: otherwise no administrator could approve the record any more. A firm with one
 * administrator keeps the editor: if it requires a second person, that person is still missing.
 */
export const buildEditorsAfterReturn = (table: 'schemes' | 'own_risk_assessments' | 'policy_versions') =>
  sql<
    string[]
  >`case when (select count(*) >= 2 and bool_and(u.id = any(${sql.ref(`${table}.edited_by`)})) from users u
      where u.tenant_id = ${sql.ref(`${table}.tenant_id`)} and u.role = 'BrokerAdmin' and u.status = 'ACTIVE')
    then '{}'::text[] else ${sql.ref(`${table}.edited_by`)} end`

/** Users who edited a record. */
export async function loadEditors(
  db: ReadDb | Tx,
  table: 'schemes' | 'own_risk_assessments',
  id: string,
): Promise<string[]> {
  const { edited_by } = await db
    .selectFrom(table)
    .select('edited_by')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return edited_by
}

interface SubmittedRecord {
  tenantId: string
  submittedBy: string | null
  /** All users who edited it, not only the last one. */
  editedBy?: readonly string[]
}

/**
 * 422 if users would approve what they submitted or edited themselves, and the firm requires a second person. Every operation of
 * `isApproval` (contract/define.ts) calls it; `did` names the action of the first person.
 */
export async function requireFourEyes(
  tx: Tx,
  actorId: string,
  { tenantId, submittedBy, editedBy = [] }: SubmittedRecord,
  did = 'submitted this',
): Promise<void> {
  const isFirstPerson = submittedBy === actorId
  if (!isFirstPerson && !editedBy.includes(actorId)) return
  if (!isSecondPersonRequired(await loadFourEyes(tx, tenantId))) return
  throw createBusinessRuleRefusal(
    'FOUR_EYES',
    `You ${isFirstPerson ? did : 'changed this'}: ${ANOTHER_ADMINISTRATOR}`,
  )
}

export const ANOTHER_ADMINISTRATOR = 'another administrator of the firm has to approve it'

/** Columns with the first person, for records without a submitter. */
const PUT_FORWARD = {
  trustees: { column: 'assessment_recorded_by', did: 'recorded the assessment' },
  key_function_holders: { column: 'assessment_recorded_by', did: 'recorded the assessment' },
  own_risk_assessments: { column: 'sent_to_trustees_by', did: 'sent it to the trustees' },
  trustee_meetings: { column: 'held_recorded_by', did: 'recorded the meeting' },
} as const

/** Same check for a record whose first person is a column of its table. */
export async function requireSecondPerson(
  tx: Tx,
  actorId: string,
  table: keyof typeof PUT_FORWARD,
  { id, tenantId }: { id: string; tenantId: string },
): Promise<void> {
  const { column, did } = PUT_FORWARD[table]
  const { submittedBy } = await tx
    .selectFrom(table)
    .select(sql.ref<string | null>(column).as('submittedBy'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const editedBy = table === 'own_risk_assessments' ? await loadEditors(tx, table, id) : []
  await requireFourEyes(tx, actorId, { tenantId, submittedBy, editedBy }, did)
}
