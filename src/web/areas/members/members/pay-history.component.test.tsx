import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { setUpFakeApi, toPage } from '../../../../../test/components/fake-api.ts'
import { buildMember } from '../../../../../test/components/records.ts'
import { renderPage } from '../../../../../test/components/render-page.tsx'
import {
  correctMemberPay,
  listMemberPay,
  type MemberPay,
  recordMemberPay,
} from '../../../../contract/member-pay.ts'
import { PAGES } from '../../../../contract/pages.ts'
import PayHistory from './pay-history.tsx'

const api = setUpFakeApi()

const buildPay = (fields: Partial<MemberPay> = {}): MemberPay => ({
  id: 'pay1',
  createdAt: '2026-01-05T10:00:00.000Z',
  updatedAt: '2026-01-05T10:00:00.000Z',
  version: 1,
  memberId: 'member1',
  pensionableSalaryCents: 3_000_000,
  employeeRatePercent: 5,
  employerRatePercent: 6.5,
  additionalVoluntaryPercent: null,
  validFrom: null,
  source: 'USER',
  recordedByName: 'Niamh Byrne',
  ...fields,
})
const member = buildMember({
  pensionableSalaryCents: 3_300_000,
  employeeRatePercent: 5,
  employerRatePercent: 6.5,
})
const show = () => renderPage(<PayHistory member={member} />, { at: PAGES.members })

test('each pay shows its start date and author; the current pay is marked', async () => {
  api.answer(listMemberPay, () =>
    toPage([
      buildPay({ id: 'pay3', validFrom: '2190-01-01', pensionableSalaryCents: 3_600_000 }),
      buildPay({ id: 'pay2', validFrom: '2026-01-01', pensionableSalaryCents: 3_300_000, source: 'IMPORT' }),
      buildPay(),
    ]),
  )
  await show()
  const rows = within(await screen.findByRole('list', { name: 'Pay and contribution rates' })).getAllByRole(
    'listitem',
  )
  const texts = rows.map(({ textContent }) => textContent ?? '')
  expect(texts.map((text) => text.includes('Valid today'))).toEqual([false, true, false])
  expect(texts.map((text) => text.includes('Not yet valid'))).toEqual([true, false, false])
  expect(texts[1]).toContain('Imported by Niamh Byrne')
  expect(texts[2]).toContain('From the beginning of the membership')
  expect(texts[2]).toContain('€30,000.00')
  expect(texts[2]).toContain('Not known')
})

test('a change starts with the current pay and sends the date', async () => {
  api.answer(listMemberPay, () => toPage([buildPay()]))
  const sent: unknown[] = []
  api.answer(recordMemberPay, ({ input }) => {
    sent.push(input)
    return member
  })
  await show()
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Change pay' }))
  await screen.findByText(/^Enter all values/)
  const dialog = screen.getByRole('dialog')
  await user.click(await within(dialog).findByRole('button', { name: 'Change pay' }))
  await screen.findByText('Pay recorded')
  expect(sent).toMatchObject([
    { pensionableSalaryCents: 3_300_000, validFrom: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) },
  ])
})

test('a correction names the pay that it corrects', async () => {
  api.answer(listMemberPay, () => toPage([buildPay({ validFrom: '2025-01-01' })]))
  const sent: unknown[] = []
  api.answer(correctMemberPay, ({ input }) => {
    sent.push(input)
    return member
  })
  await show()
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Correct' }))
  await screen.findByText(/^Use this for values/)
  const dialog = screen.getByRole('dialog')
  await user.click(await within(dialog).findByRole('button', { name: 'Correct' }))
  await screen.findByText('Pay corrected')
  expect(sent).toMatchObject([
    { recordedFrom: '2025-01-01', validFrom: '2025-01-01', pensionableSalaryCents: 3_000_000 },
  ])
})

test('an employer can read the history but not change it', async () => {
  api.signIn('EmployerUser')
  api.answer(listMemberPay, () => toPage([buildPay()]))
  await show()
  await screen.findByRole('list', { name: 'Pay and contribution rates' })
  expect(screen.queryByRole('button')).toBeNull()
})
