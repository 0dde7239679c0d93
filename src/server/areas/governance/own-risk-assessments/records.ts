import {
  ASSESSMENT_INTERVAL_MONTHS,
  AssessmentProgress,
  ListedOwnRiskAssessment,
  OwnRiskAssessment as OwnRiskAssessmentRecord,
} from '../../../../contract/own-risk-assessments.ts'
import { RiskItem as RiskItemRecord } from '../../../../contract/risk-items.ts'
import { SectionKey } from '../../../../contract/section-key.ts'
import { defineAuditedRecord } from '../../../operation/audited-record.ts'
import { joinFirmValues } from '../../../operation/firm-values.ts'
import { buildBarredApproversExpression, buildFirstPeopleExpression } from '../../../operation/four-eyes.ts'
import { recordSet } from '../../../operation/record-set.ts'
import type { AccessScope } from '../../../pipeline/access-scope.ts'
import { buildInRegimeCondition } from '../../schemes/schemes/index.ts'

// `date + interval` takes the last day of a month that is too short, as addMonths() does.
const buildNextDueExpression = (day: string): string =>
  `(${day} + interval '${ASSESSMENT_INTERVAL_MONTHS} months')::date`
const IS_IN_FORCE = "status in ('APPROVED', 'SUBMITTED')"

const listed = {
  schemeName: 's.name',
  // calculateNextAssessmentDue() of the contract.
  nextDueOn: `(case when r.scope = 'WHOLE_IORP' and r.${IS_IN_FORCE} then ${buildNextDueExpression('r.approved_on')} end)`,
  sectionCount: `(select count(*) from jsonb_each(r.sections) e where jsonb_typeof(e.value) = 'object')`,
  riskItemCount:
    '(select count(*) from risk_items i where i.tenant_id = r.tenant_id and i.assessment_id = r.id)',
}
const FROM = 'own_risk_assessments r join schemes s on s.tenant_id = r.tenant_id and s.id = r.scheme_id'
const owner = { tenant: 'r.tenant_id', employer: null, member: null }

/** Lists omit the section texts: they would add megabytes. */
export const listedOwnRiskAssessments = recordSet({
  record: ListedOwnRiskAssessment,
  from: FROM,
  columns: listed,
  owner,
  filters: { schemeId: 'r.scheme_id = $', status: 'r.status = $' },
  sorts: {
    '-createdAt': { by: 'r.created_at', type: 'timestamptz', descending: true },
    '-cycleNumber': { by: 'r.cycle_number', type: 'bigint', descending: true },
    schemeName: { by: 's.search_key', type: 'text' },
  },
})

export const ownRiskAssessments = recordSet({
  record: OwnRiskAssessmentRecord,
  from: FROM,
  columns: {
    ...listed,
    sections: `jsonb_build_object(${SectionKey.options.map((key) => `'${key}', r.sections -> '${key}'`).join(', ')})`,
    sectionFacts: `jsonb_build_object('isDefinedBenefit', s.type = 'DB', 'considersEsg', s.considers_esg,
      'sharesKeyFunctionWithEmployer', exists (select from key_function_holders k where k.tenant_id = r.tenant_id
        and k.scheme_id = r.scheme_id and k.status = 'APPOINTED' and k.holds_same_function_for_employer))`,
    barredApproverIds: buildBarredApproversExpression(
      "r.status = 'TRUSTEE_REVIEW'",
      buildFirstPeopleExpression('own_risk_assessments', 'r'),
    ),
  },
  owner,
  filters: {},
  sorts: {},
})

/** Free text about risks, people and the sponsor is not copied to the audit log; a changed section is recorded by its key. */
export const auditedOwnRiskAssessment = defineAuditedRecord('ownRiskAssessment', OwnRiskAssessmentRecord, {
  concealed: ['methodology', 'riskFunctionOpinion', 'sections', 'returnReason', 'authorityReference'],
  leftOut: ['schemeName', 'sectionFacts', 'barredApproverIds'],
})

const buildScoreExpression = (kind: 'inherent' | 'residual'): string =>
  `(r.${kind}_likelihood * r.${kind}_impact)`
// getRiskBand() of the contract.
const buildBandExpression = (kind: 'inherent' | 'residual'): string =>
  `(case when ${buildScoreExpression(kind)} <= 5 then 'LOW' when ${buildScoreExpression(kind)} <= 12 then 'MEDIUM' else 'HIGH' end)`

export const riskItems = recordSet({
  record: RiskItemRecord,
  from: 'risk_items r',
  columns: {
    inherentScore: buildScoreExpression('inherent'),
    inherentBand: buildBandExpression('inherent'),
    residualScore: buildScoreExpression('residual'),
    residualBand: buildBandExpression('residual'),
  },
  owner,
  filters: {
    // `id` in the path is the assessment's id.
    id: 'r.assessment_id = $',
    schemeId: 'r.scheme_id = $',
    area: 'r.area = $',
    appetite: 'r.appetite = $',
    inherentLikelihood: 'r.inherent_likelihood = $',
    inherentImpact: 'r.inherent_impact = $',
    residualLikelihood: 'r.residual_likelihood = $',
    residualImpact: 'r.residual_impact = $',
  },
  sorts: {
    '-residualScore': { by: buildScoreExpression('residual'), type: 'bigint', descending: true },
    '-inherentScore': { by: buildScoreExpression('inherent'), type: 'bigint', descending: true },
    area: { by: 'r.area', type: 'text' },
    // Items without a date sort last.
    actionDueOn: { by: "coalesce(r.action_due_on, 'infinity')", type: 'date' },
    '-createdAt': { by: 'r.created_at', type: 'timestamptz', descending: true },
  },
})

/** Risk owner and texts may name people: they are not copied to the audit log. */
export const auditedRiskItem = defineAuditedRecord('riskItem', RiskItemRecord, {
  concealed: ['description', 'controls', 'owner', 'action'],
})

/** Assessments and obligations of a scheme that decide its status in the register, in the order in which the first one counts. */
const DECIDING = {
  approved: {
    columns: { id: 'text', approved_on: 'date' },
    from: 'own_risk_assessments',
    where: `scope = 'WHOLE_IORP' and ${IS_IN_FORCE}`,
    order: 'approved_on desc, cycle_number desc',
  },
  open: {
    columns: { id: 'text', status: 'text' },
    from: 'own_risk_assessments',
    where: "status in ('PLANNED', 'DRAFTING', 'TRUSTEE_REVIEW')",
    order: 'cycle_number desc',
  },
  /** As calculated by the compliance calendar. */
  due: {
    columns: { rule_id: 'text', due_on: 'date' },
    from: 'obligations',
    where: "state = 'OPEN' and rule_id in ('GOV-01', 'GOV-02')",
    order: 'due_on, rule_id',
  },
  change: {
    columns: { due_on: 'date', anchor_on: 'date', subject: 'jsonb' },
    from: 'obligations',
    where: "state = 'OPEN' and rule_id = 'GOV-02'",
    order: 'due_on',
  },
  oneMember: {
    columns: { due_on: 'date' },
    from: 'obligations',
    where: "state = 'OPEN' and rule_id = 'OMA-01'",
    order: 'due_on',
  },
  toConfirm: {
    columns: { id: 'text' },
    from: 'obligations',
    where: "state = 'TO_CONFIRM' and rule_id in ('GOV-01', 'GOV-02', 'OMA-01')",
    order: 'id',
  },
} as const

/** In the scope of a firm, the records of all schemes are read at once: an order by due date needs those of each scheme. */
const buildDecidingJoin = (
  alias: string,
  name: keyof typeof DECIDING,
  scope: AccessScope | undefined,
): string => {
  const { columns, from, where, order } = DECIDING[name]
  if (scope?.level !== 'tenant')
    return `left join lateral (select ${Object.keys(columns).join(', ')} from ${from}
      where tenant_id = r.tenant_id and scheme_id = r.id and ${where} order by ${order} limit 1) ${alias} on true`
  const names = Object.keys(columns)
  const values = Object.entries(columns).map(([column, type], index) =>
    type === 'jsonb' ? `q.value -> ${index} as ${column}` : `(q.value ->> ${index})::${type} as ${column}`,
  )
  const rows = `select distinct on (scheme_id) scheme_id, jsonb_build_array(${names.join(', ')}) as value from ${from}
      where tenant_id = (select app.tenant_in_scope()) and ${where} order by scheme_id, ${order}`
  return `${joinFirmValues('r', `${alias}_values`, rows)} cross join lateral (select ${values.join(', ')} from (select ${alias}_values.value) q) ${alias}`
}
// Before the end of its derogation a one-member arrangement is asked for no assessment: the first is due at that end (OMA-01),
// and one that was made nevertheless starts its three years.
const DUE = `coalesce(d.due_on, ${buildNextDueExpression('a.approved_on')}, m.due_on)`
const DUE_RULE = `(case when ${DUE} is null then case when t.id is null then 'NOT_KNOWN' else 'TO_CONFIRM' end when d.rule_id = 'GOV-02' then 'AFTER_CHANGE'
  when a.id is null then 'FIRST' else 'THREE_YEARS' end)`

/** One row per scheme in scope that is not wound up. GOV-01 is the three-yearly rule, GOV-02 the rule on changes. */
export const assessmentStandings = recordSet({
  record: AssessmentProgress,
  from: (list) =>
    [
      'schemes r',
      buildDecidingJoin('a', 'approved', list?.scope),
      buildDecidingJoin('p', 'open', list?.scope),
      buildDecidingJoin('d', 'due', list?.scope),
      buildDecidingJoin('c', 'change', list?.scope),
      buildDecidingJoin('m', 'oneMember', list?.scope),
      buildDecidingJoin('t', 'toConfirm', list?.scope),
    ].join('\n'),
  columns: {
    schemeName: 'r.name',
    // Read for the schemes of a page; joined, it would be read for all.
    employerName:
      '(select e.legal_name from employers e where e.tenant_id = r.tenant_id and e.id = r.employer_id)',
    schemeStatus: 'r.status',
    lastApprovedId: 'a.id',
    lastApprovedOn: 'a.approved_on',
    dueOn: DUE,
    dueRule: DUE_RULE,
    changeEventId: "(c.subject ->> 'id')",
    changedOn: 'c.anchor_on',
    openId: 'p.id',
    openStatus: 'p.status',
  },
  owner: { tenant: 'r.tenant_id', employer: null, member: null },
  where: buildInRegimeCondition('r'),
  filters: {
    q: 'r.search_key like all ($::text[])',
    dueRule: `${DUE_RULE} = $`,
    openStatus: 'p.status = $',
    dueTo: `${DUE} <= $::date`,
  },
  contains: ['q'],
  sorts: {
    // Unknown dates sort last.
    dueOn: { by: `coalesce(${DUE}, 'infinity')`, type: 'date' },
    schemeName: { by: 'r.search_key', type: 'text' },
  },
})
