import { expect, test } from 'vitest'
import { readStarterNotes, readStarterSynonyms } from '../corpus/index.ts'
import { createNoteMatcher } from './note-matcher.ts'
import { loadMatchingNotes } from './retrieve.ts'

const matchNotes = await createNoteMatcher(readStarterNotes(), readStarterSynonyms())
const refuseQuery = () => Promise.reject(new Error('A note is read'))

// Words that occur in no note say nothing against a note, and the others are too few.
test.each([
  'When shall the keeper light the harbour lamp?',
  'When shall the keeper trim the wick of the harbour lamp?',
  'What is a good recipe for soda bread?',
  'whats the capital of france',
  'who invented the bond',
])('no note is offered for a question whose words are in none: “%s”', async (question) =>
  expect(await loadMatchingNotes(question, '2026-11-28', matchNotes, refuseQuery)).toEqual([]),
)

test.each([
  ['authority sent us a letter asking for documents by friday', 'authority-letter'],
  ['our administrator wants a subcontractor abroad for its work', 'outsourcing-sub'],
])('a note is offered to “%s”', async (question, anchor) => {
  const asked: string[] = []
  const readQueries = (...statements: readonly { values: readonly unknown[] }[]) => {
    asked.push(...statements.flatMap(({ values }) => values.map(String)))
    return Promise.reject(new Error('Only the statements are looked at'))
  }
  await expect(loadMatchingNotes(question, '2026-11-28', matchNotes, readQueries)).rejects.toThrow('Only')
  expect(asked).toContain(anchor)
})

test('two notes of one subject that are as near as each other both answer', async () => {
  const read = (...statements: readonly { values: readonly unknown[] }[]) =>
    Promise.resolve(
      statements.map(({ values: [docId, anchor] }) => [[JSON.stringify([{ docId, anchor, text: '' }])]]),
    )
  const found = await loadMatchingNotes(
    'Employer wants to stop paying into our DB scheme, notice period?',
    '2026-11-28',
    matchNotes,
    read,
  )
  const direct = found.flatMap(({ note, nearQuestion }) => (nearQuestion === null ? [note.anchor] : []))
  expect(direct).toEqual(['contributions-employer-stops', 'contributions-employer-db'])
})
