/** The contracts of all operations, in one list. */
import type { Contract } from './define.ts'
import * as modules from './modules.ts'
import { OPERATIONS, type OperationName, type Route } from './operations.ts'

const isContract = (value: unknown): value is Contract =>
  typeof value === 'object' && value !== null && 'route' in value && 'access' in value

const ORDER = Object.keys(OPERATIONS)

/** In the order of the table of operations, which is that of the API reference. */
export const CONTRACTS: readonly Contract[] = Object.values(modules)
  .flatMap((module) => Object.values<unknown>(module))
  .filter(isContract)
  .sort((a, b) => ORDER.indexOf(a.name) - ORDER.indexOf(b.name))

type ExportOf<M> = M extends unknown ? M[keyof M] : never
/** The contract of one operation. Only a type, so that a caller can know the schemas without loading them. */
export type ContractNamed<N extends OperationName> = Extract<
  ExportOf<(typeof modules)[keyof typeof modules]>,
  { name: N; route: Route }
>
