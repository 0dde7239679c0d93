import { z } from 'zod'
import { formatCitedSources } from './citations.ts'
import { command, defineRecordCommands, query, Role } from './define.ts'
import { enquiryContactFields } from './enquiry-contact.ts'
import { RuleSettings } from './rule-settings.ts'
import type { Transitions } from './transitions.ts'
import { listUnusualFirmValues } from './unusual-values.ts'
import {
  CivilDate,
  Day,
  Email,
  Empty,
  Id,
  line,
  listOf,
  NOT_VERIFIED,
  NoParameters,
  Nothing,
  optional,
  pageOf,
  reason,
  recordFields,
  SearchText,
  toStoredFields,
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

/** The part of a question that is sent to an AI provider. */
export const QuestionsSent = z.enum(['PROJECTED', 'STRICT', 'NEVER'])
export type QuestionsSent = z.infer<typeof QuestionsSent>

export const TenantSettings = z
  .object({
    reminderLeadDays: z
      .array(z.int().min(0).max(366))
      .max(10)
      .default([60, 30, 14, 7, 1])
      .describe('Days before a due date on which the service sends reminders'),
    retentionYears: z
      .int()
      .min(1)
      .max(100)
      .default(7)
      .describe('Years for which documents are kept. The default is our suggestion, not law'),
    memberRetentionYears: z
      .int()
      .min(1)
      .max(100)
      .default(7)
      .describe(
        `Years for which the record of a member is kept after the end of the membership. The default is our suggestion; ${NOT_VERIFIED}`,
      ),
    prospectiveRetentionYears: z
      .int()
      .min(1)
      .max(100)
      .default(1)
      .describe(
        `Years for which the record of a person who never joined is kept after it was added. The default is our suggestion; ${NOT_VERIFIED}`,
      ),
    fourEyes: z
      .enum(['AUTO', 'ALWAYS', 'NEVER'])
      .default('AUTO')
      .describe(
        'Four-eyes rule: the approver must not be the submitter or a user who changed the record. A return does not lift this, unless every administrator of the firm has changed the record. ALWAYS: applies. NEVER: does not apply. AUTO: applies if the firm has a second BrokerAdmin',
      ),
    questionsSent: QuestionsSent.default('PROJECTED').describe(
      'Part of a question that is sent to the AI provider, if one is configured. PROJECTED: only words that occur in public legal sources. STRICT: no part of the question, only passages of legal sources. NEVER: no data is sent; answers and drafts come from the legal sources only',
    ),
    secondFactorRequiredFor: z
      .array(Role)
      .max(6)
      .default(['BrokerUser', 'BrokerAdmin', 'SuperAdmin'])
      .describe(
        'Roles whose users need a second factor (authenticator app or passkey) to sign in. By default those that can reveal PPS numbers',
      ),
    secondFactorGraceDays: z
      .int()
      .min(0)
      .max(90)
      .default(30)
      .describe(
        'Days in which users of these roles can still sign in without a second factor, counted from the creation of the firm or of the account',
      ),
    trusteeQuorum: z
      .enum(['ONE', 'MAJORITY', 'ALL'])
      .default('MAJORITY')
      .describe('Trustees in office who must approve a paper that is put to them'),
    ...RuleSettings.shape,
  })
  .describe('Settings of the firm, not law')

const tenantFields = {
  name: line(1, 200),
  tradingName: optional(line(1, 200)),
  cbiReference: optional(
    line(1, 20).describe(
      'Firm reference of the Central Bank, usually C and up to seven digits (format not verified)',
    ),
  ),
  intermediaryTypes: z.array(IntermediaryType).max(5).default([]),
  registeredAdministratorNumber: optional(line(1, 40)),
  registeredAdministratorExpiresOn: optional(
    CivilDate.describe(
      `End of the registration year. The firm must apply for renewal at least 30 days before (${formatCitedSources('PA 64E')})`,
    ),
  ),
  dataProtectionContact: optional(line(1, 200)),
  ...enquiryContactFields,
  complianceOfficerUserId: optional(Id),
  settings: TenantSettings.prefault({}),
}

export const EditableTenant = z.object(tenantFields)

/** Largest logo. It is kept small, because every mail and paper of the firm contains it. */
export const LOGO_BYTES = 512 * 1024
/** Least and largest width and height of a logo. */
export const LOGO_PIXELS = { min: 16, max: 2_000 } as const
export const LogoType = z.enum(['image/png', 'image/jpeg'])
export type LogoType = z.infer<typeof LogoType>

export const TenantLogo = z.object({
  contentType: LogoType,
  widthPixels: z.int(),
  heightPixels: z.int(),
  sizeBytes: z.int(),
  sha256: z.string().describe('Hash of the file, which is the version of the logo in its address'),
})
export type TenantLogo = z.infer<typeof TenantLogo>

export const Tenant = z.object({
  ...recordFields,
  ...toStoredFields(tenantFields),
  settings: TenantSettings,
  logo: TenantLogo.nullable(),
  questionsReducedOn: Day.nullable().describe(
    'Date on which the service stopped sending complete questions of this firm. Since then it sends only words that occur in public legal sources. Null once the settings are saved again, or if this never happened',
  ),
  status: TenantStatus,
})
export type Tenant = z.infer<typeof Tenant>

export const listTenants = query('tenant.list', {
  route: 'GET /api/tenants',
  access: 'SuperAdmin',
  summary: 'Lists all broker firms.',
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
  summary: 'Returns one firm. A BrokerAdmin can read only their own firm.',
  input: NoParameters,
  output: Tenant,
  listWarnings: listUnusualFirmValues,
})
export const createTenant = command('tenant.create', {
  route: 'POST /api/tenants',
  access: 'SuperAdmin',
  summary: 'Creates a firm and invites its first BrokerAdmin by mail.',
  input: EditableTenant.extend({ adminEmail: Email, adminName: line(1, 200) }),
  output: Tenant,
  listWarnings: listUnusualFirmValues,
  status: 201,
})
export const updateTenant = command('tenant.update', {
  route: 'PUT /api/tenants/{id}',
  access: 'BrokerAdmin',
  requiresRecentSignIn: 'of users with a second factor',
  summary: 'Replaces the editable fields of a firm. A BrokerAdmin can edit only their own firm.',
  input: EditableTenant,
  output: Tenant,
  listWarnings: listUnusualFirmValues,
})
export const getTenantLogo = query('tenant.logo', {
  route: 'GET /api/tenants/{id}/logo',
  access: 'Member',
  summary:
    'Returns the logo of the firm, a PNG or JPEG file. All users of the firm can read it, including those of its employers and members.',
  input: z.strictObject({
    version: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .optional()
      .describe('`sha256` of the logo. With the version of the current logo, the response can be cached'),
  }),
  output: z.string(),
})
export const setTenantLogo = command('tenant.set-logo', {
  route: 'POST /api/tenants/{id}/logo',
  access: 'BrokerAdmin',
  body: 'multipart',
  rateClass: 'upload',
  summary:
    'Sets or replaces the logo of a firm: a PNG or JPEG file up to 512 kB, and from 16 to 2,000 pixels wide and high. The service checks the content.',
  input: z.object({}),
  output: Tenant,
  fileBytes: LOGO_BYTES,
})
export const removeTenantLogo = command('tenant.remove-logo', {
  route: 'DELETE /api/tenants/{id}/logo',
  access: 'BrokerAdmin',
  summary: 'Removes the logo of a firm. 404 if it has none.',
  input: Nothing,
  output: Empty,
  status: 204,
})

export type TenantVerb = 'suspend' | 'close' | 'reactivate'

export const TENANT_TRANSITIONS: Transitions<TenantVerb, TenantStatus> = {
  suspend: { from: ['ACTIVE'], to: 'SUSPENDED' },
  close: { from: ['ACTIVE', 'SUSPENDED'], to: 'CLOSED' },
  reactivate: { from: ['SUSPENDED', 'CLOSED'], to: 'ACTIVE' },
}

const Reasoned = z.object({ reason: reason() })
const tenantVerb = defineRecordCommands('tenant', '/api/tenants/{id}', Tenant, 'SuperAdmin')
export const suspendTenant = tenantVerb(
  'suspend',
  'Suspends a firm. Its users cannot sign in until it is reactivated.',
  Reasoned,
)
export const closeTenant = tenantVerb(
  'close',
  'Closes a firm. Its records become read-only; its audit log is kept permanently.',
  Reasoned,
)
export const reactivateTenant = tenantVerb('reactivate', 'Reactivates a suspended or closed firm.', Reasoned)
