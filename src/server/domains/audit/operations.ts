import * as contract from '../../../contract/audit.ts'
import {
  type Ask,
  answer,
  type find as finders,
  type Operation,
  type OwnerRef,
} from '../../operation/perform.ts'
import type { Actor } from '../../operation/reach.ts'
import { genesisHash } from '../../operation/record.ts'
import { pageBody } from '../../operation/record-set.ts'
import { auditEntries, chainHead, stretch } from './records.ts'
import { type Head, type StoredEntry, verifyChain } from './verify-chain.ts'

const ENTRIES_AT_ONCE = 1_000

/** The firm asked for has to be the caller's own, but for a SuperAdmin (Spec 2.6 rule 4). */
const firmOf = (
  { tenantId }: { tenantId?: string | undefined },
  find: typeof finders,
  actor: Actor,
): OwnerRef => (tenantId ? find.tenant(tenantId) : find.self(actor))

export function auditOperations(): Operation[] {
  return [
    answer({
      contract: contract.listAuditEntries,
      owner: firmOf,
      select: (input, reach) => auditEntries.list(input, reach),
      body: pageBody,
    }),
    answer({
      contract: contract.exportAuditLog,
      owner: firmOf,
      async walk({ input, actor, ask }) {
        const tenantId = input.tenantId ?? actor.tenantId
        const head = await headOf(ask, tenantId)
        return {
          lines: exportLines(ask, tenantId, head),
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
        const head = await headOf(ask, tenantId)
        const { entries, firstProblem } = await verifyChain(
          tenantId,
          parsed(rowsOf(ask, tenantId, head)),
          head,
        )
        return { tenantId, intact: firstProblem === null, entries, head, firstProblem }
      },
    }),
  ]
}

async function headOf(ask: Ask, tenantId: string): Promise<Head> {
  const [rows] = await ask(chainHead(tenantId))
  const [sequence, hash] = rows?.[0] ?? []
  return sequence && hash
    ? { sequence: Number(sequence), hash }
    : { sequence: 0, hash: genesisHash(tenantId) }
}

/** Reads up to the head that was seen first, stretch by stretch, so that no transaction stays open meanwhile. */
async function* rowsOf(ask: Ask, tenantId: string, head: Head): AsyncGenerator<string> {
  for (let after = 0; after < head.sequence; ) {
    const [rows = []] = await ask(stretch(tenantId, after, head.sequence, ENTRIES_AT_ONCE))
    for (const [line] of rows) yield line as string
    // By the last number seen: a removed entry must not end the walk.
    const last = rows.at(-1)?.[0]
    if (!last) return
    after = (JSON.parse(last) as StoredEntry).sequence
  }
}

async function* parsed(lines: AsyncIterable<string>): AsyncGenerator<StoredEntry> {
  for await (const line of lines) yield JSON.parse(line) as StoredEntry
}

async function* exportLines(ask: Ask, tenantId: string, head: Head): AsyncGenerator<string> {
  for await (const line of rowsOf(ask, tenantId, head))
    yield `${line.slice(0, -1)},"head":${JSON.stringify(head)}}\n`
}
