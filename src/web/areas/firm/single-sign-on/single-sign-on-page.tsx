import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { PAGES } from '../../../../contract/pages.ts'
import {
  getSingleSignOn,
  removeSingleSignOn,
  type SingleSignOn,
  type SingleSignOnSettings,
  setSingleSignOn,
  testSingleSignOn,
} from '../../../../contract/single-sign-on.ts'
import { getTenant } from '../../../../contract/tenants.ts'
import { formatInstant } from '../../../../contract/value-format.ts'
import { Acts } from '../../../forms/acts.tsx'
import { ContractForm } from '../../../forms/contract-form.tsx'
import { formatProblem } from '../../../problems.ts'
import { createQuery, useCommand } from '../../../queries.ts'
import { HistoryLink } from '../../../records/history-link.tsx'
import { usePerson } from '../../../session.tsx'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { CheckField, TextField } from '../../../ui/form/fields.tsx'
import { FormSection } from '../../../ui/form/form-section.tsx'
import { LinesField } from '../../../ui/form/lines-field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Section } from '../../../ui/section.tsx'
import { Status } from '../../../ui/status.tsx'
import { showToast } from '../../../ui/toast.tsx'

export default function SingleSignOnPage() {
  const { tenantId, email } = usePerson()
  const { data } = useSuspenseQuery(createQuery(getSingleSignOn, { id: tenantId }))
  const { data: firm } = useSuspenseQuery(createQuery(getTenant, { id: tenantId }))
  const { settings, redirectAddress } = data
  // Only an own save begins the form anew: what is typed outlives what others save meanwhile.
  const [begun, setBegun] = useState(data)
  return (
    <>
      <PageHeader
        title="Single sign-on"
        crumbs={[{ label: 'Settings', to: PAGES.settings }]}
        status={<SignOnState settings={settings} />}
        facts={settings ? [`last changed ${formatInstant(settings.updatedAt)}`] : []}
        actions={
          <>
            <HistoryLink entityType="tenant" entityId={tenantId} />
            {settings && (
              <Acts
                subject={firm}
                acts={[
                  {
                    contract: removeSingleSignOn,
                    label: 'Remove',
                    look: 'danger',
                    isMain: true,
                    title: 'Remove the single sign-on of the firm',
                    explanation: [
                      'All users sign in with their passwords again. Users without a password use “Forgot your password?”. The client secret is deleted.',
                      'All administrators of the firm get an e-mail. The audit log records the change and your name.',
                    ],
                    done: 'Single sign-on removed',
                  },
                ]}
              />
            )}
          </>
        }
      />
      <div className="flex flex-col gap-8">
        <Section title="At the provider">
          <p className="max-w-[70ch]">
            Register this service at Microsoft Entra ID, Google Workspace or another OpenID Connect provider
            as a web application with the authorization code flow, and enter this redirect address there:
          </p>
          <p className="flex flex-wrap items-center gap-3">
            <code className="rounded-sm border border-line bg-surface px-2 py-1 [overflow-wrap:anywhere]">
              {redirectAddress}
            </code>
            <CopyButton text={redirectAddress} name="the redirect address" />
          </p>
        </Section>
        <SettingsForm
          key={begun.settings?.updatedAt ?? 'none'}
          tenantId={tenantId}
          settings={begun.settings}
          ownDomain={email.slice(email.lastIndexOf('@') + 1)}
          onSaved={setBegun}
        />
      </div>
    </>
  )
}

function SignOnState({ settings }: { settings: SingleSignOnSettings | null }) {
  if (!settings) return <Status tone="idle">Not configured</Status>
  if (!settings.isOn) return <Status tone="ended">Off</Status>
  return <Status tone="done">{settings.isRequired ? 'Required' : 'On'}</Status>
}

function SettingsForm({
  tenantId,
  settings,
  ownDomain,
  onSaved,
}: {
  tenantId: string
  settings: SingleSignOnSettings | null
  ownDomain: string
  onSaved: (saved: SingleSignOn) => void
}) {
  return (
    <ContractForm
      contract={setSingleSignOn}
      defaults={settings ?? { domains: [ownDomain], isOn: false }}
      ids={{ id: tenantId }}
      staysWith={({ settings: saved }) => ({ ...saved, clientSecret: null })}
      submitLabel="Save"
      isLong
      onSaved={(saved) => {
        showToast('saved', 'Single sign-on saved')
        onSaved(saved)
      }}
    >
      <FormSection title="Provider">
        <TextField
          name="issuer"
          isRequired
          help="The https:// address of your own organisation, exactly as the provider states it in its discovery document. For Microsoft Entra ID it contains the tenant ID"
        />
        <TestConnection tenantId={tenantId} />
        <TextField name="clientId" label="Client ID" isRequired />
        <TextField
          name="clientSecret"
          isRequired={settings === null}
          help={
            settings
              ? 'Stored encrypted and not shown. Leave empty to keep it; a new issuer needs a new secret'
              : 'Stored encrypted and not shown again'
          }
        />
      </FormSection>
      <FormSection title="Users">
        <LinesField
          name="domains"
          label="E-mail domains"
          isRequired
          help="E-mail domains of your firm, one per line. Each needs an active user with an address of the domain"
        />
        <CheckField
          name="trustsAddresses"
          label="Accept addresses that the provider does not mark as verified"
          help="Needed for Microsoft Entra ID, which does not send the mark. Only for a provider that serves your firm alone"
        />
        <CheckField
          name="trustsFactor"
          label="The provider checks a second factor"
          help="Users who have no second factor here need none. Users who have one are still asked for it"
        />
      </FormSection>
      <FormSection title="Use">
        <CheckField name="isOn" label="Users of these domains can sign in through the provider" />
        <CheckField
          name="isRequired"
          label="Refuse the passwords of these users"
          help="Administrators with a password and a second factor here keep the password as emergency access. Possible after a first sign-in through the provider"
        />
      </FormSection>
    </ContractForm>
  )
}

/** Tests the issuer that is typed, saved or not. */
function TestConnection({ tenantId }: { tenantId: string }) {
  const { getValues } = useFormContext()
  const test = useCommand(testSingleSignOn)
  const [result, setResult] = useState<{ isUsable: boolean; text: string } | null>(null)

  async function run(): Promise<void> {
    const issuer: unknown = getValues('issuer')
    setResult(null)
    if (typeof issuer !== 'string' || issuer.trim() === '')
      return setResult({ isUsable: false, text: 'Enter the issuer first' })
    try {
      const { isUsable, problem } = await test.mutateAsync({ sent: { id: tenantId, issuer } })
      setResult({
        isUsable,
        text: problem ?? 'The discovery document and the keys of the provider can be read.',
      })
    } catch (error) {
      setResult({ isUsable: false, text: formatProblem(error) })
    }
  }

  return (
    <div className="flex max-w-[480px] flex-col items-start gap-2">
      <Button isBusy={test.isPending} onClick={() => void run()}>
        Test connection
      </Button>
      <div role="status" className="w-full">
        {result && <Notice look={result.isUsable ? 'done' : 'late'} title={result.text} />}
      </div>
    </div>
  )
}
