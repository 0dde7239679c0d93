/** docs/facts-file.md: its example is read completely, with the spellings that the page states. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { evaluateRules } from './engine.ts'
import { ALIASES } from './facts-aliases.ts'
import { listUnusedCompletions, readFactsFile } from './facts-file.ts'

const PAGE = readFileSync(new URL('../../../../../docs/facts-file.md', import.meta.url), 'utf8')
const example = JSON.parse(/^```json\n(.*?)^```$/ms.exec(PAGE)?.[1] ?? '') as Record<string, unknown>
const TODAY = '2026-11-21'

test('the example has no unknown name, and its completion is that of an obligation', () => {
  const { facts, unknown } = readFactsFile(example)
  expect(unknown).toEqual([])
  const decisions = evaluateRules(facts, TODAY)
  expect(listUnusedCompletions(facts, decisions)).toEqual([])
})

test('each fact of the example changes the result', () => {
  const { facts } = readFactsFile(example)
  const withoutEffect = Object.keys(example).filter((name) => {
    const { [name]: _, ...rest } = example
    return name !== 'type' && JSON.stringify(readFactsFile(rest).facts) === JSON.stringify(facts)
  })
  // They have the value that a file without them has.
  expect(withoutEffect).toEqual(['legalForm', 'status'])
})

test('the example and the list of fields use only the first spelling of each name', () => {
  const [, fields = ''] = /^## Fields\n(.*?)^## /ms.exec(PAGE) ?? []
  for (const [kind, aliases] of Object.entries(ALIASES))
    for (const name of Object.keys(aliases)) expect(fields, `${kind}: ${name}`).toContain(`\`${name}\``)
  const spellings = Object.values(ALIASES.scheme ?? {}).flat()
  expect(Object.keys(example).filter((name) => spellings.includes(name))).toEqual([])
  expect(fields).not.toMatch(new RegExp(`\`(?:${spellings.join('|')})\``))
})

test('each spelling has one meaning in one kind of object', () => {
  for (const [kind, aliases] of Object.entries(ALIASES)) {
    const all = Object.entries(aliases).flatMap(([name, others]) => [name, ...others])
    expect(new Set(all).size, kind).toBe(all.length)
  }
})

test('a file with two spellings of one fact is refused', () => {
  expect(() => readFactsFile({ type: 'DC', wentLiveOn: '2015-03-01', goLiveOn: '2015-03-01' })).toThrow(
    'wentLiveOn and goLiveOn: two names for the same fact; keep one of them',
  )
})
