import { describe, expect, test } from 'vitest'
import type { PolicyCell } from '../../../../contract/policies.ts'
import {
  countPolicyGaps,
  formatCellText,
  formatShortText,
  getCellState,
  isGap,
  KIND_OPTIONS,
} from './policy.ts'

const cell = (fields: Partial<PolicyCell>): PolicyCell => ({
  kind: 'RISK_MANAGEMENT',
  required: true,
  reason: 'Every IORP has one',
  policyId: null,
  status: null,
  inForceVersion: null,
  nextReviewOn: null,
  flag: null,
  isNotRecorded: false,
  ...fields,
})
const IN_FORCE = { status: 'IN_FORCE', inForceVersion: 2, nextReviewOn: '2029-03-10' } as const

describe('a cell of the matrix', () => {
  test.each([
    [{}, 'MISSING', 'Missing', 'Risk management policy: required and missing. Every IORP has one', true],
    [{ isNotRecorded: true }, 'NOT_RECORDED', 'Not recorded', /required and not recorded yet/, false],
    [{ required: 'CONFIRM' }, 'CONFIRM', 'Check', /confirm whether it is required/, false],
    [{ required: false }, 'NOT_NEEDED', '–', /not required/, false],
    [IN_FORCE, 'IN_FORCE', 'v2', /version 2 in force, next review 10 Mar 2029$/, false],
    [{ ...IN_FORCE, required: false }, 'IN_FORCE', 'v2', /in force/, false],
    [{ ...IN_FORCE, flag: 'REVIEW_DUE' }, 'DUE', 'v2', /its review is due 10 Mar 2029/, false],
    [{ ...IN_FORCE, flag: 'REVIEW_OVERDUE' }, 'OVERDUE', 'v2', /its review was due 10 Mar 2029/, false],
    [{ status: 'IN_REVIEW' }, 'ON_ITS_WAY', 'Review', /in review, no version in force/, true],
    [{ status: 'DRAFT', required: false }, 'ON_ITS_WAY', 'Draft', /no version in force/, false],
  ] as const)('%o is %s', (fields, state, short, words, gap) => {
    const one = cell(fields)
    expect([getCellState(one), formatShortText(one), isGap(one)]).toEqual([state, short, gap])
    expect(formatCellText(one)).toMatch(words)
  })

  test('is counted with the others', () => {
    const row = {
      cells: [
        cell({}),
        cell({ status: 'DRAFT' }),
        cell({ isNotRecorded: true }),
        cell({ required: 'CONFIRM' }),
        cell({ ...IN_FORCE, flag: 'REVIEW_OVERDUE' }),
        cell({ ...IN_FORCE, flag: 'REVIEW_DUE' }),
        cell(IN_FORCE),
      ],
    }
    expect(countPolicyGaps([row, row])).toEqual({
      missing: 4,
      notRecorded: 2,
      toConfirm: 2,
      overdue: 2,
      due: 2,
    })
  })
})

test('kinds are grouped by their basis, statute first', () => {
  expect([...new Set(KIND_OPTIONS.map(({ group }) => group))]).toEqual([
    'Statute',
    'Code of practice',
    'Good practice',
  ])
})
