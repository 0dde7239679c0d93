/** The contract's own words about a field, which are the reference text of the API as well: written once. */
import { z } from 'zod'
import type { Contract } from '../../contract/define.ts'

/** Empty where the contract says nothing; PA is spelled out, as a reader of a form knows no legend. */
export function helpOf({ input }: Pick<Contract, 'input'>, field: string): string {
  const { shape } = input as unknown as z.ZodObject
  return descriptionOf(shape[field] as z.ZodType | undefined).replace(/\bPA s\./g, 'Pensions Act 1990 s.')
}

const SOURCE = /\(((?:Pensions Act|TCA|Directive|Regulation|S\.I\.)(?:[^()]|\([^()]*\))*)\)/

/** Where the rule behind a field is written, as far as the contract names it. */
export const sourceOf = (contract: Pick<Contract, 'input'>, field: string): string | undefined =>
  SOURCE.exec(helpOf(contract, field))?.[1]

/** The description stands on the value itself, inside what makes it optional. */
function descriptionOf(schema: z.ZodType | undefined): string {
  if (!schema) return ''
  if (schema.description) return schema.description
  if (schema instanceof z.ZodPipe) return descriptionOf(schema.in as z.ZodType)
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return descriptionOf(schema.unwrap() as z.ZodType)
  return ''
}
