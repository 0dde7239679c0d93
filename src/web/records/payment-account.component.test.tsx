import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { setUpFakeApi } from '../../../test/components/fake-api.ts'
import { renderPage } from '../../../test/components/render-page.tsx'
import {
  type PaymentAccount as Account,
  createPaymentAccount,
  listPaymentAccounts,
} from '../../contract/payment-accounts.ts'
import PaymentAccount from './payment-account.tsx'

const api = setUpFakeApi()
const SCHEME = { id: 'scheme1', version: 4 }

const buildAccount = (fields: Partial<Account>): Account => ({
  id: 'account1',
  createdAt: '2026-11-20T09:00:00.000Z',
  updatedAt: '2026-11-20T09:00:00.000Z',
  version: 1,
  tenantId: 'firm1',
  schemeId: 'scheme1',
  schemeName: 'Corrib DC',
  accountName: 'Trustees of Corrib DC',
  iban: 'IE29AIBK93115212345678',
  bic: null,
  isCurrent: true,
  withdrawnAt: null,
  ...fields,
})

test('the current account is shown in full, an earlier one masked', async () => {
  api.answer(listPaymentAccounts, () => ({
    data: [
      buildAccount({}),
      buildAccount({ id: 'account2', iban: 'IE64IRCE92050112345678', isCurrent: false }),
    ],
    nextCursor: null,
  }))
  api.signIn('BrokerUser')
  await renderPage(<PaymentAccount scheme={SCHEME} />)
  await screen.findByText(/IBAN IE29 AIBK 9311 5212 3456 78/)
  screen.getByText('Trustees of Corrib DC, IE•• •••• 5678')
  expect(screen.queryByRole('button', { name: 'Replace account' })).toBeNull()
})

test('an administrator records the account', async () => {
  let accounts: Account[] = []
  api.answer(listPaymentAccounts, () => ({ data: accounts, nextCursor: null }))
  api.answer(createPaymentAccount, ({ input }) => {
    accounts = [buildAccount({ accountName: input.accountName, iban: input.iban })]
    return buildAccount({ accountName: input.accountName, iban: input.iban })
  })
  api.signIn('BrokerAdmin')
  const { user } = await renderPage(<PaymentAccount scheme={SCHEME} />)
  await user.click(await screen.findByRole('button', { name: 'Record account' }))
  await user.type(await screen.findByLabelText(/Account name/), 'Trustees of Corrib DC')
  await user.type(screen.getByLabelText(/IBAN/), 'IE29 AIBK 9311 5212 3456 78')
  const buttons = screen.getAllByRole('button', { name: 'Record account' })
  await user.click(buttons[buttons.length - 1] as HTMLElement)
  await waitFor(() => expect(api.requestsTo(createPaymentAccount)).toHaveLength(1))
  await screen.findByText(/IBAN IE29 AIBK 9311 5212 3456 78/)
})
