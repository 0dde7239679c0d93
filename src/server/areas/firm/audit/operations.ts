import * as contract from '../../../../contract/audit.ts'
import { calculateGenesisHash } from '../../../operation/audit-hash.ts'
import type { AccessScope, Actor } from '../../../pipeline/access-scope.ts'
import {
  defineQuery,
  type find as finders,
  type Operation,
  type OwnerRef,
  type RunQuery,
} from '../../../pipeline/define-operation.ts'
import type { CheckpointStore } from './checkpoint-store.ts'
import type { CheckpointKeys } from './checkpoints.ts'
import { type Ends, isChainUnbroken, loadChainEnds, loadEntries, loadLines } from './log-reader.ts'
import { limitToOneRunPerFirm, type Run } from './one-run-per-firm.ts'
import { auditEntries, selectFirstEntry, selectHashAt, selectLatestCheckpoint } from './records.ts'
import { MESSAGES, type Problem, verifyChain } from './verify-chain.ts'

/** The firm asked for has to be the caller's own, but for a SuperAdmin (Spec 2.6 rule 4). */
const readFirm = (
  { tenantId }: { tenantId?: string | undefined },
  find: typeof finders,
  actor: Actor,
): OwnerRef => (tenantId ? find.tenant(tenantId) : find.self(actor))

/** A chain has its own order; the chains of several firms have only time in common. */
const resolveOrder = <I extends { sort?: Sort | undefined; tenantId?: string | undefined }>(
  input: I,
  scope: AccessScope,
): I & { sort: Sort } => {
  const isOneChain = scope.level !== 'platform' || input.tenantId !== undefined
  return { ...input, sort: input.sort ?? (isOneChain ? '-sequence' : '-timestamp') }
}
type Sort = '-sequence' | 'sequence' | '-timestamp' | 'timestamp'

export interface AuditDependencies {
  anchors: Pick<CheckpointStore, 'of'>
  keys: Pick<CheckpointKeys, 'accepts'>
}

interface Context extends AuditDependencies {
  beginRun: ReturnType<typeof limitToOneRunPerFirm>
}

const listAuditEntries = defineQuery({
  contract: contract.listAuditEntries,
  owner: readFirm,
  select: (input, scope) => auditEntries.list(resolveOrder(input, scope), scope),
  body: (rows, input, scope) => auditEntries.page(rows, resolveOrder(input, scope)),
})

const exportAuditLog = ({ beginRun }: Context): Operation =>
  defineQuery({
    contract: contract.exportAuditLog,
    owner: readFirm,
    async run({ input, actor, runQuery }) {
      const tenantId = input.tenantId ?? actor.tenantId
      const run = beginRun(tenantId)
      const ends = await loadChainEnds(runQuery, tenantId).catch((error: unknown) => {
        run.end()
        throw error
      })
      return {
        content: exportLines(runQuery, tenantId, ends, run),
        contentType: 'application/x-ndjson; charset=utf-8',
        fileName: `audit-log-${tenantId}.jsonl`,
      }
    },
  })

const verifyAuditLog = ({ beginRun, ...dependencies }: Context): Operation =>
  defineQuery({
    contract: contract.verifyAuditLog,
    owner: readFirm,
    async run({ input, actor, runQuery }) {
      const tenantId = input.tenantId ?? actor.tenantId
      const run = beginRun(tenantId)
      try {
        return await verifyLog(dependencies, runQuery, tenantId, run)
      } finally {
        run.end()
      }
    },
  })

export function createAuditOperations(dependencies: AuditDependencies): Operation[] {
  const context: Context = { ...dependencies, beginRun: limitToOneRunPerFirm() }
  return [listAuditEntries, exportAuditLog(context), verifyAuditLog(context)]
}

/** Compares the log with the latest checkpoints inside and outside the database. */
async function verifyCheckpoints(
  { anchors, keys }: AuditDependencies,
  runQuery: RunQuery,
  tenantId: string,
  { head }: Ends,
): Promise<{ checkpoints: contract.Verification['checkpoints']; problem: Problem | null }> {
  const [rows] = await runQuery(selectLatestCheckpoint(tenantId))
  const [sequence, hash, sealedAt, publicKey, signature] = (rows?.[0] ?? []) as string[]
  const stored =
    sequence && hash && sealedAt && publicKey && signature
      ? { tenantId, sequence: Number(sequence), hash, sealedAt, publicKey, signature }
      : null
  if (stored && !keys.accepts(stored))
    return { checkpoints: [], problem: createProblem('SIGNATURE', stored.sequence) }
  const outside = (await anchors.of(tenantId)).findLast(keys.accepts)
  const known = [
    ...(stored ? [{ keptIn: 'DATABASE' as const, ...stored }] : []),
    ...(outside ? [{ keptIn: 'ANCHOR_FILE' as const, ...outside }] : []),
  ]
  for (const checkpoint of known) {
    if (checkpoint.sequence > head.sequence)
      return { checkpoints: [], problem: createProblem('TRUNCATED', head.sequence + 1) }
    const [found] = await runQuery(selectHashAt(tenantId, checkpoint.sequence))
    if (found?.[0]?.[0] !== checkpoint.hash)
      return { checkpoints: [], problem: createProblem('REWRITTEN', checkpoint.sequence) }
  }
  return {
    checkpoints: known.map(({ keptIn, sequence, hash, sealedAt }) => ({
      keptIn,
      sequence,
      hash,
      sealedAt,
    })),
    problem: null,
  }
}

/** Verifies the chain of a firm against its checkpoints. The caller limits how many run at a time. */
export async function verifyLog(
  dependencies: AuditDependencies,
  runQuery: RunQuery,
  tenantId: string,
  run: Pick<Run, 'touch'>,
): Promise<contract.Verification> {
  const ends = await loadChainEnds(runQuery, tenantId)
  const { head } = ends
  const start = { sequence: 0, hash: calculateGenesisHash(tenantId) }
  if (!(await isChainUnbroken(runQuery, tenantId, start, ends, run.touch))) {
    // Something is wrong: a second reading finds what and where.
    const { entries, firstProblem } = await verifyChain(
      tenantId,
      touchEach(loadEntries(runQuery, tenantId, ends), run),
      head,
    )
    return { tenantId, intact: firstProblem === null, entries, head, firstProblem, checkpoints: [] }
  }
  const { checkpoints, problem } = await verifyCheckpoints(dependencies, runQuery, tenantId, ends)
  const firstProblem = problem ?? (await findWrongBeginning(runQuery, tenantId))
  return {
    tenantId,
    intact: firstProblem === null,
    entries: head.sequence,
    head,
    firstProblem,
    checkpoints: firstProblem ? [] : checkpoints,
  }
}

const createProblem = (kind: Problem['kind'], sequence: number): Problem => ({
  kind,
  sequence,
  message: MESSAGES[kind],
})

async function findWrongBeginning(runQuery: RunQuery, tenantId: string): Promise<Problem | null> {
  const [rows] = await runQuery(selectFirstEntry(tenantId))
  const isRight = rows?.[0]?.[0]
  return isRight === 'f' || isRight === 'false' ? createProblem('BEGINNING', 1) : null
}

async function* touchEach<T>(items: AsyncIterable<T>, run: Pick<Run, 'touch'>): AsyncGenerator<T> {
  for await (const item of items) {
    run.touch()
    yield item
  }
}

async function* exportLines(
  runQuery: RunQuery,
  tenantId: string,
  ends: Ends,
  run: Run,
): AsyncGenerator<string> {
  try {
    for await (const line of touchEach(loadLines(runQuery, tenantId, ends), run))
      yield `${line.slice(0, -1)},"head":${JSON.stringify(ends.head)}}\n`
  } finally {
    run.end()
  }
}
