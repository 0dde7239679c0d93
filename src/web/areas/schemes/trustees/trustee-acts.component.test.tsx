import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { setUpFakeApi } from '../../../../../test/components/fake-api.ts'
import { buildTrustee } from '../../../../../test/components/records.ts'
import { renderPage } from '../../../../../test/components/render-page.tsx'
import { TrusteeActs } from './trustee-acts.tsx'

const api = setUpFakeApi()

test.each([
  ['an administrator who may decide', [], true],
  ['the administrator who recorded the assessment, where a second person is required,', ['user1'], false],
])('%s is offered the appointment (barred: %o): %s', async (_, barredApproverIds, isOffered) => {
  api.signIn('BrokerAdmin')
  await renderPage(<TrusteeActs trustee={buildTrustee({ status: 'FIT_PROPER_OK', barredApproverIds })} />)
  await screen.findByRole('button', { name: 'More actions' })
  expect(screen.queryByRole('button', { name: 'Appoint' }) !== null).toBe(isOffered)
})
