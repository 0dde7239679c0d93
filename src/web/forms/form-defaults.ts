/** Initial values of the fields of a form. */
import type { FieldValues } from 'react-hook-form'
import type { z } from 'zod'
import type { Contract } from '../../contract/define.ts'

/**
 * The defaults of a new record, and for every other field what the contract takes it for when nothing is sent. A field that is
 * emptied again is then what it was, and the form is as good as untouched.
 */
export function getDefaultValues({ input }: Pick<Contract, 'input'>, defaults: FieldValues): FieldValues {
  const { shape } = input as z.ZodObject
  const empty = Object.entries(shape).map(([name, schema]) => {
    const absent = (schema as z.ZodType).safeParse(undefined)
    return [name, absent.success ? absent.data : null]
  })
  return { ...Object.fromEntries(empty), ...defaults }
}

/** Fields of the command with the values of the record. */
export function toFormValues({ input }: Pick<Contract, 'input'>, record: FieldValues): FieldValues {
  const { shape } = input as z.ZodObject
  return Object.fromEntries(Object.keys(shape).map((name) => [name, record[name] ?? null]))
}
