/** The only way in which a command of a contract moves a record through its state machine. */
import type { Contract, Input } from '../../contract/define.ts'
import type { Transitions } from '../../contract/transitions.ts'
import type { Actor } from '../pipeline/access-scope.ts'
import type { Audited } from '../pipeline/audit-log.ts'
import {
  type Changed,
  defineCommand,
  type Operation,
  saveVersion,
  updated,
} from '../pipeline/define-operation.ts'
import { conflict } from '../pipeline/refusal.ts'
import type { Tx } from '../platform/database.ts'
import type { RecordSet } from './record-set.ts'
import { type OwnedKind, RESOURCES } from './resources.ts'

/** Status after a verb, which may be unchanged; 409 if the verb does not apply to the current status. */
export function requireTransition<Verb extends string, Status extends string>(
  transitions: Transitions<Verb, Status>,
  verb: Verb,
  status: Status,
): Status {
  const { from, to } = transitions[verb]
  if (!from.includes(status)) {
    throw conflict(`This is not possible while the status is ${status}`, {
      code: 'ILLEGAL_TRANSITION',
      status,
      from,
    })
  }
  return to ?? status
}

interface Noun<R, Verb extends string, Status extends string> {
  records: Pick<RecordSet<R, never, never>, 'require'>
  audited: Audited<OwnedKind>
  transitions: Transitions<Verb, Status>
}

/** Columns that a verb sets besides the status, or the refusal it throws; a status among them takes precedence, if facts decide it. */
type Columns<C extends Contract, R> = (call: {
  input: Input<C>
  before: R
  tx: Tx
  actor: Actor
  afterCommit: (work: () => Promise<void>) => void
}) => object | Promise<object>

/** Defines the commands of a resource: the contract `noun.verb` becomes an operation that moves the record and records the change. */
export function transitionCommands<
  R extends Record<string, unknown> & { id: string; version: number; status: Status },
  Verb extends string,
  Status extends string,
>({ records, audited, transitions }: Noun<R, Verb, Status>) {
  const kind = audited.entityType
  return <C extends Contract<`${string}.${Verb}`>>(
    contract: C,
    columns: Columns<C, R> = () => ({}),
    /** Details of the audit entry besides the states: the reason, if the record itself does not store it. */
    note?: (input: Input<C>) => Record<string, unknown>,
  ): Operation =>
    defineCommand<Contract>({
      contract,
      owner: (input, find) => find[kind]((input as { id: string }).id),
      async handle({ input, tx, actor, afterCommit }): Promise<Changed<R>> {
        const { id } = input as { id: string }
        const before = await records.require(tx, id)
        const status = requireTransition(transitions, contract.name.split('.')[1] as Verb, before.status)
        const values = await columns({ input: input as Input<C>, before, tx, actor, afterCommit })
        await saveVersion(tx, RESOURCES[kind].table, before, { status, ...values })
        const after = await records.require(tx, id)
        return updated(audited, before, after, note?.(input as Input<C>))
      },
    })
}
