/**
 * Writes the audit log (Spec 2.6), in the transaction of the change: both or neither. The database function that appends an entry sets its
 * actor, time, place in the chain of the firm and hash (migrations/functions/04-audit-log.sql); areas/firm/audit verifies the chain.
 */
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { z } from 'zod'
import type { WebhookEventType } from '../../contract/webhooks.ts'
import type { Tx } from '../platform/database.ts'
import { createId } from '../platform/ids.ts'
import { runStatement } from '../platform/statements.ts'
import type { TransactionEnds } from '../platform/transaction.ts'
import { MAY_TAKE_LONG } from '../platform/watched-client.ts'
import type { BookkeepingTx } from './access-scope.ts'

/** Origin of a request, as the audit log stores it. */
export interface Origin {
  ipAddress: string | null
  userAgent: string | null
  /** For the server log, not the audit log. */
  requestId?: string
}
/** For an entry that the service writes without a request, such as a job. */
export const NO_ORIGIN: Origin = { ipAddress: null, userAgent: null }

/** An event for webhooks: identifiers and statuses only. */
export interface StoredEvent {
  type: WebhookEventType
  entityType: string
  entityId: string
  schemeId: string | null
  status: string | null
  previousStatus: string | null
}

/** The change of one record: `before` null for a create, `after` null for a removal. */
export interface Change {
  audited: Audited
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  /** The operation's name unless the change is a by-product with its own name. */
  action?: string
  entityId?: string
  tenantId?: string
  /** Details of the entry besides the states, such as the reason of a reveal. */
  note?: Record<string, unknown>
}

/** The event of a change by an action, if it has one. */
export type DeriveEvent = (action: string, change: Change) => StoredEvent | undefined

export type State = Record<string, unknown> | null

/** An entry before it is appended. Its actor is the transaction's (app.user, app.role). */
export interface Entry {
  tenantId: string
  action: string
  entityType: string
  entityId: string
  previousState: State
  newState: State
  /** Stored for the webhooks of the firm by the same statement; no part of the entry. */
  event?: StoredEvent
}

/**
 * Fields of an entity that go into the log, which is never deleted: `shown` is an allow-list of values; of `concealed` fields (personal
 * data) only the names of those that changed. Neither contains a PPS number in any form or a password hash.
 */
export interface Audited<Kind extends string = string> {
  entityType: Kind
  shown: z.ZodObject
  concealed: readonly string[]
}

export const defineAudited = <const Kind extends string>(
  entityType: Kind,
  shown: z.ZodObject,
  concealed: readonly string[] = [],
): Audited<Kind> => ({
  entityType,
  shown: z.object({ id: z.string(), ...shown.shape }),
  concealed,
})

type Snapshot = Record<string, unknown> | null

export function buildAuditStates(
  { shown, concealed }: Audited,
  before: Snapshot,
  after: Snapshot,
  note: Record<string, unknown> = {},
): { previousState: State; newState: State } {
  const changed = concealed.filter(
    (field) => JSON.stringify(before?.[field] ?? null) !== JSON.stringify(after?.[field] ?? null),
  )
  const stateOf = (snapshot: Snapshot): State => (snapshot === null ? null : (shown.parse(snapshot) as State))
  const newState = stateOf(after)
  return {
    previousState: stateOf(before),
    newState: newState && {
      ...newState,
      ...note,
      ...(changed.length > 0 ? { concealedChanges: changed } : {}),
    },
  }
}

export const appendAuditEntry = (tx: Tx | BookkeepingTx, entry: Entry, origin: Origin): Promise<void> =>
  appendAuditEntries(tx, [entry], origin)

/** An import records one entry per row, at most 20,000: one statement appends them and locks once. */
const APPENDED_AT_ONCE = 25_000
/** More entries than this can exceed the statement timeout while other work needs the processors. */
const APPENDED_WITHIN_LIMIT = 1000
const APPEND = 'select app.append_audit_entries($1, $2, $3, $4::jsonb)'
/** Yields to the event loop after this number, because an id takes a fifth of a millisecond. */
const IDS_AT_ONCE = 20

/**
 * Appends entries in order; the end of each firm's chain is locked from the insert to the commit. With `conclude`, a number that stays within
 * the statement timeout is appended by the last statement of the transaction.
 */
export async function appendAuditEntries(
  tx: Tx | BookkeepingTx,
  entries: readonly Entry[],
  { ipAddress, userAgent }: Origin,
  conclude?: TransactionEnds['conclude'],
): Promise<void> {
  for (const [tenantId, own] of Map.groupBy(entries, (entry) => entry.tenantId)) {
    const isLong = own.length > APPENDED_WITHIN_LIMIT
    if (isLong) await sql.raw(MAY_TAKE_LONG).execute(tx)
    for (const piece of await formatPieces(own)) {
      const statement = { text: APPEND, values: [tenantId, ipAddress, userAgent, piece] }
      if (conclude && !isLong) conclude(statement)
      else await runStatement(tx, statement)
    }
  }
}

/** Formats all entries before the first statement, because other users of the firm wait for the end of the chain. */
async function formatPieces(entries: readonly Entry[]): Promise<string[]> {
  const texts: string[] = []
  for (const { tenantId: _, ...entry } of entries) {
    if (texts.length % IDS_AT_ONCE === IDS_AT_ONCE - 1) await setImmediate()
    texts.push(JSON.stringify({ id: createId(), ...entry }))
  }
  const pieces: string[] = []
  for (let from = 0; from < texts.length; from += APPENDED_AT_ONCE)
    pieces.push(`[${texts.slice(from, from + APPENDED_AT_ONCE).join(',')}]`)
  return pieces
}

/** An import changes thousands of records: it yields to the event loop after so many snapshots. */
const ENTRIES_AT_ONCE = 100

/** Shared by the entries of a command's changes. */
interface Recording {
  /** Of changes without an action of their own. */
  action: string
  tenantId: string
  deriveEvent: DeriveEvent
}

/** `conclude` makes the entries the last statement of the transaction, sent with its COMMIT: the end of the chain is locked for less time. */
export async function auditChanges(
  tx: Tx,
  { changes }: { changes: readonly Change[] },
  { origin, conclude, ...recording }: Recording & Pick<TransactionEnds, 'conclude'> & { origin: Origin },
): Promise<void> {
  const entries: Entry[] = []
  for (const change of changes) {
    if (entries.length % ENTRIES_AT_ONCE === ENTRIES_AT_ONCE - 1) await setImmediate()
    entries.push(buildAuditEntry(change, recording))
  }
  await appendAuditEntries(tx, entries, origin, conclude)
}

export function buildAuditEntry(change: Change, { tenantId, deriveEvent, ...recording }: Recording): Entry {
  const { audited, before, after, action = recording.action } = change
  const event = deriveEvent(action, change)
  return {
    tenantId: change.tenantId ?? tenantId,
    action,
    entityType: audited.entityType,
    entityId: change.entityId ?? String((after ?? before)?.id),
    ...buildAuditStates(audited, before, after, change.note),
    ...(event && { event }),
  }
}
