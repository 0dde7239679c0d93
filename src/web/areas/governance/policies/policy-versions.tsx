import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { PAGES } from '../../../../contract/pages.ts'
import type { PolicyVersionHead, PolicyWithVersions } from '../../../../contract/policies.ts'
import { formatDate } from '../../../../contract/value-format.ts'
import { toDublinDate } from '../../../format.ts'
import { formatCode } from '../../../labels.ts'
import { operation } from '../../../operation.ts'
import { useUserNames } from '../../../people.ts'
import { useMay } from '../../../session.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { Row, Rows } from '../../../ui/rows.tsx'
import { Section } from '../../../ui/section.tsx'
import { Status } from '../../../ui/status.tsx'
import { POLICY_TONES } from './policy.ts'

/** All versions, the newest first, with links to the differences. */
export function PolicyVersions({ policy }: { policy: PolicyWithVersions }) {
  const may = useMay()
  const takesAnother =
    may(operation('policy.add-version')) && policy.openVersion === null && policy.status !== 'WITHDRAWN'
  return (
    <Section
      title="Versions"
      actions={
        takesAnother && (
          <ButtonLink
            icon={<Plus aria-hidden="true" size={16} />}
            to={PAGES.newPolicyVersion}
            params={{ policyId: policy.id }}
          >
            New version
          </ButtonLink>
        )
      }
    >
      <Rows name="Versions">
        {policy.versions.map((version, index) => (
          <Row
            key={version.id}
            title={
              <p className="flex flex-wrap items-center gap-x-3">
                <span className="font-medium">Version {version.number}</span>
                <Status tone={POLICY_TONES[version.status]}>{formatCode(version.status)}</Status>
                {version.draftedBy === 'AI' && <span className="text-muted text-sm">Drafted by a model</span>}
              </p>
            }
            aside={<Links version={version} before={policy.versions[index + 1]} />}
          >
            <VersionHistory version={version} />
          </Row>
        ))}
      </Rows>
    </Section>
  )
}

function Links({
  version: { policyId, number, status },
  before,
}: {
  version: PolicyVersionHead
  before: PolicyVersionHead | undefined
}) {
  const may = useMay()
  const params = { policyId, number: String(number) }
  return (
    <span className="flex flex-wrap gap-x-3">
      <Link to={PAGES.policyVersion} params={params} className="link inline-block py-0.5">
        Read<span className="sr-only"> version {number}</span>
      </Link>
      {before && (
        <Link
          to={PAGES.policyChanges}
          params={{ policyId }}
          search={{ from: String(before.number), to: String(number) }}
          className="link inline-block py-0.5"
        >
          Changes
          <span className="sr-only">
            {' '}
            from version {before.number} to version {number}
          </span>
        </Link>
      )}
      {status === 'DRAFT' && may(operation('policy.update-version')) && (
        <Link to={PAGES.editPolicyVersion} params={params} className="link inline-block py-0.5">
          Edit<span className="sr-only"> version {number}</span>
        </Link>
      )}
    </span>
  )
}

/** History of the version: actions, users and dates. */
function VersionHistory({ version }: { version: PolicyVersionHead }) {
  const nameOf = useUserNames()
  const by = (id: string | null): string => (id ? ` by ${nameOf(id)}` : '')
  const { submittedOn, approvedOn, effectiveFrom, endedOn, minutesDocumentId, documentId } = version
  const events = [
    `Created ${formatDate(toDublinDate(version.createdAt))}${by(version.createdBy)}`,
    submittedOn && `submitted ${formatDate(submittedOn)}${by(version.submittedBy)}`,
    approvedOn && `approved ${formatDate(approvedOn)}, recorded${by(version.approvedBy)}`,
    effectiveFrom && `in force from ${formatDate(effectiveFrom)}`,
    endedOn && `ended ${formatDate(endedOn)}`,
  ].filter(Boolean)
  return (
    <>
      {version.changeSummary && <p>{version.changeSummary}</p>}
      <p className="text-muted text-sm">{events.join('; ')}</p>
      {(minutesDocumentId || documentId) && (
        <p className="flex gap-x-3 text-sm">
          {minutesDocumentId && (
            <Link to={PAGES.document} params={{ documentId: minutesDocumentId }} className="link">
              Minutes
            </Link>
          )}
          {documentId && (
            <Link to={PAGES.document} params={{ documentId }} className="link">
              Document of the version
            </Link>
          )}
        </p>
      )}
    </>
  )
}
