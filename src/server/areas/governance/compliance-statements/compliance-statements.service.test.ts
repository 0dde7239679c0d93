import { describe, expect, test } from 'vitest'
import { assertNotInLogs } from '../../../../../test/harness/canaries.ts'
import { createFirm, type Firm, nextUniqueText } from '../../../../../test/harness/people.ts'
import { buildRefusal } from '../../../../../test/harness/refusal.ts'
import { useService } from '../../../../../test/harness/service.ts'
import { listAuditEntries } from '../../../../contract/audit.ts'
import {
  completeComplianceStatement,
  createComplianceStatement,
  getComplianceStatement,
  listComplianceStatements,
  recordProvidedComplianceStatement,
  reopenComplianceStatement,
  updateComplianceStatement,
} from '../../../../contract/compliance-statements.ts'
import { getStanding, listObligations } from '../../../../contract/obligations.ts'
import { createTrustee } from '../../../../contract/trustees.ts'

const service = useService()
const YES = [{ ref: 'Chapter 3', compliant: 'Y' as const }]

/** Two trustees in office since 2020, and a third who left in 2024. */
async function appointTrustees(firm: Firm, schemeId: string): Promise<string[]> {
  const ids: string[] = []
  for (const _ of [1, 2, 3]) {
    const personName = `Trustee ${nextUniqueText()}`
    assertNotInLogs(service().runFolder, personName)
    ids.push((await firm.broker.call(createTrustee, { id: schemeId, personName })).id)
  }
  await service().asOwner(
    "update trustees set status = 'APPOINTED', appointed_on = '2020-01-01' where id = any($1)",
    [ids],
  )
  await service().asOwner("update trustees set status = 'RETIRED', ceased_on = '2024-06-30' where id = $1", [
    ids[2],
  ])
  return ids
}

async function startStatement(
  answers?: { ref: string; compliant?: 'Y' | 'N' | 'NA'; explanation?: string }[],
) {
  const firm = await createFirm(service())
  const scheme = await firm.hasActiveScheme({}, { addedOn: '2026-01-10' })
  const [first = '', second = '', former = ''] = await appointTrustees(firm, scheme.id)
  const statement = await firm.broker.call(createComplianceStatement, {
    id: scheme.id,
    acsYear: 2025,
    ...(answers ? { answers } : {}),
  })
  return { firm, scheme, first, second, former, statement, id: statement.id }
}

describe('the annual compliance statement', () => {
  test('begins with the subjects of the code unanswered, and can be completed when all are answered', async () => {
    const { firm, first, second, id, statement, scheme } = await startStatement()
    expect(statement).toMatchObject({
      acsYear: 2025,
      status: 'DRAFT',
      openAnswers: 9,
      schemeName: scheme.name,
    })
    const signatures = { id, firstSignatoryId: first, secondSignatoryId: second }
    expect(await firm.broker.send(completeComplianceStatement, signatures)).toMatchObject(
      buildRefusal(422, 'ANSWERS_OPEN', { openAnswers: 9 }),
    )
    const explained = [...YES, { ref: 'Chapter 4', compliant: 'N' as const }]
    expect((await firm.broker.call(updateComplianceStatement, { id, answers: explained })).openAnswers).toBe(
      1,
    )
    await firm.broker.call(updateComplianceStatement, {
      id,
      answers: [...YES, { ref: 'Chapter 4', compliant: 'NA', explanation: 'No own funds' }],
    })
    const completed = await firm.broker.call(completeComplianceStatement, {
      ...signatures,
      completedOn: '2026-01-20',
    })
    expect(completed).toMatchObject({
      status: 'COMPLETED',
      completedOn: '2026-01-20',
      firstSignatoryId: first,
      secondSignatoryId: second,
    })
    expect(completed.firstSignatoryName).not.toBe(completed.secondSignatoryName)
    expect(await firm.broker.call(getComplianceStatement, { id })).toEqual(completed)
    const { data } = await firm.broker.call(listComplianceStatements, { schemeId: scheme.id, acsYear: 2025 })
    expect(data).toEqual([completed])
    expect(await firm.broker.send(updateComplianceStatement, { id, answers: YES })).toMatchObject({
      status: 409,
    })
    const provided = { id, providedToAuthorityOn: '2026-01-19' }
    expect(await firm.broker.send(recordProvidedComplianceStatement, provided)).toMatchObject({
      status: 422,
      body: { details: { field: 'providedToAuthorityOn' } },
    })
  })

  test('meets the obligation of its year until it is reopened', async () => {
    const { firm, scheme, first, second, id } = await startStatement(YES)
    const statusOf2025 = async () => {
      const { data } = await firm.broker.call(listObligations, { schemeId: scheme.id, ruleId: 'ACS-01' })
      const { decisions } = await firm.broker.call(getStanding, { id: scheme.id })
      const decision = decisions.find(({ ruleId, periodKey }) => ruleId === 'ACS-01' && periodKey === '2025')
      expect(data.find(({ periodKey }) => periodKey === '2025')?.status).toBe(decision?.status)
      return decision?.status
    }
    expect(await statusOf2025()).toBe('OVERDUE')
    await firm.broker.call(completeComplianceStatement, {
      id,
      firstSignatoryId: first,
      secondSignatoryId: second,
      completedOn: '2026-01-31',
    })
    expect(await statusOf2025()).toBe('DONE')
    await firm.broker.call(reopenComplianceStatement, { id, reason: 'An answer was wrong' })
    expect(await statusOf2025()).toBe('OVERDUE')
    expect(await firm.broker.call(getComplianceStatement, { id })).toMatchObject({
      status: 'DRAFT',
      firstSignatoryId: null,
      secondSignatoryId: null,
      completedOn: null,
    })
  })

  test('is signed by two different trustees of the scheme who were in office on that day', async () => {
    const { firm, scheme, first, second, former, id } = await startStatement(YES)
    const other = await firm.hasScheme()
    const [stranger = ''] = await appointTrustees(firm, other.id)
    const sign = (secondSignatoryId: string, completedOn = '2026-01-20') =>
      firm.broker.send(completeComplianceStatement, {
        id,
        firstSignatoryId: first,
        secondSignatoryId,
        completedOn,
      })
    for (const [signatory, code] of [
      [first, 'SAME_SIGNATORY'],
      [former, 'NOT_IN_OFFICE'],
      [stranger, 'NOT_TOGETHER'],
    ] as const)
      expect(await sign(signatory), code).toMatchObject(
        buildRefusal(422, code, { field: 'secondSignatoryId' }),
      )
    // The day counts: the former trustee was in office in 2024.
    expect((await sign(former, '2024-06-29')).status).toBe(200)
    await firm.broker.call(reopenComplianceStatement, { id, reason: 'Signed by the wrong trustee' })
    expect((await sign(second)).status).toBe(200)
    expect(scheme.id).not.toBe(other.id)
  })

  test('is created once a year for a scheme, and not for a future year', async () => {
    const { firm, scheme } = await startStatement(YES)
    expect(await firm.broker.send(createComplianceStatement, { id: scheme.id, acsYear: 2025 })).toMatchObject(
      buildRefusal(409, 'DUPLICATE', { field: 'acsYear' }),
    )
    expect(await firm.broker.send(createComplianceStatement, { id: scheme.id, acsYear: 2199 })).toMatchObject(
      { status: 422, body: { details: { field: 'acsYear' } } },
    )
    const twice = [...YES, { ref: 'chapter 3' }]
    expect(
      await firm.broker.send(createComplianceStatement, { id: scheme.id, acsYear: 2024, answers: twice }),
    ).toMatchObject({ status: 400 })
  })

  test('has its signatories in the audit log, but not its answers', async () => {
    const { firm, first, second, id } = await startStatement([
      { ref: 'Chapter 3', compliant: 'N', explanation: 'A named person was late' },
    ])
    await firm.broker.call(completeComplianceStatement, {
      id,
      firstSignatoryId: first,
      secondSignatoryId: second,
    })
    const { data } = await firm.admin.call(listAuditEntries, { entityId: id })
    expect(data.map(({ action }) => action)).toEqual([
      'compliance-statement.complete',
      'compliance-statement.create',
    ])
    expect(data[0]?.newState).toMatchObject({ acsYear: 2025, firstSignatoryId: first, status: 'COMPLETED' })
    expect(JSON.stringify(data)).not.toContain('A named person was late')
  })
})
