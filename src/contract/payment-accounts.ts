/** Bank accounts to which the contributions of a scheme are paid. */
import { z } from 'zod'
import { command, query } from './define.ts'
import { isIban, normaliseIban } from './iban.ts'
import {
  Id,
  Instant,
  line,
  listOf,
  NoParameters,
  Nothing,
  optional,
  pageOf,
  recordFields,
  toStoredFields,
} from './values.ts'

const Iban = line(15, 45)
  .transform(normaliseIban)
  .pipe(z.string().refine(isIban, 'Check the IBAN: its check digits do not match'))
  .describe('IBAN of the account, such as IE29 AIBK 9311 5212 3456 78; the check digits are verified')

const Bic = line(8, 12)
  .transform(normaliseIban)
  .pipe(z.string().regex(/^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/, 'A BIC has 8 or 11 letters and digits'))

export const NewPaymentAccount = z.object({
  accountName: line(1, 140).describe('Name of the account holder, such as the trustees of the scheme'),
  iban: Iban,
  bic: optional(Bic),
})

export const PaymentAccount = z.object({
  ...recordFields,
  tenantId: Id,
  schemeId: Id,
  schemeName: z.string(),
  ...toStoredFields(NewPaymentAccount.shape),
  isCurrent: z.boolean().describe('The newest account of the scheme that was not withdrawn'),
  withdrawnAt: Instant.nullable(),
})
export type PaymentAccount = z.infer<typeof PaymentAccount>

export const listPaymentAccounts = query('payment-account.list', {
  route: 'GET /api/schemes/{id}/payment-accounts',
  access: 'EmployerUser',
  summary:
    'Lists the accounts for contributions of a scheme, newest first. Reminders to employers name the current one.',
  input: pageOf({ sort: z.enum(['-createdAt']).default('-createdAt') }),
  output: listOf(PaymentAccount),
})
export const getPaymentAccount = query('payment-account.get', {
  route: 'GET /api/payment-accounts/{id}',
  access: 'BrokerUser',
  summary: 'Returns one account for contributions.',
  input: NoParameters,
  output: PaymentAccount,
})
export const createPaymentAccount = command('payment-account.create', {
  route: 'POST /api/schemes/{id}/payment-accounts',
  access: 'BrokerAdmin',
  summary:
    'Records the account for contributions of a scheme. It replaces the current one, which stays in the list.',
  input: NewPaymentAccount,
  output: PaymentAccount,
  status: 201,
})
export const withdrawPaymentAccount = command('payment-account.withdraw', {
  route: 'POST /api/payment-accounts/{id}/withdraw',
  access: 'BrokerAdmin',
  summary: 'Withdraws an account: reminders no longer name it.',
  input: Nothing,
  output: PaymentAccount,
})
