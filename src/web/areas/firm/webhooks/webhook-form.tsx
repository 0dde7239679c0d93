import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { PAGES } from '../../../../contract/pages.ts'
import {
  createWebhook,
  getWebhook,
  MOST_WEBHOOKS,
  updateWebhook,
  WEBHOOK_EVENT_TYPES,
} from '../../../../contract/webhooks.ts'
import { ContractForm } from '../../../forms/contract-form.tsx'
import { createEditPage } from '../../../forms/edit-page.tsx'
import { linkToRecord, type PageComponent } from '../../../page-address.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { ChecksField, TextField } from '../../../ui/form/fields.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { formatEventType } from './event-types.ts'
import { WebhookSecret } from './webhook-secret.tsx'

const CRUMBS = [
  { label: 'Settings', to: PAGES.settings },
  { label: 'Webhooks', to: PAGES.webhooks },
]

const OPTIONS = WEBHOOK_EVENT_TYPES.map((value) => ({ value, label: formatEventType(value) }))

const WebhookFields = () => (
  <>
    <TextField name="name" isRequired help="Software that receives the events" />
    <TextField
      name="url"
      label="Address"
      isRequired
      help="Begins with https:// and leads to a public server. Addresses of private networks are refused"
    />
    <ChecksField
      name="eventTypes"
      label="Events"
      help="Events contain identifiers and statuses only. There are none about restricted breaches."
      options={OPTIONS}
    />
  </>
)

export function NewPage() {
  const navigate = useNavigate()
  const [made, setMade] = useState<{ id: string; secret: string } | null>(null)
  return (
    <>
      <PageHeader title={made ? 'The webhook is created' : 'New webhook'} crumbs={CRUMBS} />
      {made ? (
        <div className="flex flex-col gap-4">
          <WebhookSecret secret={made.secret} />
          <p>
            <ButtonLink to={PAGES.webhook} params={{ webhookId: made.id }}>
              Go to the webhook
            </ButtonLink>
          </p>
        </div>
      ) : (
        <ContractForm
          contract={createWebhook}
          defaults={{ eventTypes: [] }}
          ids={{}}
          submitLabel="Create webhook"
          onCancel={() => void navigate({ to: PAGES.webhooks })}
          onSaved={setMade}
        >
          <p className="max-w-[70ch] text-muted text-sm">A firm has at most {MOST_WEBHOOKS} webhooks.</p>
          <WebhookFields />
        </ContractForm>
      )}
    </>
  )
}

export const EditPage: PageComponent = createEditPage({
  get: getWebhook,
  update: updateWebhook,
  page: PAGES.webhook,
  name: ({ name }) => name,
  useCrumbs: () => CRUMBS,
  saved: 'The webhook is saved',
  backTo: ({ id }) => linkToRecord(PAGES.webhook, id),
  fields: () => <WebhookFields />,
})
