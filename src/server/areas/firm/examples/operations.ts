/** Loads the example of a firm and removes it. Its records are created by the commands of the API, in the transaction of the request. */
import { sql } from 'kysely'
import { z } from 'zod'
import * as contract from '../../../../contract/examples.ts'
import type { RunAs, RunWithin } from '../../../operation/run-as.ts'
import type { Actor } from '../../../pipeline/access-scope.ts'
import { SYSTEM } from '../../../pipeline/act-as.ts'
import { type Change, defineAudited } from '../../../pipeline/audit-log.ts'
import { defineCommand, defineQuery, type Operation } from '../../../pipeline/define-operation.ts'
import { createBusinessRuleRefusal, createRoleRefusal } from '../../../pipeline/refusal.ts'
import type { ReadDb, Tx } from '../../../platform/database.ts'
import { RESOURCES } from '../../../platform/resources.ts'
import { employers } from '../../schemes/employers/index.ts'
import { schemes } from '../../schemes/schemes/index.ts'

export interface ExampleDependencies {
  runWithin: RunWithin
  /** Creates the records as two persons, and returns the ids of the employer and its scheme. */
  createRecords: (
    runAs: RunAs,
    actors: { broker: Actor; approver: Actor },
  ) => Promise<{ employerId: string; schemeId: string }>
}

const auditedExample = defineAudited('example', z.object({ schemeId: z.string().nullable() }))

const getExample = defineQuery({
  contract: contract.getExample,
  owner: 'in-scope',
  handle: ({ db, actor }) => loadState(db, actor.tenantId),
})

const loadExample = ({ runWithin, createRecords }: ExampleDependencies): Operation =>
  defineCommand({
    contract: contract.loadExample,
    owner: (_input, find, actor) => find.self(actor),
    async handle({ tx, actor, afterCommit }) {
      const { tenantId } = actor
      await requireFirm(tx, actor)
      if ((await loadState(tx, tenantId)).loadedAt !== null)
        throw createBusinessRuleRefusal(
          'EXAMPLE_LOADED',
          'The firm has an example: remove it before you load it again',
        )
      // The service puts the records forward and the administrator approves them, so that four eyes are kept in every firm.
      const broker: Actor = { ...SYSTEM, role: 'BrokerUser', tenantId }
      const { result, changes } = await runWithin({ tx, actor, afterCommit }, (runAs) =>
        createRecords(runAs, { broker, approver: actor }),
      )
      const { employerId, schemeId } = result
      await tx.updateTable('employers').set({ is_example: true }).where('id', '=', employerId).execute()
      const labelled: Record<string, Record<string, unknown>> = {
        [employerId]: await employers.require(tx, employerId),
        [schemeId]: await schemes.require(tx, schemeId),
      }
      return {
        answer: await loadState(tx, tenantId),
        changes: [
          { audited: auditedExample, before: null, after: { id: tenantId, schemeId } },
          ...changes.map((change) => ({ ...change, after: labelled[change.entityId ?? ''] ?? change.after })),
        ],
      }
    },
  })

const removeExample = defineCommand({
  contract: contract.removeExample,
  owner: (_input, find, actor) => find.self(actor),
  async handle({ tx, actor }) {
    const { tenantId } = actor
    await requireFirm(tx, actor)
    const before = await loadState(tx, tenantId)
    if (before.loadedAt === null) throw createBusinessRuleRefusal('NO_EXAMPLE', 'The firm has no example')
    const computed = await listComputedObligations(tx, tenantId)
    const { rows } = await sql<{ deleted: Record<string, string[]> | null }>`
      select app.delete_example(${tenantId}) as deleted`.execute(tx)
    const deleted = rows[0]?.deleted
    if (!deleted)
      throw createBusinessRuleRefusal(
        'EXAMPLE_IN_USE',
        'The example cannot be removed: a record of another scheme or employer refers to it. Remove that reference first',
      )
    return {
      answer: await loadState(tx, tenantId),
      changes: [
        {
          audited: auditedExample,
          before: { id: tenantId, schemeId: before.schemeId },
          after: null,
        },
        ...listRemovals(deleted, computed),
      ],
    }
  },
})

export const createExampleOperations = (dependencies: ExampleDependencies): Operation[] => [
  getExample,
  loadExample(dependencies),
  removeExample,
]

/** The platform is no firm. Two requests of one firm wait for each other. */
async function requireFirm(tx: Tx, { role, tenantId }: Actor): Promise<void> {
  if (role === 'SuperAdmin') throw createRoleRefusal()
  await sql`select app.hold_firm(${tenantId})`.execute(tx)
}

/** The entry of a deleted record names the deletion only; its earlier entries have its fields. */
const KINDS = Object.entries(RESOURCES).map(([kind, { table }]) => ({
  table,
  audited: defineAudited(kind, z.object({})),
}))

const listRemovals = (deleted: Record<string, string[]>, computed: ReadonlySet<string>): Change[] =>
  KINDS.flatMap(({ table, audited }) =>
    (deleted[table] ?? [])
      .filter((id) => !computed.has(id))
      .map((id): Change => ({ audited, before: { id }, after: null })),
  )

/** Obligations that no person created, confirmed or assigned have no entries: the service computes them. */
async function listComputedObligations(tx: Tx, tenantId: string): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select o.id from obligations o
      join schemes s on s.tenant_id = o.tenant_id and s.id = o.scheme_id
      join employers e on e.tenant_id = s.tenant_id and e.id = s.employer_id and e.is_example
     where o.tenant_id = ${tenantId} and not o.is_by_hand and o.confirmation is null and o.assignee_id is null`.execute(
    tx,
  )
  return new Set(rows.map(({ id }) => id))
}

async function loadState(db: ReadDb | Tx, tenantId: string): Promise<contract.Example> {
  const { rows } = await sql<{ state: contract.Example }>`
    select json_build_object('loadedAt', app.instant(min(e.created_at)),
        'schemeId', (select s.id from schemes s join employers x on x.tenant_id = s.tenant_id and x.id = s.employer_id
          where s.tenant_id = ${tenantId} and x.is_example order by s.created_at, s.id limit 1),
        'employers', count(*),
        'schemes', (select count(*) from schemes s join employers x on x.tenant_id = s.tenant_id and x.id = s.employer_id
          where s.tenant_id = ${tenantId} and x.is_example),
        'members', (select count(*) from members m join employers x on x.tenant_id = m.tenant_id and x.id = m.employer_id
          where m.tenant_id = ${tenantId} and x.is_example)) as state
      from employers e where e.tenant_id = ${tenantId} and e.is_example`.execute(db)
  const [row] = rows
  if (!row) throw new Error('An aggregate has one row')
  return row.state
}
