import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readStarterNotes, readStarterSynonyms } from '../corpus/index.ts'
import { createNoteMatcher } from './note-matcher.ts'

/** Everyday questions with the notes that answer each. Notes and weights were adjusted with them: they guard what was reached, no more. */
const QUESTIONS = JSON.parse(
  readFileSync(new URL('../../../../../test/golden/everyday-questions.json', import.meta.url), 'utf8'),
) as { question: string; notes: string[] }[]

const notes = readStarterNotes()
const matchNotes = await createNoteMatcher(notes, readStarterSynonyms())

test('finds the note that answers an everyday question, first and among the first three', () => {
  const known = new Set(notes.map(({ id }) => id))
  for (const { notes: named } of QUESTIONS) for (const id of named) expect(known, id).toContain(id)
  const places = QUESTIONS.map(({ question, notes: right }) =>
    (matchNotes([question])[0] ?? []).findIndex(({ anchor }) => right.includes(anchor)),
  )
  const share = (within: number) => places.filter((at) => at >= 0 && at < within).length / places.length
  expect(share(1)).toBeGreaterThanOrEqual(0.97)
  expect(share(3)).toBe(1)
})

test.each([
  ['How fast must a personel data breech be notified?', 'data-breach-notification'],
  ['what is a one member arangement', 'oma-definition'],
])('tolerates misspellings: “%s”', (question, anchor) =>
  expect(matchNotes([question])[0]?.[0]?.anchor).toBe(anchor),
)

test('ranks a part of a question by the subject that another part names', () => {
  const whole = 'How often is an actuarial funding certificate needed and when is it submitted?'
  expect(matchNotes(['when is it submitted?'], whole)[0]?.[0]?.anchor).toBe('funding-certificate-submit')
})

test.each(['What is a good recipe for soda bread?', 'Who won the hurling final?', 'xyzzy', '???'])(
  'is not near to a question on another subject: “%s”',
  (question) => expect(matchNotes([question])[0]?.[0]?.similarity).toBeLessThan(0.22),
)

test.each([
  ['how many days does an employer have to pay over contributions', 'contributions-deductions-due'],
  ['what is the penalty for not paying over contributions', 'contributions-penalties'],
  ['how many trustees does a DC scheme need', 'trustees-minimum-number'],
])('prefers the note without a subject that “%s” does not name', (question, anchor) => {
  expect(matchNotes([question])[0]?.[0]?.anchor).toBe(anchor)
})

test.each([
  ['how often do trustees have to meet', 'trustee-meetings'],
  ['can one person hold two key functions', 'kfh-internal-audit-alone'],
])('is confident of the note that “%s” is about', (question, anchor) => {
  const [best] = matchNotes([question])[0] ?? []
  expect(best?.anchor).toBe(anchor)
  expect(best?.confidence).toBeGreaterThan(0.8)
})

test('is certain of the note with a question of the same words, though other notes share most of them', () => {
  const [best] = matchNotes(['how much death in service may a scheme pay'])[0] ?? []
  expect(best).toMatchObject({ anchor: 'tax-death-in-service' })
  expect(best?.confidence).toBeGreaterThan(0.9)
})

test.each([
  'does the union have to agree before AVCs are paid out',
  'can the court choose the administrator’s insurer',
])('is not confident of a note that lacks what “%s” names', (question) =>
  expect(matchNotes([question])[0]?.[0]?.confidence).toBeLessThan(0.5),
)

test('names the reviewed question of the note that is nearest to the question', () => {
  const question = 'how long do trustees have to pay a transfer to the new scheme'
  const found = (matchNotes([question])[0] ?? []).find(({ anchor }) => anchor === 'leaving-transfer-right')
  expect(found?.question).toBe('How long do trustees have to pay a transfer?')
})
