import { expect, test } from 'vitest'
import { createFirm, type Firm } from '../../../../../test/harness/people.ts'
import { useService } from '../../../../../test/harness/service.ts'
import { listAuditEntries } from '../../../../contract/audit.ts'
import {
  createContributionReminder,
  getContributionReminder,
  listContributionReminders,
} from '../../../../contract/contribution-reminders.ts'

const service = useService()

/** A month whose file is expected. */
async function expectMonth(firm: Firm) {
  const scheme = await firm.hasActiveScheme()
  await service().asOwner(
    `insert into contribution_batches (tenant_id, id, scheme_id, scheme_name, scheme_type, legal_form, employer_id, payroll_month, source,
       status, file_name, file_sha256, row_count, ee_cents, er_cents, avc_cents, er_special_cents, single_premium_cents, due_on)
     values ($1, $2, $3, 'Scheme', 'DC', 'GROUP', $4, '2026-10', 'MANUAL', 'EXPECTED', '', '', 0, 0, 0, 0, 0, 0, '2026-11-21')`,
    [firm.id, `b${scheme.id.slice(1)}`, scheme.id, scheme.employerId],
  )
  return { scheme, batchId: `b${scheme.id.slice(1)}` }
}

test('a user records a call beside the automatic reminders of the month', async () => {
  const firm = await createFirm(service())
  const { scheme, batchId } = await expectMonth(firm)
  const { employerId } = scheme
  for (const [id, forOn, handedOverAt, month] of [
    ['mail1', '2026-11-10', '2026-11-10T08:00:00Z', '2026-10'],
    ['mail2', '2026-11-15', null, '2026-10'],
    ['mail3', '2026-10-10', '2026-10-10T08:00:00Z', '2026-09'],
  ])
    await service().asOwner(
      `insert into sent_reminders (tenant_id, id, employer_id, kind, for_on, items, handed_over_at, recipient)
       values ($1, $2, $3, 'CHASER', $4, to_jsonb(array[$5]), $6, 'PAYROLL_CONTACT')`,
      [firm.id, `${id}${firm.id}`.slice(0, 30), employerId, forOn, month, handedOverAt],
    )
  const call = { id: batchId, contactedOn: '2026-11-18', channel: 'PHONE', recipient: 'OTHER' } as const
  const reply = await firm.broker.send(createContributionReminder, { ...call, note: 'Promised for Friday' })
  expect(reply).toMatchObject({
    status: 201,
    body: { employerId, payrollMonth: '2026-10', recordedById: firm.broker.id },
  })
  const { id } = reply.body
  expect(reply.headers.location).toBe(`/api/contribution-reminders/${id}`)
  expect(await firm.broker.call(getContributionReminder, { id })).toEqual(reply.body)
  const { data } = await firm.broker.call(listContributionReminders, { employerId, payrollMonth: '2026-10' })
  expect(
    data.map(({ contactedOn, channel, recipient, recordedById }) => [
      contactedOn,
      channel,
      recipient,
      recordedById,
    ]),
  ).toEqual([
    ['2026-11-18', 'PHONE', 'OTHER', firm.broker.id],
    ['2026-11-10', 'AUTOMATIC_EMAIL', 'PAYROLL_CONTACT', null],
  ])
  const entries = await firm.admin.call(listAuditEntries, { entityId: id })
  expect(entries.data.map(({ action }) => action)).toEqual(['contribution-reminder.create'])
  expect(JSON.stringify(entries)).not.toContain('Promised for Friday')
})

test('a reminder date in the future or before the payroll month is refused', async () => {
  const firm = await createFirm(service())
  const { batchId } = await expectMonth(firm)
  for (const contactedOn of ['2199-01-01', '2026-09-30'])
    expect(
      await firm.broker.send(createContributionReminder, {
        id: batchId,
        contactedOn,
        channel: 'EMAIL',
        recipient: 'PAYROLL_CONTACT',
      }),
    ).toMatchObject({ status: 422, body: { details: { field: 'contactedOn' } } })
})
