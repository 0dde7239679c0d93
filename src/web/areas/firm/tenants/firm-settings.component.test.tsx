import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { setUpFakeApi, toPage } from '../../../../../test/components/fake-api.ts'
import { buildTenant } from '../../../../../test/components/records.ts'
import { getDescription, renderPage } from '../../../../../test/components/render-page.tsx'
import { updateTenant } from '../../../../contract/tenants.ts'
import { listUsers } from '../../../../contract/users.ts'
import { FirmDetails } from './firm-details.tsx'
import { EditFirm } from './firm-form.tsx'

const api = setUpFakeApi()
const FIRM = buildTenant()

beforeEach(() => api.answer(listUsers, () => toPage([])))

test('figures by year are typed one per line, and each assumption is marked as not verified', async () => {
  api.signIn('BrokerAdmin')
  api.answer(updateTenant, () => FIRM)
  const { user } = await renderPage(<EditFirm firm={FIRM} />)
  const thresholds = await screen.findByLabelText<HTMLTextAreaElement>('Standard fund threshold')
  expect(thresholds.value.split('\n')[1]).toBe('2026: €2,200,000.00')
  const caps = screen.getByLabelText<HTMLTextAreaElement>('Earnings cap of tax relief')
  expect(getDescription(caps)).toContain('our interpretation, not verified')
  expect(getDescription(screen.getByLabelText('Reviewing the system of governance'))).toContain(
    'our interpretation, not verified',
  )
  const limits = screen.getByLabelText<HTMLTextAreaElement>('Tax relief limits by age')
  await user.type(limits, '\n2027, age 60: 42.5%')
  await user.type(caps, '\nfrom 2027 more')
  await user.click(screen.getByRole('button', { name: 'Save changes' }))
  expect(getDescription(caps)).toContain('Enter a year and an amount for each figure')
  await user.clear(caps)
  await user.type(caps, '2011: 115,000\n2027: €120,000.50')
  await user.click(screen.getByRole('button', { name: 'Save changes' }))
  await screen.findByText('Firm saved')
  const [request] = api.requestsTo(updateTenant)
  expect(request?.input.settings).toMatchObject({
    taxReliefEarningsCaps: [
      { fromYear: 2011, amountCents: 115_000_00 },
      { fromYear: 2027, amountCents: 120_000_50 },
    ],
    standardFundThresholds: FIRM.settings.standardFundThresholds,
  })
  expect(request?.input.settings.taxReliefAgeLimits.at(-1)).toEqual({
    fromYear: 2027,
    fromAge: 60,
    percent: 42.5,
  })
})

test("the firm's record shows its assumptions with the label", async () => {
  await renderPage(<FirmDetails firm={FIRM} />)
  expect(await screen.findByText(/2011, age 60: 40%/)).toBeTruthy()
  expect(screen.getAllByText('Our interpretation, unverified').length).toBeGreaterThan(20)
})
