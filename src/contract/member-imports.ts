import { z } from 'zod'
import { command, query } from './define.ts'
import { IMPORT_LIMITS, type ImportLevel, importFields, importReport, keptReport } from './imports.ts'
import { defineFormField, Id } from './values.ts'

/** Column names of a member file (domain: member CSV); exports have `member_id`, so that they can be imported again. */
export const MEMBER_COLUMNS = [
  'member_id',
  'ppsn',
  'ppsn_pending',
  'works_number',
  'title',
  'first_name',
  'middle_name',
  'last_name',
  'date_of_birth',
  'sex',
  'email',
  'phone',
  'address_line1',
  'address_line2',
  'address_line3',
  'county',
  'eircode',
  'date_joined_employment',
  'date_joined_scheme',
  'normal_retirement_age',
  'normal_retirement_date',
  'pensionable_salary',
  'ee_rate',
  'er_rate',
  'avc_rate',
  'pay_valid_from',
  'status',
  'leave_date',
  'marital_status',
] as const
export type MemberColumn = (typeof MEMBER_COLUMNS)[number]

/** Issue codes of member rows. M01 and on: the row is rejected; M51 and on: imported once confirmed; M81 and on: for information. */
export const MEMBER_ISSUES = {
  M01: { level: 'REJECT', title: 'PPS number not valid' },
  M02: { level: 'REJECT', title: 'PPS number missing' },
  M03: { level: 'REJECT', title: 'Duplicate PPS number in the file' },
  M04: { level: 'REJECT', title: 'Already a member' },
  M05: { level: 'REJECT', title: 'Works number of another member' },
  M06: { level: 'REJECT', title: 'Member not found in this scheme' },
  M07: { level: 'REJECT', title: 'Duplicate member in the file' },
  M08: { level: 'REJECT', title: 'Duplicate works number in the file' },
  M09: { level: 'REJECT', title: 'Name missing or too long' },
  M10: { level: 'REJECT', title: 'Date of birth missing' },
  M11: { level: 'REJECT', title: 'Invalid date of birth' },
  M12: { level: 'REJECT', title: 'Date of joining the scheme missing' },
  M13: { level: 'REJECT', title: 'Date not readable' },
  M14: { level: 'REJECT', title: 'Dates out of order' },
  M15: { level: 'REJECT', title: 'Invalid status' },
  M16: { level: 'REJECT', title: 'Scheme takes no new members' },
  M17: { level: 'REJECT', title: 'Amount or rate not readable' },
  M18: { level: 'REJECT', title: 'Invalid text' },
  M19: { level: 'REJECT', title: 'Invalid leave date' },
  M20: { level: 'REJECT', title: 'More cells than columns' },
  M21: { level: 'REJECT', title: 'PPS number in another column' },
  M51: { level: 'WARN', title: 'Under 16 or over 75' },
  M52: { level: 'WARN', title: 'Retirement outside 60 to 70' },
  M53: { level: 'WARN', title: 'E-mail address shared' },
  M54: { level: 'WARN', title: 'Works number missing' },
  M55: { level: 'WARN', title: 'Eircode not valid' },
  M56: { level: 'WARN', title: 'Unusual salary' },
  M57: { level: 'WARN', title: 'Unusual rate' },
  M58: { level: 'WARN', title: 'Date of birth may be a default' },
  M59: { level: 'WARN', title: 'Surname in capitals' },
  M60: { level: 'WARN', title: 'May be a member already' },
  M61: { level: 'WARN', title: 'Damaged letters in a name' },
  M62: { level: 'WARN', title: 'Digits in a name' },
  M63: { level: 'WARN', title: 'Date as an Excel number' },
  M64: { level: 'WARN', title: 'Name differs from the record' },
  M65: { level: 'WARN', title: 'PPS number differs from the record' },
  M66: { level: 'WARN', title: 'Column read as another' },
  M67: { level: 'WARN', title: 'Retirement age and date disagree' },
  M81: { level: 'INFO', title: 'PPS number in the older format' },
  M82: { level: 'INFO', title: 'Column not imported' },
} as const satisfies Record<string, { level: ImportLevel; title: string }>
export type MemberIssueCode = keyof typeof MEMBER_ISSUES

export const ppsnPending = defineFormField(z.boolean().default(false)).describe(
  'True: each new member without a PPS number is imported without one, as with Y in the column ppsn_pending. A file then needs neither of the two columns',
)

export const ImportMode = z.enum(['INSERT_ONLY', 'UPSERT', 'DRY_RUN'])

export const MemberImportReport = z.object({
  ...importReport,
  ...keptReport,
  mode: z.enum(['INSERT_ONLY', 'UPSERT']),
  schemeId: Id,
  inserted: z.int().describe('Number of created members; for a dry run the number that would be created'),
  updated: z.int(),
  unchanged: z.int(),
})
export type MemberImportReport = z.infer<typeof MemberImportReport>

export const importMembers = command('member.import', {
  route: 'POST /api/members/import',
  access: 'BrokerUser',
  body: 'multipart',
  rateClass: 'upload',
  summary:
    'Imports members from a CSV file or the first sheet of an XLSX workbook. The service imports all rows or none; if it rejects a row, it returns 422. A new member without a status becomes DEFERRED if there is a leave date, PROSPECTIVE if the date of joining is in the future, and otherwise ACTIVE.',
  input: z.object({
    schemeId: Id,
    employerId: Id.optional().describe(
      "Employer of the members, which must participate in the scheme. Default: the scheme's own employer",
    ),
    mode: ImportMode.default('INSERT_ONLY').describe(
      'INSERT_ONLY: each row creates a member. UPSERT: a row that matches a member by id, PPS number or works number updates it. An empty cell then removes the value (not known), except that an empty PPS number keeps the stored one; a column that is not in the file changes nothing; changed pay or rates are valid from pay_valid_from, or from today. DRY_RUN: as INSERT_ONLY, but stores nothing',
    ),
    ppsnPending,
    ...importFields,
  }),
  output: MemberImportReport,
  fileBytes: IMPORT_LIMITS.bytes,
  storedFileField: 'importDraftId',
})

export const exportMembers = query('member.export', {
  route: 'GET /api/members/export',
  access: 'BrokerUser',
  rateClass: 'heavy',
  summary:
    'Exports the members of a scheme in the format of the import, in a stable order, without PPS numbers.',
  input: z.strictObject({ schemeId: Id }),
  output: z.string(),
})
