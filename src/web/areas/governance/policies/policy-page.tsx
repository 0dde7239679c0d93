import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { Pencil } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { formatCitedSources } from '../../../../contract/citations.ts'
import type { Finding } from '../../../../contract/findings.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { listPolicyAcknowledgements, type PolicyWithVersions } from '../../../../contract/policies.ts'
import { listPolicyFindings } from '../../../../contract/policy-findings.ts'
import { POLICY_KINDS } from '../../../../contract/policy-kind-definitions.ts'
import { formatCount, formatDate } from '../../../../contract/value-format.ts'
import { buildRequestUrl } from '../../../client.ts'
import { formatAssignee, getTodayInDublin } from '../../../format.ts'
import { formatCode } from '../../../labels.ts'
import { operation } from '../../../operation.ts'
import { createQuery } from '../../../queries.ts'
import { AskLink } from '../../../records/ask-link.tsx'
import { DueDay, formatDueDate, getUrgency } from '../../../records/due-day.tsx'
import { SECOND_PERSON, useIsBarred } from '../../../records/four-eyes.tsx'
import { HistoryLink } from '../../../records/history-link.tsx'
import { PaperLinks } from '../../../records/paper-links.tsx'
import { RecordActivity, RecordComments } from '../../../records/record-activity.tsx'
import { SendToTrustees } from '../../../records/send-to-trustees.tsx'
import { useMay } from '../../../session.tsx'
import { Failed } from '../../../shell/error-page.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { useKeys } from '../../../ui/keys.ts'
import { Notice } from '../../../ui/notice.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { type Detail, Details, Section } from '../../../ui/section.tsx'
import { TableSkeleton } from '../../../ui/skeleton.tsx'
import { Status } from '../../../ui/status.tsx'
import { Acknowledgements } from './acknowledgements.tsx'
import { buildPolicyCrumbs, formatBasis, getPolicyKindTitle, POLICY_TONES, reviewRule } from './policy.ts'
import { PolicyVersions } from './policy-versions.tsx'
import { VersionText } from './version-text.tsx'

// Loads the forms separately, so that reading a policy does not wait for their code.
const PolicyActs = lazy(() => import('./policy-acts.tsx'))

export default function Policy() {
  const { policyId } = useParams({ from: `/authenticated${PAGES.policy}` })
  const { data: policy } = useSuspenseQuery(createQuery(operation('policy.get'), { id: policyId }))
  const may = useMay()
  const navigate = useNavigate()
  const isEditable = may(operation('policy.update')) && policy.status !== 'WITHDRAWN'
  const edit = { to: PAGES.editPolicy, params: { policyId } } as const
  useKeys({ e: () => isEditable && void navigate(edit) })
  return (
    <>
      <PageHeader
        title={policy.title}
        crumbs={buildPolicyCrumbs(policy)}
        status={<Status tone={POLICY_TONES[policy.status]}>{formatCode(policy.status)}</Status>}
        facts={[
          getPolicyKindTitle(policy.kind),
          <Link
            key="scheme"
            to={PAGES.schemePolicies}
            params={{ schemeId: policy.schemeId }}
            className="rounded-sm hover:underline"
          >
            {policy.schemeName}
          </Link>,
          formatCode(policy.basis),
          policy.inForceVersion === null
            ? 'No version in force'
            : `Version ${policy.inForceVersion} in force`,
          formatAssignee(policy),
        ]}
        actions={
          <>
            <PaperLinks
              title={policy.title}
              buildUrl={(format) => buildRequestUrl(operation('report.policy'), { id: policy.id, format })}
            />
            <AskLink
              schemeId={policy.schemeId}
              question={`${getPolicyKindTitle(policy.kind)}: what must it contain, and how often is it reviewed?`}
              about="policy"
            />
            <HistoryLink entityType="writtenPolicy" entityId={policy.id} />
            {(policy.status === 'IN_REVIEW' || policy.status === 'APPROVED') && (
              <SendToTrustees subjectKind="POLICY" subjectId={policy.id} />
            )}
            {isEditable && (
              <ButtonLink icon={<Pencil aria-hidden="true" size={16} />} {...edit}>
                Edit
              </ButtonLink>
            )}
            <Suspense>
              <PolicyActs policy={policy} />
            </Suspense>
          </>
        }
      />
      <div className="flex flex-col gap-6">
        <div className="flex flex-col gap-3">
          <PolicyStatus policy={policy} today={getTodayInDublin()} />
          <Open policy={policy} />
          <Disclosure policy={policy} />
        </div>
        <Details details={listFacts(policy)} />
        <PolicyVersions policy={policy} />
        {policy.inForceVersion !== null && may(listPolicyAcknowledgements) && (
          <Acknowledgements policy={policy} />
        )}
        <Text policy={policy} />
        <RecordComments entityType="writtenPolicy" entityId={policy.id} audience={policy} />
        <RecordActivity entityType="writtenPolicy" entityId={policy.id} name={policy.title} />
      </div>
    </>
  )
}

const LOOKS = { late: 'late', soon: 'warn', later: 'info' } as const

/** Version in force, its first day and its next review. */
function PolicyStatus({ policy, today }: { policy: PolicyWithVersions; today: string }) {
  const { status, inForceVersion, effectiveFrom, nextReviewOn, withdrawnOn, withdrawnReason } = policy
  if (status === 'WITHDRAWN')
    return (
      <Notice title={`Withdrawn${withdrawnOn ? ` on ${formatDate(withdrawnOn)}` : ''}`}>
        {withdrawnReason ?? 'No reason is recorded.'}
      </Notice>
    )
  if (inForceVersion === null)
    return (
      <Notice look="warn" title="No version in force yet">
        The trustees must approve a policy before it applies ({formatCitedSources('DIR 21(3)')}).
      </Notice>
    )
  const since = `Version ${inForceVersion} is in force${effectiveFrom ? ` since ${formatDate(effectiveFrom)}` : ''}`
  if (!nextReviewOn)
    return (
      <Notice look="warn" title={since}>
        Date of the next review not known.
      </Notice>
    )
  const urgency = getUrgency(nextReviewOn, today)
  const words = formatDueDate(nextReviewOn, today)
  return (
    <Notice
      look={LOOKS[urgency]}
      title={
        urgency === 'late'
          ? `The review is ${words}`
          : `${since}. Next review: ${words.replace('Today', 'today')}`
      }
    >
      {urgency === 'late' && `${since}. `}
      {reviewRule(policy)}
    </Notice>
  )
}

/** Next step of the open version. */
function Open({ policy }: { policy: PolicyWithVersions }) {
  const { openVersion: number, openVersionStatus: status, openVersionApprovedOn: approvedOn } = policy
  const isBarred = useIsBarred(policy, operation('policy.approve'))
  if (number === null) return null
  const version = policy.versions.find((one) => one.number === number)
  if (status === 'APPROVED')
    return (
      <Notice title={`Version ${number} is approved. Next: bring it into force`}>
        {approvedOn && `Approved ${formatDate(approvedOn)}.`}
      </Notice>
    )
  return (
    <Notice
      title={
        status === 'DRAFT'
          ? `Version ${number} is a draft`
          : `Version ${number} is in review, waiting for approval`
      }
    >
      {status === 'DRAFT' && version?.returnedReason && <p>Returned: {version.returnedReason}</p>}
      {isBarred && <p>You wrote or submitted this version. {SECOND_PERSON}</p>}
      <Unfinished policy={policy} number={number} />
    </Notice>
  )
}

/** Findings to settle before the version can be approved. */
function Unfinished({ policy, number }: { policy: PolicyWithVersions; number: number }) {
  const { data: version } = useQuery(
    createQuery(operation('policy.version'), { id: policy.id, number: String(number) }),
  )
  if (!version) return null
  const findings = listPolicyFindings(version, policy.kind, {
    type: policy.schemeType,
    legalForm: policy.schemeLegalForm,
    establishedOn: policy.schemeEstablishedOn,
  })
  const ofLevel = (level: Finding['level']) => findings.filter((finding) => finding.level === level)
  return (
    <>
      {ofLevel('REFUSE').length === 0 && <p>No item blocks the approval.</p>}
      <Findings title="Missing before approval:" findings={ofLevel('REFUSE')} />
      <Findings title="To check (does not block the approval):" findings={ofLevel('WARN')} />
    </>
  )
}

function Findings({ title, findings }: { title: string; findings: readonly Finding[] }) {
  if (findings.length === 0) return null
  return (
    <>
      <p>{title}</p>
      <ul className="ml-5 list-disc">
        {findings.map(({ code, citation, passage }) => (
          <li key={`${code} ${passage}`}>
            {passage}
            {citation !== 'HOUSE' && <span className="text-muted"> ({formatCitedSources(citation)})</span>}
          </li>
        ))}
      </ul>
    </>
  )
}

/** Some kinds of policies must be disclosed to the public. */
function Disclosure({ policy: { kind, status, isPubliclyDisclosed } }: { policy: PolicyWithVersions }) {
  const { isToBeDisclosed, citations } = POLICY_KINDS[kind]
  if (!isToBeDisclosed || status !== 'IN_FORCE' || isPubliclyDisclosed) return null
  return (
    <Notice look="warn" title="In force, but not recorded as publicly disclosed">
      The policy must be public ({formatCitedSources(citations[0])}). Edit the policy to record where.
    </Notice>
  )
}

function listFacts(policy: PolicyWithVersions): Detail[] {
  const { status, approvedOn, effectiveFrom, lastReviewedOn, nextReviewOn, publicUrl } = policy
  const isLive = status === 'IN_FORCE'
  return [
    { label: 'Approved by the trustees', value: approvedOn ? formatDate(approvedOn) : 'Not yet' },
    { label: 'In force since', value: effectiveFrom ? formatDate(effectiveFrom) : 'Not yet' },
    {
      label: 'Last reviewed without change',
      value: lastReviewedOn ? formatDate(lastReviewedOn) : 'Not since its approval',
    },
    {
      label: 'Next review',
      value: isLive ? nextReviewOn ? <DueDay on={nextReviewOn} /> : 'Not known' : '—',
      source: reviewRule(policy),
    },
    { label: 'Review interval', value: formatCount(policy.reviewIntervalMonths, 'month') },
    { label: 'Basis', value: formatCode(policy.basis), source: formatBasis(policy.kind) },
    {
      label: 'Publicly disclosed',
      value: publicUrl ? (
        <a href={publicUrl} target="_blank" rel="noreferrer" className="link">
          {publicUrl}
        </a>
      ) : policy.isPubliclyDisclosed ? (
        'Yes, address not recorded'
      ) : (
        'Not recorded'
      ),
    },
  ]
}

/** Text of the version in force, otherwise of the latest version. */
function Text({ policy: { id, inForceVersion, latestVersion } }: { policy: PolicyWithVersions }) {
  const number = inForceVersion ?? latestVersion
  const {
    data: version,
    error,
    refetch,
  } = useQuery(createQuery(operation('policy.version'), { id, number: String(number) }))
  return (
    <Section title={`Text of version ${number}${inForceVersion === null ? '' : ', in force'}`}>
      {version ? (
        <VersionText version={version} />
      ) : error ? (
        <Failed error={error} reset={() => void refetch()} />
      ) : (
        <TableSkeleton rows={6} />
      )}
    </Section>
  )
}
