/** `npm run explain` as a stranger meets it: what stands on which stream, and what is said of what is wrong. */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'

const SCRIPT = new URL('../scripts/explain.ts', import.meta.url).pathname
const folder = mkdtempSync(join(tmpdir(), 'explain-'))
afterAll(() => rmSync(folder, { recursive: true }))

const write = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}
const run = (...args: string[]): Promise<{ code: number; out: string; err: string }> =>
  new Promise((resolve) =>
    execFile(process.execPath, [SCRIPT, ...args], (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out, err }),
    ),
  )

const FACTS = write(
  'facts.json',
  '\uFEFF{ "type": "DC", "schemeYearEnd": "12-31", "wentLiveOn": "2015-03-01" }',
)

test('standard output is only one JSON list of decisions', async () => {
  const { code, out, err } = await run('--facts', FACTS, '--today', '2026-11-21')
  expect({ code, err }).toEqual({ code: 0, err: '' })
  const decisions = JSON.parse(out) as Record<string, unknown>[]
  for (const decision of decisions) {
    expect(decision).toMatchObject({
      ruleId: expect.stringMatching(/^[A-Z]{2,3}-\d\d$/),
      status: expect.any(String),
      reason: expect.any(String),
      source: expect.any(String),
      confidence: expect.stringMatching(/^[HML]$/),
    })
    expect([true, false, null]).toContain(decision.applies)
    expect(decision.dueOn === null || /^\d{4}-\d\d-\d\d$/.test(String(decision.dueOn))).toBe(true)
  }
  expect(decisions.find(({ ruleId }) => ruleId === 'REP-01')).toMatchObject({
    applies: true,
    dueOn: '2026-09-30',
    status: 'OVERDUE',
  })
})

test('the default date is today, and the output can be limited to one rule', async () => {
  const { code, out } = await run('--facts', FACTS, '--rule', 'gov-01')
  expect(code).toBe(0)
  expect(JSON.parse(out)).toMatchObject([{ ruleId: 'GOV-01', dueOn: '2024-04-22' }])
})

test('unknown input is reported on standard error and does not affect the output', async () => {
  const file = write(
    'odd.json',
    '{ "type": "DC", "schemeYearend": "12-31", "completions": [{ "ruleId": "REP-99", "periodKey": "2025", "completedOn": "2026-01-01" }] }',
  )
  const { code, out, err } = await run('--facts', file, '--today', '2026-11-21')
  expect(code).toBe(0)
  expect(JSON.parse(out)).toBeInstanceOf(Array)
  expect(err).toBe(
    'Unknown fields, ignored: schemeYearend (is schemeYearEnd meant?)\nCompletions that match no obligation: REP-99 of 2025\n',
  )
})

describe('errors are reported with instructions', () => {
  test.each<[string, string[], RegExp]>([
    ['no file named', [], /^Usage: /],
    [
      'a file that is not there',
      ['--facts', join(folder, 'none.json')],
      /^The file .*none\.json does not exist. Paths are relative to /,
    ],
    ['a folder', ['--facts', folder], / is a folder: give a facts file$/m],
    ['no JSON', ['--facts', write('bad.json', '{ type')], /bad\.json: The file is not valid JSON: /],
    ['an empty file', ['--facts', write('empty.json', '')], /The file is not valid JSON/],
    ['a list', ['--facts', write('list.json', '[]')], /one JSON object/],
    [
      'a bad day in it',
      ['--facts', write('day.json', '{"type":"DC","wentLiveOn":"2026-02-30"}')],
      /wentLiveOn: must be a valid date, written as YYYY-MM-DD/,
    ],
    [
      'a day that is none',
      ['--facts', FACTS, '--today', '2026-02-30'],
      /^--today must be a valid date as YYYY-MM-DD\nUsage: /,
    ],
    ['a word for a day', ['--facts', FACTS, '--today', 'tomorrow'], /^--today must be a valid date/],
    ['an option of another program', ['--facts', FACTS, '--verbose'], /--verbose'.*\nUsage: /s],
    ['a rule of another calendar', ['--facts', FACTS, '--rule', 'XX-01'], /^The rule XX-01 does not exist$/m],
  ])('%s', async (_, args, message) => {
    const { code, out, err } = await run(...args)
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toMatch(message)
    expect(err).not.toMatch(/^\s+at /m)
  })
})
