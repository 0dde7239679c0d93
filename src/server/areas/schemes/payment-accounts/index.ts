import { sql } from 'kysely'
import * as contract from '../../../../contract/payment-accounts.ts'
import { defineAuditedRecord } from '../../../operation/audited-record.ts'
import { toColumns } from '../../../operation/columns.ts'
import { defineChange } from '../../../operation/record-commands.ts'
import { defineGet, defineList } from '../../../operation/record-queries.ts'
import { recordSet } from '../../../operation/record-set.ts'
import { created, defineCommand, type Operation } from '../../../pipeline/define-operation.ts'
import { createConflictRefusal } from '../../../pipeline/refusal.ts'
import type { Tx } from '../../../platform/database.ts'
import { createId } from '../../../platform/ids.ts'
import { schemes } from '../schemes/index.ts'

/** SQL: whether the account `r` is the one that employers pay to. */
const IS_CURRENT = `r.withdrawn_at is null and not exists (select from payment_accounts x
  where x.tenant_id = r.tenant_id and x.scheme_id = r.scheme_id and x.withdrawn_at is null
    and (x.created_at, x.id) > (r.created_at, r.id))`

const paymentAccounts = recordSet({
  record: contract.PaymentAccount,
  from: 'payment_accounts r join schemes s on s.tenant_id = r.tenant_id and s.id = r.scheme_id',
  columns: { schemeName: 's.name', isCurrent: `(${IS_CURRENT})` },
  owner: { tenant: 'r.tenant_id', employer: 'r.employer_id', member: null },
  // The path's id is the scheme's.
  filters: { id: 'r.scheme_id = $' },
  sorts: { '-createdAt': { by: 'r.created_at', type: 'timestamptz', descending: true } },
})

/** The account to which the contributions of a scheme are paid. */
export type AccountToPay = Pick<contract.PaymentAccount, 'accountName' | 'iban' | 'bic'>

export const findAccountToPay = (tx: Tx, schemeId: string): Promise<AccountToPay | undefined> =>
  tx
    .selectFrom('payment_accounts')
    .select(['account_name as accountName', 'iban', 'bic'])
    .where('scheme_id', '=', schemeId)
    .where('withdrawn_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** The log says that an account was recorded or withdrawn, not which: its entries are exported and read by more people. */
const auditedPaymentAccount = defineAuditedRecord('paymentAccount', contract.PaymentAccount, {
  concealed: ['accountName', 'iban', 'bic'],
  leftOut: ['schemeName'],
})

const createPaymentAccount = defineCommand({
  contract: contract.createPaymentAccount,
  owner: ({ id }, find) => find.scheme(id),
  async handle({ input, tx, actor }) {
    const scheme = await schemes.require(tx, input.id)
    const id = createId()
    await tx
      .insertInto('payment_accounts')
      .values({
        id,
        tenant_id: scheme.tenantId,
        scheme_id: scheme.id,
        employer_id: scheme.employerId,
        created_by: actor.id,
        ...toColumns(contract.NewPaymentAccount, input),
      })
      .execute()
    const account = await paymentAccounts.require(tx, id)
    return { ...created(auditedPaymentAccount, account), location: `/api/payment-accounts/${id}` }
  },
})

const withdrawPaymentAccount = defineChange(
  contract.withdrawPaymentAccount,
  { records: paymentAccounts, audited: auditedPaymentAccount },
  ({ before }) => {
    if (before.withdrawnAt !== null)
      throw createConflictRefusal('This account is already withdrawn', { code: 'ILLEGAL_TRANSITION' })
    return { withdrawn_at: sql`clock_timestamp()` }
  },
)

export const createPaymentAccountOperations = (): Operation[] => [
  defineList(contract.listPaymentAccounts, paymentAccounts, 'scheme'),
  defineGet(contract.getPaymentAccount, 'paymentAccount', paymentAccounts),
  createPaymentAccount,
  withdrawPaymentAccount,
]
