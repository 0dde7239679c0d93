import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { GitCompareArrows, Pencil } from 'lucide-react'
import { PAGES } from '../../../../contract/pages.ts'
import { formatDate, formatInstant } from '../../../../contract/value-format.ts'
import { formatCode } from '../../../labels.ts'
import { operation } from '../../../operation.ts'
import { createQuery } from '../../../queries.ts'
import { useMay } from '../../../session.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Details } from '../../../ui/section.tsx'
import { Status } from '../../../ui/status.tsx'
import { buildPolicyPageCrumbs, POLICY_TONES } from './policy.ts'
import { VersionText } from './version-text.tsx'

/** One version as it was written, in any status. */
export default function PolicyVersion() {
  const { policyId, number } = useParams({ from: `/authenticated${PAGES.policyVersion}` })
  const { data: policy } = useSuspenseQuery(createQuery(operation('policy.get'), { id: policyId }))
  const { data: version } = useSuspenseQuery(
    createQuery(operation('policy.version'), { id: policyId, number }),
  )
  const may = useMay()
  const before = policy.versions.find((one) => one.number < version.number)
  return (
    <>
      <PageHeader
        title={`${policy.title}, version ${version.number}`}
        crumbs={buildPolicyPageCrumbs(policy)}
        status={<Status tone={POLICY_TONES[version.status]}>{formatCode(version.status)}</Status>}
        actions={
          <>
            {before && (
              <ButtonLink
                icon={<GitCompareArrows aria-hidden="true" size={16} />}
                to={PAGES.policyChanges}
                params={{ policyId }}
                search={{ from: String(before.number), to: number }}
              >
                Changes since version {before.number}
              </ButtonLink>
            )}
            {version.status === 'DRAFT' && may(operation('policy.update-version')) && (
              <ButtonLink
                look="primary"
                icon={<Pencil aria-hidden="true" size={16} />}
                to={PAGES.editPolicyVersion}
                params={{ policyId, number }}
              >
                Edit
              </ButtonLink>
            )}
          </>
        }
      />
      <div className="flex flex-col gap-6">
        <Details
          details={[
            {
              label: 'Approved by the trustees',
              value: version.approvedOn ? formatDate(version.approvedOn) : 'Not yet',
            },
            {
              label: 'In force from',
              value: version.effectiveFrom ? formatDate(version.effectiveFrom) : '—',
            },
            { label: 'Ended', value: version.endedOn ? formatDate(version.endedOn) : '—' },
            { label: 'Drafted by', value: version.draftedBy === 'AI' ? 'A model' : 'A person' },
            { label: 'Last change', value: formatInstant(version.updatedAt) },
            { label: 'SHA-256 of the text', value: <code className="text-xs">{version.sha256}</code> },
          ]}
        />
        <VersionText version={version} />
      </div>
    </>
  )
}
