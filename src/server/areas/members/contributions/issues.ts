/** Issues of a contributions file: code (domain brief), level and message. A code may have several messages and levels. */

import type { ContributionColumn } from '../../../../contract/contributions.ts'
import { formatDate } from '../../../../contract/value-format.ts'
import { NOT_VERIFIED } from '../../../../contract/values.ts'
import {
  type AddIssue as AddIssueOf,
  createAddIssue,
  type IssueReport,
  inform,
  reject,
  warn,
} from '../imports/index.ts'
import { NO_MEMBER } from './rules.ts'

export type Report = IssueReport<ContributionColumn>
export type AddIssue = AddIssueOf<typeof ISSUES, ContributionColumn>

export const ISSUES = {
  // Of a row by itself
  PPS_NUMBER_INVALID: reject('R01', (problem: string) => problem),
  PPS_NUMBER_NOT_USED: warn(
    'R01',
    (problem: string) => `${problem}. The member is found by the works number`,
  ),
  NUMBER_MISSING: reject('R02', 'Enter a PPS number or a works number'),
  AMOUNT_NOT_READABLE: reject('R05', (problem: string) => problem),
  MORE_CELLS_THAN_HEADER: warn(
    'R05',
    'This row has more cells than the header: check that a comma has not moved its amounts',
  ),
  KIND_UNKNOWN: reject(
    'R06',
    (kinds: string) => `Not a kind of contribution: write ${kinds}, or leave it empty`,
  ),
  AMOUNT_NEGATIVE: reject(
    'R06',
    'A regular contribution cannot be negative: correct it, or mark it as a correction (kind CORRECTION)',
  ),
  DATE_NOT_READABLE: reject('R07', (problem: string) => problem),
  DATE_AS_SERIAL: warn(
    'R07',
    (day: string) => `The date is an Excel serial number and is read as ${formatDate(day)}: check it`,
  ),
  PAY_DATE_MISSING: reject('R07', 'Enter the pay date'),
  PAY_DATE_AHEAD: reject(
    'R07',
    (day: string, days: string) => `${day} is more than ${days} days ahead: check the pay date`,
  ),
  TOTAL_ROW: inform('R09', 'This row is a total or a remark: it is left out'),
  LETTERS_LOST: warn('W12', 'Characters of this name were lost: save the file as UTF-8'),

  // Of a column that was recognised by a doubtful header
  PAY_DATE_INFERRED: warn(
    'R07',
    'The end of the period is read as the pay date: confirm that it is the date of the deduction',
  ),
  GROSS_PAY: warn(
    'W03',
    'Gross pay is read as pensionable pay: confirm that contributions are calculated from it',
  ),
  WHOLE_NAME: inform('W06', 'One column holds the whole name: it is compared as a whole'),

  // Of a row and the member it matches
  MEMBER_UNKNOWN: reject('R02', NO_MEMBER),
  MEMBER_ID_UNKNOWN: reject(
    'R02',
    'No member of this scheme and employer has this id: add the member first, correct the id, or remove the line',
  ),
  MEMBER_UNKNOWN_NAME_KNOWN: reject(
    'R02',
    () => `${NO_MEMBER}. A member of that name is recorded with another number`,
  ),
  MEMBER_ELSEWHERE: reject(
    'R03',
    'This member is recorded in another scheme or with another employer: import the row there',
  ),
  MEMBER_AMBIGUOUS: reject(
    'R04',
    'Two members match this works number: enter it exactly as recorded, or add the PPS number',
  ),
  MEMBER_CONFLICT: reject(
    'R04',
    'The PPS number and the works number belong to different members: correct one of them',
  ),
  ROW_REPEATED: reject('R08', (row: string) => `This row is the same as row ${row}: remove one of them`),
  ALL_ZERO: warn('W01', (consequence: string) => `All amounts are zero: ${consequence}`),
  MEMBER_DECEASED: reject('W02', 'This member is recorded as deceased: skip the row'),
  MEMBER_NOT_JOINED: warn('W02', 'This member has not joined the scheme: record that the member joined'),
  MEMBERSHIP_ENDED: warn(
    'W02',
    (status: string) => `This member is ${status}: confirm that the contribution is right`,
  ),
  MEMBER_LEFT: inform(
    'W02',
    (day: string) => `The file says that this member left on ${day}: record it with the member`,
  ),
  AMOUNT_NOT_EXPECTED: warn(
    'W03',
    (paid: string, expected: string, rate: string) => `${paid} where ${expected} is expected (${rate})`,
  ),
  PART_OF_MONTH: inform(
    'W03',
    (event: string, day: string) =>
      `The member ${event} on ${day}: the amounts are not compared with a full month of salary. Add the pensionable pay to compare them`,
  ),
  PAY_CHANGED: inform(
    'W03',
    (day: string) =>
      `The pay or the contribution rates of this member changed on ${day}: what changed within the month is not compared`,
  ),
  LIMB_MISSING: warn(
    'W04',
    (who: string) => `The scheme expects an ${who} contribution, but there is none: confirm or correct it`,
  ),
  NAME_DIFFERS: warn(
    'W06',
    'The name is not the one recorded for this member: check that the number is right',
  ),
  PAY_DATE_REPEATED: warn(
    'W07',
    (row: string) =>
      `Row ${row} has the same member and pay date with other amounts: confirm that both are right`,
  ),
  TAX_LIMIT: warn(
    'W08',
    (percent: string, limit: string) =>
      `Employee contributions and AVCs are above the tax relief limit of ${percent}% (${limit} of this pay; ${NOT_VERIFIED})`,
  ),
  OLD_PPS_NUMBER: inform(
    'W10',
    'This PPS number has the form of before 2013 and the member joined later: check it',
  ),

  // Of the file as a whole
  MEMBER_MISSING: warn(
    'W05',
    (who: string) => `${who} is active and has no row: check for a leaver or unpaid leave`,
  ),
  LATE: warn(
    'W09',
    (dueOn: string) => `The contributions of this month were due on ${dueOn}: confirm that they are late`,
  ),
  NOT_PARTICIPATING: warn(
    'W13',
    (month: string) =>
      `The employer does not participate in this scheme in ${month}: confirm the month, or correct the participation`,
  ),
  ENROLLED_AND_CONTRIBUTING: warn(
    'W14',
    (source: string) =>
      `The employer is recorded as enrolled in auto-enrolment, and contributions to a scheme make the employment exempt (${source}): confirm both, or correct the auto-enrolment status of the employer`,
  ),
  MONTH_DIFFERS: warn(
    'W11',
    (month: string, declared: string) =>
      `All pay dates are in ${month}, but the payroll month is ${declared}: confirm the month, or choose another`,
  ),
} as const

export const addIssuesTo = createAddIssue(ISSUES)
