/** Column questions that the import wizard parses from the service's error messages, tested with real messages of the service. */
import { expect, test } from 'vitest'
import { matchColumns } from '../src/server/areas/members/imports/index.ts'
import { Refusal } from '../src/server/pipeline/refusal.ts'
import { listQuestions } from '../src/web/imports/list-column-questions.ts'

function issuesOf(header: readonly string[]) {
  try {
    matchColumns(header, [{ field: 'ppsn', headers: ['PPS No', 'RSI No'] }], { given: {}, remembered: {} })
  } catch (error) {
    if (error instanceof Refusal) return error.issues ?? []
  }
  throw new Error('It was not refused')
}

test('two columns that match one field give a question with both', () => {
  expect(listQuestions({ issues: issuesOf(['PPS No', 'EE', 'RSI No']) })).toEqual([
    {
      field: 'ppsn',
      candidates: [
        { header: 'PPS No', column: 1 },
        { header: 'RSI No', column: 3 },
      ],
    },
  ])
})
test('other refusals give no question', () =>
  expect(listQuestions({ issues: [{ path: ['file'], message: 'Not a file' }] })).toEqual([]))
