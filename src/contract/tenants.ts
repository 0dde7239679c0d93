import { z } from 'zod'
import { formatCitedSources } from './citations.ts'
import { command, defineRecordCommands, query } from './define.ts'
import { enquiryContactFields } from './enquiry-contact.ts'
import { RuleSettings } from './rule-settings.ts'
import type { Transitions } from './transitions.ts'
import { findUnusualFirmValues } from './unusual-values.ts'
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
      .describe('Days before a due date on which reminders go out'),
    retentionYears: z
      .int()
      .min(1)
      .max(100)
      .default(7)
      .describe('How long documents are kept; our suggestion, not law'),
    fourEyes: z
      .enum(['AUTO', 'ALWAYS', 'NEVER'])
      .default('AUTO')
      .describe(
        'Whether the approver must be another person than the submitter and than everybody who changed the record since it was last returned; AUTO: where the firm has a second BrokerAdmin',
      ),
    questionsSent: QuestionsSent.default('PROJECTED').describe(
      'The part of a question that is sent to the AI provider, if one is configured. PROJECTED: only words that the public legal sources use; STRICT: no part of it, only passages of legal sources; NEVER: nothing is sent, and answers and drafts are made from the legal sources only',
    ),
    ...RuleSettings.shape,
  })
  .describe('Settings of the firm, not law')

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
  ...enquiryContactFields,
  complianceOfficerUserId: optional(Id),
  settings: TenantSettings.prefault({}),
}

export const EditableTenant = z.object(tenantFields)

export const Tenant = z.object({
  ...recordFields,
  ...toStoredFields(tenantFields),
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
  findWarnings: findUnusualFirmValues,
})
export const createTenant = command('tenant.create', {
  route: 'POST /api/tenants',
  access: 'SuperAdmin',
  summary: 'Opens a firm and invites its first BrokerAdmin by mail.',
  input: EditableTenant.extend({ adminEmail: Email, adminName: line(1, 200) }),
  output: Tenant,
  findWarnings: findUnusualFirmValues,
  status: 201,
})
export const updateTenant = command('tenant.update', {
  route: 'PUT /api/tenants/{id}',
  access: 'BrokerAdmin',
  summary: 'Replaces the editable record of a firm; a BrokerAdmin edits their own.',
  input: EditableTenant,
  output: Tenant,
  findWarnings: findUnusualFirmValues,
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
  'No user of the firm can sign in until it is reactivated.',
  Reasoned,
)
export const closeTenant = tenantVerb(
  'close',
  'The firm becomes read-only; its audit log is kept for ever.',
  Reasoned,
)
export const reactivateTenant = tenantVerb('reactivate', 'Ends a suspension or a closing.', Reasoned)
