import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { createApiKey, KEY_OPERATIONS } from '../../../../contract/api-keys.ts'
import { addDays } from '../../../../contract/civil-dates.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { listSchemes } from '../../../../contract/schemes.ts'
import { getTodayInDublin } from '../../../format.ts'
import { ContractForm } from '../../../forms/contract-form.tsx'
import { formatCode } from '../../../labels.ts'
import { createRowsQuery } from '../../../queries.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { ChecksField, DateField, TextField } from '../../../ui/form/fields.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'

const USUAL_LIFE_DAYS = 180
const MOST_SCHEMES = 200

/** `contribution.upload` belongs to "Contribution". */
const GROUPS = [...Map.groupBy(KEY_OPERATIONS, (name) => name.slice(0, name.indexOf('.')))]
  .map(([resource, names]) => ({
    label: formatCode(resource.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())),
    options: names.map((name) => ({ value: name, label: name })),
  }))
  .toSorted((one, other) => one.label.localeCompare(other.label, 'en'))

export function NewPage() {
  const navigate = useNavigate()
  const [made, setMade] = useState<{ id: string; token: string } | null>(null)
  return (
    <>
      <PageHeader
        title={made ? 'The API key is created' : 'New API key'}
        crumbs={[
          { label: 'Settings', to: PAGES.settings },
          { label: 'API keys', to: PAGES.apiKeys },
        ]}
      />
      {made ? (
        <CreatedKey {...made} />
      ) : (
        <ContractForm
          contract={createApiKey}
          defaults={{ operations: [], expiresOn: addDays(getTodayInDublin(), USUAL_LIFE_DAYS) }}
          ids={{}}
          prepare={({ schemeIds, ...values }) => ({
            ...values,
            schemeIds: Array.isArray(schemeIds) && schemeIds.length > 0 ? schemeIds : null,
          })}
          submitLabel="Create key"
          isLong
          onCancel={() => void navigate({ to: PAGES.apiKeys })}
          onSaved={setMade}
        >
          <TextField
            name="name"
            isRequired
            help="Software that will use the key, such as the payroll program"
          />
          <DateField
            name="expiresOn"
            isRequired
            help="Last day on which the key can be used, at most a year from now"
          />
          <Operations />
          <Schemes />
        </ContractForm>
      )}
    </>
  )
}

/** The key is shown now and never again. */
const CreatedKey = ({ id, token }: { id: string; token: string }) => (
  <div className="flex max-w-[70ch] flex-col gap-4">
    <Notice look="warn" title="Copy the key now: it is not shown again">
      The service stores only a hash of it. Enter it in the software as a bearer token. Anyone who has the key
      can call its operations; if it is lost or disclosed, revoke it and create another one.
    </Notice>
    <p className="flex flex-wrap items-center gap-3">
      <code className="rounded-sm border border-line bg-surface px-2 py-1 [overflow-wrap:anywhere]">
        {token}
      </code>
      <CopyButton text={token} name="the API key" />
    </p>
    <p>
      <ButtonLink to={PAGES.apiKey} params={{ apiKeyId: id }}>
        Go to the key
      </ButtonLink>
    </p>
  </div>
)

function Operations() {
  const chosen: readonly string[] = useWatch({ name: 'operations' }) ?? []
  return (
    <div className="flex max-w-[70ch] flex-col gap-2">
      <p className="font-medium">Operations</p>
      <p className="text-muted text-sm">
        The key can call these operations only, with the names of the API reference.{' '}
        {chosen.length === 0 ? 'No operation is selected.' : `Selected: ${chosen.join(', ')}.`}
      </p>
      {GROUPS.map(({ label, options }) => (
        <details key={label} className="rounded-md border border-line px-3 py-2">
          <summary className="cursor-pointer">
            {label} ({options.filter(({ value }) => chosen.includes(value)).length} of {options.length})
          </summary>
          <ChecksField name="operations" label={label} options={options} />
        </details>
      ))}
    </div>
  )
}

function Schemes() {
  const { data } = useSuspenseQuery(createRowsQuery(listSchemes, { limit: MOST_SCHEMES, sort: 'name' }))
  return (
    <details className="max-w-[70ch] rounded-md border border-line px-3 py-2">
      <summary className="cursor-pointer">Limit the key to schemes</summary>
      <ChecksField
        name="schemeIds"
        label="Schemes"
        help={
          data.nextCursor
            ? `Without a selection the key is for all schemes. The first ${MOST_SCHEMES} schemes are listed; the API can limit a key to others.`
            : 'Without a selection the key is for all schemes of the firm.'
        }
        options={data.data.map(({ id, name }) => ({ value: id, label: name }))}
      />
    </details>
  )
}
