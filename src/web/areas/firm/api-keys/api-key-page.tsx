import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { type ApiKey, getApiKey, revokeApiKey } from '../../../../contract/api-keys.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { formatDate, formatInstant } from '../../../../contract/value-format.ts'
import { Acts } from '../../../forms/acts.tsx'
import { formatCode } from '../../../labels.ts'
import { createQuery } from '../../../queries.ts'
import { HistoryLink } from '../../../records/history-link.tsx'
import { SchemeName } from '../../../records/names.tsx'
import { useMay } from '../../../session.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { type Detail, Details, Section } from '../../../ui/section.tsx'
import { Status } from '../../../ui/status.tsx'
import { KEY_TONES } from './api-key-list.tsx'

export default function ApiKeyPage() {
  const { apiKeyId } = useParams({ from: `/authenticated${PAGES.apiKey}` })
  const { data: key } = useSuspenseQuery(createQuery(getApiKey, { id: apiKeyId }))
  const may = useMay()
  return (
    <>
      <PageHeader
        title={key.name}
        crumbs={[
          { label: 'Settings', to: PAGES.settings },
          { label: 'API keys', to: PAGES.apiKeys },
        ]}
        status={<Status tone={KEY_TONES[key.status]}>{formatCode(key.status)}</Status>}
        facts={[key.prefix]}
        actions={
          <>
            <HistoryLink entityType="apiKey" entityId={key.id} />
            {key.status === 'ACTIVE' && may(revokeApiKey) && (
              <Acts
                subject={key}
                acts={[
                  {
                    contract: revokeApiKey,
                    label: 'Revoke',
                    isMain: true,
                    look: 'danger',
                    title: 'Revoke this API key',
                    explanation: ['Requests with this key are refused from now on. This cannot be undone.'],
                    done: `${key.name} is revoked`,
                  },
                ]}
              />
            )}
          </>
        }
      />
      <Section title="Rights">
        <Details details={getDetails(key)} />
      </Section>
    </>
  )
}

const getDetails = (key: ApiKey): Detail[] => [
  { label: 'Rights of', value: key.ownerName },
  { label: 'Operations', value: key.operations.join(', ') },
  {
    label: 'Schemes',
    value: key.schemeIds ? (
      <ul>
        {key.schemeIds.map((id) => (
          <li key={id}>
            <SchemeName id={id} />
          </li>
        ))}
      </ul>
    ) : (
      'All schemes of the firm'
    ),
  },
  { label: 'Expires', value: formatDate(key.expiresOn) },
  { label: 'Last use', value: key.lastUsedAt ? formatInstant(key.lastUsedAt) : 'Never' },
  ...(key.revokedAt ? [{ label: 'Revoked', value: formatInstant(key.revokedAt) }] : []),
]
