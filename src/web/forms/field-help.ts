/** The contract's own words about a field, which are the reference text of the API as well: written once. */
import { z } from 'zod'
import { INSTRUMENTS } from '../../contract/citations.ts'
import type { Contract } from '../../contract/define.ts'

/** Empty where the contract says nothing. */
export function getFieldHelp({ input }: Pick<Contract, 'input'>, field: string): string {
  const { shape } = input as unknown as z.ZodObject
  return descriptionOf(shape[field] as z.ZodType | undefined)
}

/** What stands in brackets and begins with a text of law; brackets of its own included. */
const IN_BRACKETS = /\(((?:[^()]|\([^()]*\))*)\)/g

/** Where the rule behind a field is written, as far as the contract names it. */
export const getFieldSource = (contract: Pick<Contract, 'input'>, field: string): string | undefined =>
  Array.from(getFieldHelp(contract, field).matchAll(IN_BRACKETS), ([, inside]) => inside).find((inside) =>
    Object.values(INSTRUMENTS).some(({ short }) => inside?.startsWith(`${short} `)),
  )

/** The description stands on the value itself, inside what makes it optional. */
function descriptionOf(schema: z.ZodType | undefined): string {
  if (!schema) return ''
  if (schema.description) return schema.description
  if (schema instanceof z.ZodPipe) return descriptionOf(schema.in as z.ZodType)
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return descriptionOf(schema.unwrap() as z.ZodType)
  return ''
}
