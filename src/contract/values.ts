/** The values that records are made of. Each says its rule once; the text becomes the reference and the form help. */
import { z } from 'zod'
import { mentionsPpsNumber } from './pps-number.ts'

/** CUID2. `z.cuid2()` accepts a leading digit, which the generator never makes. */
export const Id = z
  .string()
  .regex(/^[a-z][a-z0-9]{1,31}$/, 'Not a valid id')
  .describe('CUID2')

// PostgreSQL cannot store NUL, and a lone surrogate would be silently replaced on its way there.
const storable = (text: string): boolean => !text.includes('\u0000') && text.isWellFormed()
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it refuses
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/

/** One line of text, NFC, trimmed; control and bidirectional override characters are refused. Length in characters after trimming. */
export const line = (minimum: number, maximum: number) =>
  z
    .string()
    .refine(storable, 'Contains characters that cannot be stored')
    .refine((text) => !CONTROL.test(text), 'Contains control characters')
    .transform((text) => text.normalize('NFC').trim())
    .pipe(z.string().min(minimum).max(maximum))
    .meta({ minLength: minimum, maxLength: maximum })

/** A reason that is kept in the audit log for ever, where no PPS number may stand (Spec 2.7). */
export const reason = (minimum = 1) =>
  line(minimum, 500).refine(
    (text) => !mentionsPpsNumber(text),
    'Leave the PPS number out: this text is kept in the audit log',
  )

/** What is looked for stands in addresses, which histories and proxies keep: no PPS number there. */
export const SearchText = line(1, 200).refine(
  (text) => !mentionsPpsNumber(text),
  'Records are not found by PPS number: use the name or another number',
)

/** `YYYY-MM-DD`, a civil date in Europe/Dublin; the calendar decides which days exist. */
export const CivilDate = z.iso
  .date('Enter the date as YYYY-MM-DD')
  .refine((date) => date >= '1900-01-01' && date <= '2199-12-31', 'The year must be between 1900 and 2199')
  .describe('Civil date YYYY-MM-DD, Europe/Dublin')

/** A civil date as records show it: it was checked on its way in. */
export const Day = z.iso.date().describe('Civil date YYYY-MM-DD, Europe/Dublin')

export const Instant = z.string().describe('RFC 3339 instant, UTC, milliseconds')

/** Compared after NFKC and lower-casing. ASCII only: look-alikes of other alphabets would be other people's addresses. */
export const Email = z
  .string()
  .max(254)
  .transform((text) => text.normalize('NFKC').trim().toLowerCase())
  .pipe(z.email('Enter an e-mail address').max(254))
  .describe('E-mail address')

export const Cents = z.int().min(0).max(Number.MAX_SAFE_INTEGER).describe('Money in cents, EUR')
export const Percent = z.number().min(0).max(100).describe('Per cent, 0 to 100')

/** The fields that every record has. */
export const recordFields = {
  id: Id,
  createdAt: Instant,
  updatedAt: Instant,
  version: z.int().describe('Rises by one with every change; the ETag'),
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

/** Absent and null both mean "not known"; records always say null. */
export const optional = <T extends z.ZodType>(schema: T) =>
  schema.nullish().transform((value) => value ?? null)

/** A command that needs no body; fields that come along are dropped. */
export const Nothing = z.object({})
/** A query without parameters; an unknown one is refused. */
export const NoParameters = z.strictObject({})
export const Empty = z.null()
