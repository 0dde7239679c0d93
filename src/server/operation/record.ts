/**
 * The only writer of the audit log (Spec 2.6). An entry is written in the transaction of its change: both or neither.
 * Entries of one firm form a chain: `hash = SHA-256(0x00 || previous hash || canonical JSON of the entry)`, so that an
 * edit, a deletion, a reordering or a cut tail is found (domains/audit verifies).
 */
import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import canonicalize from 'canonicalize'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Role } from '../../contract/define.ts'
import type { Tx } from '../platform/database.ts'
import { newId } from '../platform/ids.ts'

/** Where a request came from, as the log keeps it. */
export interface Origin {
  ipAddress: string | null
  userAgent: string | null
}

export type State = Record<string, unknown> | null

export interface Entry {
  tenantId: string
  actorId: string
  actorType: Role
  action: string
  entityType: string
  entityId: string
  previousState: State
  newState: State
}

export interface ChainedEntry extends Entry, Origin {
  id: string
  timestamp: string
  sequence: number
  previousHash: string
}

/**
 * What of an entity goes into the log for ever: `shown` is an allow-list of values; of `concealed` fields (personal
 * data) only the names of those that changed. Neither contains a PPS number in any form or a password hash.
 */
export interface Audited {
  entityType: string
  shown: z.ZodObject
  concealed: readonly string[]
}

export const audited = (
  entityType: string,
  shown: z.ZodObject,
  concealed: readonly string[] = [],
): Audited => ({
  entityType,
  shown: z.object({ id: z.string(), ...shown.shape }),
  concealed,
})

type Snapshot = Record<string, unknown> | null

export function statesOf(
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

/** The hash before the first entry of a firm: differs between firms, so that chains cannot be swapped. */
export const genesisHash = (tenantId: string): string =>
  createHash('sha256').update(`audit-chain:${tenantId}`).digest('hex')

export function hashOf(entry: ChainedEntry): string {
  const { previousHash } = entry
  return createHash('sha256')
    .update(Buffer.from([0]))
    .update(Buffer.from(previousHash, 'hex'))
    .update(canonicalize(pickChained(entry)) as string)
    .digest('hex')
}

/** Exactly the fields that the hash commits to, whatever else the object carries. */
const pickChained = (entry: ChainedEntry): ChainedEntry => ({
  id: entry.id,
  tenantId: entry.tenantId,
  actorId: entry.actorId,
  actorType: entry.actorType,
  action: entry.action,
  entityType: entry.entityType,
  entityId: entry.entityId,
  previousState: entry.previousState,
  newState: entry.newState,
  ipAddress: entry.ipAddress,
  userAgent: entry.userAgent,
  timestamp: entry.timestamp,
  sequence: entry.sequence,
  previousHash: entry.previousHash,
})

export const record = (tx: Tx, entry: Entry, origin: Origin): Promise<void> => recordEach(tx, [entry], origin)

/** An import records one entry a row: written so many at a time, and the loop is let go after so few. */
const WRITTEN_AT_ONCE = 500
const CHAINED_AT_ONCE = 20

/** Entries in their order; of each firm the end of the chain is locked once. */
export async function recordEach(tx: Tx, entries: readonly Entry[], origin: Origin): Promise<void> {
  for (const [tenantId, own] of Map.groupBy(entries, (entry) => entry.tenantId)) {
    const ids = await idsFor(own.length)
    const head = await lockedHead(tx, tenantId)
    let { sequence, hash } = head
    for (let from = 0; from < own.length; from += WRITTEN_AT_ONCE) {
      const rows: StoredEntry[] = []
      for (const [index, entry] of own.slice(from, from + WRITTEN_AT_ONCE).entries()) {
        if (rows.length > 0 && rows.length % CHAINED_AT_ONCE === 0) await setImmediate()
        sequence += 1
        const chained = chainedEntry(entry, origin, {
          id: ids[from + index] as string,
          timestamp: head.timestamp,
          sequence,
          previousHash: hash,
        })
        hash = hashOf(chained)
        rows.push(storedEntry(chained, hash))
      }
      await insertEntries(tx, rows)
    }
    await tx.updateTable('audit_chains').set({ sequence, hash }).where('tenant_id', '=', tenantId).execute()
  }
}

/** An id costs a fifth of a millisecond: made before the end of the chain is locked, for which others of the firm wait. */
async function idsFor(count: number): Promise<string[]> {
  const ids: string[] = []
  while (ids.length < count) {
    ids.push(newId())
    if (ids.length % CHAINED_AT_ONCE === 0) await setImmediate()
  }
  return ids
}

const chainedEntry = (
  entry: Entry,
  origin: Origin,
  place: Pick<ChainedEntry, 'id' | 'timestamp' | 'sequence' | 'previousHash'>,
): ChainedEntry => ({
  ...(JSON.parse(JSON.stringify(entry)) as Entry),
  ipAddress: origin.ipAddress,
  userAgent: origin.userAgent,
  ...place,
})

const storedEntry = (chained: ChainedEntry, hash: string) => ({
  tenant_id: chained.tenantId,
  sequence: chained.sequence,
  id: chained.id,
  actor_id: chained.actorId,
  actor_type: chained.actorType,
  action: chained.action,
  entity_type: chained.entityType,
  entity_id: chained.entityId,
  previous_state: chained.previousState && JSON.stringify(chained.previousState),
  new_state: chained.newState && JSON.stringify(chained.newState),
  ip_address: chained.ipAddress,
  user_agent: chained.userAgent,
  timestamp: chained.timestamp,
  previous_hash: chained.previousHash,
  hash,
})
type StoredEntry = ReturnType<typeof storedEntry>

/** A statement for one is planned once for all; one for many would need fifteen parameters a row. */
async function insertEntries(tx: Tx, rows: StoredEntry[]): Promise<void> {
  if (rows.length === 1) {
    await tx.insertInto('audit_log').values(rows).execute()
    return
  }
  await sql`insert into audit_log (tenant_id, sequence, id, actor_id, actor_type, action, entity_type, entity_id,
      previous_state, new_state, ip_address, user_agent, timestamp, previous_hash, hash)
    select tenant_id, sequence, id, actor_id, actor_type, action, entity_type, entity_id,
      previous_state::jsonb, new_state::jsonb, ip_address, user_agent, timestamp, previous_hash, hash
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as e (tenant_id text, sequence bigint, id text, actor_id text,
      actor_type text, action text, entity_type text, entity_id text, previous_state text, new_state text, ip_address text,
      user_agent text, timestamp timestamptz, previous_hash text, hash text)`.execute(tx)
}

/** Locks the end of the firm's chain until commit: one writer at a time, hence no gap. The time is the database's. */
async function lockedHead(
  tx: Tx,
  tenantId: string,
): Promise<{ sequence: number; hash: string; timestamp: string }> {
  const select = () =>
    tx
      .selectFrom('audit_chains')
      .select(['sequence', 'hash', sql<string>`app.instant(clock_timestamp())`.as('timestamp')])
      .where('tenant_id', '=', tenantId)
      .forUpdate()
      .executeTakeFirst()
  const head = await select()
  if (head) return head
  await tx
    .insertInto('audit_chains')
    .values({ tenant_id: tenantId, sequence: 0, hash: genesisHash(tenantId) })
    .onConflict((clash) => clash.doNothing())
    .execute()
  return (await select()) as { sequence: number; hash: string; timestamp: string }
}

/**
 * Nobody else changes a record of the firm until this transaction ends, because whoever does appends to its chain: for work that
 * reads much of a firm and writes what follows from it. A firm without a chain has no records yet.
 */
export async function holdChain(tx: Tx, tenantId: string): Promise<void> {
  await tx
    .selectFrom('audit_chains')
    .select('tenant_id')
    .where('tenant_id', '=', tenantId)
    .forUpdate()
    .execute()
}
