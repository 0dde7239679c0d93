/** Which fields of a record the audit log shows. */
import { z } from 'zod'
import { type Audited, defineAudited } from '../pipeline/audit-log.ts'

/** Ids, dates and times by their names; numbers, booleans and codes by their schemas: never the words of a person. */
type StructuredName = 'id' | `${string}Id` | `${string}Ids` | `${string}On` | `${string}At`
type IsStructured<Value> = [Value] extends [readonly (infer Item)[]]
  ? IsStructured<Item>
  : [Value] extends [string | number | boolean]
    ? string extends Value
      ? false
      : true
    : false
type Structured<Shape extends z.ZodRawShape> = {
  [Field in keyof Shape & string]: Field extends StructuredName
    ? Field
    : IsStructured<NonNullable<z.output<Shape[Field]>>> extends true
      ? Field
      : never
}[keyof Shape & string]

const STRUCTURED_NAME = /^id$|(?:Id|Ids|On|At)$/

function isStructured(schema: z.core.$ZodType): boolean {
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) return isStructured(schema.unwrap())
  if (schema instanceof z.ZodArray) return isStructured(schema.element)
  if (schema instanceof z.ZodUnion) return schema.options.every(isStructured)
  return ['enum', 'literal', 'number', 'boolean'].includes(schema._zod.def.type)
}

/** Fails the type check with the name of a field that must be stated. */
type RequireStated<Missing extends string> = [Missing] extends [never] ? unknown : { missing: Missing }

/**
 * For a record: shows ids, dates, times, numbers, booleans and codes, except those stated as concealed or left out. Texts and nested records
 * must be stated, so that a new one does not compile until someone decides. `leftOut` are fields that the log does not need, such as names
 * that belong to another record.
 */
export const defineAuditedRecord = <
  const Kind extends string,
  Shape extends z.ZodRawShape,
  const Shown extends keyof Shape & string = never,
  const Concealed extends keyof Shape & string = never,
  const LeftOut extends keyof Shape & string = never,
>(
  entityType: Kind,
  record: z.ZodObject<Shape>,
  {
    shown = [],
    concealed = [],
    leftOut = [],
  }: {
    shown?: readonly Shown[]
    concealed?: readonly Concealed[]
    leftOut?: readonly LeftOut[]
  } & RequireStated<Exclude<keyof Shape & string, Structured<Shape> | Shown | Concealed | LeftOut>>,
): Audited<Kind> => {
  const hidden = new Set<string>([...concealed, ...leftOut])
  const fields = Object.entries<z.core.$ZodType>(record.shape).filter(
    ([field, schema]) =>
      !hidden.has(field) &&
      (STRUCTURED_NAME.test(field) || isStructured(schema) || (shown as readonly string[]).includes(field)),
  )
  return defineAudited(entityType, z.object(Object.fromEntries(fields) as z.ZodRawShape), concealed)
}
