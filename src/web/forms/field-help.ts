/** The contract's own words about a field, which are the reference text of the API as well: written once. */
import { z } from 'zod'
import type { Contract } from '../../contract/define.ts'
import { INSTRUMENTS } from '../../contract/instruments.ts'

/** Empty where the contract has no description. */
export function getFieldHelp({ input }: Pick<Contract, 'input'>, field: string): string {
  const { shape } = input as z.ZodObject
  return getDescription(shape[field] as z.ZodType | undefined)
}

/** Parenthesised text that may contain parentheses; a citation of law begins with the short name of a source. */
const IN_BRACKETS = /\(((?:[^()]|\([^()]*\))*)\)/g

/** Source of the rule behind a field, if the contract names it. */
export const getFieldSource = (contract: Pick<Contract, 'input'>, field: string): string | undefined =>
  Array.from(getFieldHelp(contract, field).matchAll(IN_BRACKETS), ([, inside]) => inside).find((inside) =>
    Object.values(INSTRUMENTS).some(({ short }) => inside?.startsWith(`${short} `)),
  )

/** The description is on the value itself, inside the optional wrapper. */
function getDescription(schema: z.ZodType | undefined): string {
  if (!schema) return ''
  if (schema.description) return schema.description
  if (schema instanceof z.ZodPipe) return getDescription(schema.in as z.ZodType)
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return getDescription(schema.unwrap() as z.ZodType)
  return ''
}
