/** Four eyes: whether the person who put something forward may approve it. One setting of the firm for all approvals. */
import { sql } from 'kysely'
import { rule } from '../pipeline/refusal.ts'
import type { ReadDb, Tx } from '../platform/database.ts'

/** What it depends on whether somebody may approve what they submitted themselves. */
export interface FourEyes {
  setting: 'AUTO' | 'ALWAYS' | 'NEVER'
  activeBrokerAdmins: number
}

/** The same as columns of the firm `tenant`, an alias of the statement: for statements that read many records at once. */
export const buildFourEyesColumns = (tenant: string): Record<keyof FourEyes, string> => ({
  setting: `coalesce(${tenant}.settings ->> 'fourEyes', 'AUTO')`,
  activeBrokerAdmins: `(select count(*) from users u
    where u.tenant_id = ${tenant}.id and u.role = 'BrokerAdmin' and u.status = 'ACTIVE')`,
})

/** AUTO asks for a second person where the firm has a second BrokerAdmin to be it. */
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

/** Value of a column `edited_by`: this person has written the record since it was last returned. */
export const withEditor = (actorId: string) => withEditors([actorId])
export const withEditors = (ids: readonly string[]) =>
  sql<string[]>`array(select distinct unnest(edited_by || ${[...ids]}::text[]))`

/** Who wrote a record since it was last returned. */
export async function editorsOf(
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

interface PutForward {
  tenantId: string
  submittedBy: string | null
  /** Everybody who wrote it, and not only the last one. */
  editedBy?: readonly string[]
}

/**
 * 422 where somebody would approve what they put forward or wrote themselves, and the firm asks for another person. Every operation of
 * `isApproval` (contract/define.ts) calls it; `did` says what the first person did.
 */
export async function requireFourEyes(
  tx: Tx,
  actorId: string,
  { tenantId, submittedBy, editedBy = [] }: PutForward,
  did = 'submitted this',
): Promise<void> {
  const isFirstPerson = submittedBy === actorId
  if (!isFirstPerson && !editedBy.includes(actorId)) return
  if (!isSecondPersonRequired(await loadFourEyes(tx, tenantId))) return
  throw rule('FOUR_EYES', `You ${isFirstPerson ? did : 'changed this'}: ${ANOTHER_ADMINISTRATOR}`)
}

export const ANOTHER_ADMINISTRATOR = 'another administrator of the firm has to approve it'

/** Where records that have no submitter of their own keep who put them forward. */
const PUT_FORWARD = {
  trustees: { column: 'assessment_recorded_by', did: 'recorded the assessment' },
  key_function_holders: { column: 'assessment_recorded_by', did: 'recorded the assessment' },
  own_risk_assessments: { column: 'sent_to_trustees_by', did: 'sent it to the trustees' },
  trustee_meetings: { column: 'held_recorded_by', did: 'recorded the meeting' },
} as const

/** The same for a record whose first person is a column of its table. */
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
  const editedBy = table === 'own_risk_assessments' ? await editorsOf(tx, table, id) : []
  await requireFourEyes(tx, actorId, { tenantId, submittedBy, editedBy }, did)
}
