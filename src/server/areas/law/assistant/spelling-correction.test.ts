import { expect, test } from 'vitest'
import { createSpellingCorrection } from './spelling-correction.ts'

const correct = createSpellingCorrection([
  'actuarial funding certificate assessment arrangement',
  'actuarial funding certificate assessment arrangement',
  'actuarial funding certificate assessment arrangement hacked scheme scheme scheme meeting meeting meeting',
])

test.each([
  [
    'When is the acturial funding certifcate due?',
    ['acturial', 'certifcate'],
    'When is the actuarial funding certificate due?',
  ],
  ['ACTURIAL funding', ['acturial'], 'actuarial funding'],
  ['the new scheem', ['scheem'], 'the new scheme'],
])('corrects words that the notes do not have: %s', (question, unknown, corrected) =>
  expect(correct(question, unknown)).toBe(corrected),
)

test.each([
  ['when are the contribs due', ['contribs'], 'when are the contributions due'],
  ['the contrib of one member', ['contrib'], 'the contribution of one member'],
  ['who are the benefs', ['benefs'], 'who are the beneficiaries'],
  ['which countrys count', ['countrys'], 'which countries count'],
])('writes out the beginning of a word that the notes have: %s', (question, unknown, written) => {
  const once = 'contributions contribution countries countries beneficiaries beneficiaries benefit benefited'
  expect(createSpellingCorrection([once, once, once])(question, unknown)).toBe(written)
})

test.each([
  ['words that are far from the vocabulary', 'boil potatoes', ['potatoes']],
  ['short words', 'fund it', ['fund']],
  ['another word with two other letters', 'schemes are merging', ['merging']],
  ['words of the vocabulary that are rare in it', 'sacked', ['sacked']],
  ['numbers and names with other characters', 'O’Brien 2026', ['O’Brien', '2026']],
  ['known words', 'actuarial certificate', []],
])('leaves %s', (_, question, unknown) => expect(correct(question, unknown)).toBeNull())
