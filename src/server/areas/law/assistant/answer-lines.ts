/** Parses a model's output line by line. Lines in another format count as unreadable; no output throws. */
import { z } from 'zod'
import type { WrittenLine } from './verify-answer.ts'

export type Read = { line: WrittenLine } | { none: true } | { unreadable: true }

export interface AnswerReader {
  read(line: string): Read[]
  /** Ends the input. An object that is still incomplete counts as unreadable. */
  end(): Read[]
}

const [LONGEST_SENTENCE, LONGEST_QUOTE, MOST_CITES] = [600, 2_000, 8]
/** Characters of an object that spans several lines. */
const LONGEST_OBJECT = 4_000

const Cite = z.union([
  z.int(),
  z
    .string()
    .regex(/^\[?\d{1,3}\]?$/)
    .transform((cite) => Number(cite.replaceAll(/[[\]]/g, ''))),
])
const Line = z.object({
  text: z.string().trim().min(1).max(LONGEST_SENTENCE),
  cites: z.preprocess((cites) => (Array.isArray(cites) ? cites : [cites]), z.array(Cite).max(MOST_CITES)),
  quote: z.string().max(LONGEST_QUOTE),
})
const None = z.object({ none: z.literal(true) })

const UNREADABLE: Read = { unreadable: true }
/** Lines around the requested objects: a code fence, brackets of a list, a comma. */
const AROUND = /^(?:|```\w*|\[|\]|,)$/

export function createAnswerReader(): AnswerReader {
  let open = ''

  return {
    read(raw) {
      const line = raw.trim()
      const alone = parseJson(line)
      if (open === '') {
        if (AROUND.test(line)) return []
        if (alone !== undefined) return getReadings(alone)
        if (!/^[{[]/.test(line) || line.length > LONGEST_OBJECT) return [UNREADABLE]
        open = line
        return []
      }
      // A new object begins: the incomplete one before it is unreadable.
      if (alone !== undefined && line.startsWith('{')) {
        open = ''
        return [UNREADABLE, ...getReadings(alone)]
      }
      open += `\n${line}`
      const whole = parseJson(open)
      if (whole === undefined && open.length <= LONGEST_OBJECT) return []
      open = ''
      return whole === undefined ? [UNREADABLE] : getReadings(whole)
    },
    end: () => (open === '' ? [] : [UNREADABLE]),
  }
}

function parseJson(text: string): unknown {
  if (!/^[{[]/.test(text)) return undefined
  try {
    return JSON.parse(text.replace(/,$/, ''))
  } catch {
    return undefined
  }
}

function getReadings(value: unknown): Read[] {
  if (Array.isArray(value))
    return value.flatMap((one) => (Array.isArray(one) ? [UNREADABLE] : getReadings(one)))
  if (None.safeParse(value).success) return [{ none: true }]
  const { data } = Line.safeParse(value)
  return [data ? { line: data } : UNREADABLE]
}
