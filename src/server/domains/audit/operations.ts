import * as contract from '../../../contract/audit.ts'
import { genesisHash } from '../../operation/audit-hash.ts'
import {
  type Ask,
  answer,
  type find as finders,
  type Operation,
  type OwnerRef,
} from '../../operation/perform.ts'
import type { Actor, Reach } from '../../operation/reach.ts'
import { auditEntries, chainEnds, stretch } from './records.ts'
import { type Head, type StoredEntry, verifyChain } from './verify-chain.ts'

const ENTRIES_AT_ONCE = 1_000

/** The firm asked for has to be the caller's own, but for a SuperAdmin (Spec 2.6 rule 4). */
const firmOf = (
  { tenantId }: { tenantId?: string | undefined },
  find: typeof finders,
  actor: Actor,
): OwnerRef => (tenantId ? find.tenant(tenantId) : find.self(actor))

/** A chain has its own order; the chains of several firms have only time in common. */
const inOrder = <I extends { sort?: Sort | undefined; tenantId?: string | undefined }>(
  input: I,
  reach: Reach,
): I & { sort: Sort } => {
  const isOneChain = reach.scope !== 'platform' || input.tenantId !== undefined
  return { ...input, sort: input.sort ?? (isOneChain ? '-sequence' : '-timestamp') }
}
type Sort = '-sequence' | 'sequence' | '-timestamp' | 'timestamp'

export function auditOperations(): Operation[] {
  return [
    answer({
      contract: contract.listAuditEntries,
      owner: firmOf,
      select: (input, reach) => auditEntries.list(inOrder(input, reach), reach),
      body: (rows, input, reach) => auditEntries.page(rows, inOrder(input, reach)),
    }),
    answer({
      contract: contract.exportAuditLog,
      owner: firmOf,
      async walk({ input, actor, ask }) {
        const tenantId = input.tenantId ?? actor.tenantId
        const ends = await endsOf(ask, tenantId)
        return {
          content: exportLines(ask, tenantId, ends),
          contentType: 'application/x-ndjson; charset=utf-8',
          fileName: `audit-log-${tenantId}.jsonl`,
        }
      },
    }),
    answer({
      contract: contract.verifyAuditLog,
      owner: firmOf,
      async walk({ input, actor, ask }) {
        const tenantId = input.tenantId ?? actor.tenantId
        const ends = await endsOf(ask, tenantId)
        const { head } = ends
        const rows = parsed(rowsOf(ask, tenantId, ends))
        const { entries, firstProblem } = await verifyChain(tenantId, rows, head)
        return { tenantId, intact: firstProblem === null, entries, head, firstProblem }
      },
    }),
  ]
}

interface Ends {
  head: Head
  /** The number of the last entry there is. More than the head says: the head was moved back. */
  last: number
}

async function endsOf(ask: Ask, tenantId: string): Promise<Ends> {
  const [rows] = await ask(chainEnds(tenantId))
  const [sequence, hash, last] = rows?.[0] ?? []
  return {
    head:
      sequence && hash ? { sequence: Number(sequence), hash } : { sequence: 0, hash: genesisHash(tenantId) },
    last: Number(last ?? 0),
  }
}

/** Reads up to the end that was seen first, stretch by stretch, so that no transaction stays open meanwhile. */
async function* rowsOf(ask: Ask, tenantId: string, { head, last }: Ends): AsyncGenerator<string> {
  const end = Math.max(head.sequence, last)
  for (let after = 0; after < end; ) {
    const [rows = []] = await ask(stretch(tenantId, after, end, ENTRIES_AT_ONCE))
    for (const [line] of rows) yield line as string
    // By the last number seen: a removed entry must not end the walk.
    const lastLine = rows.at(-1)?.[0]
    if (!lastLine) return
    after = (JSON.parse(lastLine) as StoredEntry).sequence
  }
}

async function* parsed(lines: AsyncIterable<string>): AsyncGenerator<StoredEntry> {
  for await (const line of lines) yield JSON.parse(line) as StoredEntry
}

async function* exportLines(ask: Ask, tenantId: string, ends: Ends): AsyncGenerator<string> {
  for await (const line of rowsOf(ask, tenantId, ends))
    yield `${line.slice(0, -1)},"head":${JSON.stringify(ends.head)}}\n`
}
