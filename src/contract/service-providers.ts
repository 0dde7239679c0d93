import { z } from 'zod'
import { formatCitedSources } from './citations.ts'
import { command, query } from './define.ts'
import type { Transitions } from './transitions.ts'
import {
  CivilDate,
  Dated,
  Day,
  Email,
  Id,
  line,
  listOf,
  NoParameters,
  optional,
  pageOf,
  prose,
  recordFields,
  SearchText,
  toStoredFields,
} from './values.ts'

export const ServiceProviderKind = z.enum([
  'RA',
  'AUDITOR',
  'ACTUARY',
  'INVESTMENT_MANAGER',
  'DEPOSITARY',
  'KEY_FUNCTION',
  'ADMINISTRATOR',
  'PAYROLL',
  'IT',
  'CONSULTANT',
  'LEGAL',
  'INSURER',
])
export type ServiceProviderKind = z.infer<typeof ServiceProviderKind>
export const ServiceProviderStatus = z.enum(['ACTIVE', 'ENDED'])
export type ServiceProviderStatus = z.infer<typeof ServiceProviderStatus>

const providerFields = {
  name: line(1, 200),
  kinds: z
    .array(ServiceProviderKind)
    .min(1, 'Choose at least one')
    .max(ServiceProviderKind.options.length)
    .describe('Services that the provider renders to schemes'),
  croNumber: optional(line(1, 20)),
  regulatoryReference: optional(line(1, 60).describe("Number with the provider's supervisory authority")),
  registrationEndsOn: optional(
    CivilDate.describe(
      `End of the registration year of a registered administrator. It must apply for renewal at least 30 days before (${formatCitedSources('PA 64E')})`,
    ),
  ),
  contactName: optional(line(1, 200)),
  contactEmail: optional(Email),
  contactPhone: optional(line(1, 40)),
  notes: optional(prose(1, 2000)),
}
export const EditableServiceProvider = z.object(providerFields)

export const ServiceProvider = z.object({
  ...recordFields,
  tenantId: Id,
  ...toStoredFields(providerFields),
  arrangementCount: z.int().describe('Number of outsourcing arrangements that are planned or in force'),
  endedOn: Day.nullable(),
  status: ServiceProviderStatus,
})
export type ServiceProvider = z.infer<typeof ServiceProvider>

export const PAGES = {
  providers: '/providers',
  newProvider: '/providers/new',
  provider: '/providers/$providerId',
  editProvider: '/providers/$providerId/edit',
}

export const listServiceProviders = query('service-provider.list', {
  route: 'GET /api/service-providers',
  access: 'BrokerUser',
  summary: 'Lists the service providers of the firm and its schemes.',
  input: pageOf({
    q: SearchText.optional().describe('Part of the name'),
    kind: ServiceProviderKind.optional(),
    status: ServiceProviderStatus.optional(),
    sort: z.enum(['name', '-createdAt']).default('name'),
  }),
  output: listOf(ServiceProvider),
})
export const getServiceProvider = query('service-provider.get', {
  route: 'GET /api/service-providers/{id}',
  access: 'BrokerUser',
  summary: 'Returns one service provider.',
  input: NoParameters,
  output: ServiceProvider,
})
export const createServiceProvider = command('service-provider.create', {
  route: 'POST /api/service-providers',
  access: 'BrokerUser',
  summary: 'Adds a service provider.',
  input: z.object({
    ...providerFields,
    tenantId: optional(Id).describe('SuperAdmin only: the firm to which the provider is added'),
  }),
  output: ServiceProvider,
  status: 201,
})
export const updateServiceProvider = command('service-provider.update', {
  route: 'PUT /api/service-providers/{id}',
  access: 'BrokerUser',
  summary: 'Replaces the editable fields of a service provider.',
  input: EditableServiceProvider,
  output: ServiceProvider,
})

export type ServiceProviderVerb = 'end'
export const SERVICE_PROVIDER_TRANSITIONS: Transitions<ServiceProviderVerb, ServiceProviderStatus> = {
  end: { from: ['ACTIVE'], to: 'ENDED' },
}
export const endServiceProvider = command('service-provider.end', {
  route: 'POST /api/service-providers/{id}/end',
  access: 'BrokerUser',
  summary:
    'ACTIVE to ENDED. 422 while an arrangement with the provider is planned or in force, or a scheme names it.',
  input: Dated,
  output: ServiceProvider,
})
