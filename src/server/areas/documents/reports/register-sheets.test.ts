import { expect, test } from 'vitest'
import { buildRegisterSheets, formatCell } from './register-sheets.ts'
import { createCsvFile } from './registers.ts'

test('codes, dates, amounts and booleans are formatted for readers; names in capitals are unchanged', () => {
  expect(formatCell('trustees', 'status', 'APPOINTED')).toBe('Appointed')
  expect(formatCell('trustees', 'personName', 'ACME')).toBe('ACME')
  expect(formatCell('trustees', 'appointedOn', '2026-03-10')).toBe('10 Mar 2026')
  expect(formatCell('trustees', 'isProfessional', false)).toBe('No')
  expect(formatCell('contributions', 'totalCents', 1_234_50)).toBe('€1,234.50')
  expect(formatCell('contributions', 'flags', ['LATE', 'SHORT'])).toBe('Late; Short')
  expect(formatCell('gaps', 'kind', 'DATA_GAP')).toBe('Data gap')
  expect(formatCell('obligations', 'confidence', 'M')).toBe('read in part')
  expect(formatCell('trustees', 'ceasedOn', null)).toBe('')
})

test('each register is a sheet with readable headers and the ids last', () => {
  const [sheet] = buildRegisterSheets([
    createCsvFile(
      'trustee-trainings',
      ['id', 'trusteeId', 'completedOn', 'status'],
      [{ id: 'a1', trusteeId: 'b1', completedOn: '2026-05-04', status: 'RECORDED' }],
    ),
  ])
  expect(sheet).toMatchObject({
    name: 'Trustee trainings',
    header: ['Completed on', 'Status', 'ID', 'Trustee ID'],
    rows: [['4 May 2026', 'Recorded', 'a1', 'b1']],
  })
})
