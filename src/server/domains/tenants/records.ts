import { Tenant as TenantRecord, TenantSettings } from '../../../contract/tenants.ts'
import { audited } from '../../operation/record.ts'
import { recordSet } from '../../operation/record-set.ts'

/** What a firm has not set has its default, also where the setting came after the firm. */
const SETTINGS = `('${JSON.stringify(TenantSettings.parse({}))}'::jsonb || r.settings)`

export const tenants = recordSet({
  record: TenantRecord,
  from: 'tenants r',
  columns: {
    id: 'r.id',
    name: 'r.name',
    tradingName: 'r.trading_name',
    cbiReference: 'r.cbi_reference',
    intermediaryTypes: 'r.intermediary_types',
    registeredAdministratorNumber: 'r.registered_administrator_number',
    registeredAdministratorExpiresOn: 'r.registered_administrator_expires_on',
    dataProtectionContact: 'r.data_protection_contact',
    complianceOfficerUserId: 'r.compliance_officer_user_id',
    settings: SETTINGS,
    questionsReducedOn: 'r.questions_reduced_on',
    status: 'r.status',
    createdAt: 'app.instant(r.created_at)',
    updatedAt: 'app.instant(r.updated_at)',
    version: 'r.version',
  },
  owner: { tenant: 'r.id', employer: null, member: null },
  filters: { status: 'r.status = $', q: 'r.search_key like all ($::text[])' },
  contains: ['q'],
  sorts: {
    name: { by: 'r.search_key', type: 'text' },
    '-createdAt': { by: 'r.created_at', type: 'timestamptz', descending: true },
  },
  // The platform's own house is no broker firm.
  where: "r.id <> 'platform'",
})

export const auditedTenant = audited('tenant', TenantRecord.omit({ dataProtectionContact: true }), [
  'dataProtectionContact',
])
