/** Which fields of a record the audit log shows. */
import { z } from 'zod'
import { type Audited, defineAudited } from '../pipeline/audit-log.ts'

/** Ids, dates and times are known by the names of their fields; numbers, booleans and codes by their types. */
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

/** Fails the type check with the name of a field that must be listed. */
type RequireListed<Missing extends string> = [Missing] extends [never] ? unknown : { missing: Missing }

/**
 * Defines the audit entries of a record. Ids, dates, times, numbers, booleans and codes are shown unless they are listed in `concealed` or
 * `leftOut`: list those that are personal data, because entries are never deleted. Texts and nested records must be in one of the three lists,
 * so that a new field does not compile until someone decides. `leftOut` are fields that the log does not need, such as names that belong to
 * another record. Throws at the definition for a field that the types take for a code and its schema does not.
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
  } & RequireListed<Exclude<keyof Shape & string, Structured<Shape> | Shown | Concealed | LeftOut>>,
): Audited<Kind> => {
  const hidden = new Set<string>([...concealed, ...leftOut])
  const listed = new Set<string>(shown)
  const fields = Object.entries<z.core.$ZodType>(record.shape).filter(([field]) => !hidden.has(field))
  for (const [field, schema] of fields)
    if (!listed.has(field) && !STRUCTURED_NAME.test(field) && !isStructured(schema))
      throw new Error(`List the field ${field} of the audited record ${entityType}`)
  return defineAudited(entityType, z.object(Object.fromEntries(fields) as z.ZodRawShape), concealed)
}
