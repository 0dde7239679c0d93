/** The risk register behind an own-risk assessment: what may go wrong, how badly, what is done about it. */
import { z } from 'zod'
import { command, query } from './define.ts'
import {
  CivilDate,
  Empty,
  Id,
  line,
  listOf,
  NoParameters,
  Nothing,
  optional,
  pageOf,
  prose,
  recordFields,
  toStoredFields,
} from './values.ts'

/** Directive (EU) 2016/2341 art. 25(2); MEMBER_BORNE is art. 25(3): risks that members and beneficiaries bear, seen from their side. */
export const RiskArea = z.enum([
  'UNDERWRITING_RESERVING',
  'ASSET_LIABILITY',
  'INVESTMENT',
  'LIQUIDITY_CONCENTRATION',
  'OPERATIONAL',
  'INSURANCE_MITIGATION',
  'ESG',
  'MEMBER_BORNE',
])

export const RiskAppetite = z.enum(['WITHIN', 'OUTSIDE'])

export const RiskBand = z.enum(['LOW', 'MEDIUM', 'HIGH'])
export type RiskBand = z.infer<typeof RiskBand>

/** 1 is the least, 5 the most. */
const Grade = z.int().min(1).max(5)
/** In a query it arrives as text. */
const GradeFilter = z.coerce.number().int().min(1).max(5).optional()

export const calculateRiskScore = (likelihood: number, impact: number): number => likelihood * impact

/** Our own scale: up to 5 low, up to 12 medium, from 15 high; no product of two grades lies between 12 and 15. */
export const getRiskBand = (score: number): RiskBand => (score <= 5 ? 'LOW' : score <= 12 ? 'MEDIUM' : 'HIGH')

/** More than any register needs, so that a page, a map and a comparison can hold all of them. */
export const MOST_RISK_ITEMS = 200

export const EditableRiskItem = z.object({
  area: RiskArea,
  description: line(1, 500),
  inherentLikelihood: Grade.describe('1 to 5, before any control'),
  inherentImpact: Grade.describe('1 to 5, before any control'),
  controls: optional(prose(1, 4000)),
  residualLikelihood: Grade.describe('1 to 5, with the controls as they work today'),
  residualImpact: Grade.describe('1 to 5, with the controls as they work today'),
  owner: optional(line(1, 200).describe('Risk owner: a role rather than a name')),
  appetite: RiskAppetite.default('WITHIN').describe('Whether the trustees accept the remaining risk'),
  action: optional(line(1, 500)),
  actionDueOn: optional(CivilDate),
})

export const RiskItem = z.object({
  ...recordFields,
  tenantId: Id,
  assessmentId: Id,
  schemeId: Id,
  ...toStoredFields(EditableRiskItem.shape),
  inherentLikelihood: Grade,
  inherentImpact: Grade,
  inherentScore: z.int(),
  inherentBand: RiskBand,
  residualLikelihood: Grade,
  residualImpact: Grade,
  residualScore: z.int(),
  residualBand: RiskBand,
  carriedFromId: Id.nullable().describe(
    'Item of the previous assessment that this one continues; null if it is new',
  ),
})
export type RiskItem = z.infer<typeof RiskItem>

export const PAGES = {
  newRiskItem: '/own-risk-assessments/$assessmentId/risks/new',
  editRiskItem: '/risk-items/$riskItemId/edit',
}

export const listRiskItems = query('risk-item.list', {
  route: 'GET /api/own-risk-assessments/{id}/risk-items',
  access: 'BrokerUser',
  summary: 'Lists the items of the risk register of an assessment.',
  input: pageOf({
    area: RiskArea.optional(),
    appetite: RiskAppetite.optional(),
    inherentLikelihood: GradeFilter,
    inherentImpact: GradeFilter,
    residualLikelihood: GradeFilter,
    residualImpact: GradeFilter,
    sort: z
      .enum(['-residualScore', '-inherentScore', 'area', 'actionDueOn', '-createdAt'])
      .default('-residualScore'),
  }),
  output: listOf(RiskItem),
})
export const getRiskItem = query('risk-item.get', {
  route: 'GET /api/risk-items/{id}',
  access: 'BrokerUser',
  summary: 'Returns one item of a risk register.',
  input: NoParameters,
  output: RiskItem,
})
export const createRiskItem = command('risk-item.create', {
  route: 'POST /api/own-risk-assessments/{id}/risk-items',
  access: 'BrokerUser',
  summary: 'Adds an item to the risk register of an assessment in draft.',
  input: EditableRiskItem,
  output: RiskItem,
  status: 201,
})
export const updateRiskItem = command('risk-item.update', {
  route: 'PUT /api/risk-items/{id}',
  access: 'BrokerUser',
  summary: 'Replaces an item of the risk register of an assessment in draft.',
  input: EditableRiskItem,
  output: RiskItem,
})
export const removeRiskItem = command('risk-item.remove', {
  route: 'DELETE /api/risk-items/{id}',
  access: 'BrokerUser',
  summary: 'Removes an item from the risk register of an assessment in draft.',
  input: Nothing,
  output: Empty,
  status: 204,
})
