/** Answers for many obligations at once: progress, undo, and interrupted ones. */

import { useQuery } from '@tanstack/react-query'
import type { ObligationConfirmation } from '../../../../contract/obligation-confirmations.ts'
import { formatCount, formatDate, formatInstant, formatNumber } from '../../../../contract/value-format.ts'
import { operation } from '../../../operation.ts'
import { useUserNames } from '../../../people.ts'
import { createQuery } from '../../../queries.ts'
import { usePerson } from '../../../session.tsx'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Row, Rows } from '../../../ui/rows.tsx'
import { Section } from '../../../ui/section.tsx'
import type { ConfirmationBatches } from './use-confirmation-batches.ts'

const SHOWN = 5

const formatAnswer = ({ answer, isOnDueDate, completedOn }: ObligationConfirmation): string => {
  if (answer === 'NOT_DONE') return 'recorded as not done'
  if (answer === 'NOT_APPLICABLE') return 'recorded as not applicable'
  return isOnDueDate || !completedOn
    ? 'recorded as done on the due dates'
    : `recorded as done on ${formatDate(completedOn)}`
}

const isUndoing = ({ status }: ObligationConfirmation): boolean => status === 'UNDOING' || status === 'UNDONE'

const getTitle = (confirmation: ObligationConfirmation): string => {
  const { answered, undone, status, total } = confirmation
  if (status === 'RUNNING') return `${formatNumber(answered)} of ${formatCount(total, 'obligation')} answered`
  if (status === 'UNDOING') return `${formatNumber(undone)} of ${formatCount(answered, 'answer')} withdrawn`
  if (status === 'UNDONE') return `${formatCount(undone, 'obligation')} to confirm again`
  return `${formatCount(answered, 'obligation')} ${formatAnswer(confirmation)}`
}

/** Obligations that changed after the answer are not undone. */
const formatNotUndone = ({ status, answered, undone }: ObligationConfirmation): string | null =>
  status === 'UNDONE' && answered > undone
    ? `${formatCount(answered - undone, 'obligation')} changed since then: not undone`
    : null

/** The answer that is being recorded or undone here. */
export function ConfirmationProgress({ batches }: { batches: ConfirmationBatches }) {
  const { current, isBusy, problem, follow, undo } = batches
  if (!current) return null
  const { status, total, answered, undone } = current
  const isRunning = status === 'RUNNING' || status === 'UNDOING'
  return (
    <div role="status">
      <Notice
        look={problem ? 'late' : isRunning ? 'info' : 'done'}
        title={getTitle(current)}
        action={
          isRunning ? (
            <Button isBusy={isBusy} onClick={() => follow(current)}>
              Continue
            </Button>
          ) : (
            status === 'COMPLETE' && (
              <Button isBusy={isBusy} onClick={() => undo(current)}>
                Undo
              </Button>
            )
          )
        }
      >
        {problem ?? formatNotUndone(current)}
        {isRunning && (
          <progress
            aria-label={isUndoing(current) ? 'Answers withdrawn' : 'Obligations answered'}
            className="h-2 w-full max-w-80 accent-accent"
            value={isUndoing(current) ? undone : answered}
            max={isUndoing(current) ? answered : total}
          />
        )}
      </Notice>
    </div>
  )
}

/** The latest answers of the firm: each can be undone as long as its obligations are unchanged. */
export function ConfirmationsSection({ batches }: { batches: ConfirmationBatches }) {
  const { data } = useQuery(createQuery(operation('obligation-confirmation.list'), { limit: SHOWN }))
  const { id: userId, role } = usePerson()
  const nameOf = useUserNames()
  const answers = data?.data.filter(({ id }) => id !== batches.current?.id) ?? []
  if (answers.length === 0) return null
  return (
    <Section title="Answers recorded">
      <Rows name="Answers recorded">
        {answers.map((one) => {
          const isOwn = one.confirmedBy === userId
          return (
            <Row
              key={one.id}
              title={getTitle(one)}
              aside={
                <span className="flex gap-2 print:hidden">
                  {isOwn && one.status === 'RUNNING' && (
                    <Button isSmall disabled={batches.isBusy} onClick={() => batches.follow(one)}>
                      Continue
                    </Button>
                  )}
                  {one.status !== 'UNDONE' && (isOwn || role === 'BrokerAdmin') && (
                    <Button
                      isSmall
                      aria-label={`Undo: ${getTitle(one)}`}
                      disabled={batches.isBusy}
                      onClick={() => batches.undo(one)}
                    >
                      Undo
                    </Button>
                  )}
                </span>
              }
            >
              <span className="text-muted">
                {[
                  one.status === 'COMPLETE' ? null : formatAnswer(one),
                  `${nameOf(one.confirmedBy)}, ${formatInstant(one.createdAt)}`,
                  formatNotUndone(one),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </Row>
          )
        })}
      </Rows>
    </Section>
  )
}
