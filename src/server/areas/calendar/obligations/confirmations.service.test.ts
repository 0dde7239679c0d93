/** Answers for many obligations that fell due before their scheme was added: by rule, in batches, with an undo. */
import { expect, test } from 'vitest'
import { type Caller, createFirm, type Firm } from '../../../../../test/harness/people.ts'
import { IORP } from '../../../../../test/harness/samples.ts'
import { useService } from '../../../../../test/harness/service.ts'
import { listAuditEntries } from '../../../../contract/audit.ts'
import type { Sent } from '../../../../contract/define.ts'
import {
  continueConfirmation,
  listConfirmations,
  listToConfirm,
  startConfirmation,
  undoConfirmation,
} from '../../../../contract/obligation-confirmations.ts'
import { completeObligation, listObligations, type Obligation } from '../../../../contract/obligations.ts'
import { createId } from '../../../platform/ids.ts'
import { SCHEMES_IN_A_BATCH } from './confirmations.ts'
import { followSchemes } from './daily.ts'

const service = useService()

const listed = async (person: Caller, filter: object): Promise<Obligation[]> =>
  (await person.call(listObligations, { limit: 200, ...filter } as never)).data
const start = async (person: Caller, input: Sent<typeof startConfirmation>) => {
  const { confirmation, ...counts } = await person.call(startConfirmation, input)
  return { ...counts, id: confirmation?.id as string, confirmation }
}
const entries = async (firm: Firm, filter: object) =>
  (await firm.admin.call(listAuditEntries, { limit: 200, ...filter } as never)).data

/** Copies a scheme as an import of many would create it, and calculates the obligations of the copies. */
async function hasCopiesOf(firm: Firm, schemeId: string, count: number): Promise<void> {
  await service().asOwner(
    `insert into schemes select (jsonb_populate_record(s, jsonb_build_object('id', $3 || n, 'name', s.name || ' ' || n, 'name_key', s.name_key || ' ' || n))).*
     from schemes s, generate_series(1, $2) n where s.id = $1`,
    [schemeId, count, createId().slice(0, 20)],
  )
  await service().app.pipeline.actIn(firm.id, 'job.test', async (tx) => {
    const { did, changes } = await followSchemes(tx, firm.id, '2026-11-21')
    return { answer: did, changes }
  })
}

test('obligations to confirm are counted by rule, with filters by scheme, employer and due date', async () => {
  const firm = await createFirm(service())
  const [one, two] = [await firm.hasActiveScheme(IORP), await firm.hasActiveScheme(IORP)]
  const all = await listed(firm.broker, { status: 'TO_CONFIRM' })
  const counted = await firm.broker.call(listToConfirm, {})
  expect(counted).toMatchObject({ obligations: all.length, schemes: 2 })
  expect(counted.data.reduce((sum, { obligations }) => sum + obligations, 0)).toBe(all.length)
  const governance = all.filter(({ ruleId }) => ruleId === 'GOV-09')
  expect(counted.data.find(({ ruleId }) => ruleId === 'GOV-09')).toEqual({
    ruleId: 'GOV-09',
    title: governance[0]?.title,
    severity: governance[0]?.severity,
    obligations: governance.length,
    schemes: 2,
    firstDueOn: '2023-01-01',
    lastDueOn: '2023-01-01',
  })
  expect(await firm.broker.call(listToConfirm, { schemeId: one.id })).toMatchObject({
    obligations: all.filter(({ schemeId }) => schemeId === one.id).length,
    schemes: 1,
  })
  expect(await firm.broker.call(listToConfirm, { employerId: two.employerId })).toMatchObject({ schemes: 1 })
  expect((await firm.broker.call(listToConfirm, { dueBefore: '2023-01-02' })).obligations).toBe(
    all.filter(({ dueOn }) => dueOn && dueOn < '2023-01-02').length,
  )
  const other = await createFirm(service())
  expect(await other.broker.call(listToConfirm, {})).toEqual({ obligations: 0, schemes: 0, data: [] })
})

test('a user confirms all obligations of a rule as done on their due dates, with one audit entry each, and undoes it', async () => {
  const firm = await createFirm(service())
  await firm.hasActiveScheme(IORP)
  await firm.hasActiveScheme(IORP)
  const before = await firm.broker.call(listToConfirm, {})
  const selection = { ruleIds: ['GOV-09'], answer: 'DONE' as const, isOnDueDate: true }
  expect(await firm.broker.call(startConfirmation, { ...selection, dryRun: true })).toEqual({
    dryRun: true,
    obligations: 2,
    schemes: 2,
    confirmation: null,
  })
  expect(await firm.broker.call(listToConfirm, {})).toEqual(before)
  const { id, confirmation } = await start(firm.broker, { ...selection, expected: 2 })
  expect(confirmation).toMatchObject({
    status: 'COMPLETE',
    total: 2,
    answered: 2,
    confirmedBy: firm.broker.id,
  })
  const done = (await listed(firm.broker, { ruleId: 'GOV-09' })).filter(({ confirmation }) => confirmation)
  expect(
    done.map(({ dueOn, completedOn, status, confirmedBy }) => [dueOn, completedOn, status, confirmedBy]),
  ).toEqual([
    ['2023-01-01', '2023-01-01', 'DONE', firm.broker.id],
    ['2023-01-01', '2023-01-01', 'DONE', firm.broker.id],
  ])
  expect(await entries(firm, { action: 'obligation.confirm' })).toHaveLength(2)
  expect(await entries(firm, { action: 'obligation-confirmation.create' })).toHaveLength(1)
  const undone = await firm.broker.call(undoConfirmation, { id })
  expect(undone).toMatchObject({ status: 'UNDONE', answered: 2, undone: 2 })
  expect(await entries(firm, { action: 'obligation.withdraw-confirmation' })).toHaveLength(2)
  expect(await firm.broker.call(listToConfirm, {})).toEqual(before)
  expect((await firm.broker.send(undoConfirmation, { id })).status).toBe(409)
})

test('"not done" makes the selection overdue; filters limit the rules, and single obligations can be added', async () => {
  const firm = await createFirm(service())
  const [one, two] = [await firm.hasActiveScheme(IORP), await firm.hasActiveScheme(IORP)]
  const [single] = await listed(firm.broker, { schemeId: two.id, ruleId: 'GOV-14', status: 'TO_CONFIRM' })
  const { id, confirmation } = await start(firm.broker, {
    ruleIds: ['GOV-09'],
    obligationIds: [single?.id as string],
    schemeId: one.id,
    answer: 'NOT_DONE',
  })
  expect(confirmation).toMatchObject({ total: 2, answered: 2, schemeId: one.id })
  const overdue = await listed(firm.broker, { status: 'OVERDUE' })
  expect(overdue.map(({ schemeId, ruleId }) => `${schemeId} ${ruleId}`).sort()).toEqual(
    [`${one.id} GOV-09`, `${two.id} GOV-14`].sort(),
  )
  // Undo keeps obligations that were changed after the confirmation.
  await firm.broker.call(completeObligation, { id: single?.id as string, note: 'Reviewed' })
  expect(await firm.admin.call(undoConfirmation, { id })).toMatchObject({
    status: 'UNDONE',
    answered: 2,
    undone: 1,
  })
  expect((await listed(firm.broker, { schemeId: two.id, ruleId: 'GOV-14' }))[0]).toMatchObject({
    status: 'DONE_LATE',
    confirmation: 'NOT_DONE',
  })
})

test('a confirmation larger than a batch is continued by the same user and undone in batches', async () => {
  const firm = await createFirm(service())
  const { id: schemeId } = await firm.hasActiveScheme(IORP)
  const count = SCHEMES_IN_A_BATCH + 5
  await hasCopiesOf(firm, schemeId, count - 1)
  const before = await firm.broker.call(listToConfirm, {})
  const colleague = await firm.hires('BrokerUser')
  const { id, confirmation } = await start(firm.broker, {
    ruleIds: ['GOV-09'],
    answer: 'NOT_APPLICABLE',
    reason: 'Recorded in the former system',
    expected: count,
  })
  expect(confirmation).toMatchObject({ status: 'RUNNING', total: count, answered: SCHEMES_IN_A_BATCH })
  expect((await colleague.send(continueConfirmation, { id })).status).toBe(403)
  expect((await colleague.send(undoConfirmation, { id })).status).toBe(403)
  expect(await firm.broker.call(continueConfirmation, { id })).toMatchObject({
    status: 'COMPLETE',
    answered: count,
  })
  expect((await firm.broker.send(continueConfirmation, { id })).status).toBe(409)
  expect(await firm.broker.call(undoConfirmation, { id })).toMatchObject({
    status: 'UNDOING',
    undone: SCHEMES_IN_A_BATCH,
  })
  expect(await firm.broker.call(undoConfirmation, { id })).toMatchObject({ status: 'UNDONE', undone: count })
  expect((await colleague.call(listConfirmations, {})).data).toMatchObject([{ id, status: 'UNDONE' }])
  expect(await firm.broker.call(listToConfirm, {})).toEqual(before)
})

test('an incomplete answer, a changed count and an empty selection are refused', async () => {
  const firm = await createFirm(service())
  const other = await createFirm(service())
  await firm.hasActiveScheme(IORP)
  const theirs = await other.hasActiveScheme(IORP)
  const [foreign] = await listed(other.broker, { schemeId: theirs.id, status: 'TO_CONFIRM' })
  const send = (input: object) => firm.broker.send(startConfirmation, input as never)
  const ruleIds = ['GOV-09']
  expect((await send({ ruleIds, answer: 'DONE' })).status).toBe(400)
  expect((await send({ ruleIds, answer: 'DONE', isOnDueDate: true, completedOn: '2024-01-01' })).status).toBe(
    400,
  )
  expect((await send({ ruleIds, answer: 'NOT_DONE', isOnDueDate: true })).status).toBe(400)
  expect((await send({ ruleIds, answer: 'NOT_APPLICABLE' })).status).toBe(400)
  expect((await send({ answer: 'NOT_DONE' })).status).toBe(400)
  const codeOf = async (input: object) => (await send(input)).body.details.code
  expect(await codeOf({ ruleIds, answer: 'DONE', completedOn: '2199-01-01' })).toBe('DATE_IN_FUTURE')
  expect(await codeOf({ ruleIds, answer: 'NOT_DONE', expected: 2 })).toBe('SELECTION_CHANGED')
  expect(await codeOf({ ruleIds, dueBefore: '2000-01-01', answer: 'NOT_DONE' })).toBe('NOTHING_TO_CONFIRM')
  expect((await send({ obligationIds: [foreign?.id], answer: 'NOT_DONE' })).status).toBe(403)
  expect((await send({ ruleIds, schemeId: theirs.id, answer: 'NOT_DONE' })).status).toBe(403)
  expect(await listed(other.broker, { schemeId: theirs.id, status: 'OVERDUE' })).toEqual([])
  expect((await listed(firm.broker, { ruleId: 'GOV-09' }))[0]).toMatchObject({ status: 'TO_CONFIRM' })
})
