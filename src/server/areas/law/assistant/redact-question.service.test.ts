import { CompiledQuery } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { goldenSet } from '../../../../../test/golden/golden-set.ts'
import { useService } from '../../../../../test/harness/service.ts'
import { createNameSet } from '../../../platform/personal-data.ts'
import { ingest, readStarterDigest } from '../corpus/index.ts'
import { type Lexicon, readLexicon, selectLexicon, toKnownWords } from './lexicon.ts'
import { isRedacted, type ProjectionInput, type RedactedQuestion, redactQuestion } from './redact-question.ts'

const known = new Set(
  'trustees trustee employer scheme must contributions paid remit assessment risk own days months three years 21 9 30 54 day member salary report key function change deed price bank pension year end grant s'.split(
    ' ',
  ),
)
const names = createNameSet([
  "Mary O'Brien",
  'Seán Mac Cárthaigh',
  'Peter Price',
  'May Banks',
  'John A. Murphy',
])
const project = (question: string, more: Partial<ProjectionInput> = {}): string | null =>
  redactQuestion({ question, mode: 'projected', known, names, ...more })?.text ?? null

describe('redacting a question', () => {
  test.each<[string, string | null]>([
    // Words of the texts, and words that say nothing alone
    ['Must the trustees report?', 'Must the trustees report?'],
    ['Must the trustees of Acme Widgets report to Zoe?', 'Must the trustees of […] report to […]'],
    ['How often is the own-risk assessment due?', 'How often is the own-risk assessment […]'],
    [
      'Who pays? The employer’s scheme, and the trustees.',
      'Who […] The employer’s scheme, and the trustees.',
    ],
    ['Is Is it so?', null],
    ['Zoe Zebra zooms', null],
    ['', null],
    ['Ünïversal trustees', '[…] trustees'],
    ['trustees, emplоyer', 'trustees, […]'],
    // References
    [
      'What does section 58A(1) ask of trustees?',
      'What does section 58A(1) ask of trustees?'.replace(' ask ', ' […] '),
    ],
    ['Article 28(2)(d) and S.I. 128/2021', 'Article 28(2)(d) and S.I. 128/2021'],
    ['S.I. No. 128 of 2021', 'S.I. No. 128 of 2021'],
    ['Directive (EU) 2016/2341, recital 7', 'Directive (EU) 2016/2341, recital 7'],
    ['the Pensions Act 1990', 'the […] Act 1990'],
    ['sections 47 and 48', 'sections 47 and 48'],
    ['section 1234567T', null],
    ['section 1970', null],
    ['regulation 12 of 04051970', 'regulation 12 of […]'],
    // Numbers
    ['Must trustees report within 21 days?', 'Must trustees report within 21 days?'],
    ['Must trustees report every three years?', 'Must trustees report every three years?'],
    ['Must trustees report within 21 working days?', 'Must trustees report within 21 […] days?'],
    ['Must trustees report within 22 days?', 'Must trustees report within […] days?'],
    ['The employer paid 21', 'The employer paid […]'],
    ['The employer paid 54,321 a year', 'The employer paid […] a year'],
    ['The employer paid 30%', 'The employer paid […]'],
    ['A member of 54 years of age', 'A member of […] years of […]'],
    ['A member aged 54 years', 'A member […] years'],
    ['A member is 54 years old', 'A member is […] years […]'],
    ['In 2026 the trustees report', 'In […] the trustees report'],
    ['One two 3 four 5 six 7 days of trustees', '[…] days of trustees'],
    ['Twenty one days of trustees', '[…] days of trustees'],
    ['the fourth of May nineteen seventy, trustees', 'the […] of […] trustees'],
    ['j o h n of the trustees', '[…] of the trustees'],
    // Names of members, where they are words of the texts as well
    ['What does Price mean for the trustees?', 'What does […] for the trustees?'],
    ['May Banks asks the bank for a grant', '[…] the bank for a grant'],
    ["O'Brien and the trustees", '[…] and the trustees'],
    ['mac carthaigh and the trustees', '[…] and the trustees'],
    ['A trustee, a scheme', 'A trustee, a scheme'],
    // Encodings
    [`trustees ${Buffer.from('Mary O’Brien').toString('base64')}`, 'trustees […]'],
    ['trustees mary%40example.ie', 'trustees […]'],
    ['trustees neirBO yraM', 'trustees […]'],
    ['trustees mary@example.ie', 'trustees […]'],
    ['trustees 👋🏽 <script>', 'trustees […]'],
  ])('%s is sent as %s', (question, sent) => expect(project(question)).toBe(sent))

  test('nothing is sent in the strict mode', () => {
    expect(project('Must the trustees report?', { mode: 'strict' })).toBeNull()
  })

  test.each([
    ['Must trustees report, as Grace Long of Acme says?', 'Must trustees report, […]'],
    ['Grace Long says that trustees must report', '[…] trustees must report'],
    ['Must trustees report to Mark Banks?', 'Must trustees report to […]'],
    ['May Trustees report?', 'May Trustees report?'],
    ['Will Trustees report in May?', 'Will Trustees report in May?'],
  ])('given names and surnames are removed also without a list of known names: %s', (question, sent) => {
    const words = ['grace', 'long', 'mark', 'banks', 'trustees', 'report', 'may', 'says']
    const projected = redactQuestion({
      question,
      mode: 'projected',
      known: new Set(words),
      names: createNameSet([]),
    })
    expect(projected?.text.replace(/ of […]| as […]/g, ' […]')).toContain(sent.split('[…]')[0]?.trim())
    for (const name of ['Grace', 'Long', 'Mark', 'Banks']) expect(projected?.text).not.toContain(name)
  })
})

test('neither a plain text nor an object of the same shape is a redacted question', () => {
  const made = redactQuestion({ question: 'Must trustees report?', mode: 'projected', known, names })
  expect(isRedacted(made)).toBe(true)
  // @ts-expect-error a text is not projected
  const text: RedactedQuestion = 'Must trustees report?'
  // @ts-expect-error the shape alone is not the seal
  const shape: RedactedQuestion = { text: 'Must trustees report?' }
  for (const one of [text, shape, null, structuredClone(made), Object.create(made as object)])
    expect(isRedacted(one)).toBe(false)
  expect(() => Object.assign(made as object, { text: 'Another' })).toThrow(TypeError)
})

describe('redacting by the words of the corpus', () => {
  const service = useService({ emptyDatabase: true })
  const AS_PLATFORM = "select set_config('role', 'pcs_app', true), set_config('app.scope', 'platform', true)"
  async function read(text: string): Promise<Lexicon> {
    const [, rows] = await service().database.batch([{ text: AS_PLATFORM, values: [] }, selectLexicon(text)])
    return readLexicon(rows?.[0]?.[0] as string)
  }
  beforeAll(() =>
    service().database.write(async (tx) => {
      await tx.executeQuery(CompiledQuery.raw(AS_PLATFORM))
      await ingest(tx, readStarterDigest('2026-01-01'), null)
    }),
  )

  test('a word is known by its stem if two passages contain it', async () => {
    const lexicon = await read('The trustees’ zeppelin, TRUSTEE of a')
    expect([...lexicon.keys()].sort()).toEqual(['trustee', 'trustees', 'zeppelin'])
    expect(lexicon.get('trustees')?.lexeme).toBe(lexicon.get('trustee')?.lexeme)
    expect(lexicon.get('zeppelin')?.passages).toBe(0)
    expect(lexicon.get('zeppelin')?.weight).toBeGreaterThan(lexicon.get('trustee')?.weight ?? 99)
    expect([...toKnownWords(lexicon)].sort()).toEqual(['trustee', 'trustees'])
    const counted = await service().asOwner<{ lexeme: string; chunks: number }>(
      "select lexeme, chunks from corpus_terms where field = 'WORD' and lexeme ~ '^[a-z]{5,7}$' and chunks <= 2 order by lexeme",
    )
    const words = await read(counted.map(({ lexeme }) => lexeme).join(' '))
    const entries = [...words.values()]
    expect(entries.some(({ passages }) => passages === 1)).toBe(true)
    expect(toKnownWords(words).size).toBe(entries.filter(({ passages }) => passages >= 2).length)
  })

  test('questions about the law are sent nearly complete, and none is refused as personal data', async () => {
    const questions = goldenSet.filter(({ kind }) => kind === 'digest' || kind === 'direct')
    const nobody = createNameSet([])
    let [words, left] = [0, 0]
    for (const { question } of questions) {
      const sent = redactQuestion({
        question,
        mode: 'projected',
        known: toKnownWords(await read(question)),
        names: nobody,
      })
      words += question.split(/\s+/).length
      left += sent?.text.split(/\s+/).filter((word) => word !== '[…]').length ?? 0
    }
    expect(questions.length).toBeGreaterThan(40)
    expect(left / words).toBeGreaterThan(0.85)
  })
})
