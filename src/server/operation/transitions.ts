/** The only way in which a command of a contract moves a record through its state machine. */
import type { Contract, Input } from '../../contract/define.ts'
import type { Transitions } from '../../contract/transitions.ts'
import type { Operation } from '../pipeline/define-operation.ts'
import { createConflictRefusal, type Refusal } from '../pipeline/refusal.ts'
import { formatCode } from '../platform/paper/code-words.ts'
import { type ChangeCall, type ChangedRecords, defineChange } from './record-commands.ts'

/** 409: the message has the status in words; `details` has its code, and the statuses in which it is possible. */
export const createStatusRefusal = (status: string, from?: readonly string[]): Refusal =>
  createConflictRefusal(`This is not possible while the status is “${formatCode(status)}”`, {
    code: 'ILLEGAL_TRANSITION',
    status,
    ...(from && { from }),
  })

/** Status after a verb, which may be unchanged; 409 if the verb does not apply to the current status. */
export function requireTransition<Verb extends string, Status extends string>(
  transitions: Transitions<Verb, Status>,
  verb: Verb,
  status: Status,
): Status {
  const { from, to } = transitions[verb]
  if (!from.includes(status)) {
    throw createStatusRefusal(status, from)
  }
  return to ?? status
}

interface Noun<R, Verb extends string, Status extends string> extends ChangedRecords<R> {
  transitions: Transitions<Verb, Status>
}

/** Columns that a verb sets besides the status, or the refusal it throws; a status among them takes precedence, if facts decide it. */
type Columns<C extends Contract, R> = (call: ChangeCall<C, R>) => object | Promise<object>

/** Defines the commands of a resource: the contract `noun.verb` becomes an operation that moves the record and records the change. */
export const transitionCommands =
  <
    R extends Record<string, unknown> & { id: string; version: number; status: Status },
    Verb extends string,
    Status extends string,
  >({
    transitions,
    ...noun
  }: Noun<R, Verb, Status>) =>
  <C extends Contract<`${string}.${Verb}`>>(
    contract: C,
    columns: Columns<C, R> = () => ({}),
    note?: (input: Input<C>) => Record<string, unknown>,
  ): Operation =>
    defineChange<C, R>(
      contract,
      noun,
      async (call) => ({
        status: requireTransition(transitions, contract.name.split('.')[1] as Verb, call.before.status),
        ...(await columns(call)),
      }),
      note,
    )
