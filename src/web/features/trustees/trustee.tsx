import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { Pencil } from 'lucide-react'
import { cited } from '../../../contract/citations.ts'
import { PAGES } from '../../../contract/pages.ts'
import { getScheme } from '../../../contract/schemes.ts'
import { getTrustee, type Trustee as TrusteeRecord, updateTrustee } from '../../../contract/trustees.ts'
import { codeWords, valueWords } from '../../labels.ts'
import { asked } from '../../queries.ts'
import { DueDay, dueWords, urgencyOf } from '../../records/due-day.tsx'
import { HistoryLink } from '../../records/history-link.tsx'
import { useMay } from '../../session.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { useKeys } from '../../ui/keys.ts'
import { Notice } from '../../ui/notice.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { type Detail, Details, Section } from '../../ui/section.tsx'
import { Status } from '../../ui/status.tsx'
import { counted, dateWords, instantWords, todayInDublin } from '../../words.ts'
import { firstTrainingDueOn } from './office.ts'
import { TrusteeActs } from './trustee-acts.tsx'
import { trusteeCrumbs } from './trustee-crumbs.ts'
import { TRUSTEE_TONES } from './trustee-status.ts'
import { TrusteeTrainings } from './trustee-trainings.tsx'

export default function Trustee() {
  const { trusteeId } = useParams({ from: `/house${PAGES.trustee}` })
  const { data: trustee } = useSuspenseQuery(asked(getTrustee, { id: trusteeId }))
  const { data: scheme } = useSuspenseQuery(asked(getScheme, { id: trustee.schemeId }))
  const may = useMay()
  const navigate = useNavigate()
  useKeys({ e: () => may(updateTrustee) && void navigate({ to: PAGES.editTrustee, params: { trusteeId } }) })
  return (
    <>
      <PageHeader
        title={trustee.personName}
        crumbs={trusteeCrumbs(scheme)}
        status={<Status tone={TRUSTEE_TONES[trustee.status]}>{codeWords(trustee.status)}</Status>}
        facts={[
          codeWords(trustee.role),
          <Link
            key="scheme"
            to={PAGES.schemeTrustees}
            params={{ schemeId: scheme.id }}
            className="rounded-sm hover:underline"
          >
            {scheme.name}
          </Link>,
          trustee.appointedOn ? `Appointed ${dateWords(trustee.appointedOn)}` : 'Not appointed',
        ]}
        actions={
          <>
            <HistoryLink entityType="trustee" entityId={trustee.id} />
            {may(updateTrustee) && (
              <ButtonLink
                icon={<Pencil aria-hidden="true" size={16} />}
                to={PAGES.editTrustee}
                params={{ trusteeId }}
              >
                Edit
              </ButtonLink>
            )}
            <TrusteeActs trustee={trustee} />
          </>
        }
      />
      <div className="flex flex-col gap-6">
        <Answer trustee={trustee} today={todayInDublin()} />
        <Section title="Fit and proper">
          <Details details={fitAndProper(trustee)} />
        </Section>
        <TrusteeTrainings trustee={trustee} />
        <Section title="Office">
          <Details details={office(trustee)} />
        </Section>
      </div>
    </>
  )
}

const REVIEW_LOOKS = { late: 'late', soon: 'warn', later: 'info' } as const

/** What comes next for this person, or how the office ended. */
function Answer({ trustee, today }: { trustee: TrusteeRecord; today: string }) {
  const { status, personName, fitProperNextReviewOn, ceasedOn, ceaseReason } = trustee
  if (status === 'PROPOSED')
    return (
      <Notice title="Next: the fit and proper assessment">
        Nobody is appointed before they are found fit and proper ({cited('PA 59A')}).
      </Notice>
    )
  if (status === 'FIT_PROPER_OK')
    return (
      <Notice title="Next: the appointment">
        {personName} was found fit and proper and does not count as a trustee until appointed.
      </Notice>
    )
  if (status === 'APPOINTED') {
    if (!fitProperNextReviewOn)
      return (
        <Notice look="warn" title="Not known: the day of the next fit and proper review">
          No day was entered with the assessment.
        </Notice>
      )
    const urgency = urgencyOf(fitProperNextReviewOn, today)
    const words = dueWords(fitProperNextReviewOn, today)
    return (
      <Notice
        look={REVIEW_LOOKS[urgency]}
        title={
          urgency === 'late'
            ? `The fit and proper review is ${words}`
            : `Next fit and proper review: ${words}`
        }
      >
        {cited('PA 59A', 'DIR 22')}
      </Notice>
    )
  }
  return (
    <Notice title={`${codeWords(status)}${ceasedOn ? ` on ${dateWords(ceasedOn)}` : ''}`}>
      {ceaseReason ?? 'No reason is recorded.'}
    </Notice>
  )
}

function fitAndProper(trustee: TrusteeRecord): Detail[] {
  const { fitProperNextReviewOn, status } = trustee
  const isOpen = status === 'APPOINTED' || status === 'FIT_PROPER_OK'
  return [
    {
      label: 'Assessed',
      value: trustee.fitProperAssessedOn ? dateWords(trustee.fitProperAssessedOn) : 'Not assessed',
      source: cited('PA 59A', 'DIR 22'),
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
        dateWords(fitProperNextReviewOn)
      ),
    },
    { label: 'Trustee qualification', value: valueWords('', trustee.hasTrusteeQualification) },
    {
      label: 'Experience',
      value: trustee.yearsExperience === null ? 'Not known' : counted(trustee.yearsExperience, 'year'),
    },
    { label: 'Conflicts of interest declared', value: trustee.conflictsDeclared ?? 'None recorded' },
  ]
}

function office(trustee: TrusteeRecord): Detail[] {
  const { appointedOn, status } = trustee
  return [
    { label: 'Role', value: codeWords(trustee.role) },
    { label: 'Professional trustee', value: valueWords('', trustee.isProfessional) },
    { label: 'Remunerated', value: valueWords('', trustee.isRemunerated) },
    { label: 'Appointed', value: appointedOn ? dateWords(appointedOn) : 'Not appointed' },
    ...(appointedOn && status === 'APPOINTED'
      ? [
          {
            label: 'First training due',
            value: firstTrainingWords(firstTrainingDueOn(appointedOn), todayInDublin()),
            source: `${cited('PA 59AA')}, six months from the appointment`,
          },
        ]
      : []),
    ...(trustee.ceasedOn
      ? [
          { label: 'Ceased', value: dateWords(trustee.ceasedOn) },
          { label: 'Reason', value: trustee.ceaseReason ?? 'Not recorded' },
        ]
      : []),
    { label: 'Recorded', value: instantWords(trustee.createdAt) },
    { label: 'Last change', value: instantWords(trustee.updatedAt) },
  ]
}

const firstTrainingWords = (dueOn: string, today: string): string =>
  dueOn < today ? `Was due by ${dateWords(dueOn)}. Trainings are listed above` : `By ${dateWords(dueOn)}`
