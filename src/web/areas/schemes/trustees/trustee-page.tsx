import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { formatCitedSources } from '../../../../contract/citations.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { getScheme } from '../../../../contract/schemes.ts'
import {
  appointTrustee,
  getTrustee,
  type Trustee as TrusteeRecord,
  type TrusteeStatus,
  updateTrustee,
} from '../../../../contract/trustees.ts'
import { formatCount, formatDate, formatInstant } from '../../../../contract/value-format.ts'
import { getTodayInDublin } from '../../../format.ts'
import { formatCode, formatValue } from '../../../labels.ts'
import { operation } from '../../../operation.ts'
import { createQuery } from '../../../queries.ts'
import { DueDay, formatDueDate, getUrgency } from '../../../records/due-day.tsx'
import { ASSESSED_BY_YOU, BarredNotice, useIsBarred } from '../../../records/four-eyes.tsx'
import { HistoryLink } from '../../../records/history-link.tsx'
import { useMay } from '../../../session.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { useEditLink } from '../../../ui/edit-link.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { FactLink, PageHeader } from '../../../ui/page-header.tsx'
import { type Detail, Details, Section } from '../../../ui/section.tsx'
import { Status } from '../../../ui/status.tsx'
import { buildTrusteeCrumbs, calculateFirstTrainingDue, TRUSTEE_TONES } from './trustee.ts'
import { TrusteeActs } from './trustee-acts.tsx'
import { TrusteeTrainings } from './trustee-trainings.tsx'

export default function Trustee() {
  const { trusteeId } = useParams({ from: `/authenticated${PAGES.trustee}` })
  const { data: trustee } = useSuspenseQuery(createQuery(getTrustee, { id: trusteeId }))
  const { data: scheme } = useSuspenseQuery(createQuery(getScheme, { id: trustee.schemeId }))
  const may = useMay()
  const editLink = useEditLink({ to: PAGES.editTrustee, params: { trusteeId } }, may(updateTrustee))
  return (
    <>
      <PageHeader
        title={trustee.personName}
        crumbs={buildTrusteeCrumbs(scheme)}
        status={<Status tone={TRUSTEE_TONES[trustee.status]}>{formatCode(trustee.status)}</Status>}
        facts={[
          formatCode(trustee.role),
          <FactLink key="scheme" to={PAGES.schemeTrustees} params={{ schemeId: scheme.id }}>
            {scheme.name}
          </FactLink>,
          trustee.appointedOn ? `Appointed ${formatDate(trustee.appointedOn)}` : 'Not appointed',
        ]}
        actions={
          <>
            <HistoryLink entityType="trustee" entityId={trustee.id} />
            {editLink}
            {may(operation('grant.create')) && CAN_SIGN_IN.has(trustee.status) && (
              <ButtonLink to={PAGES.newGrant} search={{ trusteeId }}>
                Give access
              </ButtonLink>
            )}
            <TrusteeActs trustee={trustee} />
          </>
        }
      />
      <div className="flex flex-col gap-6">
        <Answer trustee={trustee} today={getTodayInDublin()} mayAppoint={may(appointTrustee)} />
        <Section title="Fit and proper">
          <Details details={listFitAndProperDetails(trustee)} />
        </Section>
        <TrusteeTrainings trustee={trustee} />
        <Section title="Office">
          <Details details={listOfficeDetails(trustee)} />
        </Section>
      </div>
    </>
  )
}

/** Before and during the office. */
const CAN_SIGN_IN: ReadonlySet<TrusteeStatus> = new Set(['PROPOSED', 'FIT_PROPER_OK', 'APPOINTED'])

const REVIEW_LOOKS = { late: 'late', soon: 'warn', later: 'info' } as const

/** Next step for this trustee, or how the office ended. */
function Answer({
  trustee,
  today,
  mayAppoint,
}: {
  trustee: TrusteeRecord
  today: string
  mayAppoint: boolean
}) {
  const { status, personName, fitProperNextReviewOn, ceasedOn, ceaseReason } = trustee
  const isBarred = useIsBarred(trustee, appointTrustee)
  if (status === 'PROPOSED')
    return (
      <Notice title="Next: record the fit and proper assessment">
        The appointment requires a fit and proper assessment ({formatCitedSources('PA 59A')}).
      </Notice>
    )
  if (isBarred)
    return <BarredNotice title="Waiting for another administrator to appoint" did={ASSESSED_BY_YOU} />
  if (status === 'FIT_PROPER_OK')
    return (
      <Notice title="Next: record the appointment">
        {personName} is fit and proper, but counts as a trustee only after the appointment.
        {!mayAppoint && ' A broker administrator of your firm records it on this page.'}
      </Notice>
    )
  if (status === 'APPOINTED') {
    if (!fitProperNextReviewOn)
      return (
        <Notice look="warn" title="Date of the next fit and proper review not known">
          No review date was entered with the assessment.
        </Notice>
      )
    const urgency = getUrgency(fitProperNextReviewOn, today)
    const words = formatDueDate(fitProperNextReviewOn, today)
    return (
      <Notice
        look={REVIEW_LOOKS[urgency]}
        title={
          urgency === 'late'
            ? `The fit and proper review is ${words}`
            : `Next fit and proper review: ${words}`
        }
      >
        {formatCitedSources('PA 59A', 'DIR 22')}
      </Notice>
    )
  }
  return (
    <Notice title={`${formatCode(status)}${ceasedOn ? ` on ${formatDate(ceasedOn)}` : ''}`}>
      {ceaseReason ?? 'No reason is recorded.'}
    </Notice>
  )
}

function listFitAndProperDetails(trustee: TrusteeRecord): Detail[] {
  const { fitProperNextReviewOn, status } = trustee
  const isOpen = status === 'APPOINTED' || status === 'FIT_PROPER_OK'
  return [
    {
      label: 'Assessed',
      value: trustee.fitProperAssessedOn ? formatDate(trustee.fitProperAssessedOn) : 'Not assessed',
      source: formatCitedSources('PA 59A', 'DIR 22'),
    },
    {
      label: 'Next review',
      value: !fitProperNextReviewOn ? (
        isOpen ? (
          'Not known'
        ) : (
          '—'
        )
      ) : isOpen ? (
        <DueDay on={fitProperNextReviewOn} />
      ) : (
        formatDate(fitProperNextReviewOn)
      ),
    },
    { label: 'Trustee qualification', value: formatValue('', trustee.hasTrusteeQualification) },
    {
      label: 'Experience',
      value: trustee.yearsExperience === null ? 'Not known' : formatCount(trustee.yearsExperience, 'year'),
    },
    { label: 'Conflicts of interest declared', value: trustee.conflictsDeclared ?? 'Not recorded' },
  ]
}

function listOfficeDetails(trustee: TrusteeRecord): Detail[] {
  const { appointedOn, status } = trustee
  return [
    { label: 'Role', value: formatCode(trustee.role) },
    { label: 'Professional trustee', value: formatValue('', trustee.isProfessional) },
    { label: 'Remunerated', value: formatValue('', trustee.isRemunerated) },
    { label: 'Appointed', value: appointedOn ? formatDate(appointedOn) : 'Not appointed' },
    ...(appointedOn && status === 'APPOINTED'
      ? [
          {
            label: 'First training due',
            value: formatFirstTraining(calculateFirstTrainingDue(appointedOn), getTodayInDublin()),
            source: `${formatCitedSources('PA 59AA')}, six months from the appointment`,
          },
        ]
      : []),
    ...(trustee.ceasedOn
      ? [
          { label: 'Ceased', value: formatDate(trustee.ceasedOn) },
          { label: 'Reason', value: trustee.ceaseReason ?? 'Not recorded' },
        ]
      : []),
    { label: 'Recorded', value: formatInstant(trustee.createdAt) },
    { label: 'Last change', value: formatInstant(trustee.updatedAt) },
  ]
}

const formatFirstTraining = (dueOn: string, today: string): string =>
  dueOn < today ? `Was due by ${formatDate(dueOn)}. Trainings are listed above` : `By ${formatDate(dueOn)}`
