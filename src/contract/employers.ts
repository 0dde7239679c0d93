import { z } from 'zod'
import { formatCitedSources } from './citations.ts'
import { command, query } from './define.ts'
import { listUnusualEmployerValues } from './unusual-values.ts'
import {
  CivilDate,
  codeLine,
  Email,
  Id,
  ListFields,
  line,
  listWithSummaries,
  NoParameters,
  optional,
  pageOf,
  recordFields,
  SearchText,
  toStoredFields,
} from './values.ts'

export const EmployerStatus = z.enum(['ACTIVE', 'IN_LIQUIDATION', 'CEASED'])
export const PayFrequency = z.enum(['WEEKLY', 'FORTNIGHTLY', 'FOUR_WEEKLY', 'MONTHLY'])
export const AutoEnrolmentStatus = z
  .enum(['NO_LIABLE_EMPLOYEES', 'EXEMPT_ALL', 'MIXED', 'ENROLLED'])
  .describe(
    'Automatic enrolment. NO_LIABLE_EMPLOYEES: no employee must be enrolled. EXEMPT_ALL: all are exempt because of a scheme. MIXED: some are exempt, some enrolled. ENROLLED: all who must be enrolled are enrolled, none is exempt. Imports of contributions compare with it (warnings W01, W14)',
  )
export type AutoEnrolmentStatus = z.infer<typeof AutoEnrolmentStatus>

const EIRCODE = /^([AC-FHKNPRTV-Y]\d{2}|D6W) ?[0-9AC-FHKNPRTV-Y]{4}$/
const toUpperCaseText = (schema: z.ZodType<string, string>) => schema.transform((text) => text.toUpperCase())

const PayrollContact = z.object({
  name: optional(line(1, 200)),
  email: optional(Email),
  phone: optional(line(1, 40)),
})

const employerFields = {
  legalName: line(1, 200),
  tradingName: optional(line(1, 200)),
  croNumber: optional(
    line(1, 6)
      .pipe(z.string().regex(/^\d{1,6}$/, 'Up to six digits'))
      .describe('Companies Registration Office number (format not verified)'),
  ),
  employerRegisteredNumber: optional(
    toUpperCaseText(codeLine(8, 10))
      .pipe(z.string().regex(/^\d{7}[A-W][A-Z]{0,2}$/, 'Seven digits, then one to three letters'))
      .describe('Employer registered number with Revenue, unique in the firm (format not verified)'),
  ),
  address: optional(line(1, 500)),
  eircode: optional(
    toUpperCaseText(line(7, 8))
      .pipe(z.string().regex(EIRCODE, 'Enter an Eircode such as D02 X285'))
      .describe('Eircode'),
  ),
  payrollContact: optional(PayrollContact.describe('Contact who receives reminders for contributions')),
  payFrequencies: z.array(PayFrequency).max(4).default([]),
  participationOn: optional(CivilDate.describe('Date of the deed of adherence')),
  cessationOn: optional(CivilDate),
  groupName: optional(
    line(1, 200).describe(
      `Name of the group of companies. The 10 % limit on employer-related investment applies to the group (${formatCitedSources('DIR 19(1)(g)')})`,
    ),
  ),
  autoEnrolmentStatus: optional(AutoEnrolmentStatus),
  prsaProvider: optional(
    line(1, 200).describe(
      `Provider of the Standard PRSA to which excluded employees have access (${formatCitedSources('PA 121')})`,
    ),
  ),
  prsaDesignatedOn: optional(
    CivilDate.describe('Date on which the employer designated the PRSA provider by contract'),
  ),
  prsaNotifiedOn: optional(
    CivilDate.describe('Date on which excluded employees were notified of their right to contribute'),
  ),
  status: EmployerStatus.default('ACTIVE'),
}

const checkOrder = (
  { participationOn, cessationOn }: { participationOn: string | null; cessationOn: string | null },
  context: z.core.$RefinementCtx,
): void => {
  if (participationOn && cessationOn && cessationOn < participationOn) {
    context.addIssue({
      code: 'custom',
      path: ['cessationOn'],
      message: 'The date cannot be before the start of participation',
    })
  }
}
export const EditableEmployer = z.object(employerFields).superRefine(checkOrder)
export const NewEmployer = z
  .object({
    ...employerFields,
    tenantId: Id.optional().describe(
      'SuperAdmin only: the firm. Required, because a SuperAdmin belongs to no firm',
    ),
  })
  .superRefine(checkOrder)

export const Employer = z.object({
  ...recordFields,
  tenantId: Id,
  ...toStoredFields(employerFields),
  schemeCount: z.int(),
  isExample: z.boolean().describe('Of the example that the firm can remove'),
})
export type Employer = z.infer<typeof Employer>

export const PAGES = {
  employers: '/employers',
  newEmployer: '/employers/new',
  employer: '/employers/$employerId',
  editEmployer: '/employers/$employerId/edit',
}

/** A row in a list. */
export const EmployerSummary = Employer.pick({
  id: true,
  version: true,
  createdAt: true,
  tenantId: true,
  legalName: true,
  tradingName: true,
  status: true,
  schemeCount: true,
  croNumber: true,
})
export type EmployerSummary = z.infer<typeof EmployerSummary>

export const listEmployers = query('employer.list', {
  route: 'GET /api/employers',
  access: 'EmployerUser',
  summary: 'Lists the employers that the caller can see.',
  input: pageOf({
    fields: ListFields,
    status: EmployerStatus.optional(),
    q: SearchText.optional(),
    sort: z.enum(['legalName', '-createdAt']).default('legalName'),
  }),
  output: listWithSummaries(Employer, EmployerSummary),
})
export const getEmployer = query('employer.get', {
  route: 'GET /api/employers/{id}',
  access: 'EmployerUser',
  summary: 'Returns one employer.',
  input: NoParameters,
  output: Employer,
  listWarnings: listUnusualEmployerValues,
})
export const createEmployer = command('employer.create', {
  route: 'POST /api/employers',
  access: 'BrokerUser',
  summary: 'Adds a client employer to the firm.',
  input: NewEmployer,
  output: Employer,
  listWarnings: listUnusualEmployerValues,
  status: 201,
})
export const updateEmployer = command('employer.update', {
  route: 'PUT /api/employers/{id}',
  access: 'BrokerUser',
  summary: 'Replaces the editable fields of an employer.',
  input: EditableEmployer,
  output: Employer,
  listWarnings: listUnusualEmployerValues,
})
