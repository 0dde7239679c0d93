/**
 * No personal data is sent: 10,000 random cases with personal values in every field that a caller could pass, as they
 * are, encoded and reversed, through every builder of outbound text; and some of them over the wire.
 */
import { inspect } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ModelServer, startModelServer } from '../../../../../test/harness/model-server.ts'
import { listLeaves, parsePromptParts, readPrompt } from '../../../../../test/harness/sent-prompts.ts'
import { calculatePpsCheckLetter } from '../../../../contract/pps-number.ts'
import { Refusal } from '../../../pipeline/refusal.ts'
import type { ModelCall } from '../../../platform/model-provider/conversation.ts'
import { createModelProvider } from '../../../platform/model-provider/model-provider.ts'
import { createNameSet } from '../../../platform/personal-data.ts'
import { type Chunk, readStarterDigest, type StoredPassage } from '../corpus/index.ts'
import {
  createPublicChunk,
  MESSAGE_TEXTS,
  type Outbound,
  requireSchemeName,
  SYSTEM_TEXTS,
  sealDisclosure,
  UnprovenPassage,
} from './disclosure.ts'
import { writeAnswer } from './generate-answer.ts'
import { type QuestionMode, redactQuestion } from './redact-question.ts'

const SEED = 20_261_122
const CASES = 10_000
const SENT = 200

/** Deterministic, so that every run has the same cases (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
const random = randomFrom(SEED)
const below = (end: number): number => Math.floor(random() * end)
const oneOf = <T>(list: readonly T[]): T => list[below(list.length)] as T
const digits = (count: number): string => Array.from({ length: count }, () => below(10)).join('')
const padded = (number: number): string => String(number).padStart(2, '0')

/** Some are also words of the public texts. */
const FIRST = [
  'Aoife',
  'Zbigniew',
  'Gráinne',
  'Grant',
  'May',
  'Peter',
  'Fionnuala',
  'Seán',
  'Will',
  'Mary Jane',
]
const LAST = [
  "O'Brien",
  'Price',
  'Mac Cárthaigh',
  'Wałęsa',
  'Ní Bhriain',
  'Banks',
  'Power',
  'McDonnell',
  'Trusty',
  'Long',
]
const NAMES = FIRST.flatMap((first) => LAST.map((last) => `${first} ${last}`))
const names = createNameSet(NAMES)

const MONTHS = ['January', 'March', 'May', 'August', 'December']
const VALUES: Readonly<Record<string, () => string>> = {
  pps() {
    const [seven, second] = [`${1 + below(9)}${digits(6)}`, oneOf(['', 'A', 'F'])]
    return `${seven}${calculatePpsCheckLetter(seven, second)}${second}`
  },
  iban() {
    const account = `AIBK${digits(14)}`
    const number = [...`${account}IE00`].map((letter) => Number.parseInt(letter, 36)).join('')
    return `IE${String(98n - (BigInt(number) % 97n)).padStart(2, '0')}${account}`
  },
  email: () =>
    `${oneOf(['aoife', 'z.walesa', 'grainne+pension'])}${digits(3)}@${oneOf(['example.ie', 'mail.example.com'])}`,
  birth() {
    const [day, month, year] = [1 + below(28), 1 + below(12), 1945 + below(60)]
    return oneOf([
      `${year}-${padded(month)}-${padded(day)}`,
      `${padded(day)}/${padded(month)}/${year}`,
      `${day} ${oneOf(MONTHS)} ${year}`,
    ])
  },
  name() {
    const name = oneOf(NAMES)
    return random() < 0.3 ? name.toUpperCase() : name
  },
  salary: () =>
    oneOf([
      `€${20 + below(80)},${digits(3)}`,
      `EUR ${20_000 + below(80_000)}`,
      `${20_000 + below(80_000)} euro`,
    ]),
}
const ENCODINGS: readonly ((value: string) => string)[] = [
  (value) => value,
  (value) => Buffer.from(value).toString('base64'),
  (value) => Buffer.from(value).toString('base64url'),
  (value) => encodeURIComponent(value),
  (value) => [...Buffer.from(value)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
  (value) => [...value].reverse().join(''),
]

const toStoredPassage = ({ citation, headingPath, body, ...more }: Chunk, id: number): StoredPassage => ({
  id,
  citation,
  headingPath,
  text: body,
  questions: more.questions,
  sources: more.sources,
  confidence: more.confidence,
  contentHash: more.contentHash,
})
const PASSAGES = readStarterDigest('2026-01-01')
  .flatMap(({ chunks }) => chunks)
  .map(toStoredPassage)
const CHUNKS = PASSAGES.map(createPublicChunk)
/** Passages as they are sent. A passage section may contain no other text. */
const SENT_PASSAGES = new Set(
  CHUNKS.map(({ citation, headingPath, text }) =>
    [MESSAGE_TEXTS.citation + citation, MESSAGE_TEXTS.headings + headingPath.join(' > '), text].join('\n'),
  ),
)
const CONSTANTS = new Set<string>([
  MESSAGE_TEXTS.mark,
  ...Object.values(MESSAGE_TEXTS.task),
  ...Object.values(MESSAGE_TEXTS.types).map((type) => MESSAGE_TEXTS.ofScheme + type),
])

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[a-z0-9]+/g) ?? []
const counted = new Map<string, number>()
for (const { text } of PASSAGES)
  for (const word of new Set(wordsOf(text))) counted.set(word, (counted.get(word) ?? 0) + 1)
/** Includes the names: a word that the public texts contain is redacted if it is part of a member's name. */
const known = new Set([
  ...[...counted].flatMap(([word, passages]) => (passages >= 2 ? [word] : [])),
  ...NAMES.flatMap((name) => wordsOf(name)),
])

const FIELDS = [
  'question',
  'scheme',
  'both',
  'counts',
  'passage',
  'citation',
  'heading',
  'cast',
  'type',
  'more',
] as const
const QUESTIONS = [
  (value: string) => `What does ${value} have to be told by the trustees?`,
  (value: string) => `${value}: when is the annual report due?`,
  (value: string) => `Must the employer remit contributions within 21 days for ${value}`,
  (value: string) => `Under section 58A(1) (${value}) and S.I. 128/2021, who reports?`,
  (value: string) => `trustee/${value}/scheme`,
]

interface Case {
  field: (typeof FIELDS)[number]
  mode: QuestionMode
  value: string
  encoded: string
  make: () => ReturnType<typeof sealDisclosure>
  outbound: () => Outbound
}

function buildCase(): Case {
  const value = (oneOf(Object.values(VALUES)) as () => string)()
  const encoded = oneOf(ENCODINGS)(value)
  const field = oneOf(FIELDS)
  const mode = oneOf(['projected', 'projected', 'strict'] as const)
  const inQuestion = field === 'question' || field === 'both'
  const inScheme = field === 'scheme' || field === 'both'
  const question = oneOf(QUESTIONS)(inQuestion ? encoded : 'the scheme')
  const name = inScheme
    ? oneOf([`${encoded} Pension Scheme`, `Scheme of ${encoded}`, encoded])
    : 'Acme Widgets Scheme'
  const some = Array.from({ length: 1 + below(3) }, () => below(PASSAGES.length))
  const passage = PASSAGES[some[0] ?? 0] as StoredPassage
  const changed: Partial<Record<Case['field'], Partial<StoredPassage>>> = {
    passage: { text: `${passage.text} ${encoded}` },
    citation: { citation: `${passage.citation} ${encoded}` },
    heading: { headingPath: [...passage.headingPath, encoded] },
  }
  const [type, count] = [oneOf(['DB', 'DC', undefined] as const), below(5)]
  const outbound = (): Outbound => ({
    kind: count < 3 ? 'answer' : 'section',
    scheme: {
      name: requireSchemeName(name, names),
      ...(field === 'type' ? { type: encoded as 'DB' } : type ? { type } : {}),
    },
    chunks: [
      ...(changed[field] ? [createPublicChunk({ ...passage, ...changed[field] })] : []),
      ...some.map((at) => CHUNKS[at] as (typeof CHUNKS)[number]),
    ],
    question:
      field === 'cast'
        ? (oneOf([encoded, { text: encoded }]) as never)
        : redactQuestion({ question, mode, known, names }),
    ...(field === 'more' ? { members: [{ name: encoded }], scheme2: encoded } : {}),
    ...(field === 'counts' ? { counts: { policies: oneOf([Number(digits(7)) + 1_000, encoded]) } } : {}),
  })
  return { field, mode, value, encoded, outbound, make: () => sealDisclosure(outbound(), names) }
}

/** Searches for the plain and the encoded value, ignoring case. */
const holds = (text: string, { value, encoded }: Case): boolean =>
  [value, encoded].some((sought) => text.toLowerCase().includes(sought.toLowerCase()))

function expectOnlyWhatMayLeave(system: string, prompt: string): void {
  expect(Object.values(SYSTEM_TEXTS)).toContain(system)
  const { within, outside } = parsePromptParts(prompt)
  for (const line of outside) expect(CONSTANTS).toContain(line)
  for (const [name, text] of within) {
    if (/^passage \d+$/.test(name)) expect(SENT_PASSAGES.has(text)).toBe(true)
    else if (name === 'scheme') expect(text).toBe('Acme Widgets Scheme')
    else expect(name).toBe('question')
  }
}

const cases = Array.from({ length: CASES }, buildCase)

describe(`of ${CASES} cases`, () => {
  const sealed: { one: Case; prompt: string; system: string }[] = []
  const failed: { one: Case; error: Error }[] = []
  beforeAll(() => {
    for (const one of cases) {
      try {
        const { prompt, system } = one.make()
        sealed.push({ one, prompt, system })
      } catch (error) {
        failed.push({ one, error: error as Error })
      }
    }
  })

  test('every kind of value was in every field; many cases were sent without it and many were refused', () => {
    expect(sealed.length + failed.length).toBe(CASES)
    expect(sealed.length).toBeGreaterThan(CASES / 5)
    expect(failed.length).toBeGreaterThan(CASES / 5)
    expect(Map.groupBy(sealed, ({ one }) => one.field).has('question')).toBe(true)
    // Redaction drops personal data from a question, so no question is refused.
    expect(failed.filter(({ one }) => one.field === 'question')).toEqual([])
  })

  test('no case has a value in the outbound data', () => {
    expect(
      sealed
        .filter(({ one, prompt, system }) => holds(`${system}${prompt}`, one))
        .map(({ one: { field, mode, value, encoded } }) => ({ field, mode, value, encoded })),
    ).toEqual([])
  })

  test('no case has part of a name in its question', () => {
    const parts = new Set(
      NAMES.flatMap((name) => name.toLowerCase().split(/[^\p{L}]+/u)).filter((part) => part.length > 3),
    )
    const questions = sealed
      .filter(({ one }) => one.mode === 'projected')
      .map(({ prompt }) => parsePromptParts(prompt).within.get('question') ?? '')
    expect(questions.length).toBeGreaterThan(1_000)
    expect(questions.flatMap((question) => wordsOf(question)).filter((word) => parts.has(word))).toEqual([])
  })

  test('outbound data consists of constants, proven passages and allowed fields', () => {
    for (const { prompt, system } of sealed) expectOnlyWhatMayLeave(system, prompt)
  })

  test('a refusal names the kind of data but not the value', () => {
    for (const { one, error } of failed) {
      const isNamed = [Refusal, UnprovenPassage, RangeError, TypeError].some((kind) => error instanceof kind)
      expect(isNamed, error.name).toBe(true)
      expect(holds(inspect(error, { depth: 9 }).replaceAll(/^\s+at .*$/gm, ''), one), one.field).toBe(false)
    }
  })

  test('no scheme name contains a value, and no passage is changed', () => {
    const impossible = new Set(['scheme', 'both', 'passage', 'citation', 'heading', 'cast'])
    expect(
      sealed
        .filter(({ one }) => impossible.has(one.field))
        .map(({ one }) => `${one.field} ${one.value} ${one.encoded}`),
    ).toEqual([])
  })
})

describe(`of ${SENT} cases over the wire`, () => {
  let server: ModelServer
  beforeAll(async () => {
    server = await startModelServer()
  })
  afterAll(() => server.close())

  test('no case has a value in any received byte, in any record of it or in any error', async () => {
    const calls: ModelCall[] = []
    const errors: string[] = []
    const kinds = ['openai-compatible', 'anthropic', 'bedrock'] as const
    const providers = kinds.map((kind) => createModelProvider(server.settings[kind]))
    const tried = cases.slice(0, SENT)
    for (const [index, one] of tried.entries()) {
      try {
        const answer = await writeAnswer({
          provider: providers[index % 3] as (typeof providers)[number],
          outbound: one.outbound(),
          names,
          runQuery: () => Promise.reject(new Error('No sentence of this server can be verified')),
          emit: () => {},
          ledger: { begin: async () => {}, end: async (call) => void calls.push(call) },
          budget: async () => null,
        })
        expect(answer).toBeNull()
      } catch (error) {
        errors.push(inspect(error, { depth: 9 }).replaceAll(/^\s+at .*$/gm, ''))
      }
    }
    expect(server.requests.length).toBeGreaterThan(SENT / 5)
    expect(server.requests.length + errors.length).toBe(SENT)
    const all = [
      server.heard(),
      inspect(calls, { depth: 9, maxStringLength: null, maxArrayLength: null }),
      ...errors,
    ].join('\n')
    expect(tried.filter((one) => holds(all, one)).map(({ field }) => field)).toEqual([])

    for (const request of server.requests) {
      const prompt = readPrompt(request)
      const leaves = listLeaves(JSON.parse(request.body.toString()))
      const system = leaves.find((leaf) => Object.values(SYSTEM_TEXTS).some((text) => text === leaf))
      expectOnlyWhatMayLeave(String(system), prompt)
      const others = leaves.filter((leaf) => leaf !== prompt && leaf !== system)
      // Constants of the protocol.
      expect(others.filter((leaf) => !PROTOCOL.has(leaf))).toEqual([])
    }
  })
})

const PROTOCOL = new Set<unknown>(['model-of-a-test', 'system', 'user', 'text', 500, true])
