import type { ReactNode } from 'react'
import type { Contract } from '../../contract/define.ts'
import type { Values } from '../forms/contract-form.tsx'
import type { ButtonLook } from '../ui/button.tsx'

export interface BulkRow {
  id: string
  version: number
}

export interface BulkAct<Row> {
  contract: Contract
  /** The verb: `Assign`. */
  label: string
  /** Effects of the action, and what is recorded. */
  explanation: string
  fields: ReactNode
  defaults: Values
  /** Values of the request that come from the row, as the amount that is missing in it. */
  valuesOf?: (row: Row) => Values
  look?: ButtonLook
  /** Whether the action is possible for the row; other rows are left out. */
  isPossible?: (row: Row) => boolean
  /** Why the service would refuse a row that `isPossible`, in words; such rows are left out. */
  findRefusal?: (row: Row) => string | null
  /** Name of a record in the list of failures. */
  nameOf: (row: Row) => string
}
