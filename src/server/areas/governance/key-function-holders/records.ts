import {
  type KeyFunction,
  KeyFunctionCoverage as KeyFunctionCoverageRecord,
  KeyFunctionHolder as KeyFunctionHolderRecord,
  KeyFunctionReport as KeyFunctionReportRecord,
} from '../../../../contract/key-function-holders.ts'
import { RuleSettings } from '../../../../contract/rule-settings.ts'
import { defineAuditedRecord } from '../../../operation/audited-record.ts'
import { buildBarredApproversExpression, buildFirstPeopleExpression } from '../../../operation/four-eyes.ts'
import { recordSet } from '../../../operation/record-set.ts'
import { buildInRegimeCondition, buildStartedBeforeAddedCondition } from '../../schemes/schemes/index.ts'

const OWN_REPORTS = 'from key_function_reports k where k.tenant_id = r.tenant_id and k.holder_id = r.id'

/**
 * Assessed, so that an administrator can decide on the appointment: of a holder `r`. An outsourced function is notified to the Pensions
 * Authority first.
 */
export const HOLDER_AWAITS_APPOINTMENT = `(r.status in ('FIT_PROPER_OK', 'NOTIFIED')
  and not (r.status = 'FIT_PROPER_OK' and r.is_outsourced and r.function <> 'COMPLIANCE')
  and (select s.status from schemes s where s.tenant_id = r.tenant_id and s.id = r.scheme_id) <> 'WOUND_UP')`

export const keyFunctionHolders = recordSet({
  record: KeyFunctionHolderRecord,
  from: `key_function_holders r
    join schemes s on s.tenant_id = r.tenant_id and s.id = r.scheme_id
    left join outsourcing_arrangements a on a.tenant_id = r.tenant_id and a.id = r.outsourcing_arrangement_id`,
  columns: {
    schemeName: 's.name',
    outsourcingInForceFrom: 'a.in_force_from',
    reportedOn: `array(select k.received_on ${OWN_REPORTS} order by k.number)`,
    undecidedReports: `(select count(*) ${OWN_REPORTS} and k.has_material_findings and k.decided_on is null)`,
    barredApproverIds: buildBarredApproversExpression(
      HOLDER_AWAITS_APPOINTMENT,
      buildFirstPeopleExpression('key_function_holders', 'r'),
    ),
  },
  owner: { tenant: 'r.tenant_id', employer: null, member: null },
  filters: {
    schemeId: 'r.scheme_id = $',
    function: 'r.function = $',
    status: 'r.status = $',
    q: 'r.search_key like all ($::text[])',
  },
  contains: ['q'],
  searchedAs: 'keyFunctionHolder',
  sorts: {
    '-createdAt': { by: 'r.created_at', type: 'timestamptz', descending: true },
    holderName: { by: 'r.search_key', type: 'text' },
    schemeName: { by: 's.search_key', type: 'text' },
    // Unknown dates sort last.
    nextReviewOn: { by: "coalesce(r.next_review_on, 'infinity')", type: 'date' },
  },
})

/** The operation checks access to the holder first. */
export const keyFunctionReports = recordSet({
  record: KeyFunctionReportRecord,
  from: 'key_function_reports r',
  owner: { tenant: 'r.tenant_id', employer: null, member: null },
  // `id` in the path is the holder's id.
  filters: { id: 'r.holder_id = $', schemeId: 'r.scheme_id = $' },
  sorts: { '-number': { by: 'r.number', type: 'bigint', descending: true } },
})

/**
 * One-member arrangements established before 22 Apr 2021, until the end of the derogation in the firm's settings; agrees with
 * buildRegimeProfile().
 */
const IS_DEROGATED = `coalesce(r.type = 'DC' and r.legal_form = 'ONE_MEMBER' and r.established_on < '2021-04-22'
  and (select app.today()) <= coalesce(t.settings ->> 'omaDerogationUntil', '${RuleSettings.parse({}).omaDerogationUntil}')::date, false)`

const buildInOfficeQuery = (keyFunction: KeyFunction): string =>
  `from key_function_holders h where h.tenant_id = r.tenant_id and h.scheme_id = r.id
    and h.function = '${keyFunction}' and h.status = 'APPOINTED' and not h.is_deputy
    and coalesce(h.term_ends_on > (select app.today()), true)`

const buildHolderExpression = (keyFunction: KeyFunction): string => `(select jsonb_build_object(
  'id', h.id, 'holderName', h.holder_name, 'responsiblePerson', h.responsible_person, 'effectiveFrom', h.effective_from,
  'assessedOn', h.assessed_on, 'nextReviewOn', h.next_review_on, 'assessmentOutcome', h.assessment_outcome, 'isOutsourced', h.is_outsourced,
  'authorityNotifiedOn', h.authority_notified_on, 'holdsSameFunctionForEmployer', h.holds_same_function_for_employer)
  ${buildInOfficeQuery(keyFunction)})`

/** Not `exists`, for which PostgreSQL reads the holders of all firms into a hash table. */
const VACANT = `array_remove(array[
  ${(['RISK_MANAGEMENT', 'INTERNAL_AUDIT', 'ACTUARIAL'] as const)
    .map(
      (
        keyFunction,
      ) => `case when ${buildInRegimeCondition('r')} and not ${IS_DEROGATED} and ${keyFunction === 'ACTUARIAL' ? 'r.is_regulatory_own_funds' : 'true'}
    and (select true ${buildInOfficeQuery(keyFunction)} limit 1) is null then '${keyFunction}' end`,
    )
    .join(', ')}], null)`

/**
 * Vacancies of schemes that started before they were added: without a holder ever recorded, and without an answer that there is none
 * (KFH-01 is open), the function may have a holder that is not recorded.
 */
const NOT_RECORDED = `array(select v from unnest(${VACANT}) v where ${buildStartedBeforeAddedCondition('r')}
  and not exists (select from key_function_holders h where h.tenant_id = r.tenant_id and h.scheme_id = r.id
    and h.function = v and not h.is_deputy and h.status in ('APPOINTED', 'ENDED'))
  and not exists (select from obligations o where o.tenant_id = r.tenant_id and o.scheme_id = r.id and o.rule_id = 'KFH-01'
    and o.period_key like v || ':%' and o.state = 'OPEN'))`

/** One record per scheme: the holder of each key function. */
export const keyFunctionCoverage = recordSet({
  record: KeyFunctionCoverageRecord,
  from: 'schemes r join tenants t on t.id = r.tenant_id',
  columns: {
    schemeName: 'r.name',
    isInScope: buildInRegimeCondition('r'),
    isDerogated: IS_DEROGATED,
    isActuarialRequired: 'r.is_regulatory_own_funds',
    riskManagement: buildHolderExpression('RISK_MANAGEMENT'),
    internalAudit: buildHolderExpression('INTERNAL_AUDIT'),
    actuarial: buildHolderExpression('ACTUARIAL'),
    vacant: VACANT,
    notRecorded: NOT_RECORDED,
    candidates: `(select count(*) from key_function_holders h where h.tenant_id = r.tenant_id and h.scheme_id = r.id
      and h.status in ('PROPOSED', 'FIT_PROPER_OK', 'NOTIFIED'))`,
  },
  owner: { tenant: 'r.tenant_id', employer: null, member: null },
  where: "r.status <> 'WOUND_UP'",
  filters: {
    schemeId: 'r.id = $',
    q: 'r.search_key like all ($::text[])',
    inScope: `${buildInRegimeCondition('r')} = ($ = 'true')`,
    vacant: `(cardinality(${VACANT}) > 0) = ($ = 'true')`,
  },
  contains: ['q'],
  sorts: {
    schemeName: { by: 'r.search_key', type: 'text' },
    '-createdAt': { by: 'r.created_at', type: 'timestamptz', descending: true },
  },
})

/** Personal data: the audit log keeps decisions; for other fields it records only that they changed. */
export const auditedKeyFunctionHolder = defineAuditedRecord('keyFunctionHolder', KeyFunctionHolderRecord, {
  shown: ['outsourcingInForceFrom', 'effectiveFrom'],
  concealed: [
    'holderName',
    'responsiblePerson',
    'organisation',
    'email',
    'professionalQualification',
    'assessedBy',
    'authorityReference',
  ],
  leftOut: ['schemeName', 'barredApproverIds'],
})
