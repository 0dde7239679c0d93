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
  /** What will happen, and what is recorded. */
  explanation: string
  fields: ReactNode
  defaults: Values
  look?: ButtonLook
  /** Records that the act does not lead on from are left out. */
  isPossible?: (row: Row) => boolean
  /** What a record is called among the failures. */
  nameOf: (row: Row) => string
}
