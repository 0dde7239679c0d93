/** Own-risk assessments of a scheme of the demo: one that the trustees approved, a change since, and the next one in draft. */
import { addDays, addMonths } from '../../contract/civil-dates.ts'
import {
  approveOwnRiskAssessment,
  createOwnRiskAssessment,
  sendToTrustees,
  startOwnRiskAssessment,
  writeAssessmentSection,
} from '../../contract/own-risk-assessments.ts'
import { createRiskItem, type RiskItem } from '../../contract/risk-items.ts'
import { createSchemeEvent } from '../../contract/scheme-events.ts'
import type { SectionKey } from '../../contract/section-key.ts'
import type { Actor } from '../operation/reach.ts'
import type { RunAs } from '../operation/run-as.ts'

const SECTIONS: Record<SectionKey, string> = {
  a: 'The trustees read the assessment before the yearly review of the investment strategy and of the contract with the administrator. Its findings are on the agenda of each quarterly meeting.',
  b: 'The risk register was tested against the incidents of the past three years. Two controls were found to exist on paper only and were replaced.',
  c: 'No key function is held by somebody who holds it for the employer.',
  d: 'The scheme is a defined contribution scheme: benefits are what the accounts of the members come to. The expenses of winding up are insured by the employer under the deed.',
  e: 'There is no indexation. Accrued accounts cannot be reduced under the rules; the default strategy lowers the risk over the ten years before retirement.',
  f: 'The employer pays the expenses and has given no guarantee. Assets are held through a policy of an insurer.',
  g: 'Administration and record keeping are outsourced. The greatest operational risk is late or wrong contribution data of the employer.',
  h: 'Funds of the default strategy are screened by their manager; transition risk was considered for the equity funds.',
  m: 'Likelihood and impact are graded from 1 to 5 before and after controls by the risk management function, over one year and over ten, and challenged by the trustees.',
  s: 'The default strategy was changed to a lower share of equity near retirement, and the administrator was given notice of new service levels.',
}

type Grades = [likelihood: number, impact: number]
const risk = (
  area: RiskItem['area'],
  description: string,
  [inherentLikelihood, inherentImpact]: Grades,
  [residualLikelihood, residualImpact]: Grades,
  controls: string,
) => ({
  area,
  description,
  inherentLikelihood,
  inherentImpact,
  residualLikelihood,
  residualImpact,
  controls,
  owner: 'Registered administrator',
})
const RISKS = [
  risk(
    'OPERATIONAL',
    'Contributions are remitted or invested late',
    [4, 4],
    [3, 4],
    'Monthly reconciliation by the broker; reminders to payroll ten days before the due date',
  ),
  risk(
    'OPERATIONAL',
    'Member records are lost or wrong',
    [3, 4],
    [2, 4],
    'Nightly copies; yearly data audit by the administrator',
  ),
  risk(
    'OPERATIONAL',
    'Cyber attack on the administrator',
    [4, 5],
    [3, 5],
    'Two factors for every account; incident plan tested once a year',
  ),
  risk(
    'INVESTMENT',
    'The default strategy does not fit members near retirement',
    [4, 4],
    [2, 3],
    'Yearly review against the ages of the members',
  ),
  risk(
    'LIQUIDITY_CONCENTRATION',
    'A fund suspends dealing',
    [2, 4],
    [2, 2],
    'Two managers; only funds that deal daily',
  ),
  risk(
    'MEMBER_BORNE',
    'Members contribute too little for the pension they expect',
    [5, 4],
    [4, 4],
    'Projections in the yearly statement; meetings at the place of work',
  ),
  risk('ESG', 'Assets lose value by climate regulation', [3, 3], [3, 2], 'Manager reports on exposure'),
  risk(
    'INSURANCE_MITIGATION',
    'The cover for death in service lapses',
    [2, 5],
    [1, 5],
    'Renewal in the calendar, confirmed in writing',
  ),
] as const

export async function assessmentsOf(
  runAs: RunAs,
  { broker, approver }: { broker: Actor; approver: Actor },
  schemeId: string,
  today: string,
): Promise<void> {
  const approvedOn = addDays(addMonths(today, -35), -10)
  const before = await runAs(broker, createOwnRiskAssessment, {
    schemeId,
    trigger: 'INITIAL',
    asOfOn: addMonths(approvedOn, -3),
    methodology:
      'Workshop of the trustees with the risk management function, after a review of the incidents.',
  })
  await runAs(broker, startOwnRiskAssessment, { id: before.id, on: addMonths(approvedOn, -3) })
  for (const [key, text] of Object.entries(SECTIONS))
    await runAs(broker, writeAssessmentSection, { id: before.id, key, text })
  for (const item of RISKS) await runAs(broker, createRiskItem, { id: before.id, ...item })
  await runAs(broker, sendToTrustees, { id: before.id, on: addMonths(approvedOn, -1) })
  await runAs(approver, approveOwnRiskAssessment, { id: before.id, approvedOn })

  const change = await runAs(broker, createSchemeEvent, {
    id: schemeId,
    kind: 'ADMINISTRATOR_CHANGE',
    occurredOn: addDays(today, -20),
    title: 'Another administrator keeps the records',
    details: 'The agreement with the former administrator ended; records were taken over in one step.',
  })
  await runAs(broker, createSchemeEvent, {
    id: schemeId,
    kind: 'ACCESS_REQUEST',
    occurredOn: addDays(today, -6),
    title: 'A former member asks for a copy of their data',
  })
  const next = await runAs(broker, createOwnRiskAssessment, {
    schemeId,
    trigger: 'SIGNIFICANT_CHANGE',
    triggerEventId: change.id,
    asOfOn: addDays(today, -5),
  })
  await runAs(broker, startOwnRiskAssessment, { id: next.id, on: addDays(today, -4), carryItems: true })
  for (const key of ['a', 'b', 'e', 'f', 'm'] as const)
    await runAs(broker, writeAssessmentSection, { id: next.id, key, text: SECTIONS[key] })
  await runAs(broker, writeAssessmentSection, {
    id: next.id,
    key: 'g',
    text: 'Administration moved to another firm in one step. Until its data are reconciled, the risk of wrong records is greater than before.',
  })
  await runAs(broker, writeAssessmentSection, {
    id: next.id,
    key: 'c',
    notApplicableReason: 'No key function is held by somebody who holds it for the employer.',
  })
  await runAs(broker, createRiskItem, {
    id: next.id,
    ...risk(
      'OPERATIONAL',
      'Records are wrong after the change of administrator',
      [5, 4],
      [4, 4],
      'Samples are compared by hand',
    ),
    appetite: 'OUTSIDE',
    action: 'Reconcile every record with the former administrator',
    actionDueOn: addMonths(today, 2),
  })
}
