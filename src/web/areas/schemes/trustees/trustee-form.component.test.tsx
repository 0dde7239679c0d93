import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { setUpFakeApi } from '../../../../../test/components/fake-api.ts'
import { buildScheme, buildTrustee } from '../../../../../test/components/records.ts'
import { renderPage } from '../../../../../test/components/render-page.tsx'
import type { Role } from '../../../../contract/define.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { getScheme, type Scheme } from '../../../../contract/schemes.ts'
import { appointTrustee, assessTrustee, createTrustee } from '../../../../contract/trustees.ts'
import { createBusinessRuleRefusal } from '../../../../server/pipeline/refusal.ts'
import { NewPage } from './trustee-form.tsx'

const api = setUpFakeApi()

const NUALA = buildTrustee()

async function renderNewPage(scheme: Partial<Scheme> = {}, role: Role = 'BrokerAdmin') {
  api.signIn(role)
  api.answer(getScheme, () => buildScheme(scheme))
  api.answer(createTrustee, ({ input }) => ({ ...NUALA, personName: input.personName }))
  api.answer(assessTrustee, () => ({ ...NUALA, status: 'FIT_PROPER_OK' as const, version: 2 }))
  api.answer(appointTrustee, () => ({ ...NUALA, status: 'APPOINTED' as const, version: 3 }))
  const { user } = await renderPage(<NewPage />, {
    at: '/schemes/scheme1/trustees/new',
    path: PAGES.newTrustee,
  })
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), NUALA.personName)
  return user
}
const date = (label: RegExp) => screen.getByRole('textbox', { name: label })
const ADD = { name: 'Add trustee' }

test('a trustee in office is added with assessment and appointment, and a draft shows its next step', async () => {
  const user = await renderNewPage()
  await user.type(date(/^Assessed/), '01/02/2020')
  await user.type(date(/^Next review/), '01/02/2027')
  await user.type(date(/^Appointed/), '01/03/2020')
  await user.click(screen.getByRole('button', ADD))
  await screen.findByText('Nuala Prendergast appointed')
  await screen.findByRole('heading', { name: '/schemes/scheme1' })
  expect(api.requestsTo(createTrustee)[0]?.sent).not.toHaveProperty('assessedOn')
  expect(api.requestsTo(assessTrustee)[0]).toMatchObject({
    version: 1,
    sent: { assessedOn: '2020-02-01', nextReviewOn: '2027-02-01' },
  })
  expect(api.requestsTo(appointTrustee)[0]).toMatchObject({ version: 2, sent: { on: '2020-03-01' } })
})

test('of an approved scheme, the list of its trustees opens', async () => {
  const user = await renderNewPage({ status: 'ACTIVE' })
  await user.type(date(/^Assessed/), '01/02/2020')
  await user.type(date(/^Appointed/), '01/03/2020')
  await user.click(screen.getByRole('button', ADD))
  await screen.findByRole('heading', { name: '/schemes/scheme1/trustees' })
})

test('without dates the trustee is proposed, and the page of the trustee has the next step', async () => {
  const user = await renderNewPage()
  await user.click(screen.getByRole('button', ADD))
  await screen.findByText('Nuala Prendergast proposed')
  await screen.findByRole('heading', { name: '/trustees/trustee1' })
  expect(api.requestsTo(assessTrustee)).toEqual([])
})

test('a refused appointment says why, and the assessment is kept', async () => {
  const user = await renderNewPage()
  api.answer(appointTrustee, () => {
    throw createBusinessRuleRefusal(
      'FOUR_EYES',
      'You recorded the assessment: another administrator of the firm has to approve it',
    )
  })
  await user.type(date(/^Assessed/), '01/02/2020')
  await user.type(date(/^Appointed/), '01/03/2020')
  await user.click(screen.getByRole('button', ADD))
  await screen.findByText('Nuala Prendergast recorded as fit and proper')
  await screen.findByText(/Nuala Prendergast is not appointed. You recorded the assessment/)
  await screen.findByRole('heading', { name: '/trustees/trustee1' })
})

test('dates that cannot be are refused before the trustee is recorded', async () => {
  const user = await renderNewPage()
  await user.type(date(/^Next review/), '01/02/2019')
  await user.type(date(/^Appointed/), '01/03/2199')
  await user.click(screen.getByRole('button', ADD))
  await screen.findByRole('button', { name: 'Assessed as fit and proper: Enter the date of the assessment' })
  screen.getByRole('button', { name: 'Appointed: The date cannot be in the future' })
  await user.type(date(/^Assessed/), '01/02/2020')
  await user.click(screen.getByRole('button', ADD))
  await screen.findByRole('button', { name: 'Next review: The next review must be after the assessment' })
  expect(api.requestsTo(createTrustee)).toEqual([])
})

test('a user who cannot appoint is asked for the assessment only', async () => {
  await renderNewPage({}, 'BrokerUser')
  date(/^Assessed/)
  expect(screen.queryByRole('textbox', { name: /^Appointed/ })).toBeNull()
})
