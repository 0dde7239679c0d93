import { useQueries, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { lazy, type ReactNode } from 'react'
import { formatCitedSources } from '../../../../contract/citations.ts'
import type { Output } from '../../../../contract/define.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { getScheme, getSchemeCompliance, type Scheme } from '../../../../contract/schemes.ts'
import { createTrusteeTraining, listTrusteeTrainings } from '../../../../contract/trustee-trainings.ts'
import {
  appointTrustee,
  assessTrustee,
  createTrustee,
  listTrustees,
  TRUSTEE_TRANSITIONS,
  type Trustee,
  TrusteeStatus,
  updateTrustee,
} from '../../../../contract/trustees.ts'
import { formatCount, formatDate } from '../../../../contract/value-format.ts'
import { getTodayInDublin } from '../../../format.ts'
import { listCodeOptions } from '../../../labels.ts'
import type { BulkAct } from '../../../lists/bulk-act.ts'
import {
  createAddedColumn,
  createCodeColumn,
  createDateColumn,
  createStatusColumn,
  createTextColumn,
} from '../../../lists/columns.tsx'
import { List } from '../../../lists/list.tsx'
import { useCreateButton } from '../../../lists/use-create-button.tsx'
import { operation } from '../../../operation.ts'
import { createQuery } from '../../../queries.ts'
import { DueDay, SHORT_DUE_DAY_WIDTH } from '../../../records/due-day.tsx'
import { ASSESSED_BY_YOU, SECOND_PERSON } from '../../../records/four-eyes.tsx'
import { useMay, usePerson } from '../../../session.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Details, Section } from '../../../ui/section.tsx'
import { Status } from '../../../ui/status.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { NotKnown } from '../../../ui/unknown-value.tsx'
import {
  calculateFirstTrainingDue,
  formatTrusteeBody,
  isBeforeRecords,
  isCorporate,
  listFirstTrainings,
  listReviews,
  TRUSTEE_TONES,
} from './trustee.ts'

const COLUMNS: readonly Column<Trustee>[] = [
  createTextColumn('personName', { sort: 'personName' }),
  createCodeColumn('role', { width: 160 }),
  createStatusColumn(TRUSTEE_TONES, { width: 130 }),
  createDateColumn('fitProperAssessedOn', {
    width: 122,
    label: 'Fit and proper',
    cell: (row) => (row.fitProperAssessedOn ? formatDate(row.fitProperAssessedOn) : 'Not assessed'),
  }),
  createDateColumn('fitProperNextReviewOn', {
    label: 'Next review',
    width: SHORT_DUE_DAY_WIDTH,
    onCard: true,
    cell: (row) => formatNextReview(row),
  }),
  createDateColumn('appointedOn', { onCard: true }),
  createDateColumn('ceasedOn'),
  {
    key: 'firstTrainingDueOn',
    width: 150,
    label: 'First training due',
    isExtra: true,
    cell: (row) => (row.appointedOn ? formatDate(calculateFirstTrainingDue(row.appointedOn)) : '—'),
    text: (row) => (row.appointedOn ? calculateFirstTrainingDue(row.appointedOn) : ''),
  },
  createAddedColumn({ label: 'Proposed', isExtra: true }),
]

function formatNextReview({ status, fitProperNextReviewOn: on }: Trustee): ReactNode {
  if (status === 'APPOINTED' || status === 'FIT_PROPER_OK')
    return on ? <DueDay on={on} isShort /> : 'Not known'
  return on ? formatDate(on) : '—'
}

// Loaded with the dialog.
const AssessmentFields = lazy(async () => ({
  default: (await import('./office-fields.tsx')).AssessmentFields,
}))
const AppointmentField = lazy(async () => ({
  default: (await import('./office-fields.tsx')).AppointmentField,
}))
const TrainingFields = lazy(async () => ({ default: (await import('./training-fields.tsx')).TrainingFields }))

/** One training that several trustees attended: it completes the training obligations of each. */
const buildTrainingAct = (schemeId: string): BulkAct<Trustee> => ({
  contract: createTrusteeTraining,
  label: 'Record training',
  explanation:
    'The training is recorded for each trustee. It completes the overdue training obligations, and the next training is due two years later.',
  fields: <TrainingFields schemeId={schemeId} />,
  defaults: { completedOn: getTodayInDublin() },
  isPossible: ({ status }) => status === 'APPOINTED',
  nameOf: ({ personName }) => personName,
})

/** Both for several trustees at once: a new scheme has at least two. */
const listOfficeActs = (me: string): BulkAct<Trustee>[] => [
  {
    contract: assessTrustee,
    label: 'Record assessment',
    explanation: `Each trustee is recorded as fit and proper and can then be appointed (${formatCitedSources('PA 59A', 'DIR 22')}).`,
    fields: <AssessmentFields />,
    defaults: { assessedOn: getTodayInDublin() },
    isPossible: ({ status }) => TRUSTEE_TRANSITIONS.assess.from.includes(status),
    nameOf: ({ personName }) => personName,
  },
  {
    contract: appointTrustee,
    label: 'Appoint',
    explanation: `Each trustee is recorded as appointed and counts towards the required two trustees (${formatCitedSources('PA 64AC')}). First training is due within six months of the appointment (${formatCitedSources('PA 59AA')}).`,
    fields: <AppointmentField />,
    defaults: { on: getTodayInDublin() },
    isPossible: ({ status }) => TRUSTEE_TRANSITIONS.appoint.from.includes(status),
    findRefusal: ({ barredApproverIds }) =>
      barredApproverIds.includes(me) ? `${ASSESSED_BY_YOU}. ${SECOND_PERSON}` : null,
    nameOf: ({ personName }) => personName,
  },
]

/** More than any trustee has in years. */
const TRAININGS_LIMIT = 200
/** More than any scheme has in office at a time. */
const IN_OFFICE_LIMIT = 200

export default function TrusteesOfScheme() {
  const { schemeId } = useParams({ from: `/authenticated${PAGES.scheme}` })
  const { data: scheme } = useSuspenseQuery(createQuery(getScheme, { id: schemeId }))
  const may = useMay()
  const person = usePerson()
  const create = useCreateButton(
    // The service refuses new trustees of a wound-up scheme.
    scheme.status === 'WOUND_UP' ? null : createTrustee,
    { to: PAGES.newTrustee, params: { schemeId } },
    'Add trustee',
  )
  return (
    <div className="flex flex-col gap-6">
      <Answer scheme={scheme} />
      <Section title="Trustees" actions={create}>
        <List
          contract={listTrustees}
          name="Trustees"
          columns={COLUMNS}
          page={PAGES.trustee}
          fixed={{ id: schemeId }}
          bulkActs={[...listOfficeActs(person.id), buildTrainingAct(schemeId)].filter(({ contract }) =>
            may(contract),
          )}
          filters={[{ name: 'status', options: listCodeOptions(TrusteeStatus.options) }]}
          empty={{
            title: 'No trustees yet',
            text: 'Add the first trustee. The fit and proper assessment and the appointment can be recorded with it or later.',
            action: create,
          }}
          edit={{ contract: updateTrustee, page: PAGES.editTrustee }}
        />
      </Section>
    </div>
  )
}

/** Number of trustees in office compared with the minimum, and the next due dates. */
function Answer({ scheme }: { scheme: Scheme }) {
  const { data: compliance } = useSuspenseQuery(createQuery(getSchemeCompliance, { id: scheme.id }))
  const { data } = useSuspenseQuery(
    createQuery(listTrustees, { id: scheme.id, status: 'APPOINTED', limit: IN_OFFICE_LIMIT }),
  )
  return (
    <>
      <Count scheme={scheme} compliance={compliance} appointed={data.data} />
      <Details
        details={[
          {
            label: 'Next fit and proper review',
            value: <NextReview appointed={data.data} />,
            source: formatCitedSources('PA 59A'),
          },
          {
            label: 'First training',
            value: <FirstTraining scheme={scheme} appointed={data.data} />,
            source: `${formatCitedSources('PA 59AA')}: within six months of the appointment`,
          },
          {
            label: 'Qualification and experience',
            value: <Qualification schemeId={scheme.id} />,
            source: `${formatCitedSources('CODE')}; the numbers are settings of the firm`,
          },
          { label: 'Trustee body', value: formatTrusteeBody(scheme) },
        ]}
      />
    </>
  )
}

function Count({
  scheme,
  compliance: { approvalGaps, profile },
  appointed,
}: {
  scheme: Scheme
  compliance: Output<typeof getSchemeCompliance>
  appointed: readonly Trustee[]
}) {
  const corporate = isCorporate(scheme)
  const counting = appointed.filter(({ role }) => (role === 'DIRECTOR_OF_CORPORATE_TRUSTEE') === corporate)
  const others = appointed.length - counting.length
  const has = `${counting.length} ${counting.length === 1 ? 'is' : 'are'} appointed`
  if (!profile.iorpInScope.value)
    return (
      <Notice title={`${formatCount(appointed.length, 'trustee')} appointed`}>
        The rule of two trustees does not apply: {profile.iorpInScope.reason} ({profile.iorpInScope.source}
        ).
      </Notice>
    )
  const gap = approvalGaps.find(({ code }) => code === 'TRUSTEES' || code === 'TRUSTEE_DIRECTORS')
  const needed = corporate ? 'directors of the corporate trustee' : 'trustees'
  return (
    <Notice look={gap ? 'warn' : 'done'} title={`Two ${needed} are required, ${has}`}>
      {gap ? `${gap.message} (${gap.source}).` : formatCitedSources('PA 64AC')}
      {others > 0 && (
        <p className="mt-1">
          {corporate
            ? `${others} more ${others === 1 ? 'is' : 'are'} in office in a role other than director and not counted.`
            : `${others} more ${others === 1 ? 'is' : 'are'} recorded as director of a corporate trustee, and not counted.`}
        </p>
      )}
    </Notice>
  )
}

const QUALIFICATION_RULE = 'GOV-16'

/** The check of the compliance calendar: it never makes a scheme red. */
function Qualification({ schemeId }: { schemeId: string }) {
  const { data, isPending } = useQuery(createQuery(operation('obligation.standing'), { id: schemeId }))
  const decision = data?.decisions.find(({ ruleId }) => ruleId === QUALIFICATION_RULE)
  if (isPending) return 'Loading …'
  if (!decision) return <NotKnown />
  if (decision.status !== 'CHECK') return decision.reason
  return (
    <>
      <Status tone="soon">Check</Status>
      {decision.reason.split('. ').map((shortfall) => (
        <span key={shortfall} className="block">
          {shortfall}
        </span>
      ))}
    </>
  )
}

function NextReview({ appointed }: { appointed: readonly Trustee[] }) {
  const { nextOn, next, unknown } = listReviews(appointed)
  if (appointed.length === 0) return 'No trustee is in office'
  return (
    <>
      {nextOn && (
        <>
          <DueDay on={nextOn} />
          <TrusteeNames trustees={next} />
        </>
      )}
      {unknown.length > 0 && (
        <>
          <span className="block">Not known:</span>
          <TrusteeNames trustees={unknown} />
        </>
      )}
    </>
  )
}

function FirstTraining({ scheme, appointed }: { scheme: Scheme; appointed: readonly Trustee[] }) {
  const answers = useQueries({
    queries: appointed.map(({ id }) => createQuery(listTrusteeTrainings, { id, limit: TRAININGS_LIMIT })),
  })
  if (appointed.length === 0) return 'No trustee is in office'
  if (answers.some(({ isPending }) => isPending)) return 'Loading …'
  // Trainings that failed to load are not reported as missing.
  if (answers.some(({ isError }) => isError)) return <NotKnown />
  const today = getTodayInDublin()
  const all = listFirstTrainings(
    appointed,
    answers.flatMap(({ data }) => data?.data ?? []),
  )
  const done = all.filter(({ doneOn }) => doneOn !== null)
  const late = done.filter(({ doneOn, dueOn }) => (doneOn as string) > dueOn)
  const open = all.filter(({ doneOn }) => doneOn === null)
  const past = open.filter(({ dueOn }) => dueOn < today)
  const notRecorded = past.filter(({ dueOn }) => isBeforeRecords(dueOn, scheme))
  const overdue = past.filter(({ dueOn }) => !isBeforeRecords(dueOn, scheme))
  const [next] = open.filter(({ dueOn }) => dueOn >= today)
  return (
    <>
      {done.length > 0 && (
        <span className="block">
          Done: {done.length} of {all.length}
          {late.length > 0 ? `, ${late.length} after the due date` : ', all in time'}
        </span>
      )}
      {notRecorded.length > 0 && (
        <span className="block">
          Not recorded yet, due before the scheme was added:
          <TrusteeNames trustees={notRecorded.map(({ trustee }) => trustee)} />
        </span>
      )}
      {overdue.length > 0 && (
        <span className="block">
          No training recorded, due since {formatDate(overdue[0]?.dueOn ?? today)}:
          <TrusteeNames trustees={overdue.map(({ trustee }) => trustee)} />
        </span>
      )}
      {next && (
        <>
          <DueDay on={next.dueOn} />
          <TrusteeNames
            trustees={open.filter(({ dueOn }) => dueOn === next.dueOn).map(({ trustee }) => trustee)}
          />
        </>
      )}
    </>
  )
}

/** Name of the first trustee, and the number of others. */
function TrusteeNames({ trustees: [first, ...others] }: { trustees: readonly Trustee[] }) {
  if (!first) return null
  return (
    <span className="block">
      <Link to={PAGES.trustee} params={{ trusteeId: first.id }} className="link">
        {first.personName}
      </Link>
      {others.length > 0 && ` and ${formatCount(others.length, 'other')}`}
    </span>
  )
}
