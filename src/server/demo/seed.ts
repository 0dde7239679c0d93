/**
 * Creates the demo firms of `content/demo` through the operations of the API, so that their audit log is complete.
 * Never in production: the accounts of `DEMO_ACCOUNTS` exist only outside it (Spec 5.12).
 */
import { sql } from 'kysely'
import { z } from 'zod'
import { addDays, addMonthsToMonth, toLastDayOfMonth, toMonth } from '../../contract/civil-dates.ts'
import type { Role } from '../../contract/define.ts'
import { completeObligation, confirmObligations, MAX_CONFIRMED_AT_ONCE } from '../../contract/obligations.ts'
import { TenantSettings } from '../../contract/tenants.ts'
import { takePastSnapshots } from '../areas/calendar/obligations/index.ts'
import type { BulkRun, RunInBulk } from '../operation/run-as.ts'
import type { Actor } from '../pipeline/access-scope.ts'
import { SYSTEM } from '../pipeline/act-as.ts'
import { defineAudited } from '../pipeline/audit-log.ts'
import type { Pipeline } from '../pipeline/pipeline.ts'
import type { Tx } from '../platform/database.ts'
import type { Passwords } from '../platform/passwords.ts'
import { runRows } from '../platform/statements.ts'
import { searchKey } from '../platform/text-keys.ts'
import {
  type Confirmation,
  DEMO,
  type DemoFirm,
  type EarlyCompletion,
  type Part,
  readText,
} from './read-demo.ts'
import { requireId, resolveValue } from './resolve-value.ts'
import { runSteps } from './run-steps.ts'

export interface DemoAccount {
  id: string
  email: string
  name: string
  role: Role
  firm: string
  tenantId: string
}
type Account = DemoAccount & Pick<DemoFirm['accounts'][number], 'actsAs' | 'employer' | 'member'>

const toAccount = (
  { email, ...account }: Omit<DemoFirm['accounts'][number], 'actsAs'> & { actsAs?: Part[] },
  tenantId: string,
  firm: string,
): Account => ({ id: `demo${email.replace(/@.*/, '')}`, email, firm, tenantId, actsAs: [], ...account })

const ACCOUNTS: readonly Account[] = [
  toAccount(DEMO.platformAccount, 'platform', 'the platform'),
  ...DEMO.firms.flatMap(({ id, name, accounts }) => accounts.map((account) => toAccount(account, id, name))),
]
export const DEMO_ACCOUNTS: readonly DemoAccount[] = ACCOUNTS
const ACCOUNT_IDS = ACCOUNTS.map(({ id }) => id)

export interface DemoParts {
  runInBulk: RunInBulk
  pipeline: Pick<Pipeline, 'actAs' | 'runQueryAs'>
  passwords: Passwords
  password: string
  /** Removes the stored files of a firm: those that a start left which was killed while it made the demo. */
  removeFilesOf: (tenantId: string) => Promise<void>
  /** The civil day in Dublin: relative dates of the data are counted from it. */
  today: string
}

type Ids = ReadonlyMap<string, string>

/** Creates all demo firms in one transaction. If they exist, it only sets the announced password again where it differs. */
export async function seedDemo(parts: DemoParts): Promise<void> {
  const { pipeline, passwords, password, runInBulk, removeFilesOf, today } = parts
  const [rows] = await pipeline.runQueryAs(null)({
    text: 'select password_hash from app.credentials($1, false)',
    values: [DEMO.firms[0]?.accounts[0]?.email],
  })
  const storedHash = rows?.[0]?.[0]
  if (storedHash) {
    if (!(await passwords.matches(password, storedHash)))
      await setPasswords(parts, await passwords.hash(password))
    return
  }
  // One hash for all: they share the password that is printed at start. It takes a core of its own for a while.
  const hashing = passwords.hash(password)
  hashing.catch(() => {})
  const created = new Map<DemoFirm, { ids: Ids; actorFor: ActorFor }>()
  await runInBulk(async (run) => {
    const { runAs, actAsSystem, settle } = run
    const [bound, unbound] = [ACCOUNTS.filter(isBound), ACCOUNTS.filter((account) => !isBound(account))]
    await actAsSystem('demo.create', async (tx) => {
      for (const firm of DEMO.firms) await insertFirm(tx, firm)
      // After the inserts, which another instance that makes the demo would have kept waiting.
      for (const { id } of DEMO.firms) await removeFilesOf(id)
      for (const account of unbound) await insertAccount(tx, account)
      return { answer: null, changes: [buildDemoChange(DEMO.firms.map(({ id }) => id))] }
    })
    for (const firm of DEMO.firms) {
      const actorFor = createActors(firm)
      const onUpload = () =>
        actAsSystem('demo.create', async (tx) => {
          await releaseMadeFiles(tx, firm.id)
          return { answer: null, changes: [] }
        })
      created.set(firm, { actorFor, ids: await runSteps(runAs, firm, { actorFor, today, onUpload }) })
    }
    const passwordHash = await hashing
    await actAsSystem('demo.create-accounts', async (tx) => {
      for (const [firm, { ids }] of created)
        for (const account of bound.filter(({ tenantId }) => tenantId === firm.id))
          await insertAccount(tx, account, ids)
      await tx
        .updateTable('users')
        .set({ password_hash: passwordHash })
        .where('id', 'in', ACCOUNT_IDS)
        .execute()
      return { answer: null, changes: [buildDemoChange(bound.map(({ id }) => id))] }
    })
    await settle()
    for (const [{ confirmations }, { ids, actorFor }] of created)
      for (const confirmation of confirmations)
        await confirm(run, confirmation, actorFor('broker', ids), ids, today)
    for (const [{ earlyCompletions }, { ids, actorFor }] of created)
      for (const completion of earlyCompletions)
        await completeEarly(run, completion, actorFor('broker', ids), ids, today)
    await actAsSystem('demo.take-snapshots', async (tx) => {
      for (const { id } of DEMO.firms) await takePastSnapshots(tx, id, listLastDaysOfMonths(today))
      return { answer: null, changes: [] }
    })
  })
}

/** Employer accounts and member accounts are created after their employer and member. */
const isBound = ({ employer, member }: Account): boolean => employer !== undefined || member !== undefined

const auditedDemo = defineAudited('demo', z.object({ ids: z.array(z.string()) }))
const buildDemoChange = (ids: string[]) => ({
  audited: auditedDemo,
  before: null,
  after: { id: 'demo', ids },
})

async function setPasswords({ pipeline }: DemoParts, passwordHash: string): Promise<void> {
  await pipeline.actAs(SYSTEM, 'demo.set-passwords', async (tx) => {
    await tx
      .updateTable('users')
      .set({ password_hash: passwordHash, session_version: sql`session_version + 1` })
      .where('id', 'in', ACCOUNT_IDS)
      .execute()
    return { answer: null, changes: [buildDemoChange(ACCOUNT_IDS)] }
  })
}

async function insertFirm(tx: Tx, { id, name, cbiReference, enquiryEmail }: DemoFirm): Promise<void> {
  await tx
    .insertInto('tenants')
    .values({
      id,
      name,
      search_key: searchKey(name),
      cbi_reference: cbiReference,
      enquiry_email: enquiryEmail,
      // The accounts of the demo sign in with the password alone.
      settings: JSON.stringify(TenantSettings.parse({ secondFactorRequiredFor: [] })),
    })
    .execute()
}

/** Without a password, so that sign-in is not possible until it is set. */
async function insertAccount(
  tx: Tx,
  { id, email, name, role, tenantId, employer, member }: Account,
  ids: Ids = new Map(),
): Promise<void> {
  await tx
    .insertInto('users')
    .values({
      id,
      tenant_id: tenantId,
      email,
      name,
      search_key: searchKey(name),
      role,
      status: 'ACTIVE',
      is_development: true,
      employer_id: employer && requireId(employer, ids),
      member_id: member && requireId(member, ids),
    })
    .execute()
}

type ActorFor = (part: Part, ids: Ids) => Actor

/** The same object for each command of an account: audit entries of one actor are written together. */
function createActors({ id: tenantId, accounts }: DemoFirm): ActorFor {
  const actors = new Map<string, Actor>()
  return (part, ids) => {
    const account = accounts.find(({ actsAs }) => actsAs.includes(part))
    if (!account) throw new Error(`No account of ${tenantId} acts as ${part}`)
    const { email, role, employer } = account
    const actor = actors.get(email) ?? {
      id: toAccount(account, tenantId, '').id,
      role,
      tenantId,
      employerId: employer ? requireId(employer, ids) : null,
      memberId: null,
    }
    actors.set(email, actor)
    return actor
  }
}

/** The service made these files itself: they need no scan, and the next step may sign or file them. */
async function releaseMadeFiles(tx: Tx, tenantId: string): Promise<void> {
  await tx
    .updateTable('document_versions')
    .set({ av_scan: 'NOT_SCANNED' })
    .where('tenant_id', '=', tenantId)
    .where('av_scan', '=', 'PENDING')
    .execute()
  await tx
    .updateTable('documents')
    .set({ status: 'DRAFT' })
    .where('tenant_id', '=', tenantId)
    .where('status', '=', 'UPLOADED')
    .execute()
}

const MONTHS_OF_HISTORY = 11
const listLastDaysOfMonths = (today: string): string[] =>
  Array.from({ length: MONTHS_OF_HISTORY }, (_, ago) =>
    toLastDayOfMonth(addMonthsToMonth(toMonth(today), ago - MONTHS_OF_HISTORY)),
  )

/** Rounds of a series: an answer can bring the next round, which fell due before the scheme was added too. */
const MAX_ROUNDS = 12

async function confirm(
  { runAs, actAsSystem, settle }: BulkRun,
  { schemes, rules, rulesLeft, answer, completedOn }: Confirmation,
  broker: Actor,
  ids: Ids,
  today: string,
): Promise<void> {
  const schemeIds = schemes?.map((scheme) => requireId(scheme, ids))
  const day = resolveValue(completedOn, { today, ids, readText }) as string | undefined
  for (let round = 0; round < MAX_ROUNDS; round++) {
    let found: { id: string; dueOn: string }[] = []
    await actAsSystem('demo.find-obligations', async (tx) => {
      found = await runRows(
        tx,
        `select o.id, o.due_on as "dueOn" from obligations o
          where o.tenant_id = $1 and o.state = 'TO_CONFIRM' and ($2::text[] is null or o.scheme_id = any($2))
            and ($3::text[] is null or o.rule_id = any($3))
            and o.rule_id <> all($4) order by o.due_on, o.id`,
        [broker.tenantId, schemeIds ?? null, rules ?? null, rulesLeft],
      )
      return { answer: null, changes: [] }
    })
    if (found.length === 0) return
    const groups =
      answer === 'DONE' ? Map.groupBy(found, ({ dueOn }) => day ?? dueOn) : [[null, found] as const]
    for (const [on, group] of groups)
      for (let from = 0; from < group.length; from += MAX_CONFIRMED_AT_ONCE)
        await runAs(broker, confirmObligations, {
          ids: group.slice(from, from + MAX_CONFIRMED_AT_ONCE).map(({ id }) => id),
          answer,
          completedOn: on,
        })
    await settle()
    if (answer === 'NOT_DONE') return
  }
}

async function completeEarly(
  { runAs, actAsSystem, settle }: BulkRun,
  { schemes, rulesLeft, dueUntil, daysBeforeDue, note }: EarlyCompletion,
  broker: Actor,
  ids: Ids,
  today: string,
): Promise<void> {
  const schemeIds = schemes.map((scheme) => requireId(scheme, ids))
  const last = resolveValue(dueUntil, { today, ids, readText }) as string
  let found: { id: string; dueOn: string }[] = []
  await actAsSystem('demo.find-obligations', async (tx) => {
    found = await runRows(
      tx,
      `select o.id, o.due_on as "dueOn" from obligations o
        where o.tenant_id = $1 and o.state = 'OPEN' and o.scheme_id = any($2) and o.rule_id <> all($3)
          and o.due_on between $4::date and $5::date order by o.due_on, o.id`,
      [broker.tenantId, schemeIds, rulesLeft, today, last],
    )
    return { answer: null, changes: [] }
  })
  for (const { id, dueOn } of found) {
    const early = addDays(dueOn, -daysBeforeDue)
    await runAs(broker, completeObligation, { id, note, completedOn: early < today ? early : today })
  }
  await settle()
}
