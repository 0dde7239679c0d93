/** Values for the report of an own-risk assessment: the open assessment with its risk register, and the registers since the last approval. */

import { addMonths } from '../../../../contract/civil-dates.ts'
import { calculateRiskScore, getRiskBand, type RiskBand } from '../../../../contract/risk-items.ts'
import { formatLongDate } from '../../../../contract/value-format.ts'
import type { Tx } from '../../../platform/database.ts'
import {
  formatReport,
  joinParts,
  loadBreachItems,
  loadFunctionReports,
  loadLateMonthItems,
  loadMeetingItems,
  toList,
} from './register-values.ts'

const MOST_RISKS = 5
/** The law's interval of two assessments: without an approved one, the registers are read for that time. */
const INTERVAL_MONTHS = 36
const NONE = 'No entry is recorded.'

export async function loadAssessmentValues(tx: Tx, schemeId: string, today: string) {
  const [last] = await tx
    .selectFrom('own_risk_assessments')
    .select('approved_on')
    .where('scheme_id', '=', schemeId)
    .where('approved_on', 'is not', null)
    .orderBy('approved_on', 'desc')
    .limit(1)
    .execute()
  const since = last?.approved_on ?? addMonths(today, -INTERVAL_MONTHS)
  const period = { schemeId, since, until: today }
  const reports = await loadFunctionReports(tx, period)
  return {
    'assessment.meetings': toList(await loadMeetingItems(tx, period), NONE),
    'assessment.reports': toList(reports.map(formatReport), NONE),
    'assessment.lateMonths': toList(await loadLateMonthItems(tx, period), NONE),
    'assessment.breaches': toList(await loadBreachItems(tx, period), NONE),
    ...(await loadOpenAssessment(tx, schemeId)),
  }
}

const loadRisks = (tx: Tx, assessmentId: string) =>
  tx
    .selectFrom('risk_items')
    .select([
      'description',
      'inherent_likelihood',
      'inherent_impact',
      'residual_likelihood',
      'residual_impact',
      'owner',
      'action',
      'action_due_on',
    ])
    .where('assessment_id', '=', assessmentId)
    .orderBy(({ eb }) => eb('residual_likelihood', '*', eb.ref('residual_impact')), 'desc')
    .orderBy('id')
    .execute()
type Risk = Awaited<ReturnType<typeof loadRisks>>[number]

async function loadOpenAssessment(tx: Tx, schemeId: string) {
  const assessment = await tx
    .selectFrom('own_risk_assessments')
    .select(['id', 'as_of_on', 'risk_function_opinion', 'methodology'])
    .where('scheme_id', '=', schemeId)
    .where('status', 'in', ['PLANNED', 'DRAFTING', 'TRUSTEE_REVIEW'])
    .orderBy('cycle_number', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!assessment) return {}
  const risks = await loadRisks(tx, assessment.id)
  return {
    'assessment.asOfOn': formatLongDate(assessment.as_of_on),
    'assessment.opinion': assessment.risk_function_opinion,
    'assessment.methods': assessment.methodology,
    ...(risks.length > 0 && {
      'assessment.mainRisks': risks.slice(0, MOST_RISKS).map(formatRisk),
      'assessment.counts': formatBandCounts(risks),
      'assessment.actions': toList(risks.flatMap(formatAction), NONE),
    }),
  }
}

const getResidual = (risk: Risk): number => calculateRiskScore(risk.residual_likelihood, risk.residual_impact)

const formatRisk = (risk: Risk): string =>
  `${risk.description}: ${getResidual(risk)}, ${getRiskBand(getResidual(risk)).toLowerCase()} (${calculateRiskScore(
    risk.inherent_likelihood,
    risk.inherent_impact,
  )} before controls)`

function formatBandCounts(risks: readonly Risk[]): string {
  const counted = (band: RiskBand): number =>
    risks.filter((risk) => getRiskBand(getResidual(risk)) === band).length
  return `${counted('HIGH')} high, ${counted('MEDIUM')} medium and ${counted('LOW')} low after controls`
}

function formatAction({ action, owner, action_due_on, description }: Risk): string[] {
  if (!action) return []
  const details = joinParts(owner, action_due_on && `by ${formatLongDate(action_due_on)}`)
  return [`${description}: ${action}${details === '' ? '' : ` (${details})`}`]
}
