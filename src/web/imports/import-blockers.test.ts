import { expect, test } from 'vitest'
import { countReadyRows, listImportBlockers } from './import-blockers.ts'

const COUNTS = { rows: 10, ok: 6, warn: 4, reject: 0, skipped: 0, dropped: 0 }
const found = ({
  counts = COUNTS,
  warningCodes = [] as string[],
  confirmed = [] as string[],
  isCurrent = true,
  isRefused = false,
}) =>
  listImportBlockers({
    report: { counts, warningCodes },
    confirmed: new Set(confirmed),
    isCurrent,
    isRefused,
  })

test('rows to confirm are imported as well', () => expect(countReadyRows({ counts: COUNTS })).toBe(10))

test.each<[string, Parameters<typeof found>[0], RegExp[]]>([
  ['nothing', {}, []],
  ['a warning that was read', { warningCodes: ['W03'], confirmed: ['W03'] }, []],
  ['a warning that was not read', { warningCodes: ['W03', 'W05'], confirmed: ['W05'] }, [/the warning\./]],
  ['two of them', { warningCodes: ['W03', 'W05'] }, [/the 2 warnings/]],
  ['a rejected row', { counts: { ...COUNTS, reject: 1 } }, [/^1 row is rejected. Correct it, or skip it/]],
  ['rejected rows', { counts: { ...COUNTS, reject: 1200 } }, [/^1,200 rows are rejected/]],
  [
    'rejected rows that make the file refused',
    { counts: { ...COUNTS, reject: 2 }, isRefused: true },
    [/^2 rows/],
  ],
  ['a refusal of the whole', { isRefused: true }, [/cannot be imported/]],
  ['no row that is left', { counts: { ...COUNTS, ok: 0, warn: 0, skipped: 10 } }, [/All rows are skipped/]],
  ['a change that is not checked', { isCurrent: false, warningCodes: ['W03'] }, [/is checked, then import/]],
])('obstacle: %s', (_name, given, expected) => {
  const words = found(given)
  expect(words).toHaveLength(expected.length)
  expected.forEach((pattern, index) => {
    expect(words[index]).toMatch(pattern)
  })
})
