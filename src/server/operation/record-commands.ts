/** Commands that change one record, by the id in the path. */
import type { Contract, Input } from '../../contract/define.ts'
import type { Actor } from '../pipeline/access-scope.ts'
import type { Audited } from '../pipeline/audit-log.ts'
import {
  type Changed,
  defineCommand,
  type Operation,
  unchanged,
  updated,
} from '../pipeline/define-operation.ts'
import type { Tx } from '../platform/database.ts'
import { type OwnedKind, RESOURCES } from '../platform/resources.ts'
import type { RecordSet } from './record-set.ts'
import { updateUnlessStale } from './update-unless-stale.ts'

export interface ChangedRecords<R> {
  records: Pick<RecordSet<R, never, never>, 'require'>
  audited: Audited<OwnedKind>
}

export interface ChangeCall<C extends Contract, R> {
  input: Input<C>
  before: R
  tx: Tx
  actor: Actor
  afterCommit: (work: () => Promise<void>) => void
}

type Stored = Record<string, unknown> & { id: string; version: number }

/**
 * Saves the columns that `change` returns, reads the record back and records the change. `change` throws the refusal; null: the record stays
 * as it is. `note` has details of the audit entry besides the states: the reason, if the record itself does not store it.
 */
export const defineChange = <C extends Contract, R extends Stored>(
  contract: C,
  { records, audited }: ChangedRecords<R>,
  change: (call: ChangeCall<C, R>) => object | null | Promise<object | null>,
  note?: (input: Input<C>) => Record<string, unknown>,
): Operation =>
  defineCommand<Contract>({
    contract,
    owner: (input, find) => find[audited.entityType]((input as { id: string }).id),
    async handle({ input, tx, actor, afterCommit }): Promise<Changed<R>> {
      const { id } = input as { id: string }
      const before = await records.require(tx, id)
      const columns = await change({ input: input as Input<C>, before, tx, actor, afterCommit })
      if (columns === null) return unchanged(before)
      await updateUnlessStale(tx, RESOURCES[audited.entityType].table, before, { ...columns })
      return updated(audited, before, await records.require(tx, id), note?.(input as Input<C>))
    },
  })
