/** The contracts of all operations, in one list. */

import type { Route } from './access.ts'
import type { Contract } from './define.ts'
import * as modules from './modules.ts'
import type { OperationName } from './operations.ts'

const isContract = (value: unknown): value is Contract =>
  typeof value === 'object' && value !== null && 'route' in value && 'access' in value

/** By name, which is the order of the API reference. */
export const CONTRACTS: readonly Contract[] = Object.values(modules)
  .flatMap((module) => Object.values<unknown>(module))
  .filter(isContract)
  .sort((a, b) => (a.name < b.name ? -1 : 1))

type ExportOf<M> = M extends unknown ? M[keyof M] : never
/** The contract of one operation. Only a type, so that a caller can know the schemas without loading them. */
export type ContractNamed<N extends OperationName> = Extract<
  ExportOf<(typeof modules)[keyof typeof modules]>,
  { name: N; route: Route }
>
