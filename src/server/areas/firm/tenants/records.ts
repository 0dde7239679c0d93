import { ENQUIRY_FIELDS } from '../../../../contract/enquiry-contact.ts'
import { Tenant as TenantRecord, TenantSettings } from '../../../../contract/tenants.ts'
import { defineAuditedRecord } from '../../../operation/audited-record.ts'
import { recordSet } from '../../../operation/record-set.ts'
import { LOGO } from './logo.ts'

/** Settings that a firm has not set have their defaults, including settings that were added after the firm was created. */
const SETTINGS = `('${JSON.stringify(TenantSettings.parse({}))}'::jsonb || r.settings)`

export const tenants = recordSet({
  record: TenantRecord,
  from: 'tenants r',
  columns: {
    settings: SETTINGS,
    logo: LOGO,
  },
  owner: { tenant: 'r.id', employer: null, member: null },
  filters: { status: 'r.status = $', q: 'r.search_key like all ($::text[])' },
  contains: ['q'],
  sorts: {
    name: { by: 'r.search_key', type: 'text' },
    '-createdAt': { by: 'r.created_at', type: 'timestamptz', descending: true },
  },
  // The tenant of the platform is not a broker firm.
  where: "r.id not in ('platform', 'guests')",
})

export const auditedTenant = defineAuditedRecord('tenant', TenantRecord, {
  shown: ['name', 'tradingName', 'cbiReference', 'registeredAdministratorNumber', 'settings', 'logo'],
  concealed: ['dataProtectionContact', ...ENQUIRY_FIELDS],
})
