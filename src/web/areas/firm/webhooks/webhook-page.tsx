import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { PAGES } from '../../../../contract/pages.ts'
import { formatInstant } from '../../../../contract/value-format.ts'
import {
  getWebhook,
  PREVIOUS_SECRET_HOURS,
  pauseWebhook,
  removeWebhook,
  resumeWebhook,
  rotateWebhookSecret,
  sendTestEvent,
  type Webhook,
} from '../../../../contract/webhooks.ts'
import { type Act, Acts } from '../../../forms/acts.tsx'
import { ContractForm } from '../../../forms/contract-form.tsx'
import { formatCode } from '../../../labels.ts'
import { createQuery } from '../../../queries.ts'
import { HistoryLink } from '../../../records/history-link.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Details, Section } from '../../../ui/section.tsx'
import { Status } from '../../../ui/status.tsx'
import { formatEventType } from './event-types.ts'
import { WebhookDeliveries } from './webhook-deliveries.tsx'
import { WEBHOOK_TONES } from './webhook-list.tsx'
import { WebhookSecret } from './webhook-secret.tsx'

export default function WebhookPage() {
  const { webhookId } = useParams({ from: `/authenticated${PAGES.webhook}` })
  const { data: webhook } = useSuspenseQuery(createQuery(getWebhook, { id: webhookId }))
  const navigate = useNavigate()
  return (
    <>
      <PageHeader
        title={webhook.name}
        crumbs={[
          { label: 'Settings', to: PAGES.settings },
          { label: 'Webhooks', to: PAGES.webhooks },
        ]}
        status={<Status tone={WEBHOOK_TONES[webhook.status]}>{formatCode(webhook.status)}</Status>}
        facts={[webhook.host]}
        actions={
          <>
            <HistoryLink entityType="webhook" entityId={webhook.id} />
            <ButtonLink to={PAGES.editWebhook} params={{ webhookId: webhook.id }}>
              Edit
            </ButtonLink>
            <Acts
              subject={webhook}
              acts={listActs(webhook, () => void navigate({ to: PAGES.webhooks, replace: true }))}
            />
          </>
        }
      />
      <div className="flex flex-col gap-8">
        {webhook.pauseReason === 'GONE' && (
          <Notice look="warn" title="The service has paused this webhook">
            The receiver responded with status 410: it does not want events any more. Check the address, then
            resume the webhook.
          </Notice>
        )}
        <Section title="Webhook">
          <Details
            details={[
              { label: 'Address', value: webhook.url },
              { label: 'Events', value: webhook.eventTypes.map(formatEventType).join(', ') },
              ...(webhook.previousSecretUntil
                ? [
                    {
                      label: 'Previous secret valid until',
                      value: formatInstant(webhook.previousSecretUntil),
                    },
                  ]
                : []),
            ]}
          />
        </Section>
        <WebhookDeliveries webhookId={webhook.id} isActive={webhook.status === 'ACTIVE'} />
        <Section title="Secret">
          <NewSecret webhook={webhook} />
        </Section>
      </div>
    </>
  )
}

function NewSecret({ webhook }: { webhook: Webhook }) {
  const [secret, setSecret] = useState<string | null>(null)
  if (secret) return <WebhookSecret secret={secret} />
  return (
    <ContractForm
      contract={rotateWebhookSecret}
      defaults={{}}
      ids={{ id: webhook.id }}
      version={webhook.version}
      submitLabel="Create new secret"
      submitLook="secondary"
      staysWith="the defaults"
      onSaved={(saved) => setSecret(saved.secret)}
    >
      <p className="max-w-[70ch]">
        The secret is not shown again. After a new one is created, requests are signed with both for{' '}
        {PREVIOUS_SECRET_HOURS} hours: enter the new one at the receiver in this time.
      </p>
    </ContractForm>
  )
}

const listActs = (webhook: Webhook, after: () => void): Act[] => [
  ...(webhook.status === 'ACTIVE'
    ? [
        {
          contract: sendTestEvent,
          label: 'Send test event',
          isMain: true,
          title: 'Send a test event',
          explanation: ['The receiver gets an event of the type webhook.test. Its result is listed below.'],
          done: 'The test event is being sent',
        },
        {
          contract: pauseWebhook,
          label: 'Pause',
          title: 'Pause this webhook',
          explanation: [
            'No event is sent until the webhook is resumed. Changes in the meantime are not sent later.',
          ],
          done: `${webhook.name} is paused`,
        },
      ]
    : [
        {
          contract: resumeWebhook,
          label: 'Resume',
          isMain: true,
          title: 'Resume this webhook',
          explanation: ['Events that were waiting are sent now, and those of changes from now on.'],
          done: `${webhook.name} is resumed`,
        },
      ]),
  {
    contract: removeWebhook,
    label: 'Delete',
    look: 'danger',
    title: 'Delete this webhook',
    explanation: ['Its delivery log is deleted too, and events that are waiting are not sent.'],
    done: `${webhook.name} is deleted`,
    after,
  },
]
