/**
 * Request pipeline: runs every operation between validation and response. Session against the user's row, owner (404, 403), version (409),
 * handler, recalculation, audit entries, commit, work after the commit. Earlier checks (token, limits, CSRF, role, schema) are in mount.ts
 * and http/gate.ts, in the order of docs/decisions/0003.
 */
import { z } from 'zod'
import type { Contract } from '../../contract/define.ts'
import type { Rows, Statement } from '../platform/batch.ts'
import type { Database, Tx } from '../platform/database.ts'
import { runStatement } from '../platform/statements.ts'
import type { TransactionEnds } from '../platform/transaction.ts'
import { type Actor, getAccessScope, type InBookkeepingTransaction } from './access-scope.ts'
import { createActAs, setAccessScope } from './act-as.ts'
import type { DeriveEvent, Origin } from './audit-log.ts'
import { auditChanges, type Change } from './audit-log.ts'
import type { Upload } from './define-operation.ts'
import {
  type Answered,
  type Changed,
  type Emit,
  find,
  type KnownDevice,
  type Operation,
  type OwnerRef,
  type RunQuery,
  type SessionMarks,
  type Streamed,
} from './define-operation.ts'
import { requireOwner, selectOwner } from './owners.ts'
import {
  createConflictRefusal,
  createFactorRefusal,
  createNotFoundRefusal,
  createScopeRefusal,
  createSessionEndedRefusal,
  createStaleVersionRefusal,
  toRefusalBody,
} from './refusal.ts'

/** The caller named in the signed token; the session version is checked against the row. */
export interface AuthenticatedUser extends Actor, SessionMarks {
  sessionVersion: number
  /** Identifies the session, so that it alone can be ended; absent if the service itself acts. */
  sessionId?: string
  /** The API key that the request was sent with, instead of a session. */
  apiKeyId?: string
  /** The operation is allowed without the second factor that the firm requires. */
  mayLackFactor?: boolean
}

export interface Call {
  input: unknown
  origin: Origin
  /** The version the caller believes to be current. */
  ifMatch: number | null
  /** Present on commands that create: the key and a keyed hash of the body. */
  idempotency: IdempotencyKey | null
  /** The browser, if an account signed in on it before. */
  device?: KnownDevice | null
  /** Of the cookie of a sign-in that waits for the second step. */
  pendingToken?: string | null
  /** Of the cookie of a single sign-on that waits for the response of the provider. */
  redirectState?: string | null
  /** The file of a multipart body. */
  upload?: Upload<unknown>
  /** Set if the caller accepts a stream. */
  emit?: Emit
}

interface IdempotencyKey {
  key: string
  fingerprint: string
}
/** Answers stored under a key; `find` and `claim` refuse the key of another body (409). */
export interface IdempotencyKeys {
  find(runQuery: RunQuery, actor: Actor, key: IdempotencyKey): Promise<Answered | null>
  /** The stored answer; null if the key is new and now claimed. */
  claim(tx: Tx, actor: Actor, key: IdempotencyKey): Promise<Answered | null>
  store(tx: Tx, actor: Actor, key: IdempotencyKey, answered: Answered): Promise<void>
}

export interface PipelineOptions {
  database: Database
  /** In production development accounts do not exist, even if the database has them (Spec 5.12). */
  refuseDevelopmentAccounts: boolean
  /** Today in Dublin; each transaction receives it as app.today. */
  today: () => string
  onAfterCommitFailure: (operation: string, error: unknown) => void
  idempotencyKeys: IdempotencyKeys
  deriveEvent: DeriveEvent
  /**
   * Updates records computed from what a command changed, in its transaction and with the scope of the firm. It writes no audit entries:
   * those of the change cover it. It calls `hold` before it reads, if there is something to compute. What it returns is started after the
   * commit.
   */
  derive: (
    tx: Tx,
    tenantId: string,
    changes: readonly Change[],
    hold: () => Promise<void>,
  ) => Promise<(() => Promise<void>) | null>
}

const discardEvent: Emit = () => {}
const BECOME_APPLICATION: Statement = { text: "select set_config('role', 'pcs_app', true)", values: [] }
/** A sign-in waits for an import that is inserting its audit entries: half a second for 20,000 on an idle server. */
const BECOME_APPLICATION_FOR_ACCOUNT: Statement = {
  text: "select set_config('role', 'pcs_app', true), set_config('lock_timeout', '4s', true)",
  values: [],
}
/** Serialises the transactions that compute derived records of a firm. */
const buildLockFirmStatement = (tenantId: string, role: Actor['role']): Statement => ({
  text:
    role === 'SuperAdmin'
      ? 'select app.hold_firm($1)'
      : "select app.hold_firm($1), set_config('app.scope', 'tenant', true), set_config('app.schemes', '', true), set_config('app.capability', '', true)",
  values: [tenantId],
})
const isOne = (contract: Contract): boolean =>
  contract.output instanceof z.ZodObject && 'version' in contract.output.shape

/** The function that checks the caller and sets the scope: of an API key, a grant or the account itself. */
function selectEnterFunction({ apiKeyId, grant, mayLackFactor = false }: AuthenticatedUser): string {
  if (apiKeyId) return 'app.enter_with_key($1, $2::int, $3, $5::text::date, $4::boolean)'
  return grant
    ? 'app.enter_with_grant($1, $2::int, $3, $6, $5::text::date, $4::boolean)'
    : `app.enter($1, $2::int, $3, $4::boolean, p_may_lack_factor => ${mayLackFactor})`
}

/**
 * The status of the caller's firm; 401 if the session has ended, 403 if the user must set up a second factor first. Also 401 if the token names
 * another role, firm, employer or member than the row: a session that was renewed while an administrator changed them has the new version.
 */
const requireEntered = (user: AuthenticatedUser, rows: Rows | undefined): string => {
  const [, , firm, scope] = rows?.[0] ?? []
  if (firm === 'SECOND_FACTOR_REQUIRED') throw createFactorRefusal()
  if (!firm || scope !== getScopeOfToken(user)) throw createSessionEndedRefusal()
  return firm
}

/** As SCOPE_OF_ROW gives it: the role of a grant is its capability. */
const getScopeOfToken = ({ grant, role, tenantId, employerId, memberId }: AuthenticatedUser): string =>
  [(grant?.capability ?? role).toUpperCase(), tenantId, employerId ?? '', memberId ?? ''].join(' ')
const SCOPE_OF_ROW = `concat_ws(' ', upper(current_setting('app.role', true)), ${['tenant', 'employer', 'member'].map((name) => `current_setting('app.${name}', true)`).join(', ')})`

const restrictToOperation = (
  user: AuthenticatedUser,
  { isAllowedWithoutFactor }: Contract,
): AuthenticatedUser => (isAllowedWithoutFactor ? { ...user, mayLackFactor: true } : user)

/** Checks sessions against the user's row, and reads in separate round trips. */
function createSessionAccess({ database, refuseDevelopmentAccounts, today }: PipelineOptions) {
  /** Switches to the application's role, read-only by default, and checks the session against the user's row. */
  const enter = (user: AuthenticatedUser, mode: 'reading' | 'writing' = 'reading'): Statement => ({
    text: `select set_config('role', 'pcs_app', true) as role,
  set_config('transaction_read_only', '${mode === 'reading' ? 'on' : 'off'}', true) as mode,
  ${selectEnterFunction(user)} as firm,
  ${SCOPE_OF_ROW} as scope,
  set_config('app.today', $5, true) as today`,
    values: [
      user.id,
      user.sessionVersion,
      user.apiKeyId ?? user.sessionId ?? null,
      refuseDevelopmentAccounts,
      today(),
      ...(user.grant ? [user.grant.id] : []),
    ],
  })
  /** Whether the session is still valid. Used when a gate refuses before the operation would have checked. */
  async function isLive(user: AuthenticatedUser): Promise<boolean> {
    const [rows] = await database.batch([enter(user)])
    const [, , firm, scope] = rows?.[0] ?? []
    return firm === 'SECOND_FACTOR_REQUIRED' || (Boolean(firm) && scope === getScopeOfToken(user))
  }

  const runQueryAs =
    (user: AuthenticatedUser | null) =>
    async (...statements: Statement[]): Promise<Rows[]> => {
      const [first, ...rest] = await database.batch([user ? enter(user) : BECOME_APPLICATION, ...statements])
      if (user) requireEntered(user, first)
      return rest
    }

  const bookkeepingTransactionAs =
    (user: AuthenticatedUser): InBookkeepingTransaction =>
    (work) =>
      database.write(
        async (tx, { opened: [entered] }) => {
          requireEntered(user, entered)
          return work(tx)
        },
        { group: user.tenantId, opening: [enter(user, 'writing')] },
      )

  return { enter, isLive, runQueryAs, bookkeepingTransactionAs }
}
type SessionAccess = ReturnType<typeof createSessionAccess>

function createQueryRunner({ database, today }: PipelineOptions, { enter, runQueryAs }: SessionAccess) {
  return async function query(
    operation: Operation & { kind: 'statement' | 'transaction' | 'multi-step' },
    caller: AuthenticatedUser,
    input: never,
  ): Promise<Answered> {
    const { contract } = operation
    const user = restrictToOperation(caller, contract)
    const scope = getAccessScope(user)
    const ref = operation.owner === 'in-scope' ? null : operation.owner(input, find, user)
    if (operation.kind === 'statement') {
      const selects = [operation.select(input, scope, user)].flat()
      const hasOwner = ref && 'kind' in ref
      const [entered, ...rest] = await database.batch([
        enter(user),
        ...(hasOwner ? [selectOwner(ref)] : []),
        ...selects,
      ])
      requireEntered(user, entered)
      const owned = ref && requireOwner(user, ref, hasOwner ? rest[0] : undefined)
      const rows = rest.slice(-selects.length).flat()
      const body = operation.body ? operation.body(rows, input, scope, user) : rows[0]?.[0]
      if (!body) throw operation.unseen?.() ?? createNotFoundRefusal()
      return {
        status: 200,
        body: contract.listWarnings ? writeBody(contract, JSON.parse(body as string), today()) : body,
        ...(owned?.version && isOne(contract) ? { version: owned.version } : {}),
      }
    }
    if (operation.kind === 'multi-step') {
      const hasOwner = ref && 'kind' in ref
      const [entered, owner] = await database.batch([enter(user), ...(hasOwner ? [selectOwner(ref)] : [])])
      requireEntered(user, entered)
      if (ref) requireOwner(user, ref, owner)
      const answer = await operation.run({ input, actor: user, runQuery: runQueryAs(user) })
      return {
        status: 200,
        body: isStreamed(answer) ? answer : writeBody(contract, answer, today()),
      }
    }
    const answer = await database.read(
      async (db, [entered, owner]) => {
        requireEntered(user, entered)
        if (ref) requireOwner(user, ref, owner)
        return operation.handle({ input, db, actor: user, scope })
      },
      [enter(user), ...(ref && 'kind' in ref ? [selectOwner(ref)] : [])],
    )
    return { status: 200, body: writeBody(contract, answer, today()) }
  }
}

/** The owner of what a command changes. A refusal is thrown after the checks of the session and the firm. */
function nameOwner(
  operation: Operation & { kind: 'command' },
  input: never,
  user: Actor,
): { ref: OwnerRef } | { refusal: unknown } {
  try {
    return { ref: operation.owner(input, find, user) }
  } catch (refusal) {
    return { refusal }
  }
}

function createCommandRunner(
  options: PipelineOptions,
  { enter, runQueryAs, bookkeepingTransactionAs }: SessionAccess,
) {
  const { database, today, idempotencyKeys, deriveEvent } = options
  return async function command(
    operation: Operation & { kind: 'command' },
    caller: AuthenticatedUser,
    input: never,
    call: Call,
  ): Promise<Answered> {
    const { contract } = operation
    const user = restrictToOperation(caller, contract)
    const upload = (call.upload ?? null) as never
    // Before work that a repeat must not do again, such as a call to a model provider.
    const answeredBefore =
      call.idempotency && operation.prepare
        ? await idempotencyKeys.find(runQueryAs(user), user, call.idempotency)
        : null
    if (answeredBefore) return answeredBefore
    const prepared = await operation.prepare?.({
      input,
      actor: user,
      runQuery: runQueryAs(user),
      upload,
      emit: call.emit ?? discardEvent,
      origin: call.origin,
      inBookkeepingTransaction: bookkeepingTransactionAs(user),
    })
    const later: (() => Promise<void>)[] = []
    const named = nameOwner(operation, input, user)
    const work = async (
      tx: Tx,
      { opened: [entered, owner], conclude }: TransactionEnds,
    ): Promise<Answered> => {
      const firm = requireEntered(user, entered)
      if (firm === 'CLOSED' && user.role !== 'SuperAdmin' && !contract.isAllowedInClosedFirm) {
        throw createConflictRefusal('This firm is closed: its records cannot be changed', {
          code: 'FIRM_CLOSED',
        })
      }
      const replay = call.idempotency && (await idempotencyKeys.claim(tx, user, call.idempotency))
      if (replay) return replay
      if ('refusal' in named) throw named.refusal
      const owned = requireOwner(user, named.ref, owner)
      // A create names its parent, whose version the caller need not know.
      const expected = contract.status === 201 ? null : call.ifMatch
      requireVersion(expected, owned.version)
      const changed = await operation.handle({
        input,
        tx,
        actor: user,
        sessionId: user.sessionId ?? null,
        sessionVersion: user.sessionVersion,
        prepared,
        upload,
        afterCommit: (work) => later.push(work),
      })
      // Checked again, for a commit between the lookup of the owner and the handler's own read.
      requireVersion(expected, changed.changes[0]?.before?.version)
      const done = buildAnswer(contract, changed, today())
      if (call.idempotency) await idempotencyKeys.store(tx, user, call.idempotency, done)
      const derivedLater = await deriveObligations(
        options,
        tx,
        contract,
        user,
        owned.tenantId,
        changed.changes,
      )
      if (derivedLater) later.push(derivedLater)
      // Last, because all sign-ins and changes of the firm wait for the end of its chain.
      await auditChanges(tx, changed, {
        action: contract.name,
        tenantId: owned.tenantId,
        origin: call.origin,
        deriveEvent,
        conclude,
      })
      return done
    }
    const answered = await database
      .write(work, {
        group: user.tenantId,
        opening: [
          enter(user, 'writing'),
          ...('ref' in named && 'kind' in named.ref ? [selectOwner(named.ref)] : []),
        ],
      })
      .catch((error: unknown) => Promise.reject(isOutsideSchemes(user, error) ? createScopeRefusal() : error))
    runAfterCommit(options, contract, later)
    return answered
  }
}

/** Row-level security refused a row of the whole firm, or of a scheme that the API key or the grant does not name. */
const isOutsideSchemes = ({ apiKeyId, grant }: AuthenticatedUser, error: unknown): boolean =>
  (apiKeyId ?? grant) !== undefined && error instanceof Error && 'code' in error && error.code === '42501'

/** Near the end of a transaction: derived records are written with the scope of the firm for every caller. */
async function deriveObligations(
  { derive }: PipelineOptions,
  tx: Tx,
  contract: Contract,
  { role }: Actor,
  tenantId: string,
  changes: readonly Change[],
): Promise<(() => Promise<void>) | null> {
  // No obligation depends on a session, and a sign-out must not wait for an import that holds the firm.
  if (changes.length === 0 || contract.changesNoRecord) return null
  return derive(tx, tenantId, changes, async () => {
    await runStatement(tx, buildLockFirmStatement(tenantId, role))
  })
}

function createAccountCommandRunner(options: PipelineOptions, { runQueryAs }: SessionAccess) {
  const { database, today, deriveEvent } = options
  return async function accountCommand(
    operation: Operation & { kind: 'account' },
    input: never,
    call: Call,
  ): Promise<Answered> {
    const { contract } = operation
    const upload = (call.upload ?? null) as never
    const prepared = await operation.prepare?.({
      input,
      runQuery: runQueryAs(null),
      origin: call.origin,
      device: call.device ?? null,
      pendingToken: call.pendingToken ?? null,
      redirectState: call.redirectState ?? null,
      upload,
    })
    const later: (() => Promise<void>)[] = []
    const answered = await database.write(
      async (tx, { conclude }) => {
        let account: Actor | null = null
        const changed = await operation.handle({
          input,
          tx,
          prepared,
          origin: call.origin,
          afterCommit: (work) => later.push(work),
          actAs: async (actor) => {
            account = actor
            await setAccessScope(tx, actor, today())
          },
        })
        if (changed.changes.length > 0) {
          if (!account) throw new Error(`${contract.name} changed something without naming an account`)
          const { tenantId } = account as Actor
          await auditChanges(tx, changed, {
            action: contract.name,
            tenantId,
            origin: call.origin,
            deriveEvent,
            conclude,
          })
        }
        return buildAnswer(contract, changed, today())
      },
      { group: getAccountGroup(prepared), opening: [BECOME_APPLICATION_FOR_ACCOUNT] },
    )
    runAfterCommit(options, contract, later)
    return answered
  }
}

function runAfterCommit(
  { onAfterCommitFailure }: PipelineOptions,
  { name }: Contract,
  later: (() => Promise<void>)[],
): void {
  for (const work of later) {
    setImmediate(() => work().catch((error: unknown) => onAfterCommitFailure(name, error)))
  }
}

export function createPipeline(options: PipelineOptions) {
  const access = createSessionAccess(options)
  const { isLive, runQueryAs, bookkeepingTransactionAs } = access
  return {
    query: createQueryRunner(options, access),
    command: createCommandRunner(options, access),
    accountCommand: createAccountCommandRunner(options, access),
    isLive,
    runQueryAs,
    bookkeepingTransactionAs,
    ...createActAs(options),
  }
}
export type Pipeline = ReturnType<typeof createPipeline>

/** Sign-ins of a firm have their own slots, so that its imports do not lock its users out. */
function getAccountGroup(prepared: unknown): string | undefined {
  const { tenantId } = (prepared ?? {}) as { tenantId?: unknown }
  return typeof tenantId === 'string' ? `accounts of ${tenantId}` : undefined
}

function requireVersion(expected: number | null, current: unknown): void {
  if (expected !== null && typeof current === 'number' && current !== expected)
    throw createStaleVersionRefusal(current)
}

/** The response as JSON text, with warnings about unusual values if the contract defines them. */
function writeBody({ output, listWarnings }: Contract, answer: unknown, today: string): string {
  const record = output.parse(answer)
  if (!listWarnings) return JSON.stringify(record)
  const warnings = Object.entries(listWarnings(record, today)).map(([field, message]) => ({ field, message }))
  return JSON.stringify(warnings.length > 0 ? { ...(record as object), warnings } : record)
}

function buildAnswer(
  contract: Contract,
  { answer, attachment, session, location, status: given, refusal }: Changed<unknown>,
  today: string,
): Answered {
  const { status, route } = contract
  if (refusal) return { status: refusal.status, body: JSON.stringify(toRefusalBody(refusal)) }
  if (attachment) return { status: 200, body: attachment }
  const record = answer as { id?: string; version?: number } | null
  const created = status === 201 && given === undefined && record?.id
  return {
    status: given ?? status ?? 200,
    body: status === 204 ? null : writeBody(contract, answer, today),
    ...(record?.version === undefined ? {} : { version: record.version }),
    ...(created ? { location: location ?? `${route.split(' ')[1]}/${record.id}` } : {}),
    ...(session ? { session } : {}),
  }
}

const isStreamed = (answer: unknown): answer is Streamed =>
  typeof answer === 'object' && answer !== null && 'content' in answer && 'contentType' in answer
