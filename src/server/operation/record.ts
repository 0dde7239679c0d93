/**
 * The only writer of the audit log (Spec 2.6). An entry is written in the transaction of its change: both or neither.
 * Entries of one firm form a chain: `hash = SHA-256(0x00 || previous hash || canonical JSON of the entry)`, so that an
 * edit, a deletion, a reordering or a cut tail is found (domains/audit verifies).
 */
import { createHash } from 'node:crypto'
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

export async function record(tx: Tx, entry: Entry, origin: Origin): Promise<void> {
  const head = await lockedHead(tx, entry.tenantId)
  const chained: ChainedEntry = {
    ...(JSON.parse(JSON.stringify(entry)) as Entry),
    id: newId(),
    ipAddress: origin.ipAddress,
    userAgent: origin.userAgent,
    timestamp: head.timestamp,
    sequence: head.sequence + 1,
    previousHash: head.hash,
  }
  const hash = hashOf(chained)
  await tx
    .insertInto('audit_log')
    .values({
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
    .execute()
  await tx
    .updateTable('audit_chains')
    .set({ sequence: chained.sequence, hash })
    .where('tenant_id', '=', entry.tenantId)
    .execute()
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
