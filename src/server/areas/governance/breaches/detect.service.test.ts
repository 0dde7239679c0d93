import { expect, test } from 'vitest'
import { createFirm, type Firm } from '../../../../../test/harness/people.ts'
import { useService } from '../../../../../test/harness/service.ts'
import { listAuditEntries, verifyAuditLog } from '../../../../contract/audit.ts'
import { assessBreach, closeBreach, getBreach, listBreaches } from '../../../../contract/breaches.ts'
import { SYSTEM } from '../../../pipeline/act-as.ts'
import { type BreachFinding, detectBreaches } from './detect.ts'

const service = useService({ emptyDatabase: true })
const TODAY = '2026-11-21'

const buildFinding = (schemeId: string, fields: Partial<BreachFinding> = {}): BreachFinding => ({
  schemeId,
  employerId: null,
  source: 'CALENDAR',
  category: 'LATE_REPORT',
  detectionKey: 'REP-01:2025-12-31',
  title: 'Annual report overdue',
  occurredOn: '2026-10-01',
  dueOn: '2026-09-30',
  amountCents: null,
  membersAffected: null,
  obligationId: null,
  contributionId: null,
  severity: 'MEDIUM',
  ...fields,
})
/** As the system, as a job does. */
const detect = (...findings: BreachFinding[]) =>
  service().app.pipeline.actAs(SYSTEM, 'job.test', (tx) => detectBreaches(tx, findings, TODAY))
const registerOf = async (firm: Firm, schemeId: string) =>
  (await firm.broker.call(listBreaches, { schemeId })).data

test('a finding is entered once, by the system, in the audit chain of its firm', async () => {
  const firm = await createFirm(service())
  const { id: schemeId } = await firm.hasScheme()
  const finding = buildFinding(schemeId, { amountCents: 5, membersAffected: 2 })
  expect(await detect(finding, finding)).toEqual({ entered: 1, changed: 0 })
  expect(await detect(finding)).toEqual({ entered: 0, changed: 0 })
  const [entry, ...others] = await registerOf(firm, schemeId)
  expect(others).toEqual([])
  expect(entry).toMatchObject({
    tenantId: firm.id,
    isDetected: true,
    source: 'CALENDAR',
    category: 'LATE_REPORT',
    status: 'OPEN',
    occurredOn: '2026-10-01',
    detectedOn: TODAY,
    dueOn: '2026-09-30',
    daysLate: 52,
    severity: 'MEDIUM',
    suggestedSeverity: 'MEDIUM',
    amountCents: 5,
    membersAffected: 2,
    enteredBy: null,
    version: 1,
  })
  const { data } = await firm.admin.call(listAuditEntries, { entityId: entry?.id ?? '' })
  expect(data).toMatchObject([
    { action: 'breach.detect', actorId: SYSTEM.id, previousState: null, newState: { isDetected: true } },
  ])
})

test('the same key in another firm is a separate entry', async () => {
  const [firm, other] = [await createFirm(service()), await createFirm(service())]
  const [one, two] = [await firm.hasScheme(), await other.hasScheme()]
  expect(await detect(buildFinding(one.id), buildFinding(two.id))).toEqual({ entered: 2, changed: 0 })
  expect(await registerOf(firm, one.id)).toHaveLength(1)
  expect(await registerOf(other, two.id)).toHaveLength(1)
})

test('an entry can become more serious but not less, and is remedied once', async () => {
  const firm = await createFirm(service())
  const { id: schemeId } = await firm.hasScheme()
  await detect(buildFinding(schemeId))
  expect(await detect(buildFinding(schemeId, { severity: 'HIGH' }))).toEqual({ entered: 0, changed: 1 })
  expect(await detect(buildFinding(schemeId, { severity: 'LOW' }))).toEqual({ entered: 0, changed: 0 })
  expect(await detect(buildFinding(schemeId, { severity: 'HIGH', resolvedOn: '2026-11-20' }))).toEqual({
    entered: 0,
    changed: 1,
  })
  expect(await detect(buildFinding(schemeId, { severity: 'HIGH', resolvedOn: '2026-11-21' }))).toEqual({
    entered: 0,
    changed: 0,
  })
  const [entry] = await registerOf(firm, schemeId)
  expect(entry).toMatchObject({ severity: 'HIGH', resolvedOn: '2026-11-20', daysLate: 51, version: 3 })
  const { data } = await firm.admin.call(listAuditEntries, { entityId: entry?.id ?? '' })
  expect(data.filter(({ previousState }) => previousState !== null)).toHaveLength(2)
  expect(data).toContainEqual(
    expect.objectContaining({
      action: 'breach.detect',
      previousState: expect.objectContaining({ severity: 'MEDIUM' }),
      newState: expect.objectContaining({ severity: 'HIGH' }),
    }),
  )
})

test("a user's assessment is kept beside a later automatic severity", async () => {
  const firm = await createFirm(service())
  const { id: schemeId } = await firm.hasScheme()
  await detect(buildFinding(schemeId))
  const [entry] = await registerOf(firm, schemeId)
  const id = entry?.id ?? ''
  await firm.broker.call(assessBreach, { id, severity: 'LOW', reportability: 'NONE', reason: 'Small' })
  expect(await detect(buildFinding(schemeId, { severity: 'CRITICAL' }))).toEqual({ entered: 0, changed: 1 })
  expect(await firm.broker.call(getBreach, { id })).toMatchObject({
    severity: 'LOW',
    suggestedSeverity: 'CRITICAL',
    status: 'ASSESSED',
  })
})

test('an entry closed as no breach is not entered again', async () => {
  const firm = await createFirm(service())
  const { id: schemeId } = await firm.hasScheme()
  await detect(buildFinding(schemeId))
  const [entry] = await registerOf(firm, schemeId)
  const id = entry?.id ?? ''
  const closed = await firm.broker.call(closeBreach, { id, closingReason: 'It was sent', isNotABreach: true })
  expect(await detect(buildFinding(schemeId, { severity: 'CRITICAL', resolvedOn: TODAY }))).toEqual({
    entered: 0,
    changed: 0,
  })
  expect(await registerOf(firm, schemeId)).toEqual([closed])
})

test('a material finding of a key function holder suggests a report to the Authority', async () => {
  const firm = await createFirm(service())
  const { id: schemeId } = await firm.hasScheme()
  await detect(buildFinding(schemeId, { source: 'KFH', category: 'OTHER' }))
  expect(await registerOf(firm, schemeId)).toMatchObject([{ suggestedReportability: 'KFH_S64AH' }])
})

test('a finding of an unknown scheme is left out', async () => {
  expect(await detect(buildFinding('nosuchscheme'))).toEqual({ entered: 0, changed: 0 })
})

test('hundreds at once are each entered with a separate audit entry, in an intact chain', async () => {
  const firm = await createFirm(service())
  const { id: schemeId } = await firm.hasScheme()
  const findings = Array.from({ length: 450 }, (_, number) =>
    buildFinding(schemeId, { detectionKey: `REP-01:${number}`, amountCents: number }),
  )
  expect(await detect(...findings)).toEqual({ entered: 450, changed: 0 })
  expect(await detect(...findings)).toEqual({ entered: 0, changed: 0 })
  const graver = findings.slice(0, 430).map((finding) => ({ ...finding, severity: 'HIGH' as const }))
  expect(await detect(...graver)).toEqual({ entered: 0, changed: 430 })
  const stored = await service().asOwner(
    `select b.amount_cents::int as number, b.severity, b.version,
       (select json_agg(json_build_array(a.action, a.previous_state ->> 'severity', a.new_state ->> 'severity', (a.new_state ->> 'amountCents')::int)
          order by a.sequence) from audit_log a where a.tenant_id = b.tenant_id and a.entity_id = b.id) as told
     from breaches b where b.tenant_id = $1 order by 1`,
    [firm.id],
  )
  expect(stored).toEqual(
    findings.map((_, number) => {
      const entered = ['breach.detect', null, 'MEDIUM', number]
      return number < 430
        ? {
            number,
            severity: 'HIGH',
            version: 2,
            told: [entered, ['breach.detect', 'MEDIUM', 'HIGH', number]],
          }
        : { number, severity: 'MEDIUM', version: 1, told: [entered] }
    }),
  )
  expect(await firm.admin.call(verifyAuditLog, {})).toMatchObject({ intact: true })
})
