import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { setUpFakeApi } from '../../../../../test/components/fake-api.ts'
import { renderPage } from '../../../../../test/components/render-page.tsx'
import { changeEmail, confirmEmail } from '../../../../contract/auth.ts'
import { getSecondFactor } from '../../../../contract/second-factor.ts'
import { endSession, listSessions } from '../../../../contract/sessions.ts'
import { getMe } from '../../../../contract/users.ts'
import { createInvalidInputRefusal } from '../../../../server/pipeline/refusal.ts'
import Account from './account.tsx'
import ConfirmEmail from './confirm-email.tsx'

const api = setUpFakeApi()

test('the page confirms the address when the button is pressed, not when it is opened', async () => {
  api.answer(confirmEmail, () => ({ message: 'Confirmed' }))
  const { user } = await renderPage(<ConfirmEmail />, { at: '/confirm-email?token=the-token' })
  const button = await screen.findByRole('button', { name: 'Confirm address' })
  expect(api.requestsTo(confirmEmail)).toEqual([])
  expect(window.location.search).toBe('')
  await user.click(button)
  await screen.findByRole('heading', { name: 'Your new address is confirmed' })
  expect(api.requestsTo(confirmEmail).map(({ sent }) => sent)).toEqual([{ token: 'the-token' }])
})

test.each(['/confirm-email', '/confirm-email?token=used'])(
  'for %s the page says that the link does not work',
  async (at) => {
    api.answer(confirmEmail, () => {
      throw createInvalidInputRefusal({ path: ['token'], code: 'custom', message: 'This link is invalid' })
    })
    const { user } = await renderPage(<ConfirmEmail />, { at })
    if (at.includes('used')) await user.click(await screen.findByRole('button', { name: 'Confirm address' }))
    await screen.findByRole('heading', { name: 'This link does not work' })
  },
)

function answerAccount(): void {
  api.answer(getMe, () => ({
    id: 'user1',
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
    version: 1,
    email: 'niamh.byrne@example.ie',
    name: 'Niamh Byrne',
    role: 'BrokerUser' as const,
    tenantId: 'firm1',
    tenantName: 'Liffey Pensions',
    employerId: null,
    memberId: null,
    wantsDigest: true,
    showsFirstSteps: true,
  }))
  api.answer(getSecondFactor, () => ({
    isRequired: false,
    dueAt: null,
    app: null,
    passkeys: [],
    recoveryCodesLeft: 0,
  }))
  api.answer(listSessions, () => ({
    sessions: [SESSION, { ...SESSION, session: OTHER_SESSION, isCurrent: false, browser: 'Safari' }],
  }))
}
const SESSION = {
  session: '3f0e8a3c-8a55-4c4e-9f30-5cf3a3a7c001',
  isCurrent: true,
  method: 'PASSWORD' as const,
  network: '203.0.113',
  browser: 'Firefox',
  system: 'Linux',
  signedInAt: '2026-11-01T09:00:00.000Z',
  lastUsedAt: '2026-11-20T09:00:00.000Z',
}
const OTHER_SESSION = '3f0e8a3c-8a55-4c4e-9f30-5cf3a3a7c002'

test('the account page lists the sessions and ends another one', async () => {
  answerAccount()
  api.answer(endSession, () => null)
  const { user } = await renderPage(<Account />)
  await screen.findByText('Firefox on Linux (this session)')
  const [button, ...others] = screen.getAllByRole('button', { name: /^Sign out (Firefox|Safari) on/ })
  expect(others).toEqual([])
  await user.click(button as HTMLElement)
  await waitFor(() =>
    expect(api.requestsTo(endSession).map(({ sent }) => sent)).toEqual([{ session: OTHER_SESSION }]),
  )
})

test('the account page asks for the password with a new address, and shows where the link was sent', async () => {
  answerAccount()
  api.answer(changeEmail, () => ({ message: 'A mail is on its way' }))
  const { user } = await renderPage(<Account />)
  await user.type(await screen.findByLabelText('New e-mail address'), 'niamh@example.ie')
  const [password] = screen.getAllByLabelText('Current password')
  await user.type(password as HTMLElement, 'a few quiet words')
  await user.click(screen.getByRole('button', { name: 'Change e-mail address' }))
  await screen.findByText(/We sent it to niamh@example.ie/)
  expect(api.requestsTo(changeEmail).map(({ sent }) => sent)).toEqual([
    { newEmail: 'niamh@example.ie', currentPassword: 'a few quiet words' },
  ])
})
