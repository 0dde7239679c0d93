/** The life of an obligation in the service: to be confirmed, answered, withdrawn, and corrected facts. */
import { expect, test } from 'vitest'
import { createFirm, type Firm } from '../../../../../test/harness/people.ts'
import { buildRefusal } from '../../../../../test/harness/refusal.ts'
import { IORP } from '../../../../../test/harness/samples.ts'
import { useService } from '../../../../../test/harness/service.ts'
import { listAuditEntries } from '../../../../contract/audit.ts'
import { getDashboard } from '../../../../contract/dashboard.ts'
import { createDocument } from '../../../../contract/documents.ts'
import {
  assignObligation,
  completeObligation,
  confirmObligations,
  getObligation,
  getStanding,
  listObligations,
  type Obligation,
  reopenObligation,
  waiveObligation,
  withdrawConfirmation,
} from '../../../../contract/obligations.ts'
import { getScheme, getSchemeCompliance, updateScheme } from '../../../../contract/schemes.ts'
import { deactivateUser } from '../../../../contract/users.ts'
import { followSchemes, loadOverdueFindings } from './daily.ts'

const service = useService()

const listed = async (firm: Firm, filter: object): Promise<Obligation[]> =>
  (await firm.broker.call(listObligations, { limit: 200, ...filter } as never)).data
const ofRule = (firm: Firm, schemeId: string, ruleId: string) => listed(firm, { schemeId, ruleId })
const findings = (firm: Firm) =>
  service().app.pipeline.actIn(firm.id, 'job.test', async (tx) => ({
    answer: await loadOverdueFindings(tx, firm.id),
    changes: [],
  }))

test('a scheme added today has no overdue obligations; earlier due dates are to be confirmed', async () => {
  const firm = await createFirm(service())
  const { id: schemeId } = await firm.hasActiveScheme(IORP)
  expect(await listed(firm, { schemeId, status: 'OVERDUE' })).toEqual([])
  const toConfirm = await listed(firm, { schemeId, status: 'TO_CONFIRM' })
  expect(toConfirm.map(({ ruleId }) => ruleId)).toContain('GOV-01')
  for (const one of toConfirm) expect(one.dueOn && one.dueOn < '2026-11-21', one.ruleId).toBe(true)
  // Neither open nor closed: they have a list of their own.
  for (const isOpen of ['true', 'false'])
    expect((await listed(firm, { schemeId, isOpen })).map(({ status }) => status)).not.toContain('TO_CONFIRM')
  expect((await firm.broker.call(getDashboard, {})).duties).toMatchObject({
    overdue: 0,
    toConfirm: toConfirm.length,
  })
  expect(await findings(firm)).toEqual([])
  const { score, decisions } = await firm.broker.call(getStanding, { id: schemeId })
  expect(score.rating).not.toBe('RED')
  expect(decisions.filter(({ status }) => status === 'TO_CONFIRM')).toHaveLength(toConfirm.length)
})

test('a vacancy is a breach of critical severity from the day that the firm sets', async () => {
  const firm = await createFirm(service())
  const { id } = await firm.hasActiveScheme({ ...IORP, wentLiveOn: '2026-11-01' })
  const severityOf = async () => {
    const found = await findings(firm)
    return found.find(({ category, schemeId }) => category === 'KFH_VACANCY' && schemeId === id)?.severity
  }
  await service().asOwner(
    `update obligations set state = 'OPEN', due_on = '2026-11-10', legal_end_on = null where scheme_id = $1 and rule_id = 'KFH-01'`,
    [id],
  )
  expect(await severityOf()).toBe('HIGH')
  await service().asOwner('update tenants set settings = settings || $2 where id = $1', [
    firm.id,
    JSON.stringify({ vacancyCriticalFromDay: 5 }),
  ])
  expect(await severityOf()).toBe('CRITICAL')
})

test('an overdue report of a wound-up scheme is still reported to the breach register', async () => {
  const firm = await createFirm(service())
  const { id } = await firm.hasActiveScheme(IORP)
  await service().asOwner(
    `update obligations set state = 'OPEN', due_on = '2026-09-30', legal_end_on = null where scheme_id = $1 and rule_id = 'REP-01'
       and period_key = '2025-12-31'`,
    [id],
  )
  const reportsOf = async () =>
    (await findings(firm)).filter(({ category, schemeId }) => category === 'LATE_REPORT' && schemeId === id)
  expect(await reportsOf()).toHaveLength(1)
  await service().asOwner(
    "update schemes set status = 'WOUND_UP', wind_up_started_on = '2026-10-01', wound_up_on = '2026-11-01' where id = $1",
    [id],
  )
  expect(await reportsOf()).toHaveLength(1)
})

test('a draft has no obligations, and gets them with its approval', async () => {
  const firm = await createFirm(service())
  const { id: schemeId } = await firm.hasScheme(IORP)
  expect(await listed(firm, { schemeId })).toEqual([])
  const approved = await firm.hasActiveScheme(IORP)
  expect((await listed(firm, { schemeId: approved.id })).length).toBeGreaterThan(20)
})

test('one command confirms several obligations, with one audit entry each, and the answers can be withdrawn', async () => {
  const firm = await createFirm(service())
  const { id: schemeId } = await firm.hasActiveScheme(IORP)
  const before = await listed(firm, { schemeId, status: 'TO_CONFIRM' })
  const ids = before
    .filter(({ ruleId }) => ['GOV-01', 'GOV-09', 'GOV-14'].includes(ruleId))
    .map(({ id }) => id)
  expect(ids).toHaveLength(3)
  const entries = async () =>
    (await firm.admin.call(listAuditEntries, { entityType: 'obligation', limit: 200 } as never)).data
  const answered = await firm.broker.call(confirmObligations, { ids, answer: 'NOT_DONE' })
  expect(answered.data.map(({ status, confirmation }) => [status, confirmation])).toEqual(
    ids.map(() => ['OVERDUE', 'NOT_DONE']),
  )
  expect(await entries()).toHaveLength(3)
  expect((await findings(firm)).map(({ obligationId }) => obligationId)).toEqual(
    expect.arrayContaining(ids.filter((id) => before.find((one) => one.id === id)?.ruleId === 'GOV-01')),
  )
  expect((await firm.broker.call(getStanding, { id: schemeId })).decisions).toEqual(
    expect.arrayContaining([expect.objectContaining({ ruleId: 'GOV-09', status: 'OVERDUE' })]),
  )
  const withdrawn = await firm.broker.call(withdrawConfirmation, { ids })
  expect(withdrawn.data.map(({ status, confirmation }) => [status, confirmation])).toEqual(
    ids.map(() => ['TO_CONFIRM', null]),
  )
  expect(await entries()).toHaveLength(6)
  expect(await listed(firm, { schemeId, status: 'TO_CONFIRM' })).toHaveLength(before.length)
})

test('reopening a completed obligation keeps its earlier answer "not done"', async () => {
  const firm = await createFirm(service())
  const { id: schemeId } = await firm.hasActiveScheme(IORP)
  const [one] = (await ofRule(firm, schemeId, 'GOV-14')).filter(({ status }) => status === 'TO_CONFIRM')
  const id = one?.id as string
  await firm.broker.call(confirmObligations, { ids: [id], answer: 'NOT_DONE' })
  await firm.broker.call(completeObligation, { id, note: 'Reviewed' })
  expect(await firm.broker.call(reopenObligation, { id, reason: 'It was another scheme' })).toMatchObject({
    status: 'OVERDUE',
    confirmation: 'NOT_DONE',
    confirmedBy: firm.broker.id,
    completionNote: null,
  })
  expect((await ofRule(firm, schemeId, 'GOV-14')).filter(({ status }) => status === 'OVERDUE')).toHaveLength(
    1,
  )
})

test('a completion date moves the series, and its withdrawal moves it back', async () => {
  const firm = await createFirm(service())
  const { id: schemeId } = await firm.hasActiveScheme(IORP)
  const [first] = await ofRule(firm, schemeId, 'GOV-01')
  const ids = [first?.id as string]
  const answer = await firm.broker.call(confirmObligations, {
    ids,
    answer: 'DONE',
    completedOn: '2024-12-01',
  })
  expect(answer.data).toMatchObject([{ status: 'DONE', completedOn: '2024-12-01', isByHand: true }])
  expect((await ofRule(firm, schemeId, 'GOV-01')).map(({ dueOn, status }) => [dueOn, status])).toEqual([
    ['2025-01-01', 'DONE'],
    ['2027-12-01', 'UPCOMING'],
  ])
  await firm.broker.call(withdrawConfirmation, { ids })
  expect((await ofRule(firm, schemeId, 'GOV-01')).map(({ dueOn, status }) => [dueOn, status])).toEqual([
    ['2025-01-01', 'TO_CONFIRM'],
    ['2027-12-01', 'NOT_APPLICABLE'],
  ])
})

test('"does not apply" closes the obligation with the reason, and the next round is due after the scheme was added', async () => {
  const firm = await createFirm(service())
  const { id: schemeId } = await firm.hasActiveScheme(IORP)
  const [first] = await ofRule(firm, schemeId, 'GOV-09')
  await firm.broker.call(confirmObligations, {
    ids: [first?.id as string],
    answer: 'NOT_APPLICABLE',
    reason: 'The trustees were others then',
  })
  expect(
    (await ofRule(firm, schemeId, 'GOV-09')).map(({ dueOn, status, waiverReason }) => [
      dueOn,
      status,
      waiverReason,
    ]),
  ).toEqual([
    ['2023-01-01', 'NOT_APPLICABLE', 'The trustees were others then'],
    ['2027-01-01', 'UPCOMING', null],
  ])
})

test('a confirmation answers all obligations or none, and requires a date, a reason and the right status', async () => {
  const [firm, other] = [await createFirm(service()), await createFirm(service())]
  const { id: schemeId } = await firm.hasActiveScheme(IORP)
  const [one, two] = await listed(firm, { schemeId, status: 'TO_CONFIRM' })
  const [upcoming] = await listed(firm, { schemeId, status: 'UPCOMING' })
  const { id: theirsId } = await other.hasActiveScheme(IORP)
  const [theirs] = await listed(other, { schemeId: theirsId, status: 'TO_CONFIRM' })
  const send = (body: object) => firm.broker.send(confirmObligations, body as never)
  const ids = [one?.id, two?.id]
  expect((await send({ ids, answer: 'DONE' })).status).toBe(400)
  expect((await send({ ids, answer: 'NOT_APPLICABLE' })).status).toBe(400)
  expect((await send({ ids: [one?.id, one?.id], answer: 'NOT_DONE' })).status).toBe(400)
  expect(await send({ ids, answer: 'DONE', completedOn: '2199-01-01' })).toMatchObject(
    buildRefusal(422, 'DATE_IN_FUTURE'),
  )
  expect(await send({ ids: [...ids, upcoming?.id], answer: 'NOT_DONE' })).toMatchObject(
    buildRefusal(409, 'ILLEGAL_TRANSITION', { id: upcoming?.id }),
  )
  expect((await send({ ids: [...ids, theirs?.id], answer: 'NOT_DONE' })).status).toBe(403)
  expect((await firm.broker.send(withdrawConfirmation, { ids: ids as string[] })).status).toBe(409)
  for (const id of ids)
    expect(await firm.broker.call(getObligation, { id: id as string })).toMatchObject({
      status: 'TO_CONFIRM',
    })
})

test('a corrected go-live date completes nothing', async () => {
  const firm = await createFirm(service())
  const scheme = await firm.hasActiveScheme({ ...IORP, considersEsg: true }, { addedOn: '2022-01-01' })
  expect(await ofRule(firm, scheme.id, 'GOV-01')).toMatchObject([{ dueOn: '2025-01-01', status: 'OVERDUE' }])
  const { name, type } = await firm.broker.call(getScheme, { id: scheme.id })
  await firm.broker.call(updateScheme, { id: scheme.id, ...IORP, name, type, wentLiveOn: '2024-06-01' })
  expect(await ofRule(firm, scheme.id, 'GOV-01')).toMatchObject([
    {
      dueOn: '2025-01-01',
      status: 'NOT_APPLICABLE',
      completedOn: null,
      reason: 'Facts corrected: go-live date changed from 2022-01-01 to 2024-06-01',
    },
    { dueOn: '2027-06-01', status: 'UPCOMING' },
  ])
  for (const ruleId of ['GOV-03', 'GOV-09', 'GOV-14', 'KFH-01'])
    for (const { status } of await ofRule(firm, scheme.id, ruleId))
      expect(status, ruleId).not.toMatch(/^DONE/)
})

test('a corrected effective date of a certificate completes nothing', async () => {
  const firm = await createFirm(service())
  const scheme = await firm.hasActiveScheme(
    { ...IORP, type: 'DB', isRegulatoryOwnFunds: false },
    { addedOn: '2022-01-01' },
  )
  const { body: document } = await firm.broker.upload(
    createDocument,
    {
      schemeId: scheme.id,
      kind: 'ACTUARIAL_FUNDING_CERTIFICATE',
      title: 'Certificate',
      visibility: 'BROKER',
    },
    { name: 'certificate.txt', bytes: 'Certificate\n' },
  )
  const roundsWith = async (effectiveOn: string) => {
    await service().asOwner("update documents set status = 'FINAL', effective_on = $2 where id = $1", [
      document.id,
      effectiveOn,
    ])
    await service().app.pipeline.actIn(firm.id, 'job.test', (tx) =>
      followSchemes(tx, firm.id, '2026-11-21').then(({ changes }) => ({ answer: null, changes })),
    )
    return (await ofRule(firm, scheme.id, 'DB-01')).map(({ periodKey, status }) => `${periodKey} ${status}`)
  }
  expect(await roundsWith('2023-06-30')).toEqual(['2022-01-01 DONE', '2023-06-30 OVERDUE'])
  expect(await roundsWith('2023-12-31')).toEqual([
    '2022-01-01 DONE',
    '2023-06-30 NOT_APPLICABLE',
    '2023-12-31 UPCOMING',
  ])
  const [first, corrected] = await ofRule(firm, scheme.id, 'DB-01')
  expect(first).toMatchObject({ completedOn: '2023-12-31', reason: 'Met on 2023-12-31' })
  expect(corrected?.reason).toBe('Facts corrected: last effective date changed from 2023-06-30 to 2023-12-31')
})

test('a waived round is followed by the next, and the list agrees with the compliance status', async () => {
  const firm = await createFirm(service())
  const { id: schemeId } = await firm.hasActiveScheme(IORP, { addedOn: '2022-01-01' })
  const [first] = await ofRule(firm, schemeId, 'GOV-01')
  await firm.broker.call(waiveObligation, { id: first?.id as string, reason: 'Merged with the next' })
  expect((await ofRule(firm, schemeId, 'GOV-01')).map(({ dueOn, status }) => [dueOn, status])).toEqual([
    ['2025-01-01', 'WAIVED'],
    ['2028-01-01', 'UPCOMING'],
  ])
  await firm.broker.call(reopenObligation, { id: first?.id as string, reason: 'After all' })
  expect((await ofRule(firm, schemeId, 'GOV-01')).map(({ dueOn, status }) => [dueOn, status])).toEqual([
    ['2025-01-01', 'OVERDUE'],
    ['2028-01-01', 'NOT_APPLICABLE'],
  ])
})

test('the next round keeps the assignee of the previous round, unless they can no longer sign in', async () => {
  const firm = await createFirm(service())
  const { id: schemeId } = await firm.hasActiveScheme(IORP, { addedOn: '2022-01-01' })
  const [first] = await ofRule(firm, schemeId, 'GOV-01')
  const assigneeId = firm.broker.id
  await firm.admin.call(assignObligation, { id: first?.id as string, assigneeId })
  await firm.admin.call(waiveObligation, { id: first?.id as string, reason: 'Merged with the next' })
  const second = (await ofRule(firm, schemeId, 'GOV-01')).find(({ status }) => status === 'UPCOMING')
  expect(second).toMatchObject({ dueOn: '2028-01-01', assigneeId })

  await firm.admin.call(deactivateUser, { id: assigneeId })
  await firm.admin.call(waiveObligation, { id: second?.id as string, reason: 'Merged with the next' })
  const third = (await firm.admin.call(listObligations, { schemeId, ruleId: 'GOV-01' })).data.at(-1)
  expect(third).toMatchObject({ dueOn: '2031-01-01', status: 'UPCOMING', assigneeId: null })
})

test('a completed obligation keeps its due date in the list and in the compliance status when a setting moves the date', async () => {
  const firm = await createFirm(service())
  const { id: schemeId } = await firm.hasActiveScheme(
    { ...IORP, schemeYearEnd: { month: 12, day: 31 } },
    { addedOn: '2026-01-01' },
  )
  const [report] = await ofRule(firm, schemeId, 'REP-01')
  await firm.broker.call(completeObligation, {
    id: report?.id as string,
    completedOn: '2026-09-25',
    note: 'Signed',
  })
  await service().asOwner("update obligations set due_on = '2026-09-20' where id = $1", [report?.id])
  const { decisions } = await firm.broker.call(getStanding, { id: schemeId })
  const [row] = await ofRule(firm, schemeId, 'REP-01')
  expect(
    decisions.find(({ ruleId, periodKey }) => ruleId === 'REP-01' && periodKey === row?.periodKey),
  ).toMatchObject({
    dueOn: '2026-09-20',
    status: row?.status,
  })
  expect(row?.status).toBe('DONE_LATE')
})

test('a past day can be shown by the records of that day and by those of today', async () => {
  const firm = await createFirm(service())
  const { id: schemeId } = await firm.hasActiveScheme(IORP, { addedOn: '2022-01-01' })
  const on = '2026-11-20'
  const now = await firm.broker.call(getStanding, { id: schemeId, on, asKnown: 'now' })
  expect(now).toMatchObject({ asAtOn: on, asKnown: 'now' })
  expect(now.decisions.find(({ ruleId }) => ruleId === 'GOV-01')).toMatchObject({ status: 'OVERDUE' })
  // The log knows nothing of the scheme on a day before it was entered.
  expect(await firm.broker.send(getStanding, { id: schemeId, on: '2020-01-01' })).toMatchObject({
    status: 404,
  })
  expect(
    (await firm.broker.call(getStanding, { id: schemeId, on: '2020-01-01', asKnown: 'now' })).decisions.find(
      ({ ruleId }) => ruleId === 'GOV-01',
    ),
  ).toMatchObject({ status: 'UPCOMING' })
  expect(await firm.broker.call(getStanding, { id: schemeId })).toMatchObject({ asKnown: 'now' })
})

const follow = (firm: Firm, today: string) =>
  service().app.pipeline.actIn(firm.id, 'job.test', async (tx) => {
    const { did, changes } = await followSchemes(tx, firm.id, today)
    return { answer: did, changes }
  })

test('the nightly run compares the snapshot of the day before with the audit log', async () => {
  const firm = await createFirm(service())
  await firm.hasActiveScheme(IORP, { addedOn: '2022-01-01' })
  // The clock of the database stamps the entries, so the snapshot is of its day.
  const [row] = await service().asOwner<{ day: string; next: string }>(
    'select clock_timestamp()::date::text as day, (clock_timestamp()::date + 1)::text as next',
  )
  await follow(firm, row?.day as string)
  expect(await follow(firm, row?.next as string)).toMatchObject({
    snapshotsCompared: 1,
    snapshotsDiffering: 0,
  })
  await service().asOwner("update compliance_snapshots set digest = 'tampered' where tenant_id = $1", [
    firm.id,
  ])
  const [last] = await service().asOwner<{ day: string }>(
    'select (max(taken_on) + 1)::text as day from compliance_snapshots where tenant_id = $1',
    [firm.id],
  )
  expect(await follow(firm, last?.day as string)).toMatchObject({ snapshotsDiffering: 1 })
})

test('the nightly run repairs a round that an earlier version closed as met without a record, with an audit entry', async () => {
  const firm = await createFirm(service())
  const { id: schemeId } = await firm.hasActiveScheme(
    { ...IORP, wentLiveOn: '2024-06-01' },
    { addedOn: '2022-01-01' },
  )
  const [open] = await ofRule(firm, schemeId, 'GOV-01')
  await service().asOwner(
    `insert into obligations (tenant_id, id, scheme_id, rule_id, period_key, rule_version, title, search_key, who, source, citations,
       anchor_on, due_on, soon_days, state, reason, completed_on, severity, confidence)
     select tenant_id, 'a' || substr(md5(id), 1, 20), scheme_id, rule_id, '2022-01-01', rule_version, title, search_key, who, source, citations,
       '2022-01-01', '2025-01-01', soon_days, 'DONE', 'Met on 2024-06-01', '2024-06-01', severity, confidence
       from obligations where id = $1`,
    [open?.id],
  )
  expect(await follow(firm, '2026-11-21')).toMatchObject({ completionsRepaired: 1 })
  expect((await ofRule(firm, schemeId, 'GOV-01'))[0]).toMatchObject({
    dueOn: '2025-01-01',
    status: 'NOT_APPLICABLE',
    completedOn: null,
    reason: expect.stringMatching(/^Facts corrected/),
  })
  const { data } = await firm.admin.call(listAuditEntries, { entityType: 'obligation', limit: 50 } as never)
  expect(data.map(({ action }) => action)).toContain('obligation.repair')
  expect(await follow(firm, '2026-11-21')).toMatchObject({ completionsRepaired: 0 })
})

test('reopening a waived obligation returns its status by the rules at once', async () => {
  const firm = await createFirm(service())
  const { id: schemeId } = await firm.hasActiveScheme(IORP)
  const [one] = await listed(firm, { schemeId, status: 'TO_CONFIRM' })
  const id = one?.id as string
  await firm.broker.call(waiveObligation, { id, reason: 'Not pursued' })
  expect(await firm.broker.call(reopenObligation, { id, reason: 'It is pursued' })).toMatchObject({
    status: 'TO_CONFIRM',
  })
  expect(await firm.broker.call(getObligation, { id })).toMatchObject({ status: 'TO_CONFIRM' })
})

test('the compliance of a scheme contains its status with reasons and its next due dates', async () => {
  const firm = await createFirm(service())
  const { id } = await firm.hasActiveScheme(IORP)
  const { score, nextDates } = await firm.broker.call(getSchemeCompliance, { id })
  expect(score).toEqual((await firm.broker.call(getStanding, { id })).score)
  const open = (await listed(firm, { schemeId: id, isOpen: 'true' })).filter(({ dueOn }) => dueOn !== null)
  expect(nextDates).toHaveLength(10)
  expect(nextDates.map(({ dueOn }) => dueOn)).toEqual(open.slice(0, 10).map(({ dueOn }) => dueOn))
})

test('a change of a scheme recalculates it only if a rule reads what has changed', async () => {
  const firm = await createFirm(service())
  const { id } = await firm.hasActiveScheme(IORP)
  const { name, type } = await firm.broker.call(getScheme, { id })
  const update = (fields: object) => firm.broker.call(updateScheme, { id, ...IORP, name, type, ...fields })
  await update({})
  const before = (await listed(firm, { schemeId: id })).length
  expect(before).toBeGreaterThan(0)
  const removeOne = () =>
    service().asOwner(
      `delete from obligations where tenant_id = $1 and id = (select min(id) from obligations where tenant_id = $1 and scheme_id = $2)`,
      [firm.id, id],
    )
  await removeOne()
  await update({ name: `${name} renamed` })
  expect(await listed(firm, { schemeId: id })).toHaveLength(before - 1)
  await update({ considersEsg: true })
  expect((await listed(firm, { schemeId: id })).length).toBeGreaterThanOrEqual(before)
})
