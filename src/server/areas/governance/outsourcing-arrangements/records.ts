import { z } from 'zod'
import {
  Development,
  KEY_FUNCTION_ACTIVITIES,
  OutsourcingArrangement as OutsourcingArrangementRecord,
} from '../../../../contract/outsourcing-arrangements.ts'
import { recordSet } from '../../../operation/record-set.ts'
import { defineAudited } from '../../../pipeline/audit-log.ts'

const IS_KEY_FUNCTION = `r.activity in (${KEY_FUNCTION_ACTIVITIES.map((activity) => `'${activity}'`).join(', ')})`

export const outsourcingArrangements = recordSet({
  record: OutsourcingArrangementRecord,
  from: `outsourcing_arrangements r
    join schemes s on s.tenant_id = r.tenant_id and s.id = r.scheme_id
    join service_providers p on p.tenant_id = r.tenant_id and p.id = r.provider_id`,
  columns: {
    schemeName: 's.name',
    providerName: 'p.name',
    isKeyFunction: IS_KEY_FUNCTION,
    notifyByOn: `case when ${IS_KEY_FUNCTION} or r.is_management then r.in_force_from - 1 end`,
  },
  owner: { tenant: 'r.tenant_id', employer: null, member: null },
  filters: {
    schemeId: 'r.scheme_id = $',
    providerId: 'r.provider_id = $',
    activity: 'r.activity = $',
    status: 'r.status = $',
  },
  sorts: {
    '-createdAt': { by: 'r.created_at', type: 'timestamptz', descending: true },
    schemeName: { by: 's.search_key', type: 'text' },
    providerName: { by: 'p.search_key', type: 'text' },
    activity: { by: 'r.activity', type: 'text' },
    // Unknown dates sort last.
    inForceFrom: { by: "coalesce(r.in_force_from, 'infinity')", type: 'date' },
  },
})

/** Free text may name people: the audit log records only that it changed. */
export const auditedOutsourcingArrangement = defineAudited(
  'outsourcingArrangement',
  OutsourcingArrangementRecord.omit({
    schemeName: true,
    providerName: true,
    authorityReference: true,
    subOutsourcing: true,
    performanceMeasures: true,
    exitPlan: true,
    endReason: true,
  }).extend({ developments: z.array(Development.omit({ description: true, reference: true })) }),
  ['authorityReference', 'subOutsourcing', 'performanceMeasures', 'exitPlan', 'endReason'],
)
