import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Contract, Sent } from '../../../../contract/define.ts'
import {
  getSecondFactor,
  removeApp,
  removePasskey,
  renamePasskey,
  renewRecoveryCodes,
} from '../../../../contract/second-factor.ts'
import { formatInstant } from '../../../../contract/value-format.ts'
import { ContractForm } from '../../../forms/contract-form.tsx'
import { formatProblem } from '../../../problems.ts'
import { createQuery, useCommand } from '../../../queries.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/form/fields.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Section } from '../../../ui/section.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { FactorSetUp, RecoveryCodeList } from './factor-set-up.tsx'

const formatUse = ({ createdAt, lastUsedAt }: { createdAt: string; lastUsedAt: string | null }): string =>
  `Set up ${formatInstant(createdAt)}. ${lastUsedAt ? `Last used ${formatInstant(lastUsedAt)}` : 'Not used yet'}`

/** The second factors of the user: app, passkeys and recovery codes. */
export function SecondFactorSection() {
  const { data: factor } = useSuspenseQuery(createQuery(getSecondFactor, {}))
  const [codes, setCodes] = useState<readonly string[]>([])
  const renew = useCommand(renewRecoveryCodes)
  const hasFactor = factor.app !== null || factor.passkeys.length > 0
  return (
    <Section title="Second factor">
      <p className="max-w-[70ch]">
        With a second factor, the password alone does not open your account. Use an authenticator app on your
        phone, or a passkey: fingerprint, face, PIN or security key.
      </p>
      <Requirement isRequired={factor.isRequired} dueAt={factor.dueAt} hasFactor={hasFactor} />
      {hasFactor && (
        <ul className="flex flex-col gap-2" aria-label="Your second factors">
          {factor.app && (
            <Factor title="Authenticator app" use={formatUse(factor.app)}>
              <RemoveButton contract={removeApp} sent={{}} name="the authenticator app" />
            </Factor>
          )}
          {factor.passkeys.map((passkey) => (
            <Passkey key={passkey.name} {...passkey} />
          ))}
        </ul>
      )}
      <FactorSetUp factor={factor} />
      {hasFactor && (
        <div className="flex flex-col items-start gap-2">
          <p className="max-w-[70ch]">
            {factor.recoveryCodesLeft} of 10 recovery codes are unused. New codes replace all earlier ones.
          </p>
          {codes.length > 0 && <RecoveryCodeList codes={codes} />}
          <Button
            isBusy={renew.isPending}
            onClick={() =>
              renew.mutate(
                { sent: {} },
                {
                  onSuccess: ({ recoveryCodes }) => setCodes(recoveryCodes),
                  onError: (error) => showToast('failed', formatProblem(error)),
                },
              )
            }
          >
            Create new recovery codes
          </Button>
        </div>
      )}
    </Section>
  )
}

function Requirement({
  isRequired,
  dueAt,
  hasFactor,
}: {
  isRequired: boolean
  dueAt: string | null
  hasFactor: boolean
}) {
  if (hasFactor) return null
  if (!isRequired)
    return (
      <Notice title="Your firm does not require a second factor for your role">You can set one up.</Notice>
    )
  return (
    <Notice look="warn" title={`Set up a second factor${dueAt ? ` by ${formatInstant(dueAt)}` : ''}`}>
      Your firm requires it for your role. After that, you can only set it up when you sign in.
    </Notice>
  )
}

function Factor({ title, use, children }: { title: string; use: string; children: React.ReactNode }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-2 rounded-md border border-line bg-surface p-3">
      <div className="min-w-0">
        <p className="font-medium [overflow-wrap:anywhere]">{title}</p>
        <p className="text-muted">{use}</p>
      </div>
      <div className="flex flex-wrap gap-2">{children}</div>
    </li>
  )
}

function Passkey({ name, ...times }: { name: string; createdAt: string; lastUsedAt: string | null }) {
  const [isRenaming, setRenaming] = useState(false)
  if (isRenaming)
    return (
      <li className="rounded-md border border-line bg-surface p-3">
        <ContractForm
          contract={renamePasskey}
          defaults={{ newName: name }}
          ids={{ name }}
          submitLabel="Save name"
          onSaved={() => {
            setRenaming(false)
            showToast('saved', 'Name saved')
          }}
        >
          <TextField name="newName" label="Name of the passkey" isRequired />
        </ContractForm>
      </li>
    )
  return (
    <Factor title={name} use={formatUse(times)}>
      <Button look="quiet" aria-label={`Rename ${name}`} onClick={() => setRenaming(true)}>
        Rename
      </Button>
      <RemoveButton contract={removePasskey} sent={{ name }} name={name} />
    </Factor>
  )
}

/** The second click removes: a factor is quickly set up again. */
function RemoveButton<C extends Contract>({
  contract,
  sent,
  name,
}: {
  contract: C
  sent: Sent<C>
  name: string
}) {
  const [isAsking, setAsking] = useState(false)
  const remove = useCommand(contract)
  if (!isAsking)
    return (
      <Button look="quiet" aria-label={`Remove ${name}`} onClick={() => setAsking(true)}>
        Remove
      </Button>
    )
  return (
    <Button
      look="danger"
      aria-label={`Remove ${name} now`}
      isBusy={remove.isPending}
      onBlur={() => setAsking(false)}
      onClick={() =>
        remove.mutate(
          { sent },
          {
            onSuccess: () => showToast('saved', 'The factor is removed'),
            onError: (error) => showToast('failed', formatProblem(error)),
          },
        )
      }
    >
      Remove now
    </Button>
  )
}
