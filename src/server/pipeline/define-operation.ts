/**
 * Defines operations: `defineQuery()`, `defineCommand()`, `definePublicCommand()`. A command returns its changes, and the pipeline writes
 * their audit entries in the same transaction: code without them does not compile.
 */
import type { Contract, Input, Output } from '../../contract/define.ts'
import type { Capability } from '../../contract/grant-operations.ts'
import type { Rows, Statement } from '../platform/batch.ts'
import type { ReadDb, Tx } from '../platform/database.ts'
import { type OwnedKind, RESOURCES } from '../platform/resources.ts'
import type { AccessScope, Actor, InBookkeepingTransaction, Owner } from './access-scope.ts'
import type { Audited, Change, Origin } from './audit-log.ts'
import type { Refusal } from './refusal.ts'

/** Reference to the owner: a record to be looked up across firms, or an owner that is already known. */
export type OwnerRef = { kind: OwnedKind; id: string } | { owner: Owner }

export const find = {
  ...(Object.fromEntries(
    Object.keys(RESOURCES).map((kind) => [kind, (id: string) => ({ kind, id })]),
  ) as Record<OwnedKind, (id: string) => OwnerRef>),
  /** The caller's own account or firm. */
  self: ({ role, tenantId, employerId, memberId }: Actor): OwnerRef => ({
    // People without a firm have the role of members, and no member.
    owner: { tenantId, employerId, memberId: role === 'Member' ? (memberId ?? '') : memberId },
  }),
}
type Find = typeof find

/** A browser that at least one account signed in on before. */
export interface KnownDevice {
  id: string
  recognises(userId: string): boolean
}

/** Marks of a session in its signed token, besides its user. */
export interface SessionMarks {
  /** The user has a second factor: operations that change who can sign in require a recent sign-in. */
  hasSecondFactor?: boolean
}

/**
 * A session that the response opens (a new cookie) or closes (the cookie is cleared); `confirm` notes in the cookie that the identity was
 * confirmed now, and `choose` the grant that the person reads with. `pendingToken` opens no session: its cookie names a sign-in that waits
 * for the second step. `redirectState` is the cookie of a single sign-on that waits for the response of the provider.
 */
export type SessionChange =
  | {
      open: { userId: string; sessionVersion: number; sessionId?: string } & Actor & SessionMarks
      keepsSession?: true
    }
  | { close: true }
  | { confirm: true }
  | { choose: { id: string; capability: Capability; tenantId: string } | null }
  | { pendingToken: string }
  | { redirectState: string }

/** Response of an operation, before it is sent. */
export interface Answered {
  status: number
  body: string | Streamed | null
  version?: number
  location?: string
  isReplayed?: boolean
  session?: SessionChange
}

export interface Changed<T> {
  answer: T
  changes: readonly Change[]
  session?: SessionChange
  /** File to send instead of the answer, after the commit. */
  attachment?: Streamed
  /** `Location` of the created record. */
  location?: string
  /** A success status other than the contract's, such as 200 for a dry run of a create. */
  status?: 200
  /** Stores the changes although the caller is refused: a file whose rows were rejected. */
  refusal?: Refusal
}

type Recorded = Record<string, unknown> & { id: string }

export const created = <T extends Recorded>(audited: Audited, record: T, ...also: Change[]): Changed<T> => ({
  answer: record,
  changes: [{ audited, before: null, after: record }, ...also],
})
export const updated = <T extends Recorded>(
  audited: Audited,
  before: T,
  after: T,
  note: Record<string, unknown> = {},
): Changed<T> => ({
  answer: after,
  changes: [{ audited, before, after, note }],
})
export const removed = (audited: Audited, record: Recorded, ...also: Change[]): Changed<null> => ({
  answer: null,
  changes: [{ audited, before: record, after: null }, ...also],
})
/** Records a read with its reason; nothing changed. */
export const revealed = <T>(
  audited: Audited,
  record: Recorded,
  note: Record<string, unknown>,
  answer: T,
): Changed<T> => ({
  answer,
  changes: [{ audited, before: record, after: record, note }],
})
export const unchanged = <T>(answer: T): Changed<T> => ({ answer, changes: [] })
/** Stores and records the attempt; refuses the request. */
export const refuseAndRecord = (refusal: Refusal, ...changes: Change[]): Changed<never> => ({
  answer: null as never,
  changes,
  refusal,
})

/** A query whose statement, or statements, are sent with the session check in one round trip. */
export interface StatementQuery<C extends Contract> {
  contract: C
  owner: ((input: Input<C>, find: Find, actor: Actor) => OwnerRef) | 'in-scope'
  select: (input: Input<C>, scope: AccessScope, actor: Actor) => Statement | readonly Statement[]
  /** JSON text from the rows of all statements; by default the first column of the first row, or a 404. */
  body?: (rows: Rows, input: Input<C>, scope: AccessScope, actor: Actor) => string
  /** Refusal for an existing record of the firm that the caller may not see: by default a 404. */
  unseen?: () => Refusal
}

/** A query that needs more than one statement, in a read-only transaction. */
export interface TransactionQuery<C extends Contract> {
  contract: C
  owner: ((input: Input<C>, find: Find, actor: Actor) => OwnerRef) | 'in-scope'
  handle: (call: { input: Input<C>; db: ReadDb; actor: Actor; scope: AccessScope }) => Promise<Output<C>>
}

/** A long read in several round trips, without a transaction open in between. */
export interface MultiStepQuery<C extends Contract> {
  contract: C
  owner: (input: Input<C>, find: Find, actor: Actor) => OwnerRef
  run: (call: { input: Input<C>; actor: Actor; runQuery: RunQuery }) => Promise<Output<C> | Streamed>
}

/** A long response in parts, always an attachment; `contentType` is not JSON. */
export interface Streamed {
  content: AsyncIterable<string | Uint8Array> | Iterable<string>
  contentType: string
  fileName: string
  /** If known in advance. */
  sizeBytes?: number
  /** `no-store` unless given. */
  cacheControl?: string
}

/** A query without sign-in; it reads no record. */
export interface PublicQuery<C extends Contract> {
  contract: C
  respond: (call: PublicCall<Input<C>>) => Promise<PublicReply<Output<C>>> | PublicReply<Output<C>>
}
export interface PublicCall<I> {
  input: I
  /** The caller, if the request has a validly signed session; `runQuery` checks it against the user's row. */
  session: {
    userId: string
    sessionId: string
    expiresAt: Date
    /** The grant that the person chose. */
    grantId: string | null
    runQuery: RunQuery
  } | null
  csrfCookie: string | undefined
}
export interface PublicReply<T> {
  body: T
  /** The serialised body, if it is large and always the same. */
  text?: string
  /** Sent as an attachment instead of the JSON body. */
  attachment?: Streamed
  status?: number
  /** Sets the cookie that the anonymous CSRF token is bound to. */
  csrfCookie?: string
}

/** The file as the command receives it; `content` is the result of the operation's `receive`. */
export interface Upload<Received> {
  /** One line without a path, for display; never used as a name in a store. */
  fileName: string
  sizeBytes: number
  sha256: string
  content: Received
}

export interface UploadContext {
  source: AsyncIterable<Uint8Array>
  fileName: string
  actor: Actor
  inBookkeepingTransaction: InBookkeepingTransaction
}

/** Handles the bytes of an operation's file before the rest of the request is validated. */
export interface UploadHandler<Received> {
  receive: (file: UploadContext) => Promise<Received>
  /** Undoes it if the command did not claim it: refused, failed, or answered before. */
  discard?: (received: Received, call: Pick<UploadContext, 'inBookkeepingTransaction'>) => Promise<void>
}

export interface Command<C extends Contract, Prepared = undefined, Received = undefined> {
  contract: C
  /** Handles the file of a multipart contract as it arrives. */
  file?: UploadHandler<Received>
  owner: (input: Input<C>, find: Find, actor: Actor) => OwnerRef
  /** Slow work, before any transaction is open. */
  prepare?: (call: {
    input: Input<C>
    actor: Actor
    runQuery: RunQuery
    upload: UploadOf<Received>
    emit: Emit
    origin: Origin
    inBookkeepingTransaction: InBookkeepingTransaction
  }) => Promise<Prepared>
  handle: (call: CommandCall<C, Prepared, Received>) => Promise<Changed<Output<C>>>
}
/** The file, if the operation takes one. */
type UploadOf<Received> = [Received] extends [undefined] ? null : Upload<Received>
export interface CommandCall<C extends Contract, Prepared, Received = undefined> {
  input: Input<C>
  upload: UploadOf<Received>
  tx: Tx
  actor: Actor
  /** The caller's session; null if the service itself acts. */
  sessionId: string | null
  /** Of the caller's session; null if the service itself acts. */
  sessionVersion: number | null
  prepared: Prepared
  /** Runs once the change is durable; a mail must not be sent for a change that was rolled back. */
  afterCommit: (work: () => Promise<void>) => void
}
/** Sends a piece of the response to a caller that accepts a stream; ignored for other callers. The piece is not durable yet. */
export type Emit = (event: string, data: unknown) => void
/** One read in its own round trip, within the caller's scope. */
export type RunQuery = (...statements: Statement[]) => Promise<Rows[]>

/** A command without a session: it names the account or the job that it runs as. */
export interface PublicCommand<C extends Contract, Prepared = undefined, Received = undefined> {
  contract: C
  /** Handles the file, if the contract takes one or a JSON body without one. */
  file?: UploadHandler<Received>
  prepare?: (call: {
    input: Input<C>
    runQuery: RunQuery
    origin: Origin
    device: KnownDevice | null
    /** Of the cookie of a sign-in that waits for the second step. */
    pendingToken: string | null
    /** Of the cookie of a single sign-on that waits for the response of the provider. */
    redirectState: string | null
    upload: Upload<Received> | null
  }) => Promise<Prepared>
  handle: (call: {
    input: Input<C>
    tx: Tx
    prepared: Prepared
    origin: Origin
    afterCommit: (work: () => Promise<void>) => void
    /** From this call on the transaction has this account's scope, and the audit entry names the account. */
    actAs: (account: Actor) => Promise<void>
  }) => Promise<Changed<Output<C>>>
}

type Erased = Contract
export type Operation =
  | ({ kind: 'statement' } & StatementQuery<Erased>)
  | ({ kind: 'transaction' } & TransactionQuery<Erased>)
  | ({ kind: 'multi-step' } & MultiStepQuery<Erased>)
  | ({ kind: 'public' } & PublicQuery<Erased>)
  | ({ kind: 'command' } & Command<Erased, unknown, unknown>)
  | ({ kind: 'account' } & PublicCommand<Erased, unknown, unknown>)

export type AccountOrCommand = Operation & { kind: 'command' | 'account' }

// The list of operations is heterogeneous; each one was type-checked against its own contract.
export const defineQuery = <C extends Contract>(
  definition: StatementQuery<C> | TransactionQuery<C> | MultiStepQuery<C> | PublicQuery<C>,
): Operation => ({ kind: getKind(definition), ...definition }) as unknown as Operation
const getKind = (definition: object): Operation['kind'] => {
  if ('select' in definition) return 'statement'
  if ('respond' in definition) return 'public'
  return 'run' in definition ? 'multi-step' : 'transaction'
}
export const defineCommand = <C extends Contract, P = undefined, R = undefined>(
  definition: Command<C, P, R>,
): Operation => ({ kind: 'command', ...definition }) as unknown as Operation
export const definePublicCommand = <C extends Contract, P = undefined, R = undefined>(
  definition: PublicCommand<C, P, R>,
): Operation => ({ kind: 'account', ...definition }) as unknown as Operation
