/** Issues of a file of members, with their messages; their codes and levels are those of the contract. */
import type { MEMBER_ISSUES, MemberColumn } from '../../../../contract/member-imports.ts'
import {
  createAddIssue,
  type Found as FoundOf,
  type IssueReport,
  type IssuesOf,
  inform,
  reject,
  warn,
} from '../imports/index.ts'

export type Report = IssueReport<MemberColumn>
export type Found = FoundOf<typeof ISSUES, MemberColumn>

const getProblem = (problem: string): string => problem

export const ISSUES = {
  // Of a cell or a row by itself
  PPS_NUMBER_INVALID: reject('M01', getProblem),
  PPS_NUMBER_MISSING: reject('M02', 'Enter the PPS number, or mark it as pending'),
  NAME_INVALID: reject('M09', getProblem),
  NAME_MISSING: reject('M09', 'Enter the name'),
  BIRTH_MISSING: reject('M10', 'Enter the date of birth'),
  BIRTH_REMOVED: reject('M10', 'A date of birth is recorded and cannot be removed: enter it'),
  BIRTH_INVALID: reject('M11', getProblem),
  JOINING_MISSING: reject('M12', 'Enter the date of joining the scheme'),
  JOINING_REMOVED: reject('M12', 'A date of joining is recorded and cannot be removed: enter it'),
  DATE_NOT_READABLE: reject('M13', getProblem),
  BIRTH_TOO_LATE: reject('M14', 'The date of birth must be before the employment and the joining date'),
  JOINED_BEFORE_EMPLOYMENT: reject('M14', 'The joining date cannot be before the employment'),
  JOINED_AFTER_END: reject('M14', 'The joining date cannot be after the end of the membership'),
  LEFT_BEFORE_JOINING: reject('M14', 'The leave date cannot be before the joining date'),
  LEFT_AFTER_END: reject('M14', 'The leave date cannot be after the end of the membership'),
  RETIREMENT_BEFORE_BIRTH: reject('M14', 'The retirement date must be after the date of birth'),
  STATUS_NOT_READABLE: reject('M15', getProblem),
  STATUS_NOT_FOR_NEW: reject(
    'M15',
    (statuses: string) => `A new member must have one of the statuses ${statuses}`,
  ),
  STATUS_NOT_BY_IMPORT: reject(
    'M15',
    (status: string, remedy: string) => `An import cannot set the status ${status}: ${remedy}`,
  ),
  STATUS_TOO_EARLY: reject(
    'M15',
    'The date of joining is in the future: the status is PROSPECTIVE until then',
  ),
  SCHEME_NOT_OPEN: reject('M16', (status: string) => `This scheme takes no new members that are ${status}`),
  SCHEME_CLOSED: reject('M16', 'The member joined after the scheme closed to new members'),
  ONE_MEMBER: reject('M16', 'A one-member arrangement can have only one member'),
  PARTICIPATION_ENDED: reject('M16', getProblem),
  NUMBER_NOT_READABLE: reject('M17', getProblem),
  TEXT_INVALID: reject('M18', getProblem),
  LEAVE_DATE_MISSING: reject('M19', 'Enter the date on which the member left'),
  LEAVE_DATE_REMOVED: reject('M19', 'A leave date is recorded and cannot be removed: enter it'),
  LEAVE_DATE_OF_MEMBER: reject(
    'M19',
    (status: string) =>
      `A member with the status ${status} has not left: write DEFERRED as the status, or leave the date empty`,
  ),
  LEAVE_DATE_IN_FUTURE: reject('M19', 'The date cannot be in the future'),
  MORE_CELLS: reject(
    'M20',
    'The row has more cells than there are columns: check for a comma within a value',
  ),
  PPS_NUMBER_ELSEWHERE: reject('M21', 'The cell has a PPS number: move it to the column ppsn'),
  AGE_UNUSUAL: warn('M51', 'The age is under 16 or over 75: check the year'),
  RETIREMENT_UNUSUAL: warn('M52', 'Normal retirement is before 60 or after 70: check it'),
  WORKS_NUMBER_MISSING: warn('M54', 'Without a works number, contributions are found by PPS number only'),
  EIRCODE_INVALID: warn('M55', 'This is not an Eircode such as D02 X285: check it'),
  SALARY_UNUSUAL: warn(
    'M56',
    'The salary is below €1,000.00 or above €500,000.00: check that it is a yearly amount',
  ),
  RATE_HIGH: warn('M57', 'The rate is above 40 per cent: check it'),
  RATE_LOW: warn('M57', 'The rate is below 1 per cent: enter 5 for 5 per cent'),
  BIRTH_MAY_BE_UNKNOWN: warn('M58', '1 January is often entered for an unknown date: check it'),
  SURNAME_IN_CAPITALS: warn('M59', 'The surname is in capitals and will appear so in letters: check it'),
  LETTERS_LOST: warn('M61', 'Letters of this name seem damaged: save the file as UTF-8, or correct the name'),
  DIGIT_IN_NAME: warn('M62', 'This name contains a digit: check it'),
  DATE_AS_SERIAL: warn('M63', 'This date is an Excel serial number: check it'),
  TAKEN_FOR_SALARY: warn(
    'M66',
    'This column is read as the pensionable salary: confirm it, or switch the column off',
  ),
  RETIREMENT_DISAGREES: warn(
    'M67',
    'The retirement age does not match the retirement date, which is used: check both',
  ),
  OLD_PPS_NUMBER: inform(
    'M81',
    'The PPS number has the format used before 2013: check it for people who joined later',
  ),
  COLUMN_NOT_KEPT: inform('M82', 'This column is not imported'),

  // Of a row and the rows before it
  PPS_NUMBER_REPEATED: reject(
    'M03',
    (row: string) => `Row ${row} has the same PPS number: remove one of them`,
  ),
  MEMBER_REPEATED: reject('M07', (row: string) => `Row ${row} refers to the same member: remove one of them`),
  WORKS_NUMBER_REPEATED: reject(
    'M08',
    (row: string) => `Row ${row} has the same works number: remove one of them`,
  ),

  // Of a row and the members of the scheme
  PPS_NUMBER_RECORDED: reject('M04', 'A member of this scheme has this PPS number: remove the row'),
  WORKS_NUMBER_RECORDED: reject('M04', 'A member of this employer has this works number: remove the row'),
  PPS_NUMBER_OF_OTHER: reject('M05', 'Another member of this scheme has this PPS number'),
  WORKS_NUMBER_OF_OTHER: reject('M05', 'Another member of this employer has this works number'),
  PPS_NUMBER_AT_OTHER_EMPLOYER: reject(
    'M05',
    'A member of this scheme at another employer has this PPS number: enter the member_id',
  ),
  NUMBERS_OF_TWO: reject('M05', 'The PPS number and the works number belong to two different members'),
  PPS_NUMBER_DIFFERS: reject(
    'M05',
    'The member with this works number has another PPS number: correct it, or enter the member_id',
  ),
  ID_UNKNOWN: reject('M06', 'No member of this scheme has this id: leave the cell empty to add one'),
  ID_NOT_FOR_NEW: reject('M06', 'Only the mode UPSERT changes members: leave the cell empty to add one'),
  EMAIL_SHARED: warn('M53', 'Another member has this e-mail address: enter a personal address'),
  MAY_BE_RECORDED: warn(
    'M60',
    'A member has this name and date of birth: check that it is not the same person',
  ),
  NAME_DIFFERS: warn('M64', 'The member with this works number has another surname or date of birth'),
  PPS_NUMBER_REPLACED: warn('M65', 'This replaces the PPS number of the member: confirm that it was wrong'),
} as const satisfies IssuesOf<typeof MEMBER_ISSUES>

export const addIssuesTo = createAddIssue(ISSUES)
