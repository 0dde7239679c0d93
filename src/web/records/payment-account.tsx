/** The account to which the contributions of a scheme are paid: administrators record it, and reminders to employers name it. */

import { useQuery } from '@tanstack/react-query'
import { formatIban, maskIban } from '../../contract/iban.ts'
import {
  createPaymentAccount,
  listPaymentAccounts,
  withdrawPaymentAccount,
} from '../../contract/payment-accounts.ts'
import { formatInstant } from '../../contract/value-format.ts'
import { Acts } from '../forms/acts.tsx'
import { createQuery } from '../queries.ts'
import { useMay } from '../session.tsx'
import { TextField } from '../ui/form/fields.tsx'
import { Row, Rows } from '../ui/rows.tsx'
import { Section } from '../ui/section.tsx'

export default function PaymentAccount({ scheme }: { scheme: { id: string; version: number } }) {
  const { data } = useQuery(createQuery(listPaymentAccounts, { id: scheme.id }))
  const may = useMay()
  if (!data) return null
  const current = data.data.find(({ isCurrent }) => isCurrent)
  const earlier = data.data.filter(({ isCurrent }) => !isCurrent)
  return (
    <Section
      title="Account for contributions"
      actions={
        <>
          {may(createPaymentAccount) && (
            <Acts
              subject={scheme}
              acts={[
                {
                  contract: createPaymentAccount,
                  label: current ? 'Replace account' : 'Record account',
                  title: current
                    ? 'Replace the account for contributions'
                    : 'Record the account for contributions',
                  explanation: [
                    'Reminders of contributions name this account. Check the details with the trustees or the provider by telephone.',
                    'The audit log records who changed it and when, not the account.',
                  ],
                  fields: (
                    <>
                      <TextField name="accountName" label="Account name" isRequired />
                      <TextField name="iban" label="IBAN" isRequired help="Spaces are allowed" />
                      <TextField name="bic" label="BIC" />
                    </>
                  ),
                  isMain: true,
                  done: 'Account recorded',
                },
              ]}
            />
          )}
          {current && may(withdrawPaymentAccount) && (
            <Acts
              subject={current}
              acts={[
                {
                  contract: withdrawPaymentAccount,
                  label: 'Withdraw account',
                  title: 'Withdraw the account for contributions',
                  explanation: ['Reminders no longer name an account. The account stays in the list below.'],
                  look: 'danger',
                  isMain: true,
                  done: 'Account withdrawn',
                },
              ]}
            />
          )}
        </>
      }
    >
      {current ? (
        <p>
          <span className="font-medium">{current.accountName}</span>
          <br />
          IBAN {formatIban(current.iban)}
          {current.bic && `, BIC ${current.bic}`}
        </p>
      ) : (
        <p className="text-muted">No account recorded. Reminders to employers do not say where to pay.</p>
      )}
      {earlier.length > 0 && (
        <Rows name="Earlier accounts">
          {earlier.map(({ id, accountName, iban, createdAt }) => (
            <Row
              key={id}
              title={`${accountName}, ${maskIban(iban)}`}
              aside={`recorded ${formatInstant(createdAt)}`}
            />
          ))}
        </Rows>
      )}
    </Section>
  )
}
