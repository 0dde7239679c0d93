import { describe, expect, test } from 'vitest'
import { assertNotInLogs } from '../../../../../test/harness/canaries.ts'
import { createFirm, type Firm, nextUniqueText } from '../../../../../test/harness/people.ts'
import { buildRefusal } from '../../../../../test/harness/refusal.ts'
import { useService } from '../../../../../test/harness/service.ts'
import { listAuditEntries } from '../../../../contract/audit.ts'
import type { Sent } from '../../../../contract/define.ts'
import {
  AssessmentStatus,
  compareOwnRiskAssessment,
  createOwnRiskAssessment,
  startOwnRiskAssessment,
} from '../../../../contract/own-risk-assessments.ts'
import {
  calculateRiskScore,
  createRiskItem,
  getRiskBand,
  getRiskItem,
  listRiskItems,
  MOST_RISK_ITEMS,
  type RiskItem,
  removeRiskItem,
  updateRiskItem,
} from '../../../../contract/risk-items.ts'

const service = useService()

async function drafts(firm: Firm, schemeId?: string): Promise<string> {
  const { id } = await firm.broker.call(createOwnRiskAssessment, {
    schemeId: schemeId ?? (await firm.hasScheme()).id,
    trigger: 'TRIENNIAL',
    asOfOn: '2026-01-01',
  })
  await firm.broker.call(startOwnRiskAssessment, { id })
  return id
}
const A_RISK = {
  area: 'OPERATIONAL',
  description: 'Records are lost',
  inherentLikelihood: 4,
  inherentImpact: 5,
  residualLikelihood: 2,
  residualImpact: 3,
} as const
const adds = (firm: Firm, id: string, fields: Partial<Sent<typeof createRiskItem>> = {}): Promise<RiskItem> =>
  firm.broker.call(createRiskItem, { ...A_RISK, ...fields, id })

test('an item is added with its scores and bands; its texts stay out of the audit log', async () => {
  const firm = await createFirm(service())
  const assessmentId = await drafts(firm)
  const words = {
    description: `Risk ${nextUniqueText()}`,
    controls: `Control ${nextUniqueText()}\nand another`,
    owner: `Owner ${nextUniqueText()}`,
    action: `Action ${nextUniqueText()}`,
  }
  assertNotInLogs(service().runFolder, ...Object.values(words))
  const reply = await firm.broker.send(createRiskItem, {
    ...A_RISK,
    ...words,
    id: assessmentId,
    appetite: 'OUTSIDE',
    actionDueOn: '2027-03-31',
  })
  expect(reply).toMatchObject({
    status: 201,
    body: {
      assessmentId,
      ...words,
      inherentScore: 20,
      inherentBand: 'HIGH',
      residualScore: 6,
      residualBand: 'MEDIUM',
      appetite: 'OUTSIDE',
      actionDueOn: '2027-03-31',
      carriedFromId: null,
    },
  })
  expect(reply.headers.location).toBe(`/api/risk-items/${reply.body.id}`)
  expect(await firm.broker.call(getRiskItem, { id: reply.body.id })).toEqual(reply.body)
  const { data } = await firm.admin.call(listAuditEntries, { entityId: reply.body.id })
  expect(data).toMatchObject([
    { action: 'risk-item.create', newState: { assessmentId, residualScore: 6, actionDueOn: '2027-03-31' } },
  ])
  for (const text of Object.values(words)) expect(JSON.stringify(data)).not.toContain(text.slice(0, 12))
})

test('the database and the contract agree on every score and band', async () => {
  const firm = await createFirm(service())
  const id = await drafts(firm)
  const grades = [1, 2, 3, 4, 5]
  for (const likelihood of grades)
    for (const impact of grades) {
      const item = await adds(firm, id, { residualLikelihood: likelihood, residualImpact: impact })
      const score = calculateRiskScore(likelihood, impact)
      expect([item.residualScore, item.residualBand]).toEqual([score, getRiskBand(score)])
    }
})

test.each(['inherentLikelihood', 'inherentImpact', 'residualLikelihood', 'residualImpact'])(
  '%s has to be from 1 to 5',
  async (field) => {
    const firm = await createFirm(service())
    const id = await drafts(firm)
    for (const grade of [0, 6, 2.5])
      expect(await firm.broker.send(createRiskItem, { ...A_RISK, id, [field]: grade })).toMatchObject({
        status: 400,
        body: { issues: [{ path: [field] }] },
      })
  },
)

test('the register lists the highest residual risk first, and is filtered by area, appetite and cell of the map', async () => {
  const firm = await createFirm(service())
  const id = await drafts(firm)
  const low = await adds(firm, id, { residualLikelihood: 1, residualImpact: 1 })
  const high = await adds(firm, id, { residualLikelihood: 5, residualImpact: 3, area: 'INVESTMENT' })
  const middle = await adds(firm, id, { residualLikelihood: 3, residualImpact: 3, appetite: 'OUTSIDE' })
  await adds(firm, await drafts(firm))
  const idsOf = async (query: object) =>
    (await firm.broker.call(listRiskItems, { id, ...query })).data.map((item) => item.id)
  expect(await idsOf({})).toEqual([high.id, middle.id, low.id])
  expect(await idsOf({ area: 'INVESTMENT' })).toEqual([high.id])
  expect(await idsOf({ appetite: 'OUTSIDE' })).toEqual([middle.id])
  expect(await idsOf({ residualLikelihood: 3, residualImpact: 3 })).toEqual([middle.id])
  expect(await idsOf({ inherentLikelihood: 4, inherentImpact: 4 })).toEqual([])
})

test('the risk register can be changed only while the assessment is being drafted', async () => {
  const firm = await createFirm(service())
  const id = await drafts(firm)
  for (const status of AssessmentStatus.options) {
    const refused = buildRefusal(409, 'ILLEGAL_TRANSITION', { status })
    await service().asOwner("update own_risk_assessments set status = 'DRAFTING' where id = $1", [id])
    const item = await adds(firm, id)
    await service().asOwner('update own_risk_assessments set status = $2 where id = $1', [id, status])
    const replies = [
      await firm.broker.send(createRiskItem, { ...A_RISK, id }),
      await firm.broker.send(updateRiskItem, { ...A_RISK, id: item.id, residualImpact: 1 }),
      await firm.broker.send(removeRiskItem, { id: item.id }),
    ]
    if (status === 'DRAFTING') expect(replies.map((reply) => reply.status)).toEqual([201, 200, 204])
    else for (const reply of replies) expect(reply).toMatchObject(refused)
  }
})

test('a register has a maximum number of items', async () => {
  const firm = await createFirm(service())
  const id = await drafts(firm)
  await adds(firm, id)
  await service().asOwner(
    `insert into risk_items (tenant_id, id, assessment_id, scheme_id, area, description, inherent_likelihood, inherent_impact,
       residual_likelihood, residual_impact)
     select tenant_id, id || n, assessment_id, scheme_id, area, description, 1, 1, 1, 1
       from risk_items, generate_series(2, $2::int) n where assessment_id = $1`,
    [id, MOST_RISK_ITEMS],
  )
  expect(await firm.broker.send(createRiskItem, { ...A_RISK, id })).toMatchObject(
    buildRefusal(422, 'TOO_MANY'),
  )
})

describe('the previous assessment', () => {
  const approve = (id: string, on: string) =>
    service().asOwner("update own_risk_assessments set status = 'APPROVED', approved_on = $2 where id = $1", [
      id,
      on,
    ])
  async function hasTwo(carryItems: boolean) {
    const firm = await createFirm(service())
    const { id: schemeId } = await firm.hasScheme()
    const before = await drafts(firm, schemeId)
    const items = [
      await adds(firm, before, { controls: 'A control', owner: 'The administrator' }),
      await adds(firm, before, { description: 'Another', residualLikelihood: 1, actionDueOn: '2026-12-31' }),
    ]
    await approve(before, '2026-02-01')
    const { id: after } = await firm.broker.call(createOwnRiskAssessment, {
      schemeId,
      trigger: 'TRIENNIAL',
      asOfOn: '2026-06-30',
    })
    await firm.broker.call(startOwnRiskAssessment, { id: after, carryItems })
    return { firm, before, after, items }
  }

  test('provides its items on request, each with a separate audit entry', async () => {
    const { firm, after, items } = await hasTwo(true)
    const { data: carried } = await firm.broker.call(listRiskItems, { id: after })
    expect(carried).toHaveLength(2)
    for (const item of carried) {
      const { id, assessmentId, carriedFromId, createdAt, updatedAt, ...copied } = item
      const origin = items.find((one) => one.id === carriedFromId)
      expect(origin).toMatchObject(copied)
      expect(assessmentId).toBe(after)
      const { data } = await firm.admin.call(listAuditEntries, { entityId: id })
      expect(data).toMatchObject([
        { action: 'risk-item.carry', previousState: null, newState: { carriedFromId, assessmentId: after } },
      ])
    }
    const { data } = await firm.admin.call(listAuditEntries, { entityId: after })
    expect(data.map(({ action }) => action)).toEqual([
      'own-risk-assessment.start',
      'own-risk-assessment.create',
    ])
  })

  test('provides no items without a request', async () => {
    const { firm, after } = await hasTwo(false)
    expect(await firm.broker.call(listRiskItems, { id: after })).toMatchObject({ data: [] })
  })

  test('provides no items if it does not exist', async () => {
    const firm = await createFirm(service())
    const { id } = await firm.broker.call(createOwnRiskAssessment, {
      schemeId: (await firm.hasScheme()).id,
      trigger: 'INITIAL',
      asOfOn: '2026-06-30',
    })
    expect(await firm.broker.call(startOwnRiskAssessment, { id, carryItems: true })).toMatchObject({
      riskItemCount: 0,
    })
    expect(await firm.broker.call(compareOwnRiskAssessment, { id })).toMatchObject({
      before: null,
      riskItems: [],
    })
  })

  test('is compared with the current assessment', async () => {
    const { firm, before, after, items } = await hasTwo(true)
    const { data: carried } = await firm.broker.call(listRiskItems, { id: after })
    const from = (origin: RiskItem | undefined) =>
      carried.find(({ carriedFromId }) => carriedFromId === origin?.id) as RiskItem
    const [changed, gone] = [from(items[0]), from(items[1])]
    await firm.broker.call(updateRiskItem, {
      ...A_RISK,
      controls: changed.controls,
      owner: changed.owner,
      id: changed.id,
      residualImpact: 5,
    })
    await firm.broker.call(removeRiskItem, { id: gone.id })
    const fresh = await adds(firm, after, { description: 'New', residualLikelihood: 1, residualImpact: 1 })
    await service().asOwner(
      `update own_risk_assessments set sections = '{"a": {"text": "Now", "notApplicableReason": null}}' where id = $1`,
      [after],
    )
    const comparison = await firm.broker.call(compareOwnRiskAssessment, { id: after })
    expect(comparison.before).toMatchObject({ id: before, cycleNumber: 1, approvedOn: '2026-02-01' })
    expect(comparison.sections[0]).toMatchObject({ key: 'a', change: 'ADDED', before: null })
    expect(
      comparison.riskItems.map((item) => [
        item.change,
        item.before?.id ?? null,
        item.after?.id ?? null,
        item.residualMovement,
      ]),
    ).toEqual([
      ['CHANGED', items[0]?.id, changed.id, 4],
      ['NEW', null, fresh.id, null],
      ['GONE', items[1]?.id, null, null],
    ])
    // The first one was approved without a predecessor, also after later ones.
    await approve(after, '2026-07-01')
    expect(await firm.broker.call(compareOwnRiskAssessment, { id: before })).toMatchObject({ before: null })
  })
})
