/** One file of test/fixtures/uploads of each kind, sent as a payroll over HTTP; uploads.system.test.ts sends all of them. */
import { expect, test } from 'vitest'
import { UPLOADS } from './fixtures/uploads/expected-imports.ts'
import { testUploads } from './harness/payroll-uploads.ts'

const KINDS = [
  'payroll.csv',
  'payroll.xlsx',
  'zip-bomb-that-lies.xlsx',
  'macros.xlsm',
  'empty-sheet.xlsx',
  'values-of-every-kind.xlsx',
]
const uploads = UPLOADS.filter(({ file, sentAs }) => KINDS.includes(sentAs ?? file))

test('all kinds of files are covered', () => {
  expect(uploads.map(({ file }) => file).sort()).toEqual([...KINDS].sort())
})
testUploads(uploads)
