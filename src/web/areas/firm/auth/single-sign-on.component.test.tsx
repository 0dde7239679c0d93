import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { setUpFakeApi } from '../../../../../test/components/fake-api.ts'
import { renderPage } from '../../../../../test/components/render-page.tsx'
import { getSession } from '../../../../contract/auth.ts'
import { PAGES } from '../../../../contract/pages.ts'
import {
  completeSingleSignOn,
  findSingleSignOn,
  startSingleSignOn,
} from '../../../../contract/single-sign-on.ts'
import { Refusal } from '../../../../server/pipeline/refusal.ts'
import SignIn from './sign-in.tsx'
import SingleSignOnReturn from './single-sign-on-return.tsx'

const api = setUpFakeApi()

test('the sign-in of the firm is offered for an address of its domain, and the domain alone is sent', async () => {
  api.answer(findSingleSignOn, ({ input }) => ({
    firmName: input.domain === 'firm.ie' ? 'Brokers' : null,
    isRequired: input.domain === 'firm.ie',
  }))
  api.answer(startSingleSignOn, () => {
    throw new Refusal(401, 'Not confirmed', { details: { code: 'PROVIDER' } })
  })
  const { user } = await renderPage(<SignIn />, { at: PAGES.signIn })
  await user.type(await screen.findByLabelText('E-mail address'), 'Orla@firm.ie')
  await user.click(await screen.findByRole('button', { name: "Continue with Brokers's sign-in" }))
  await screen.findByText(/cannot be used at the moment/)
  expect(api.requestsTo(startSingleSignOn)[0]?.input).toEqual({ email: 'orla@firm.ie', callbackUrl: '/' })
  for (const { sent } of api.requestsTo(findSingleSignOn)) expect(JSON.stringify(sent)).not.toContain('orla')
  await user.clear(screen.getByLabelText('E-mail address'))
  await user.type(screen.getByLabelText('E-mail address'), 'orla@other.ie')
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Continue/ })).toBeNull())
})

test('the response of the provider leaves the address and is sent once', async () => {
  api.answer(completeSingleSignOn, () => ({ url: '/schemes' }))
  await renderPage(<SingleSignOnReturn />, {
    at: '/signin/return/firm1?code=abc&state=def',
    path: PAGES.singleSignOnReturn,
  })
  await screen.findByRole('heading', { name: '/schemes' })
  expect(api.requestsTo(completeSingleSignOn).map(({ input }) => input)).toEqual([
    { firm: 'firm1', response: '?code=abc&state=def' },
  ])
  expect(window.location.search).toBe('')
})

test('a refusal says what to do, with its code', async () => {
  api.answer(completeSingleSignOn, () => {
    throw new Refusal(401, 'Not confirmed', { details: { code: 'NO_ACCOUNT' } })
  })
  await renderPage(<SingleSignOnReturn />, {
    at: '/signin/return/firm1?code=abc&state=def',
    path: PAGES.singleSignOnReturn,
  })
  await screen.findByText(/did not confirm who you are/)
  await screen.findByText('Reason code: NO_ACCOUNT')
  expect(api.requestsTo(getSession)).toHaveLength(1)
})
