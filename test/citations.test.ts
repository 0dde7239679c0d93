/** Every reference with a unit is looked up in the stored copies; one that could be found and claims to be unverified is found too. */
import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { CITATIONS, type Citation, formatCitations } from '../src/contract/citations.ts'
import { hasStoredTexts, storedTexts } from './harness/stored-texts.ts'

const units = new Map(storedTexts.map(({ docId, units }) => [docId, units.map(({ heading }) => heading)]))
const cited = Object.entries<Citation>(CITATIONS)

// Their texts belong to others and are not in the project; where CI is set their absence fails instead (harness/stored-texts.ts).
describe.skipIf(!hasStoredTexts)('in the stored texts (skipped where they are not stored)', () => {
  test.each(cited.filter(([, { unit }]) => unit))('%s exists', (_, { unit }) => {
    const found = units.get(unit?.docId ?? '')?.filter((heading) => heading.startsWith(unit?.heading ?? '?'))
    expect(found).not.toEqual([])
    expect(found).toBeDefined()
  })

  test('every cited article of a stored EU act is verified', () => {
    const held = ['DIR', 'DORA', 'GDPR', 'SFDR']
    expect(cited.filter(([, { instrument, unit }]) => held.includes(instrument) && !unit)).toEqual([])
  })
})

test('an id begins with its instrument, and labels are unique', () => {
  for (const [id, { instrument }] of cited) expect(id.startsWith(instrument), id).toBe(true)
  const shown = cited.map(([, { instrument, label, heading }]) => `${instrument} ${label} ${heading}`)
  expect(new Set(shown).size).toBe(shown.length)
})

test('a whole text is cited by its name, without repetition', () =>
  expect(formatCitations('PA 64AL', 'CODE', 'CODE 3')).toBe(
    'Pensions Act 1990 s.64AL; Code of practice for trustees (November 2021); Code of practice for trustees (November 2021) chapter 3',
  ))

/** A section, article or regulation, or a text of law with what follows its name. */
const REFERENCE =
  /\barts?\.? \d|\bregs?\.? \d|\bss?\.\s?\d+[A-Z]{0,2}\b|Pensions Act(?: 1990)?,? s|Directive (?:\(EU\) )?\d{4}\/\d+|Regulation \(EU\) \d|Consolidation Act \d/

/** Comments may cite the law freely: users do not see them. */
const withoutComments = (code: string): string =>
  code
    .replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '))
    .replace(/(^|\s)\/\/.*$/gm, '')

test('code cites by id, and only the registry has the references', () => {
  const written = globSync('src/**/*.{ts,tsx}')
    .filter((file) => !/\.test\.tsx?$|contract\/(?:citations|instruments)\.ts$/.test(file))
    .flatMap((file) =>
      withoutComments(readFileSync(file, 'utf8'))
        .split('\n')
        .flatMap((line, index) => (REFERENCE.test(line) ? [`${file}:${index + 1} ${line.trim()}`] : [])),
    )
  expect(written).toEqual([])
})

test.each([
  'Pensions Act 1990 s.58A(1)',
  'Directive 2016/2341 art. 24(3)',
  'Regulation (EU) 2022/2554 arts 5-15',
  'S.I. 128/2021 reg. 3',
  'Additional voluntary contributions (s.123)',
])('%s is recognised as a reference', (words) => expect(words).toMatch(REFERENCE))
