/**
 * The law. What happens between a parsed request and its answer, for every operation:
 * session against the user's row -> owner (404, 403) -> version (409) -> act -> record -> commit -> tell.
 * The gates before it (token, limits, CSRF, role, schema) are in mount.ts, in the order of docs/decisions/0003.
 */
import { setImmediate as letOthersRun } from 'node:timers/promises'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Contract } from '../../contract/define.ts'
import type { Rows, Statement } from '../platform/batch.ts'
import type { Database, Tx } from '../platform/database.ts'
import { requireOwner, runStatement, selectOwner } from './owners.ts'
import {
  type Change,
  type Changed,
  type Emit,
  find,
  type KnownDevice,
  type Operation,
  type SessionChange,
  type Streamed,
} from './perform.ts'
import { type Actor, getAccessScope, type InBookkeepingTransaction } from './reach.ts'
import { appendAuditEntries, buildStates, type Entry, type Origin } from './record.ts'
import { conflict, notFound, sessionEnded, stale, toProblem } from './refusal.ts'
import type { Upload } from './upload.ts'

/** The caller as the signed token names them; the session version is checked against the row. */
export interface AuthenticatedUser extends Actor {
  sessionVersion: number
  /** Names the session, so that it alone can be ended; absent where the program itself acts. */
  sessionId?: string
}

export interface Call {
  input: unknown
  origin: Origin
  /** The version the caller believes to be current. */
  ifMatch: number | null
  /** Present on commands that create: the key and a keyed hash of the body. */
  idempotency: { key: string; fingerprint: string } | null
  /** The browser, where an account signed in on it before. */
  device?: KnownDevice | null
  /** The file of a multipart body. */
  upload?: Upload<unknown>
  /** Where the caller reads along. */
  tell?: Emit
}

export interface Answered {
  status: number
  body: string | Streamed | null
  version?: number
  location?: string
  replayed?: boolean
  session?: SessionChange
}

export interface PipelineOptions {
  database: Database
  /** In production development accounts do not exist, whatever is in the database (Spec 5.12). */
  refuseDevelopmentAccounts: boolean
  /** Today in Dublin; each transaction is told (app.today). */
  today: () => string
  onAfterCommitFailure: (operation: string, error: unknown) => void
  /**
   * Brings what is computed from records in line with what a command changed, in its transaction and with the reach of the
   * firm. What it writes is no record of its own: the entries of the change tell of it.
   */
  derive: (tx: Tx, tenantId: string, changes: readonly Change[]) => Promise<void>
}

/** Jobs act as this account of the platform itself. */
export const SYSTEM: Actor = {
  id: 'system',
  role: 'SuperAdmin',
  tenantId: 'platform',
  employerId: null,
  memberId: null,
}

/** Ends a transaction whose statements were wanted and whose changes were not. */
class RolledBack extends Error {}

const toNobody: Emit = () => {}
const BECOME_APPLICATION: Statement = { text: "select set_config('role', 'pcs_app', true)", values: [] }
/** A person who signs in waits for an import that is appending its audit entries, which takes a second or two. */
const BECOME_APPLICATION_FOR_ACCOUNT: Statement = {
  text: "select set_config('role', 'pcs_app', true), set_config('lock_timeout', '4s', true)",
  values: [],
}
const REACH_OF_THE_FIRM: Statement = {
  text: "select set_config('app.scope', 'tenant', true)",
  values: [],
}
/** What follows from the records of a firm is computed by one transaction after the other. */
const holdFirm = (tenantId: string, role: Actor['role']): Statement => ({
  text:
    role === 'SuperAdmin'
      ? 'select app.hold_firm($1)'
      : "select app.hold_firm($1), set_config('app.scope', 'tenant', true)",
  values: [tenantId],
})
const isOne = (contract: Contract): boolean =>
  contract.output instanceof z.ZodObject && 'version' in contract.output.shape

export function createPipeline({
  database,
  refuseDevelopmentAccounts,
  today,
  onAfterCommitFailure,
  derive,
}: PipelineOptions) {
  /** Becomes the application's role, reading only unless said, and checks the session against the user's row. */
  const enter = (
    { id, sessionVersion, sessionId }: AuthenticatedUser,
    mode: 'reading' | 'writing' = 'reading',
  ): Statement => ({
    text: `select set_config('role', 'pcs_app', true) as role,
  set_config('transaction_read_only', '${mode === 'reading' ? 'on' : 'off'}', true) as mode,
  app.enter($1, $2::int, $3, $4::boolean) as firm,
  set_config('app.today', $5, true) as today`,
    values: [id, sessionVersion, sessionId ?? null, refuseDevelopmentAccounts, today()],
  })
  /** The status of the caller's firm, or a 401. */
  const requireEntered = (rows: Rows | undefined): string => {
    const firm = rows?.[0]?.[2]
    if (!firm) throw sessionEnded()
    return firm
  }

  /** Is this session still good? Asked when a gate refuses before the work would have asked. */
  async function isLive(claimant: AuthenticatedUser): Promise<boolean> {
    const [rows] = await database.batch([enter(claimant)])
    return Boolean(rows?.[0]?.[2])
  }

  const askAs =
    (claimant: AuthenticatedUser | null) =>
    async (...statements: Statement[]): Promise<Rows[]> => {
      const [first, ...rest] = await database.batch([
        claimant ? enter(claimant) : BECOME_APPLICATION,
        ...statements,
      ])
      if (claimant) requireEntered(first)
      return rest
    }

  async function query(
    operation: Operation & { style: 'statement' | 'handled' | 'walked' },
    claimant: AuthenticatedUser,
    input: never,
  ): Promise<Answered> {
    const { contract } = operation
    const reach = getAccessScope(claimant)
    const ref = operation.owner === 'within' ? null : operation.owner(input, find, claimant)
    if (operation.style === 'statement') {
      const select = operation.select(input, reach, claimant)
      const asked = ref && 'kind' in ref
      const [entered, ...rest] = await database.batch([
        enter(claimant),
        ...(asked ? [selectOwner(ref)] : []),
        select,
      ])
      requireEntered(entered)
      const owned = ref && requireOwner(claimant, ref, asked ? rest[0] : undefined)
      const rows = rest.at(-1) ?? []
      const body = operation.body ? operation.body(rows, input, reach, claimant) : rows[0]?.[0]
      if (!body) throw operation.unseen?.() ?? notFound()
      return { status: 200, body, ...(owned?.version && isOne(contract) ? { version: owned.version } : {}) }
    }
    if (operation.style === 'walked') {
      const asked = ref && 'kind' in ref
      const [entered, owner] = await database.batch([enter(claimant), ...(asked ? [selectOwner(ref)] : [])])
      requireEntered(entered)
      if (ref) requireOwner(claimant, ref, owner)
      const answer = await operation.walk({ input, actor: claimant, ask: askAs(claimant) })
      return {
        status: 200,
        body: isStreamed(answer) ? answer : JSON.stringify(contract.output.parse(answer)),
      }
    }
    const answer = await database.read(async (db) => {
      requireEntered(await runStatement(db, enter(claimant)))
      if (ref)
        requireOwner(claimant, ref, 'kind' in ref ? await runStatement(db, selectOwner(ref)) : undefined)
      return operation.handle({ input, db, actor: claimant, reach })
    })
    return { status: 200, body: JSON.stringify(contract.output.parse(answer)) }
  }

  async function command(
    operation: Operation & { style: 'command' },
    claimant: AuthenticatedUser,
    input: never,
    call: Call,
  ): Promise<Answered> {
    const { contract } = operation
    const upload = (call.upload ?? null) as never
    // Before work that a repeat must not do again, such as a question to a model provider.
    const answeredBefore =
      call.idempotency && operation.prepare
        ? replayed(await askAs(claimant)(keptAnswerOf(claimant, call.idempotency.key)), call.idempotency)
        : null
    if (answeredBefore) return answeredBefore
    const prepared = await operation.prepare?.({
      input,
      actor: claimant,
      ask: askAs(claimant),
      upload,
      tell: call.tell ?? toNobody,
      note: noteAs(claimant),
    })
    const later: (() => Promise<void>)[] = []
    const answered = await database.write(async (tx): Promise<Answered> => {
      const firm = requireEntered(await runStatement(tx, enter(claimant, 'writing')))
      if (firm === 'CLOSED' && claimant.role !== 'SuperAdmin' && !worksInClosedFirms(contract)) {
        throw conflict('This firm is closed: its records can be read and not changed', {
          code: 'FIRM_CLOSED',
        })
      }
      const replay = call.idempotency && (await claimKey(tx, claimant, call.idempotency))
      if (replay) return replay
      const ref = operation.owner(input, find, claimant)
      const owned = requireOwner(
        claimant,
        ref,
        'kind' in ref ? await runStatement(tx, selectOwner(ref)) : undefined,
      )
      // A create names its parent, whose version is nobody's business.
      const expected = contract.status === 201 ? null : call.ifMatch
      requireVersion(expected, owned.version)
      const changed = await operation.handle({
        input,
        tx,
        actor: claimant,
        sessionId: claimant.sessionId ?? null,
        prepared,
        upload,
        afterCommit: (work) => later.push(work),
      })
      // Again, for who committed between the look-up of the owner and the handler's own read.
      requireVersion(expected, changed.changes[0]?.before?.version)
      const done = answeredBy(contract, changed)
      if (call.idempotency) await keepAnswer(tx, claimant, call.idempotency.key, done)
      await deriveFor(tx, contract, claimant, owned.tenantId, changed.changes)
      // Last, because everybody in the firm who signs in or changes something waits for the end of its chain.
      await recordAll(tx, contract, owned.tenantId, changed, call.origin)
      return done
    }, claimant.tenantId)
    tell(contract, later)
    return answered
  }

  /** Near the end of a transaction: what follows has the scope of the firm for every caller. */
  async function deriveFor(
    tx: Tx,
    contract: Contract,
    { role }: Actor,
    tenantId: string,
    changes: readonly Change[],
  ): Promise<void> {
    // A session is no fact that anything is computed from, and must not wait for who holds the firm.
    if (changes.length === 0 || isOfSession(contract)) return
    await runStatement(tx, holdFirm(tenantId, role))
    await derive(tx, tenantId, changes)
  }

  const noteAs =
    (claimant: AuthenticatedUser): InBookkeepingTransaction =>
    (work) =>
      database.write(async (tx) => {
        requireEntered(await runStatement(tx, enter(claimant, 'writing')))
        return work(tx)
      }, claimant.tenantId)

  async function accountCommand(
    operation: Operation & { style: 'account' },
    input: never,
    call: Call,
  ): Promise<Answered> {
    const { contract } = operation
    const upload = (call.upload ?? null) as never
    const prepared = await operation.prepare?.({
      input,
      ask: askAs(null),
      origin: call.origin,
      device: call.device ?? null,
      upload,
    })
    const later: (() => Promise<void>)[] = []
    const answered = await database.write(async (tx) => {
      await runStatement(tx, BECOME_APPLICATION_FOR_ACCOUNT)
      let account: Actor | null = null
      const changed = await operation.handle({
        input,
        tx,
        prepared,
        origin: call.origin,
        afterCommit: (work) => later.push(work),
        actAs: async (actor) => {
          account = actor
          await setReach(tx, actor, today())
        },
      })
      if (changed.changes.length > 0) {
        if (!account) throw new Error(`${contract.name} changed something without naming an account`)
        await recordAll(tx, contract, (account as Actor).tenantId, changed, call.origin)
      }
      return answeredBy(contract, changed)
    }, accountGroup(prepared))
    tell(contract, later)
    return answered
  }

  /** Work that no request waits for, as a named account: its own transaction, recorded like any other. */
  async function actAs<T>(
    account: Actor,
    action: string,
    work: (tx: Tx) => Promise<Changed<T>>,
    origin: Origin = { ipAddress: null, userAgent: null },
    { isKept = true }: { isKept?: boolean } = {},
  ): Promise<T> {
    let answer: T | undefined
    try {
      await database.write(
        async (tx) => {
          await setReach(tx, account, today())
          const changed = await work(tx)
          await recordAll(tx, { name: action }, account.tenantId, changed, origin)
          answer = changed.answer
          if (!isKept) throw new RolledBack()
        },
        account.tenantId === SYSTEM.tenantId ? undefined : account.tenantId,
      )
    } catch (error) {
      if (!(error instanceof RolledBack)) throw error
    }
    return answer as T
  }

  /** The platform's own work in one firm: it reaches that firm, and no other. */
  const actIn = <T>(
    tenantId: string,
    action: string,
    work: (tx: Tx) => Promise<Changed<T>>,
    origin?: Origin,
  ): Promise<T> =>
    actAs(
      { ...SYSTEM, tenantId },
      action,
      async (tx) => {
        await runStatement(tx, REACH_OF_THE_FIRM)
        return work(tx)
      },
      origin,
    )

  function tell({ name }: Contract, later: (() => Promise<void>)[]): void {
    for (const work of later) {
      setImmediate(() => work().catch((error: unknown) => onAfterCommitFailure(name, error)))
    }
  }

  return { query, command, accountCommand, actAs, actIn, isLive, askAs, noteAs }
}
export type Pipeline = ReturnType<typeof createPipeline>

/** Sign-ins of a firm have places of their own, so that its imports do not keep its people out. */
function accountGroup(prepared: unknown): string | undefined {
  const { tenantId } = (prepared ?? {}) as { tenantId?: unknown }
  return typeof tenantId === 'string' ? `accounts of ${tenantId}` : undefined
}

/** A closed firm is read-only: its people still manage their own sessions, and a reveal reads. */
const worksInClosedFirms = (contract: Contract): boolean =>
  isOfSession(contract) || contract.name === 'member.reveal-pps'

const isOfSession = ({ name }: Contract): boolean => name.startsWith('auth.')

function requireVersion(expected: number | null, current: unknown): void {
  if (expected !== null && typeof current === 'number' && current !== expected) throw stale(current)
}

/** Becomes the application's role with the reach of this actor, whose account is not asked for. */
export async function setReach(tx: Tx, actor: Actor, today: string): Promise<void> {
  await runStatement(tx, {
    text: `select set_config('role', 'pcs_app', true), set_config('app.scope', $1, true), set_config('app.tenant', $2, true), set_config('app.employer', $3, true),
                  set_config('app.member', $4, true), set_config('app.user', $5, true), set_config('app.role', $6, true),
                  set_config('app.today', $7, true)`,
    values: [
      getAccessScope(actor).scope,
      actor.tenantId,
      actor.employerId ?? '',
      actor.memberId ?? '',
      actor.id,
      actor.role,
      today,
    ],
  })
}

/** As the platform, reaching this firm and no other. */
export async function enterFirm(tx: Tx, tenantId: string, today: string): Promise<void> {
  await setReach(tx, { ...SYSTEM, tenantId }, today)
  await runStatement(tx, REACH_OF_THE_FIRM)
}

/** An import changes thousands of records: the loop is let go after so many snapshots. */
const ENTERED_AT_ONCE = 100

async function recordAll(
  tx: Tx,
  { name }: Pick<Contract, 'name'>,
  tenantId: string,
  { changes }: Changed<unknown>,
  origin: Origin,
): Promise<void> {
  const entries: Entry[] = []
  for (const change of changes) {
    if (entries.length % ENTERED_AT_ONCE === ENTERED_AT_ONCE - 1) await letOthersRun()
    entries.push(buildAuditEntry(change, name, tenantId))
  }
  await appendAuditEntries(tx, entries, origin)
}

export function buildAuditEntry(change: Change, name: string, tenantId: string): Entry {
  const { audited, before, after } = change
  return {
    tenantId: change.tenantId ?? tenantId,
    action: change.action ?? name,
    entityType: audited.entityType,
    entityId: change.entityId ?? String((after ?? before)?.id),
    ...buildStates(audited, before, after, change.note),
  }
}

function answeredBy(
  { output, status, route }: Contract,
  { answer, session, location, status: given, refusal }: Changed<unknown>,
): Answered {
  if (refusal) return { status: refusal.status, body: JSON.stringify(toProblem(refusal)) }
  const record = answer as { id?: string; version?: number } | null
  const created = status === 201 && given === undefined && record?.id
  return {
    status: given ?? status ?? 200,
    body: status === 204 ? null : JSON.stringify(output.parse(answer)),
    ...(record?.version === undefined ? {} : { version: record.version }),
    ...(created ? { location: location ?? `${route.split(' ')[1]}/${record.id}` } : {}),
    ...(session ? { session } : {}),
  }
}

interface KeptAnswer {
  fingerprint: string
  status: number | null
  answer: string | null
  location: string | null
  etag: string | null
}

const keptAnswerOf = ({ tenantId, id }: Actor, key: string): Statement => ({
  text: `select fingerprint, status, answer, location, etag from idempotency_keys
    where tenant_id = $1 and user_id = $2 and key = $3 and created_at >= clock_timestamp() - interval '24 hours'`,
  values: [tenantId, id, key],
})

function replayed([rows = []]: Rows[], { fingerprint }: { fingerprint: string }): Answered | null {
  const [kept] = rows
  if (!kept) return null
  const [known, status, answer = null, location = null, etag = null] = kept
  return replayOf({ fingerprint: known ?? '', status: Number(status), answer, location, etag }, fingerprint)
}

function replayOf(kept: KeptAnswer, fingerprint: string): Answered {
  if (kept.fingerprint !== fingerprint) {
    throw conflict('This Idempotency-Key was used for another request', { code: 'IDEMPOTENCY_KEY_REUSED' })
  }
  return {
    status: kept.status ?? 200,
    body: kept.answer,
    replayed: true,
    ...(kept.location ? { location: kept.location } : {}),
    ...(kept.etag ? { version: Number(kept.etag) } : {}),
  }
}

/** The first answer again for the same body, 409 for another; null when the key is new and now ours. */
async function claimKey(
  tx: Tx,
  actor: Actor,
  { key, fingerprint }: { key: string; fingerprint: string },
): Promise<Answered | null> {
  const claimed = await tx
    .insertInto('idempotency_keys')
    .values({ tenant_id: actor.tenantId, user_id: actor.id, key, fingerprint })
    .onConflict((clash) =>
      clash
        .columns(['tenant_id', 'user_id', 'key'])
        .doUpdateSet({
          fingerprint,
          status: null,
          answer: null,
          location: null,
          etag: null,
          created_at: sql`clock_timestamp()`,
        })
        .where('idempotency_keys.created_at', '<', sql<Date>`clock_timestamp() - interval '24 hours'`),
    )
    .executeTakeFirst()
  if (claimed.numInsertedOrUpdatedRows) return null
  const kept = await tx
    .selectFrom('idempotency_keys')
    .select(['fingerprint', 'status', 'answer', 'location', 'etag'])
    .where('tenant_id', '=', actor.tenantId)
    .where('user_id', '=', actor.id)
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  return replayOf(kept, fingerprint)
}

async function keepAnswer(tx: Tx, actor: Actor, key: string, answered: Answered): Promise<void> {
  await tx
    .updateTable('idempotency_keys')
    .set({
      status: answered.status,
      answer: answered.body as string | null,
      location: answered.location ?? null,
      etag: answered.version === undefined ? null : String(answered.version),
    })
    .where('tenant_id', '=', actor.tenantId)
    .where('user_id', '=', actor.id)
    .where('key', '=', key)
    .execute()
}

const isStreamed = (answer: unknown): answer is Streamed =>
  typeof answer === 'object' && answer !== null && 'content' in answer && 'contentType' in answer
