import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { formatCitedSources } from '../../../../contract/citations.ts'
import {
  createOutsourcingArrangement,
  listOutsourcingArrangements,
} from '../../../../contract/outsourcing-arrangements.ts'
import { PAGES } from '../../../../contract/pages.ts'
import {
  endServiceProvider,
  getServiceProvider,
  SERVICE_PROVIDER_TRANSITIONS,
  type ServiceProvider as ServiceProviderRecord,
  updateServiceProvider,
} from '../../../../contract/service-providers.ts'
import { formatCount, formatDate } from '../../../../contract/value-format.ts'
import { getTodayInDublin } from '../../../format.ts'
import { Acts, listActions } from '../../../forms/acts.tsx'
import { formatCode, getLabel } from '../../../labels.ts'
import { createQuery } from '../../../queries.ts'
import { DueDay, formatDueDate, getUrgency } from '../../../records/due-day.tsx'
import { HistoryLink } from '../../../records/history-link.tsx'
import { RecordActivity } from '../../../records/record-activity.tsx'
import { useMay } from '../../../session.tsx'
import { OUTSOURCING_TONES } from '../../../tones.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { useEditLink } from '../../../ui/edit-link.tsx'
import { DateField } from '../../../ui/form/fields.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Row, Rows } from '../../../ui/rows.tsx'
import { type Detail, Details, Section } from '../../../ui/section.tsx'
import { Status } from '../../../ui/status.tsx'
import { PROVIDER_TONES } from './provider.ts'

export default function Provider() {
  const { providerId } = useParams({ from: `/authenticated${PAGES.provider}` })
  const { data: provider } = useSuspenseQuery(createQuery(getServiceProvider, { id: providerId }))
  const may = useMay()
  const editLink = useEditLink({ to: PAGES.editProvider, params: { providerId } }, may(updateServiceProvider))
  return (
    <>
      <PageHeader
        title={provider.name}
        crumbs={[{ label: 'Service providers', to: PAGES.providers }]}
        status={<Status tone={PROVIDER_TONES[provider.status]}>{formatCode(provider.status)}</Status>}
        facts={[
          provider.kinds.map((code) => formatCode(code)).join(', '),
          formatCount(provider.arrangementCount, 'open arrangement'),
        ]}
        actions={
          <>
            <HistoryLink entityType="serviceProvider" entityId={provider.id} />
            {editLink}
            <ProviderActs provider={provider} />
          </>
        }
      />
      <div className="flex flex-col gap-6">
        <Registration provider={provider} />
        <Section title="Registrations and contact">
          <Details details={getFacts(provider)} />
        </Section>
        <Arrangements provider={provider} />
        <RecordActivity entityType="serviceProvider" entityId={provider.id} name={provider.name} />
      </div>
    </>
  )
}

function ProviderActs({ provider }: { provider: ServiceProviderRecord }) {
  const end = {
    contract: endServiceProvider,
    label: 'End',
    title: `End the engagement of ${provider.name}`,
    explanation: [
      'No new arrangements with the provider are possible. Earlier arrangements stay in the register.',
      provider.arrangementCount > 0 &&
        `${formatCount(provider.arrangementCount, 'arrangement')} planned or in force: end them first.`,
      'The audit log records the change, the date and the user.',
    ],
    fields: <DateField name="on" label="Effective date" isRequired />,
    defaults: { on: getTodayInDublin() },
    look: 'danger' as const,
    done: `Engagement of ${provider.name} ended`,
  }
  return (
    <Acts acts={listActions(SERVICE_PROVIDER_TRANSITIONS, { end }, provider, useMay())} subject={provider} />
  )
}

const REGISTRATION_LOOKS = { late: 'late', soon: 'warn', later: 'info' } as const

/** A registered administrator whose year ends without renewal may not act. */
function Registration({ provider }: { provider: ServiceProviderRecord }) {
  const { registrationEndsOn, status, kinds, endedOn } = provider
  if (status === 'ENDED')
    return <Notice title={`Engagement ended${endedOn ? ` on ${formatDate(endedOn)}` : ''}`} />
  if (!kinds.includes('RA')) return null
  if (!registrationEndsOn)
    return (
      <Notice look="warn" title="End of the registration year not known">
        A registered administrator must apply for renewal at least 30 days before (
        {formatCitedSources('PA 64E')}).
      </Notice>
    )
  const today = getTodayInDublin()
  const urgency = getUrgency(registrationEndsOn, today)
  return (
    <Notice
      look={REGISTRATION_LOOKS[urgency]}
      title={
        urgency === 'late'
          ? `The registration year has ended: ${formatDate(registrationEndsOn)}`
          : `Registration year ends: ${formatDueDate(registrationEndsOn, today)}`
      }
    >
      Apply for renewal at least 30 days before ({formatCitedSources('PA 64E')}).
    </Notice>
  )
}

function getFacts(provider: ServiceProviderRecord): Detail[] {
  const { registrationEndsOn } = provider
  return [
    { label: getLabel('croNumber'), value: provider.croNumber ?? 'Not known' },
    { label: getLabel('regulatoryReference'), value: provider.regulatoryReference ?? 'Not known' },
    {
      label: getLabel('registrationEndsOn'),
      value: registrationEndsOn ? <DueDay on={registrationEndsOn} /> : '—',
      source: `${formatCitedSources('PA 64E')}, of registered administrators`,
    },
    { label: getLabel('contactName'), value: provider.contactName ?? 'Not known' },
    { label: getLabel('contactEmail'), value: provider.contactEmail ?? 'Not known' },
    { label: getLabel('contactPhone'), value: provider.contactPhone ?? 'Not known' },
    {
      label: getLabel('notes'),
      value: provider.notes ? <span className="whitespace-pre-line">{provider.notes}</span> : '—',
    },
  ]
}

const SHOWN = 100

function Arrangements({ provider: { id, status } }: { provider: ServiceProviderRecord }) {
  const may = useMay()
  const { data } = useQuery(createQuery(listOutsourcingArrangements, { providerId: id, limit: SHOWN }))
  const rows = data?.data ?? []
  return (
    <Section
      title="Outsourcing arrangements"
      actions={
        status === 'ACTIVE' &&
        may(createOutsourcingArrangement) && (
          <ButtonLink
            icon={<Plus aria-hidden="true" size={16} />}
            to={PAGES.newOutsourcingArrangement}
            search={{ providerId: id }}
          >
            Plan arrangement
          </ButtonLink>
        )
      }
    >
      {data && rows.length === 0 && <p className="text-muted">No arrangements yet.</p>}
      {rows.length > 0 && (
        <Rows name="Outsourcing arrangements">
          {rows.map((arrangement) => (
            <Row
              key={arrangement.id}
              title={
                <Link
                  to={PAGES.outsourcingArrangement}
                  params={{ arrangementId: arrangement.id }}
                  className="link"
                >
                  {formatCode(arrangement.activity)}, {arrangement.schemeName}
                </Link>
              }
              aside={
                <Status tone={OUTSOURCING_TONES[arrangement.status]}>{formatCode(arrangement.status)}</Status>
              }
            />
          ))}
        </Rows>
      )}
      {data?.nextCursor && (
        <p className="text-muted">
          The first {SHOWN} are shown.{' '}
          <Link to={PAGES.outsourcing} search={{ providerId: id }} className="link">
            Show all
          </Link>
        </p>
      )}
    </Section>
  )
}
