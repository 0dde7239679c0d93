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
 * The first people of a record that another person approves: the user in the column `firstPerson`, whose act is `did`, and the authors in
 * `edited_by` where the table has this column. The check of an approval, `barredApproverIds`, the work queue and the counts follow from it.
 */
const FIRST_PEOPLE = {
  schemes: { firstPerson: 'submitted_by', hasEditors: true, did: 'submitted this' },
  policy_versions: { firstPerson: 'submitted_by', hasEditors: true, did: 'submitted this' },
  own_risk_assessments: {
    firstPerson: 'sent_to_trustees_by',
    hasEditors: true,
    did: 'sent it to the trustees',
  },
  drafts: { firstPerson: 'last_edited_by', hasEditors: true, did: 'wrote this' },
  trustees: { firstPerson: 'assessment_recorded_by', hasEditors: false, did: 'recorded the assessment' },
  key_function_holders: {
    firstPerson: 'assessment_recorded_by',
    hasEditors: false,
    did: 'recorded the assessment',
  },
  trustee_meetings: { firstPerson: 'held_recorded_by', hasEditors: false, did: 'recorded the meeting' },
} as const
export type ApprovedTable = keyof typeof FIRST_PEOPLE
type TableWithEditors = {
  [T in ApprovedTable]: (typeof FIRST_PEOPLE)[T]['hasEditors'] extends true ? T : never
}[ApprovedTable]

/** Column with the user who submitted or recorded the record `alias`; null if not recorded. */
export const getFirstPersonColumn = (table: ApprovedTable, alias: string): string =>
  `${alias}.${FIRST_PEOPLE[table].firstPerson}`

/** Array of the first people of the record `alias`; may contain null. */
export function buildFirstPeopleExpression(table: ApprovedTable, alias: string): string {
  const firstPerson = getFirstPersonColumn(table, alias)
  return FIRST_PEOPLE[table].hasEditors ? `${alias}.edited_by || ${firstPerson}` : `array[${firstPerson}]`
}

/** Condition: the four-eyes rule does not bar the user `person` from approving the record `alias` of the firm of `r`. */
export const buildMayApproveCondition = (table: ApprovedTable, alias: string, person: string): string =>
  `(${person} = any(${buildFirstPeopleExpression(table, alias)})
    and (select ${buildSecondPersonCondition('t')} from tenants t where t.id = r.tenant_id)) is not true`

/**
 * Column of records `r`: the users among `people`, an array, whom the four-eyes rule bars while the record waits for approval. Empty for a
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
export const buildEditorsAfterReturn = (table: TableWithEditors) =>
  sql<
    string[]
  >`case when (select count(*) >= 2 and bool_and(u.id = any(${sql.ref(`${table}.edited_by`)})) from users u
      where u.tenant_id = ${sql.ref(`${table}.tenant_id`)} and u.role = 'BrokerAdmin' and u.status = 'ACTIVE')
    then '{}'::text[] else ${sql.ref(`${table}.edited_by`)} end`

/** Users who edited a record. */
export async function loadEditors(db: ReadDb | Tx, table: TableWithEditors, id: string): Promise<string[]> {
  const { edited_by } = await db
    .selectFrom(table)
    .select('edited_by')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return edited_by
}

export const ANOTHER_ADMINISTRATOR = 'another administrator of the firm has to approve it'

/**
 * 422 if users would approve what they submitted, recorded or edited themselves, and the firm requires a second person. Every operation of
 * `isApproval` (contract/define.ts) calls it, or the same check of schemes (findApprovalRefusal()).
 */
export async function requireSecondPerson(
  tx: Tx,
  actorId: string,
  table: ApprovedTable,
  { id, tenantId }: { id: string; tenantId: string },
): Promise<void> {
  const { firstPerson, hasEditors, did } = FIRST_PEOPLE[table]
  const record = await tx
    .selectFrom(table)
    .select([
      sql.ref<string | null>(firstPerson).as('firstPerson'),
      (hasEditors ? sql.ref<string[]>('edited_by') : sql<string[]>`'{}'::text[]`).as('editedBy'),
    ])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const isFirstPerson = record.firstPerson === actorId
  if (!isFirstPerson && !record.editedBy.includes(actorId)) return
  if (!isSecondPersonRequired(await loadFourEyes(tx, tenantId))) return
  throw createBusinessRuleRefusal(
    'FOUR_EYES',
    `You ${isFirstPerson ? did : 'changed this'}: ${ANOTHER_ADMINISTRATOR}`,
  )
}
