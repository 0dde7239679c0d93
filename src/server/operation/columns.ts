/**
 * Columns that follow from fields: `croNumber` is stored in `cro_number`. A column of another name, or a computed one, is stated
 * where the record or the input is defined.
 */
import type { z } from 'zod'

type ColumnName<Field extends string, Done extends string = ''> = Field extends `${infer First}${infer Rest}`
  ? ColumnName<Rest, First extends Lowercase<First> ? `${Done}${First}` : `${Done}_${Lowercase<First>}`>
  : Done

export const toColumnName = (field: string): string =>
  field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** The column of a field as JSON shows it: an instant, whose field has the ending `At`, as text. */
const buildColumnExpression = (field: string, alias: string): string => {
  const column = `${alias}.${toColumnName(field)}`
  return field.endsWith('At') ? `app.instant(${column})` : column
}

/** The SQL expression of each field of a record, by the alias of its table. */
export function buildColumnExpressions<Shape extends z.ZodRawShape>(
  record: z.ZodObject<Shape>,
  exceptions: { [K in keyof Shape]?: string } = {},
  alias = 'r',
): { [K in keyof Shape & string]: string } {
  const unknown = Object.keys(exceptions).find((name) => !(name in record.shape))
  if (unknown !== undefined) throw new Error(`The record has no field ${unknown}`)
  return Object.fromEntries(
    Object.keys(record.shape).map((field) => [
      field,
      exceptions[field] ?? buildColumnExpression(field, alias),
    ]),
  ) as { [K in keyof Shape & string]: string }
}

/** `r.cro_number as "croNumber", …` for fields of the table with the alias `r`. */
export const buildSelectList = (fields: readonly string[], exceptions: Record<string, string> = {}): string =>
  fields.map((field) => `${exceptions[field] ?? buildColumnExpression(field, 'r')} as "${field}"`).join(', ')

/**
 * Values to insert or update: one column per field of the schema, and none for other fields of the input. `storedOtherwise` names the fields
 * that have no column of their name.
 */
export function toColumns<Shape extends z.ZodRawShape, Otherwise extends keyof Shape & string = never>(
  schema: z.ZodObject<Shape>,
  input: Omit<z.output<z.ZodObject<Shape>>, Otherwise>,
  ...storedOtherwise: Otherwise[]
): { [K in Exclude<keyof Shape & string, Otherwise> as ColumnName<K>]: z.output<Shape[K]> } {
  const values = input as Record<string, unknown>
  const fields = Object.keys(schema.shape).filter((field) => !storedOtherwise.includes(field as Otherwise))
  return Object.fromEntries(fields.map((field) => [toColumnName(field), values[field]])) as never
}
