import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { type Grant, getGrant, revokeGrant } from '../../../../contract/grants.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { formatDate, formatInstant } from '../../../../contract/value-format.ts'
import { Acts } from '../../../forms/acts.tsx'
import { formatCode } from '../../../labels.ts'
import { createQuery } from '../../../queries.ts'
import { HistoryLink } from '../../../records/history-link.tsx'
import { useMay } from '../../../session.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { type Detail, Details, Section } from '../../../ui/section.tsx'
import { Status } from '../../../ui/status.tsx'
import { GRANT_TONES } from './grant-list.tsx'

export default function GrantPage() {
  const { grantId } = useParams({ from: `/authenticated${PAGES.grant}` })
  const { data: grant } = useSuspenseQuery(createQuery(getGrant, { id: grantId }))
  const may = useMay()
  const isOpen = grant.status === 'ACTIVE' || grant.status === 'UPCOMING'
  return (
    <>
      <PageHeader
        title={`Access of ${grant.personName}`}
        crumbs={[
          { label: 'Settings', to: PAGES.settings },
          { label: 'Trustees and inspectors', to: PAGES.grants },
        ]}
        status={<Status tone={GRANT_TONES[grant.status]}>{formatCode(grant.status)}</Status>}
        facts={[formatCode(grant.capability), grant.email]}
        actions={
          <>
            <HistoryLink entityType="grant" entityId={grant.id} />
            {isOpen && may(revokeGrant) && (
              <Acts
                subject={grant}
                acts={[
                  {
                    contract: revokeGrant,
                    label: 'Revoke',
                    isMain: true,
                    look: 'danger',
                    title: 'Revoke this access',
                    explanation: [
                      `${grant.personName} can no longer read the scheme, from now on. This cannot be undone; you can give access again.`,
                    ],
                    done: 'The access is revoked',
                  },
                ]}
              />
            )}
          </>
        }
      />
      <Section title="Access">
        <Details details={getDetails(grant)} />
      </Section>
    </>
  )
}

const getDetails = (grant: Grant): Detail[] => [
  {
    label: 'Scheme',
    value: (
      <Link to={PAGES.scheme} params={{ schemeId: grant.schemeId }} className="link">
        {grant.schemeName}
      </Link>
    ),
  },
  ...(grant.trusteeId
    ? [
        {
          label: 'Trustee',
          value: (
            <Link to={PAGES.trustee} params={{ trusteeId: grant.trusteeId }} className="link">
              {grant.personName}
            </Link>
          ),
        },
      ]
    : []),
  { label: 'From', value: formatDate(grant.startsOn) },
  {
    label: 'Until',
    value: grant.endsOn ? formatDate(grant.endsOn) : 'End of the office',
  },
  ...(grant.revokedAt ? [{ label: 'Revoked', value: formatInstant(grant.revokedAt) }] : []),
]
