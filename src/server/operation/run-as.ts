/**
 * Commands that the service itself runs, as an account and without HTTP, all in one transaction. Input is parsed and every change recorded
 * as for a request; audit entries and derived records are written at the end and by `settle`. Owners are not looked up: row-level security
 * limits each command to the scope of its account.
 */
import { Readable } from 'node:stream'
import type { Contract, Output, Sent } from '../../contract/define.ts'
import type { Actor } from '../pipeline/access-scope.ts'
import { enterFirm, SYSTEM, setAccessScope } from '../pipeline/act-as.ts'
import type { Change } from '../pipeline/audit-log.ts'
import { appendAuditEntries, buildAuditEntry, type Entry, NO_ORIGIN } from '../pipeline/audit-log.ts'
import type { Changed, CommandCall, Operation } from '../pipeline/define-operation.ts'
import type { PipelineOptions } from '../pipeline/pipeline.ts'
import type { Statement } from '../platform/batch.ts'
import type { Tx } from '../platform/database.ts'
import { runStatement } from '../platform/statements.ts'
import { lockFirm } from './hold-firm.ts'
import { receiveUpload } from './upload.ts'
import { deriveWebhookEvent } from './webhook-events.ts'

export type RunAs = <C extends Contract>(
  actor: Actor,
  contract: C,
  sent: Sent<C>,
  file?: { name: string; bytes: Uint8Array },
) => Promise<Output<C>>

/** Operations available within the transaction. */
export interface BulkRun {
  /** Rejects if the command refuses; records kept for a refused file stay in the transaction. */
  runAs: RunAs
  /** Runs work other than a command, as the platform. */
  actAsSystem(action: string, work: (tx: Tx) => Promise<Changed<unknown>>): Promise<void>
  /** Writes the audit entries and derived records so far: for commands that read obligations. */
  settle(): Promise<void>
}

export type RunInBulk = <T>(work: (run: BulkRun) => Promise<T>) => Promise<T>

/** Thousands of short statements with few texts: PostgreSQL would plan the first five of each text anew. */
const KEEPS_PLANS: Statement = {
  text: "select set_config('plan_cache_mode', 'force_generic_plan', true)",
  values: [],
}

interface Recorded {
  actor: Actor
  entry: Entry
  change: Change
}

interface Binding {
  tx: Tx
  operations: readonly Operation[]
  switchActor: (actor: Actor) => Promise<void>
  keep: (actor: Actor, action: string, changed: Changed<unknown>) => void
  afterCommit: (name: string, work: () => Promise<void>) => void
}

/** Commands of accounts in the transaction `tx`. */
const createRunAs =
  ({ tx, operations, switchActor, keep, afterCommit }: Binding): RunAs =>
  async (actor, contract, sent, file) => {
    const operation = operations.find((candidate) => candidate.contract.name === contract.name)
    if (operation?.kind !== 'command') throw new Error(`${contract.name} is no command of a person`)
    await switchActor(actor)
    // The path's ids are not part of the body's schema.
    const input = { ...(sent as object), ...(contract.input.parse(sent) as object) } as never
    const inBookkeepingTransaction = <T>(noted: (tx: Tx) => Promise<T>): Promise<T> => noted(tx)
    const upload = (file &&
      operation.file &&
      (await receiveUpload(
        operation.file,
        { fileName: file.name, source: Readable.from([file.bytes]) },
        file.bytes.length,
        { actor, inBookkeepingTransaction },
      ))) as never
    const prepared = await operation.prepare?.({
      input,
      actor,
      runQuery: async (...statements) => {
        const answers = []
        for (const statement of statements) answers.push(await runStatement(tx, statement))
        return answers
      },
      upload,
      origin: NO_ORIGIN,
      emit: () => {},
      inBookkeepingTransaction,
    })
    const changed = await operation.handle({
      input,
      tx,
      actor,
      sessionId: null,
      sessionVersion: null,
      prepared,
      upload,
      afterCommit: (later) => afterCommit(contract.name, later),
    })
    keep(actor, contract.name, changed)
    if (changed.refusal) throw changed.refusal
    return changed.answer as Output<typeof contract>
  }

export function createRunInBulk(
  {
    database,
    today,
    derive,
    onAfterCommitFailure,
  }: Pick<PipelineOptions, 'database' | 'today' | 'derive' | 'onAfterCommitFailure'>,
  operations: readonly Operation[],
): RunInBulk {
  return async (work) => {
    const afterCommit: { name: string; work: () => Promise<void> }[] = []
    const answer = await database.write(async (tx) => {
      await runStatement(tx, KEEPS_PLANS)
      const recorded: Recorded[] = []
      let present: Actor | null = null
      const switchActor = async (actor: Actor): Promise<void> => {
        if (actor === present) return
        present = actor
        await setAccessScope(tx, actor, today())
      }
      const keep = (actor: Actor, action: string, { changes }: Changed<unknown>): void => {
        for (const change of changes)
          recorded.push({
            actor,
            change,
            entry: buildAuditEntry(change, {
              action,
              tenantId: actor.tenantId,
              deriveEvent: deriveWebhookEvent,
            }),
          })
      }

      const settle = async (): Promise<void> => {
        for (const [tenantId, own] of Map.groupBy(recorded.splice(0), ({ entry }) => entry.tenantId)) {
          for (const { actor, entries } of groupByActor(own)) {
            await switchActor(actor)
            await appendAuditEntries(tx, entries, NO_ORIGIN)
          }
          await enterFirm(tx, tenantId, today())
          present = null
          const derivedLater = await derive(
            tx,
            tenantId,
            own.map(({ change }) => change),
            () => lockFirm(tx, tenantId),
          )
          if (derivedLater) afterCommit.push({ name: 'obligation.recalculate', work: derivedLater })
        }
      }

      const result = await work({
        runAs: createRunAs({
          tx,
          operations,
          switchActor,
          keep,
          afterCommit: (name, later) => afterCommit.push({ name, work: later }),
        }),
        settle,
        async actAsSystem(action, system) {
          await switchActor(SYSTEM)
          keep(SYSTEM, action, await system(tx))
        },
      })
      await settle()
      return result
    })
    for (const { name, work: later } of afterCommit)
      setImmediate(() => later().catch((error: unknown) => onAfterCommitFailure(name, error)))
    return answer
  }
}

/** Runs commands within a command: in its transaction. Their changes are returned, for the command to record as its own. */
export type RunWithin = <T>(
  call: Pick<CommandCall<Contract, unknown>, 'tx' | 'actor' | 'afterCommit'>,
  work: (runAs: RunAs) => Promise<T>,
) => Promise<{ result: T; changes: Change[] }>

export const createRunWithin =
  (today: () => string, listOperations: () => readonly Operation[]): RunWithin =>
  async ({ tx, actor, afterCommit }, work) => {
    const changes: Change[] = []
    const result = await work(
      createRunAs({
        tx,
        operations: listOperations(),
        switchActor: (other) => setAccessScope(tx, other, today()),
        keep: (_actor, _action, changed) => changes.push(...changed.changes),
        afterCommit: (_name, later) => afterCommit(later),
      }),
    )
    await setAccessScope(tx, actor, today())
    return { result, changes: mergeChanges(changes) }
  }

/** One change for each record: from its first state to its last. */
function mergeChanges(changes: readonly Change[]): Change[] {
  const merged = new Map<string, Change>()
  for (const { audited, before, after, entityId, tenantId } of changes) {
    const id = entityId ?? String((after ?? before)?.id)
    const known = merged.get(`${audited.entityType} ${id}`)
    merged.set(`${audited.entityType} ${id}`, {
      audited,
      before: known ? known.before : before,
      after,
      entityId: id,
      ...(tenantId === undefined ? {} : { tenantId }),
    })
  }
  return [...merged.values()]
}

/** The transaction's actor is the actor of its entries, so entries are grouped by actor, in order. */
function groupByActor(
  recorded: readonly Pick<Recorded, 'actor' | 'entry'>[],
): { actor: Actor; entries: Entry[] }[] {
  const runs: { actor: Actor; entries: Entry[] }[] = []
  for (const { actor, entry } of recorded) {
    const last = runs.at(-1)
    if (last?.actor === actor) last.entries.push(entry)
    else runs.push({ actor, entries: [entry] })
  }
  return runs
}
