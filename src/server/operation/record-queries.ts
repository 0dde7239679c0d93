/** The list and get operations that follow from a record set. */
import type { Contract, Input } from '../../contract/define.ts'
import type { AccessScope } from '../pipeline/access-scope.ts'
import { defineQuery, type Operation } from '../pipeline/define-operation.ts'
import type { Rows, Statement } from '../platform/batch.ts'
import type { OwnedKind } from '../platform/resources.ts'

interface Listed<ListInput> {
  list: (input: ListInput, scope: AccessScope) => Statement
  page: (rows: Rows, input: ListInput) => string
}

/** Lists the records within the caller's scope; with `parent`, those of the record whose id is in the path. */
export const defineList = <C extends Contract>(
  contract: C,
  records: Listed<Input<C>>,
  parent?: OwnedKind,
): Operation =>
  defineQuery<Contract>({
    contract,
    owner: parent ? (input, find) => find[parent](getId(input)) : 'in-scope',
    select: (input, scope) => records.list(input as Input<C>, scope),
    body: (rows, input) => records.page(rows, input as Input<C>),
  })

/** One record, by the id in the path. */
export const defineGet = (
  contract: Contract,
  kind: OwnedKind,
  records: { one: (id: string) => Statement },
): Operation =>
  defineQuery<Contract>({
    contract,
    owner: (input, find) => find[kind](getId(input)),
    select: (input) => records.one(getId(input)),
  })

const getId = (input: unknown): string => (input as { id: string }).id
