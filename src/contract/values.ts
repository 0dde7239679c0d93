/** The values that records are made of. Each says its rule once; the text becomes the reference and the form help. */
import { z } from 'zod'
import { hasTooManyMarks, MOST_MARKS, normaliseText } from './plain-text.ts'
import { hasPpsNumber } from './pps-number.ts'

/** Marks a figure that was not found in a legal text, wherever it is shown. */
export const NOT_VERIFIED = 'our interpretation, not verified'

/** CUID2. `z.cuid2()` accepts a leading digit, which the generator never makes. */
export const Id = z
  .string()
  .regex(/^[a-z][a-z0-9]{1,31}$/, 'Not a valid id')
  .describe('Id of a record (CUID2)')

// PostgreSQL cannot store NUL, and a lone surrogate would be silently replaced on its way there.
const isStorable = (text: string): boolean => !text.includes('\u0000') && text.isWellFormed()
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it refuses
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/

const hasFewMarks = (text: string): boolean => !hasTooManyMarks(text)
const TOO_MANY_MARKS = `Use at most ${MOST_MARKS} accents on one letter`

const NO_PPS_NUMBER = 'Remove the PPS number'
const hasNoPpsNumber = (text: string): boolean => !hasPpsNumber(text)
/** For fields with a form of their own, such as addresses of pages. */
export const excludePpsNumber = <T extends z.ZodType<string>>(schema: T): T =>
  schema.refine(hasNoPpsNumber, NO_PPS_NUMBER)

/**
 * A line that may have the form of a PPS number: registration numbers that Revenue gives out in that form, secrets, and values that are
 * only compared with stored ones. All text that users write about people is a `line` or `prose`.
 */
export const codeLine = (minimum: number, maximum: number) =>
  z
    .string()
    .refine(isStorable, 'Contains characters that cannot be stored')
    .refine(hasFewMarks, TOO_MANY_MARKS)
    .refine((text) => !CONTROL.test(text), 'Contains control characters')
    .transform((text) => normaliseText(text, 'NFC').trim())
    .pipe(z.string().min(minimum).max(maximum))
    .meta({ minLength: minimum, maxLength: maximum })

/**
 * One line of text, NFC, trimmed; control and bidirectional override characters and PPS numbers (Spec 2.7) are refused. Length in
 * characters after trimming.
 */
export const line = (minimum: number, maximum: number) =>
  codeLine(minimum, maximum).refine(hasNoPpsNumber, NO_PPS_NUMBER)

/** A reason that the audit log keeps permanently. */
export const reason = (minimum = 1) =>
  codeLine(minimum, 500).refine(hasNoPpsNumber, `${NO_PPS_NUMBER}: this text is kept in the audit log`)

// A text of several lines has line ends, and tabs where it was pasted from elsewhere.
const CONTROL_IN_PROSE = /[^\P{Cc}\t\n\r]|[\u2028\u2029\u202a-\u202e\u2066-\u2069]/u

/** Text of several lines, unchanged except for line ends; rejects the same characters as a line, and PPS numbers (Spec 2.7). */
export const prose = (minimum: number, maximum: number) =>
  z
    .string()
    .refine(isStorable, 'Contains characters that cannot be stored')
    .refine(hasFewMarks, TOO_MANY_MARKS)
    .refine((text) => !CONTROL_IN_PROSE.test(text), 'Contains control characters')
    .transform((text) => normaliseText(text.replace(/\r\n?/g, '\n'), 'NFC').trim())
    .pipe(z.string().min(minimum).max(maximum))
    .refine(hasNoPpsNumber, NO_PPS_NUMBER)
    .meta({ minLength: minimum, maxLength: maximum })

/** Search text is part of addresses, which histories and proxies keep: no PPS number there. */
export const SearchText = codeLine(1, 200).refine(
  hasNoPpsNumber,
  'PPS numbers cannot be searched for: use the name or another number',
)

/** `YYYY-MM-DD`, a civil date in Europe/Dublin; the calendar decides which days exist. */
export const CivilDate = z.iso
  .date('Enter the date as YYYY-MM-DD')
  .refine((date) => date >= '1900-01-01' && date <= '2199-12-31', 'The year must be between 1900 and 2199')
  .describe('Date YYYY-MM-DD in Dublin time')

/** A civil date in a record: it was checked when it was entered. */
export const Day = z.iso.date().describe('Date YYYY-MM-DD in Dublin time')

export const Instant = z.string().describe('Time in UTC with milliseconds (RFC 3339)')

/** An instant as a caller sends it, with its offset; stored in UTC with milliseconds. */
export const Moment = z.iso
  .datetime({ offset: true, error: 'Enter the date and the time with its offset' })
  .refine((text) => text >= '1900' && text < '2200', 'The year must be between 1900 and 2199')
  .transform((text) => new Date(text).toISOString())
  .describe('Time with an offset (RFC 3339)')

/** Compared after NFKC and lower-casing. ASCII only: look-alikes of other alphabets would be other people's addresses. */
export const Email = z
  .string()
  .max(254)
  .transform((text) => normaliseText(text, 'NFKC').trim().toLowerCase())
  .pipe(z.email('Enter an e-mail address').max(254))
  .refine(hasNoPpsNumber, NO_PPS_NUMBER)
  .describe('E-mail address')

export const Cents = z.int().min(0).max(Number.MAX_SAFE_INTEGER).describe('Amount in euro cents')
export const Percent = z.number().min(0).max(100).describe('Percentage from 0 to 100')

/** The fields that every record has. */
export const recordFields = {
  id: Id,
  createdAt: Instant,
  updatedAt: Instant,
  version: z.int().describe('Version of the record. It increases by one with every change and is the ETag'),
}

/** Of a record that a second person approves where the firm requires one. */
export const fourEyesFields = {
  barredApproverIds: z
    .array(Id)
    .describe(
      'While the record waits for an approval: ids of the users who cannot give it, because they put the record forward or edited it and the firm requires a second person; otherwise empty',
    ),
}

type StoredFields<Shape extends z.ZodRawShape> = {
  [Field in keyof Shape]: z.ZodType<Exclude<z.output<Shape[Field]>, undefined>>
}

/**
 * The fields of a record that repeat fields of its input. Limits, defaults and descriptions are those of the input and left out: what is
 * stored may have been checked by an earlier version.
 */
export const toStoredFields = <Shape extends z.ZodRawShape>(shape: Shape): StoredFields<Shape> =>
  Object.fromEntries(
    Object.entries(shape).map(([field, schema]) => [field, toStored(schema)]),
  ) as StoredFields<Shape>

function toStored(schema: z.core.$ZodType): z.ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return toStored(schema.unwrap())
  if (schema instanceof z.ZodNullable) return toStored(schema.unwrap()).nullable()
  // `optional()` and `Moment` end with a function, a text with its schema.
  if (schema instanceof z.ZodPipe)
    return toStored(schema.out instanceof z.ZodTransform ? schema.in : schema.out)
  if (schema instanceof z.ZodArray) return z.array(toStored(schema.element))
  if (schema instanceof z.ZodObject) return z.object(toStoredFields(schema.shape))
  if (schema instanceof z.ZodISODate) return Day
  if (schema instanceof z.ZodISODateTime) return Instant
  if (schema instanceof z.ZodBoolean) return z.boolean()
  if (schema instanceof z.ZodNumber) return schema.isInt ? z.int() : z.number()
  if (schema !== Id && schema._zod.def.type === 'string') return z.string()
  return schema as z.ZodType
}

/** Query parameters of every list: at most 200 records, and an opaque cursor from the page before. */
export const pageOf = <S extends z.ZodRawShape>(filters: S) =>
  z.strictObject({
    limit: z.coerce.number().int().min(1).max(200).default(50),
    cursor: z.string().max(4000).optional(),
    ...filters,
  })

export const listOf = <T extends z.ZodType>(record: T) =>
  z.object({ data: z.array(record), nextCursor: z.string().nullable() })

/** Parameter of a list that has summaries of its records. */
export const ListFields = z
  .enum(['all', 'summary'])
  .default('all')
  .describe('`summary`: records have only the fields that lists of the web application show')

/** A list whose records can be requested complete or, with `fields=summary`, with the fields of `summary` only. */
export const listWithSummaries = <T extends z.ZodType, S extends z.ZodObject>(record: T, summary: S) =>
  Object.assign(listOf(record), { summary })

/** The schema of a list of summaries; null if the list has none. */
export const findSummaries = (list: z.ZodType): ReturnType<typeof listOf<z.ZodObject>> | null =>
  'summary' in list ? listOf(list.summary as z.ZodObject) : null

/** Absent and null both mean "not known"; records always say null. */
export const optional = <T extends z.ZodType>(schema: T) =>
  schema.nullish().transform((value) => value ?? null)

/**
 * A field of a form, where everything arrives as text: what is more than text is sent as JSON (`true`, `12`, `["W03"]`).
 * Text that is no JSON is left as it is, for the schema to refuse.
 */
export const defineFormField = <T extends z.ZodType>(schema: T, mostCharacters = 4_000_000): T =>
  // Seen from a program it is the schema itself: only on the wire is it text.
  z.preprocess(
    (value) => (typeof value === 'string' && value.length > mostCharacters ? value : parseIfJson(value)),
    schema,
  ) as unknown as T
const parseIfJson = (value: unknown): unknown => {
  if (typeof value !== 'string' || !/^(true|false|null|-?\d{1,16}|[[{][\s\S]*[\]}])$/.test(value))
    return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

/** `YYYY-MM` of a payroll. */
export const Month = z
  .string()
  .regex(/^(19|20|21)\d\d-(0[1-9]|1[0-2])$/, 'Enter the month as YYYY-MM')
  .describe('Month as YYYY-MM')

/** A command that needs no body; fields that come along are dropped. */
export const Nothing = z.object({})

/** Input of a command that takes effect on a day. */
export const Dated = z.object({
  on: CivilDate.optional().describe('Date on which the change took effect. Default: today'),
})
/** A query without parameters; an unknown one is refused. */
export const NoParameters = z.strictObject({})
export const Empty = z.null()

const ABBREVIATIONS = new Set(['AVC', 'DB', 'DC', 'PRSA', 'RAC'])
/** A code inside a message: `ONE_MEMBER` as "One member". */
export const spellCode = (code: string): string =>
  code
    .split('_')
    .map((word, at) =>
      ABBREVIATIONS.has(word)
        ? word
        : (at === 0 ? word.slice(0, 1) : '') + word.slice(at === 0 ? 1 : 0).toLowerCase(),
    )
    .join(' ')
