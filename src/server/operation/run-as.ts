/**
 * Commands that the program itself gives, as an account and without HTTP, all in one transaction. Input is parsed and every change
 * recorded as for a request; entries are written, and what follows from the changes is derived, at the end and by `settle`. Owners are not
 * looked up: row-level security keeps each command to what its account reaches.
 */
import { Readable } from 'node:stream'
import type { Contract, Output, Sent } from '../../contract/define.ts'
import type { Actor } from '../pipeline/access-scope.ts'
import { enterFirm, SYSTEM, setAccessScope } from '../pipeline/act-as.ts'
import { buildAuditEntry } from '../pipeline/audit-changes.ts'
import { appendAuditEntries, type Entry, NO_ORIGIN } from '../pipeline/audit-log.ts'
import type { Change, Changed, Operation } from '../pipeline/define-operation.ts'
import { runStatement } from '../pipeline/owners.ts'
import type { PipelineOptions } from '../pipeline/pipeline.ts'
import type { Tx } from '../platform/database.ts'
import { receiveUpload } from './upload.ts'

export type RunAs = <C extends Contract>(
  actor: Actor,
  contract: C,
  sent: Sent<C>,
  file?: { name: string; bytes: Uint8Array },
) => Promise<Output<C>>

/** What may be done within the transaction. */
export interface BulkRun {
  /** Rejects where the command refuses; what it keeps of a refused file stays in the transaction. */
  runAs: RunAs
  /** Work that is no command, as the platform. */
  actAsSystem(action: string, work: (tx: Tx) => Promise<Changed<unknown>>): Promise<void>
  /** Records what was done so far, and calculates what follows from it: for commands that read obligations. */
  settle(): Promise<void>
}

export type RunInBulk = <T>(work: (run: BulkRun) => Promise<T>) => Promise<T>

export function createRunInBulk(
  { database, today, derive, onAfterCommitFailure }: PipelineOptions,
  operations: readonly Operation[],
): RunInBulk {
  return async (work) => {
    const afterCommit: { name: string; work: () => Promise<void> }[] = []
    const answer = await database.write(async (tx) => {
      const recorded: { actor: Actor; entry: Entry; change: Change }[] = []
      let present: Actor | null = null
      const become = async (actor: Actor): Promise<void> => {
        if (actor === present) return
        present = actor
        await setAccessScope(tx, actor, today())
      }
      const keep = (actor: Actor, action: string, { changes }: Changed<unknown>): void => {
        for (const change of changes)
          recorded.push({ actor, change, entry: buildAuditEntry(change, action, actor.tenantId) })
      }

      const runAs: RunAs = async (actor, contract, sent, file) => {
        const operation = operations.find((candidate) => candidate.contract.name === contract.name)
        if (operation?.kind !== 'command') throw new Error(`${contract.name} is no command of a person`)
        await become(actor)
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
          prepared,
          upload,
          afterCommit: (later) => afterCommit.push({ name: contract.name, work: later }),
        })
        keep(actor, contract.name, changed)
        if (changed.refusal) throw changed.refusal
        return changed.answer as Output<typeof contract>
      }

      const settle = async (): Promise<void> => {
        for (const [tenantId, own] of Map.groupBy(recorded.splice(0), ({ entry }) => entry.tenantId)) {
          for (const { actor, entries } of byActor(own)) {
            await become(actor)
            await appendAuditEntries(tx, entries, NO_ORIGIN)
          }
          await enterFirm(tx, tenantId, today())
          present = null
          await derive(
            tx,
            tenantId,
            own.map(({ change }) => change),
          )
        }
      }

      const result = await work({
        runAs,
        settle,
        async actAsSystem(action, system) {
          await become(SYSTEM)
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

/** The transaction's actor is the actor of its entries, so entries are grouped by actor, in order. */
function byActor(recorded: readonly { actor: Actor; entry: Entry }[]): { actor: Actor; entries: Entry[] }[] {
  const runs: { actor: Actor; entries: Entry[] }[] = []
  for (const { actor, entry } of recorded) {
    const last = runs.at(-1)
    if (last?.actor === actor) last.entries.push(entry)
    else runs.push({ actor, entries: [entry] })
  }
  return runs
}
