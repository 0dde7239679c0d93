/**
 * JSON text of one record, built by PostgreSQL with as little work as the type of each field allows. `row_to_json` looks
 * up every column's type anew for every row, which costs more than reading the rows (docs/decisions/0004). What a field
 * may contain is taken from its schema and never said by hand: only what cannot hold a quote is left unescaped.
 */
import { z } from 'zod'
import { Id } from '../../contract/values.ts'

const INSTANT = /^app\.instant\([a-z._]+\)$/

/** An SQL expression for the JSON text of a record with these columns, in the order of the columns. */
export function buildJsonText(schema: z.ZodObject, columns: Readonly<Record<string, string>>): string {
  const fields = Object.entries(columns).map(([name, expression], index) => {
    const field = schema.shape[name]
    if (!field) throw new Error(`The record has no field ${name}`)
    return `'${index === 0 ? '{' : ','}"${name}":' || ${buildValueTextExpression(field as z.ZodType, expression)}`
  })
  return `${fields.join(' || ')} || '}'`
}

function buildValueTextExpression(field: z.ZodType, expression: string): string {
  if (field instanceof z.ZodNullable)
    return `coalesce(${buildTextExpression(field.unwrap() as z.ZodType, expression)}, 'null')`
  return buildTextExpression(field, expression)
}

/** Null for a null, as every concatenation is. */
function buildTextExpression(field: z.ZodType, expression: string): string {
  const isDate = field instanceof z.ZodISODate
  if (isDate || field instanceof z.ZodEnum || field === Id || INSTANT.test(expression)) {
    return `'"' || ${expression} || '"'`
  }
  if (field instanceof z.ZodBoolean || field instanceof z.ZodNumber) return `(${expression})::text`
  // A jsonb column is JSON as it stands.
  if (field instanceof z.ZodObject) return `(${expression})::text`
  // Text and arrays: escaped by the database.
  return `to_json(${expression})::text`
}
