import type { Operation } from '../contract/define.ts'
import type { ContractNamed } from '../contract/index.ts'
import { OPERATIONS, type OperationName, type RouteOf } from '../contract/operations.ts'

/** An operation with the types of its schemas, but without the schemas. */
type OperationNamed<N extends OperationName> =
  ContractNamed<N> extends Operation<N, RouteOf<N>, infer In, infer Out>
    ? Operation<N, RouteOf<N>, In, Out>
    : never

/**
 * An operation by its name, for modules that every page loads or that only call it: `useQuery(createQuery(operation('scheme.get'), { id }))`.
 * Modules that check input with the schemas import the contract.
 */
export const operation = <N extends OperationName>(name: N): OperationNamed<N> =>
  ({
    name,
    kind: OPERATIONS[name].route.startsWith('GET ') ? 'query' : 'command',
    ...OPERATIONS[name],
  }) as unknown as OperationNamed<N>
