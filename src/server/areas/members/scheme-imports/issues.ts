/** Issues of the sheets Employers, Schemes and Trustees, with their messages; their codes and levels are those of the contract. */
import type { SCHEME_IMPORT_ISSUES } from '../../../../contract/scheme-imports.ts'
import {
  type AddIssue as AddIssueOf,
  createAddIssue,
  type IssuesOf,
  inform,
  reject,
  warn,
} from '../imports/index.ts'

const getProblem = (problem: string): string => problem

export const ISSUES = {
  VALUE_MISSING: reject('S01', (what: string) => `Enter ${what}`),
  COLUMN_MISSING: reject(
    'S01',
    (field: string) => `The sheet has no column ${field}: choose it under Columns`,
  ),
  VALUE_INVALID: reject('S02', getProblem),
  DATE_NOT_READABLE: reject('S03', getProblem),
  DATE_IN_FUTURE: reject('S03', 'The date cannot be in the future'),
  YEAR_END_NOT_READABLE: reject('S03', 'Write the day and the month, such as 31/12'),
  ENDED_BEFORE_LIVE: reject('S03', 'The date cannot be before the scheme went live'),
  TRAINED_TOO_EARLY: reject('S03', 'The training cannot be before the trustee was assessed or appointed'),
  EMPLOYER_UNKNOWN: reject('S04', 'No employer of this name is recorded or in the sheet Employers'),
  SCHEME_NOT_FOUND: reject('S05', getProblem),
  EMPLOYER_REPEATED: reject('S06', (row: string) => `Row ${row} has the same employer: remove one of them`),
  SCHEME_REPEATED: reject('S06', (row: string, what: string) => `Row ${row} has ${what}`),
  TRUSTEE_REPEATED: reject(
    'S06',
    (row: string) => `Row ${row} has the same trustee of this scheme: remove one of them`,
  ),
  EMPLOYER_NUMBER_RECORDED: reject('S07', 'Another employer has this registered number'),
  TRUSTEE_RECORDED: reject('S07', 'A trustee of this name is recorded for the scheme: skip the row'),
  SCHEME_RECORDED: reject('S07', (what: string) => `There is ${what}: skip the row`),
  DISQUALIFIED: reject(
    'S08',
    'A trustee of this name was disqualified. For another person, enter the full name',
  ),
  MORE_CELLS: reject('S09', 'The row has more cells than there are columns'),
  STAYS_DRAFT: warn('S51', (gaps: string) => `The scheme stays a draft until this is done: ${gaps}`),
  EMPLOYER_RECORDED: inform('S81', 'An employer of this name is recorded: it is used and not changed'),
} as const satisfies IssuesOf<typeof SCHEME_IMPORT_ISSUES>

export type AddIssue<F extends string> = AddIssueOf<typeof ISSUES, F>

export const addIssuesTo = createAddIssue(ISSUES)
