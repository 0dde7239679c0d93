/** Letters about one record state the facts of that record on that date. */
import { afterEach, describe, expect, test } from 'vitest'
import { ORDINARY_DC } from '../../../../../test/harness/draft-facts.ts'
import { createBatch, createPayroll, type Payroll } from '../../../../../test/harness/payroll.ts'
import { createFirm } from '../../../../../test/harness/people.ts'
import { buildRefusal } from '../../../../../test/harness/refusal.ts'
import { useService } from '../../../../../test/harness/service.ts'
import { createBreach } from '../../../../contract/breaches.ts'
import { recordFunds } from '../../../../contract/contributions.ts'
import { approveDraft, createDraft, updateDraft } from '../../../../contract/drafts.ts'
import { createKeyFunctionHolder } from '../../../../contract/key-function-holders.ts'
import { createPaymentAccount, withdrawPaymentAccount } from '../../../../contract/payment-accounts.ts'
import { composeDraft } from './compose.ts'
import { NO_RECORD, type RecordFacts } from './template-model.ts'
import { TEMPLATES } from './templates.ts'

const service = useService()
const NOW = '2026-11-21T12:00:00Z'
const AFTER = '2026-11-22T12:00:00Z'
afterEach(() => service().clock.set(NOW))

const about = (
  { firm, scheme }: Payroll,
  kind: 'LATE_CONTRIBUTION_LETTER' | 'CHASE_EMAIL',
  subjectId: string,
) => firm.broker.send(createDraft, { schemeId: scheme.id, kind, subjectId })

describe('a letter about a payroll month', () => {
  test('before the due date requests the contributions and does not call them late', async () => {
    const payroll = await createPayroll(service())
    const { id } = await createBatch(payroll)
    expect(await about(payroll, 'LATE_CONTRIBUTION_LETTER', id)).toMatchObject(
      buildRefusal(422, 'NOTHING_OUTSTANDING', { field: 'subjectId' }),
    )
    const { text } = (await about(payroll, 'CHASE_EMAIL', id)).body
    expect(text).toContain('has arrived by 21 November 2026')
    expect(text).not.toContain('has passed')
  })

  test('states one day late on the day after the due date', async () => {
    const payroll = await createPayroll(service())
    const { id } = await createBatch(payroll)
    service().clock.set(AFTER)
    const letter = (await about(payroll, 'LATE_CONTRIBUTION_LETTER', id)).body.text
    expect(letter).toContain(
      '- Expected: €500.00, including €200.00 deducted from pay\n- Received: €0.00\n- Outstanding: €500.00',
    )
    expect(letter).toContain('They were due on 21 November 2026 and are 1 day late.')
    const mail = (await about(payroll, 'CHASE_EMAIL', id)).body.text
    expect(mail).toContain('21 November 2026 has passed')
    expect(mail).not.toContain('has arrived by')
  })

  test('names the current account for contributions, and none that is withdrawn', async () => {
    const payroll = await createPayroll(service())
    const { id } = await createBatch(payroll)
    service().clock.set(AFTER)
    const texts = async () => [
      (await about(payroll, 'LATE_CONTRIBUTION_LETTER', id)).body.text,
      (await about(payroll, 'CHASE_EMAIL', id)).body.text,
    ]
    for (const text of await texts()) expect(text).not.toMatch(/pay to|paymentAccount/)
    const account = await payroll.firm.admin.call(createPaymentAccount, {
      id: payroll.scheme.id,
      accountName: 'Trustees of the scheme',
      iban: 'IE29 AIBK 9311 5212 3456 78',
      bic: 'AIBKIE2D',
    })
    for (const text of await texts())
      expect(text).toContain(
        'Please pay to: Trustees of the scheme, IBAN IE29 AIBK 9311 5212 3456 78, BIC AIBKIE2D.',
      )
    await payroll.firm.admin.call(withdrawPaymentAccount, { id: account.id })
    for (const text of await texts()) expect(text).not.toContain('IE29')
  })

  test('is refused if the month is paid in full', async () => {
    const payroll = await createPayroll(service())
    const { id, totalCents } = await createBatch(payroll)
    await payroll.firm.broker.call(recordFunds, { id, amountCents: totalCents })
    service().clock.set(AFTER)
    for (const kind of ['LATE_CONTRIBUTION_LETTER', 'CHASE_EMAIL'] as const)
      expect(await about(payroll, kind, id)).toMatchObject(buildRefusal(422, 'NOTHING_OUTSTANDING'))
  })

  test('of a defined benefit scheme calls only the amount deducted from pay late', async () => {
    const payroll = await createPayroll(service(), { scheme: { type: 'DB' } })
    const { id } = await createBatch(payroll)
    service().clock.set(AFTER)
    const before = (await about(payroll, 'LATE_CONTRIBUTION_LETTER', id)).body.text
    expect(before).toContain('The amount deducted from pay was due on 21 November 2026 and is 1 day late.')
    expect(before).not.toContain('They were due on')
    await payroll.firm.broker.call(recordFunds, { id, amountCents: 200_00, employeeCents: 200_00 })
    const after = (await about(payroll, 'LATE_CONTRIBUTION_LETTER', id)).body.text
    expect(after).toContain('and was received on 22 November 2026')
    const mail = (await about(payroll, 'CHASE_EMAIL', id)).body.text
    expect(mail).toContain('follows from the deed and rules')
    expect(mail).not.toContain('as well')
  })
})

describe('a report of a breach', () => {
  test.each([
    [
      'COMPULSORY_S83',
      /The Pensions Authority\n\n\*\*Report under section 83/,
      /Data Protection Commission|Record of/,
    ],
    [
      'GDPR_33',
      /The Data Protection Commission\n\n\*\*Notification of a personal data/,
      /Pensions Authority\n|Record of/,
    ],
    ['NONE', /\*\*Record of a breach/, /^The (?:Pensions Authority|Data Protection Commission)$/m],
    ['UNDECIDED', /> Check: no decision on a report is recorded/, /^The Pensions Authority$/m],
  ] as const)('with the decision %s is addressed accordingly', (reportability, says, never) => {
    const report = composed('BREACH_REPORT', { reportability })
    expect(report).toMatch(says)
    expect(report).not.toMatch(never)
  })

  test('of personal data states the end of the 72 hours and what the notification contains', async () => {
    const payroll = await createPayroll(service())
    const { id } = await payroll.firm.broker.call(createBreach, {
      schemeId: payroll.scheme.id,
      category: 'DATA_PROTECTION',
      title: 'Statements sent to former addresses',
      occurredOn: '2026-11-19',
      detectedOn: '2026-11-20',
      awareAt: '2026-11-20T09:40:00Z',
      membersAffected: 4,
    })
    const { text } = await payroll.firm.broker.call(createDraft, {
      schemeId: payroll.scheme.id,
      kind: 'BREACH_REPORT',
      subjectId: id,
    })
    expect(text).toContain('- Became aware: 20 November 2026 at 09:40')
    expect(text).toContain('The 72 hours from becoming aware of the breach end on 23 November 2026 at 09:40.')
    expect(text).toContain('- Approximate number of persons concerned: 4')
    expect(text).toContain('Likely consequences of the breach')
  })
})

const composed = (kind: keyof typeof TEMPLATES, record: Partial<RecordFacts>): string =>
  composeDraft(TEMPLATES[kind], { facts: ORDINARY_DC, record: { ...NO_RECORD, ...record } })

describe('an outsourcing notification', () => {
  test.each([
    [{ isNotifiedBefore: true }, /is made before the agreement/, /is made late|is notified in a timely/],
    [
      { isNotifiedBefore: true, isInForce: true },
      /is made late for this reason/,
      /is made before the agreement|is notified in a timely/,
    ],
    [{ isInForce: true }, /is notified in a timely manner/, /is made before the agreement|is made late/],
  ])('describes the arrangement %o', (record, says, never) => {
    const note = composed('OUTSOURCING_NOTIFICATION', record)
    expect(note).toMatch(says)
    expect(note).not.toMatch(never)
  })

  test('mentions the fit and proper assessment only for a key function', () => {
    expect(composed('OUTSOURCING_NOTIFICATION', { isKeyFunctionOutsourced: true })).toContain(
      'fit and proper',
    )
    expect(composed('OUTSOURCING_NOTIFICATION', {})).not.toContain('fit and proper')
  })
})

describe('a letter of appointment', () => {
  const propose = async (fields: { isOutsourced?: boolean } = {}) => {
    const firm = await createFirm(service())
    const scheme = await firm.hasScheme({ type: 'DC' })
    const holder = await firm.broker.call(createKeyFunctionHolder, {
      schemeId: scheme.id,
      function: 'RISK_MANAGEMENT',
      holderKind: 'INDIVIDUAL',
      holderName: 'Aoife Holder',
      relationship: 'INDEPENDENT_PROVIDER',
      ...fields,
    })
    const sent = {
      schemeId: scheme.id,
      kind: 'KEY_FUNCTION_APPOINTMENT_LETTER',
      subjectId: holder.id,
    } as const
    return { firm, holder, sent }
  }

  test('shows what the register has against the appointment, and is not approved while the register refuses', async () => {
    const { firm, sent } = await propose()
    const draft = await firm.broker.call(createDraft, sent)
    expect(draft.text).toContain(
      '> Check: the register of key functions refuses this appointment: Record a fit and proper assessment',
    )
    expect(draft.findings).toContainEqual(expect.objectContaining({ level: 'REFUSE', code: 'CHECKS_LEFT' }))
    const text = draft.text.replace(/^> Check: .*\n*/gm, '').replace(/\{\{[^}]*\}\}/g, 'agreed')
    const { findings } = await firm.broker.call(updateDraft, { id: draft.id, title: draft.title, text })
    expect(findings).toEqual([])
    const refused = await firm.admin.send(approveDraft, { id: draft.id })
    expect(refused.status).toBe(422)
    expect(JSON.stringify(refused.body)).toContain('NOT_ASSESSED')
  })

  test('is refused for a holder who is no longer in office', async () => {
    const { firm, holder, sent } = await propose()
    await service().asOwner("update key_function_holders set status = 'ENDED' where id = $1", [holder.id])
    expect(await firm.broker.send(createDraft, sent)).toMatchObject(
      buildRefusal(422, 'HOLDER_NOT_OPEN', { field: 'subjectId' }),
    )
  })

  test.each([
    ['RISK_MANAGEMENT', /facilitate the functioning/, /evaluate whether|technical provisions/],
    ['INTERNAL_AUDIT', /evaluate whether/, /facilitate the functioning|technical provisions/],
    ['ACTUARIAL', /technical provisions/, /facilitate the functioning|evaluate whether/],
  ] as const)('to the holder of %s lists the tasks of that function', (keyFunction, says, never) => {
    const letter = composed('KEY_FUNCTION_APPOINTMENT_LETTER', { keyFunction })
    expect(letter).toMatch(says)
    expect(letter).not.toMatch(never)
  })

  test('names the responsible person to a firm, and the agreement to an outside holder', () => {
    const toPerson = composed('KEY_FUNCTION_APPOINTMENT_LETTER', {})
    expect(toPerson).not.toMatch(/person responsible|legally enforceable/)
    const toFirm = composed('KEY_FUNCTION_APPOINTMENT_LETTER', { isHeldByFirm: true, isHeldOutside: true })
    expect(toFirm).toMatch(/person responsible for the function at your firm is \{\{responsiblePerson\}\}/)
    expect(toFirm).toMatch(/legally enforceable agreement/)
  })
})
