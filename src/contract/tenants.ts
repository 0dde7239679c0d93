import { z } from 'zod'
import { formatCitedSources } from './citations.ts'
import { command, query } from './define.ts'
import type { Transitions } from './transitions.ts'
import {
  CivilDate,
  Day,
  Email,
  Id,
  line,
  listOf,
  NoParameters,
  optional,
  pageOf,
  reason,
  recordFields,
  SearchText,
} from './values.ts'

export const TenantStatus = z.enum(['ACTIVE', 'SUSPENDED', 'CLOSED'])
export type TenantStatus = z.infer<typeof TenantStatus>
export const IntermediaryType = z.enum([
  'INSURANCE_INTERMEDIARY',
  'INVESTMENT_FIRM',
  'PRSA_INTERMEDIARY',
  'REGISTERED_ADMINISTRATOR',
  'TRUSTEE_SERVICES',
])

/** A day of every year. */
const DayOfYear = z
  .object({ month: z.int().min(1).max(12), day: z.int().min(1).max(31) })
  .refine(({ month, day }) => day <= new Date(Date.UTC(2024, month, 0)).getUTCDate(), {
    message: 'That month has no such day',
    path: ['day'],
  })

/** What of a question an AI provider is told. */
export const QuestionsSent = z.enum(['PROJECTED', 'STRICT', 'NEVER'])
export type QuestionsSent = z.infer<typeof QuestionsSent>

/** So many months from what starts a period. */
const months = (count: number, meaning: string) =>
  z.int().min(1).max(36).default(count).describe(`${meaning}; a house reading (unverified)`)

/** So many days from what starts a period; none: at once. */
const days = (count: number, meaning: string) =>
  z.int().min(0).max(365).default(count).describe(`${meaning}; a house reading (unverified)`)

export const TenantSettings = z
  .object({
    reminderLeadDays: z
      .array(z.int().min(0).max(366))
      .max(10)
      .default([60, 30, 14, 7, 1])
      .describe('Days before a due date on which reminders go out'),
    omaDerogationUntil: CivilDate.default('2026-04-21').describe(
      'Last free day of the one-member derogation; a setting, because later law could not be ruled out (unverified)',
    ),
    trusteeTrainingFrom: CivilDate.default('2010-02-01').describe(
      'Day on which section 28 of the 2008 Act commenced: trustees appointed before were trained within two years of it (unverified)',
    ),
    retentionYears: z
      .int()
      .min(1)
      .max(100)
      .default(7)
      .describe('How long documents are kept; a house figure'),
    fourEyes: z
      .enum(['AUTO', 'ALWAYS', 'NEVER'])
      .default('AUTO')
      .describe(
        'Whether the approver must be another person than the submitter; AUTO: where the firm has a second BrokerAdmin',
      ),
    questionsSent: QuestionsSent.default('PROJECTED').describe(
      'What of a question leaves for the AI provider, where one is configured. PROJECTED: only words that the public texts use; STRICT: nothing of it, only passages of the texts; NEVER: nothing is sent at all, and answers and drafts are made of the texts alone',
    ),
    assessmentAfterChangeDays: days(
      30,
      'Days for the own-risk assessment after a significant change, where the law says "without delay"',
    ),
    policyAfterChangeDays: days(
      30,
      'Days for reviewing a policy or the statement of investment policy principles after a significant change',
    ),
    otherOutsourcingNotificationDays: days(
      14,
      'Days for notifying an outsourcing that is no key function, or an important development of one',
    ),
    ruleChangeInformationDays: days(28, 'Days for telling members that the rules of the scheme changed'),
    registrationChangeDays: days(30, 'Days for notifying a change of what is registered'),
    automaticJoiningInformationDays: days(
      14,
      'Days for informing somebody who became a member automatically, where the law says "promptly"',
    ),
    benefitStatementMonths: months(
      6,
      'Months after the scheme year end for the pension benefit statements, where the law says "at least annually"',
    ),
    memberInformationMonths: months(
      2,
      'Months for informing new members, leavers, and members on retirement or their estate after a death',
    ),
    preRetirementInformationMonths: months(
      6,
      'Months before the normal retirement date for informing a member of the options, where the law says "in due time"',
    ),
    adverseStatementDays: days(
      28,
      "Days for telling the Authority of an adverse or missing actuary's statement, where the law says within a prescribed period",
    ),
    misappropriationReportDays: days(
      3,
      'Days for reporting a suspected misappropriation, where the law says "as soon as practicable"',
    ),
    ictInitialReportHours: z
      .int()
      .min(1)
      .max(720)
      .default(24)
      .describe('Hours from awareness for the initial report of a major ICT incident (unverified)'),
    ictIntermediateReportHours: z
      .int()
      .min(1)
      .max(720)
      .default(72)
      .describe('Hours from awareness for the intermediate report of a major ICT incident (unverified)'),
    ictFinalReportMonths: z
      .int()
      .min(1)
      .max(12)
      .default(1)
      .describe('Months for the final report of a major ICT incident (unverified)'),
    registrationWarningMonths: z
      .int()
      .min(0)
      .max(12)
      .default(2)
      .describe(
        'Months after its beginning within which a scheme is registered; a house reading beside the 12 months as enacted (unverified)',
      ),
    meetingsPerYearSmall: z
      .int()
      .min(1)
      .max(24)
      .default(2)
      .describe(
        'Meetings of the trustees a year below 100 members; a house reading of the code (unverified)',
      ),
    meetingsPerYearLarge: z
      .int()
      .min(1)
      .max(24)
      .default(4)
      .describe(
        'Meetings of the trustees a year from 100 members on; a house reading of the code (unverified)',
      ),
    annualFeeDue: DayOfYear.nullable()
      .default(null)
      .describe(
        'Day of the year on which the fee of the Authority is due; no date is shown before it is set (unverified)',
      ),
    ictRegisterDue: DayOfYear.nullable()
      .default(null)
      .describe(
        'Day of the year on which the register of ICT contracts is reported; no date is shown before it is set (unverified)',
      ),
  })
  .describe('House settings of the firm, not law')

const tenantFields = {
  name: line(1, 200),
  tradingName: optional(line(1, 200)),
  cbiReference: optional(
    line(1, 20).describe('Central Bank firm reference, usually C and up to seven digits (unverified form)'),
  ),
  intermediaryTypes: z.array(IntermediaryType).max(5).default([]),
  registeredAdministratorNumber: optional(line(1, 40)),
  registeredAdministratorExpiresOn: optional(
    CivilDate.describe(
      `End of the registration year; renewal is due at least 30 days before (${formatCitedSources('PA 64E')})`,
    ),
  ),
  dataProtectionContact: optional(line(1, 200)),
  complianceOfficerUserId: optional(Id),
  settings: TenantSettings.prefault({}),
}

export const EditableTenant = z.object(tenantFields)

export const Tenant = z.object({
  ...recordFields,
  name: z.string(),
  tradingName: z.string().nullable(),
  cbiReference: z.string().nullable(),
  intermediaryTypes: z.array(IntermediaryType),
  registeredAdministratorNumber: z.string().nullable(),
  registeredAdministratorExpiresOn: Day.nullable(),
  dataProtectionContact: z.string().nullable(),
  complianceOfficerUserId: z.string().nullable(),
  settings: TenantSettings,
  questionsReducedOn: Day.nullable().describe(
    'Until the settings are saved again: the day on which the service stopped sending whole questions of this firm; since then it sends only words that the public texts use',
  ),
  status: TenantStatus,
})
export type Tenant = z.infer<typeof Tenant>

export const listTenants = query('tenant.list', {
  route: 'GET /api/tenants',
  access: 'SuperAdmin',
  summary: 'Every broker firm.',
  input: pageOf({
    status: TenantStatus.optional(),
    q: SearchText.optional(),
    sort: z.enum(['name', '-createdAt']).default('name'),
  }),
  output: listOf(Tenant),
})
export const getTenant = query('tenant.get', {
  route: 'GET /api/tenants/{id}',
  access: 'BrokerAdmin',
  summary: 'One firm; a BrokerAdmin reads their own.',
  input: NoParameters,
  output: Tenant,
})
export const createTenant = command('tenant.create', {
  route: 'POST /api/tenants',
  access: 'SuperAdmin',
  summary: 'Opens a firm and invites its first BrokerAdmin by mail.',
  input: EditableTenant.extend({ adminEmail: Email, adminName: line(1, 200) }),
  output: Tenant,
  status: 201,
})
export const updateTenant = command('tenant.update', {
  route: 'PUT /api/tenants/{id}',
  access: 'BrokerAdmin',
  summary: 'Replaces the editable record of a firm; a BrokerAdmin edits their own.',
  input: EditableTenant,
  output: Tenant,
})
export type TenantVerb = 'suspend' | 'close' | 'reactivate'

export const TENANT_TRANSITIONS: Transitions<TenantVerb, TenantStatus> = {
  suspend: { from: ['ACTIVE'], to: 'SUSPENDED' },
  close: { from: ['ACTIVE', 'SUSPENDED'], to: 'CLOSED' },
  reactivate: { from: ['SUSPENDED', 'CLOSED'], to: 'ACTIVE' },
}

const tenantVerb = <const V extends TenantVerb>(verb: V, summary: string) =>
  command(`tenant.${verb}`, {
    route: `POST /api/tenants/{id}/${verb}`,
    access: 'SuperAdmin',
    summary,
    input: z.object({ reason: reason() }),
    output: Tenant,
  })
export const suspendTenant = tenantVerb('suspend', 'Nobody of the firm can sign in until it is reactivated.')
export const closeTenant = tenantVerb('close', 'The firm becomes read-only; its audit log is kept for ever.')
export const reactivateTenant = tenantVerb('reactivate', 'Ends a suspension or a closing.')
