/** Training of a trustee, and the date of the next one. */

import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatCitedSources } from '../../../../contract/citations.ts'
import { PAGES } from '../../../../contract/pages.ts'
import {
  createTrusteeTraining,
  listTrusteeTrainings,
  TRUSTEE_TRAINING_TRANSITIONS,
  type TrusteeTraining,
  withdrawTrusteeTraining,
} from '../../../../contract/trustee-trainings.ts'
import type { Trustee } from '../../../../contract/trustees.ts'
import { formatCount, formatDate } from '../../../../contract/value-format.ts'
import { getTodayInDublin } from '../../../format.ts'
import { type Act, Acts, listActions } from '../../../forms/acts.tsx'
import { useListQuery } from '../../../lists/list-query.ts'
import { operation } from '../../../operation.ts'
import { createQuery } from '../../../queries.ts'
import { DueDay } from '../../../records/due-day.tsx'
import { DocumentName } from '../../../records/names.tsx'
import { useScheme } from '../../../records/use-scheme.ts'
import { useMay, usePerson } from '../../../session.tsx'
import { Failed } from '../../../shell/error-page.tsx'
import { TextField } from '../../../ui/form/fields.tsx'
import { Row, Rows } from '../../../ui/rows.tsx'
import { Section } from '../../../ui/section.tsx'
import { ShowMore } from '../../../ui/show-more.tsx'
import { TableSkeleton } from '../../../ui/skeleton.tsx'
import { Status } from '../../../ui/status.tsx'
import { TrainingFields } from './training-fields.tsx'
import { calculateFirstTrainingDue, isBeforeRecords } from './trustee.ts'

/** A person with a grant adds own trainings only. */
function useMayAdd({ id }: Trustee): boolean {
  const may = useMay()
  const { grant } = usePerson()
  const { data } = useQuery({ ...createQuery(operation('grant.own'), {}), enabled: grant !== undefined })
  if (!may(createTrusteeTraining)) return false
  return !grant || (data?.data.some(({ trusteeIds }) => trusteeIds.includes(id)) ?? false)
}

export function TrusteeTrainings({ trustee }: { trustee: Trustee }) {
  const mayAdd = useMayAdd(trustee)
  const { query, rows, more } = useListQuery(listTrusteeTrainings, { id: trustee.id })
  const add: Act = {
    contract: createTrusteeTraining,
    label: 'Add training',
    title: `Record a training of ${trustee.personName}`,
    explanation: [
      `A training that was completed. The first is due within six months of the appointment, then every two years (${formatCitedSources('PA 59AA')}).`,
      'The audit log records the date and the user.',
    ],
    fields: <TrainingFields schemeId={trustee.schemeId} />,
    defaults: { completedOn: getTodayInDublin() },
    isMain: true,
    done: 'Training recorded',
  }
  return (
    <Section title="Trainings" actions={mayAdd && <Acts acts={[add]} subject={trustee} />}>
      {query.isError && !query.data ? (
        <Failed error={query.error} reset={() => void query.refetch()} />
      ) : !query.data ? (
        <TableSkeleton rows={2} />
      ) : (
        <>
          <NextTraining trustee={trustee} trainings={rows} />
          {rows.length > 0 && (
            <Rows name="Trainings">
              {rows.map((training) => (
                <TrainingRow key={training.id} training={training} />
              ))}
            </Rows>
          )}
          <ShowMore more={more} />
        </>
      )}
    </Section>
  )
}

/** The last training since the appointment. The compliance calendar of the scheme calculates when the next one is due. */
function NextTraining({ trustee, trainings }: { trustee: Trustee; trainings: readonly TrusteeTraining[] }) {
  const { status, appointedOn, schemeId } = trustee
  const scheme = useScheme(schemeId)
  const last = trainings.find(
    (one) => one.status === 'RECORDED' && (!appointedOn || one.completedOn >= appointedOn),
  )
  if (last)
    return (
      <p className="max-w-[70ch]">
        Last training on {formatDate(last.completedOn)}. Training must be repeated every two years (
        {formatCitedSources('PA 59AA')}); see the obligations of the scheme for the due date.
      </p>
    )
  if (status !== 'APPOINTED' || !appointedOn) return <p className="text-muted">No training recorded.</p>
  const dueOn = calculateFirstTrainingDue(appointedOn)
  return (
    <p>
      {isBeforeRecords(dueOn, scheme) ? (
        <>No training recorded yet. The first was due by {formatDate(dueOn)}, before the scheme was added.</>
      ) : (
        <>
          No training recorded since the appointment. The first is due: <DueDay on={dueOn} />
        </>
      )}{' '}
      <span className="text-muted text-sm">({formatCitedSources('PA 59AA')})</span>
    </p>
  )
}

function TrainingRow({ training }: { training: TrusteeTraining }) {
  const { status, topic, provider, hours, completedOn, documentId, withdrawnReason } = training
  const acts = listActions(TRUSTEE_TRAINING_TRANSITIONS, { withdraw: WITHDRAW }, training, useMay())
  const isWithdrawn = status === 'WITHDRAWN'
  return (
    <Row
      title={
        <>
          <p className={isWithdrawn ? 'text-muted line-through' : 'font-medium'}>{topic}</p>
          <p className="text-muted">
            {[
              isWithdrawn && formatDate(completedOn),
              provider,
              hours !== null && formatCount(hours, 'hour'),
              withdrawnReason,
            ]
              .filter(Boolean)
              .join(' · ')}
            {documentId && (
              <>
                {' '}
                <Link to={PAGES.document} params={{ documentId }} className="link">
                  <DocumentName id={documentId} />
                </Link>
              </>
            )}
          </p>
        </>
      }
      aside={
        <span className="flex max-w-[calc(100vw-4rem)] flex-wrap items-center gap-2">
          {isWithdrawn ? <Status tone="ended">Withdrawn</Status> : <span>{formatDate(completedOn)}</span>}
          <Acts acts={acts} subject={training} />
        </span>
      }
    />
  )
}

const WITHDRAW: Act = {
  contract: withdrawTrusteeTraining,
  label: 'Withdraw',
  title: 'Withdraw this training',
  explanation: [
    'Use this for a training recorded by mistake. It no longer counts, and stays readable with the reason.',
    'The audit log records the change and the user.',
  ],
  fields: <TextField name="reason" label="Reason" rows={3} isRequired />,
  look: 'danger',
  done: 'Training withdrawn',
}
