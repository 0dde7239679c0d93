/** Obligations that fell due before their scheme was added: a person confirms for many at once what became of them. */
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import {
  type Confirmation,
  confirmObligations,
  listObligations,
  MAX_CONFIRMED_AT_ONCE,
  type Obligation,
  withdrawConfirmation,
} from '../../../../contract/obligations.ts'
import { formatCount, formatDate } from '../../../format.ts'
import { ContractForm } from '../../../forms/contract-form.tsx'
import { useListQuery } from '../../../lists/list-query.ts'
import { formatProblem } from '../../../problems.ts'
import { useCommand } from '../../../queries.ts'
import { formatObligationName, formatObligationPeriod } from '../../../records/obligation-period.ts'
import { Failed } from '../../../shell/error-page.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { DateField, TextField } from '../../../ui/form/fields.tsx'
import { EmptyState, Notice } from '../../../ui/notice.tsx'
import { TableSkeleton } from '../../../ui/skeleton.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { CalendarFrame, useCalendarSearch } from './calendar-frame.tsx'
import { linkToObligation } from './obligation-columns.tsx'

export default function ObligationsToConfirm() {
  const { schemeId, employerId, ruleId, q } = useCalendarSearch()
  const { query, rows, more } = useListQuery(
    listObligations,
    { status: 'TO_CONFIRM' },
    { schemeId, employerId, ruleId, q },
  )
  const goesOn = more.has && !more.isLoading && more.problem === null
  useEffect(() => {
    if (goesOn) more.load()
  })
  return (
    <CalendarFrame>
      {query.isError && !query.data ? (
        <Failed error={query.error} reset={() => void query.refetch()} />
      ) : query.isPending ? (
        <TableSkeleton />
      ) : (
        <ToConfirm obligations={rows} />
      )}
    </CalendarFrame>
  )
}

interface Answered {
  ids: string[]
  answer: Confirmation
}

const ANSWERED: Record<Confirmation, string> = {
  DONE: 'recorded as done',
  NOT_DONE: 'recorded as not done. Overdue from the due date',
  NOT_APPLICABLE: 'recorded as not applicable',
}

function ToConfirm({ obligations }: { obligations: readonly Obligation[] }) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [answer, setAnswer] = useState<Confirmation | null>(null)
  const [answered, setAnswered] = useState<Answered | null>(null)
  const selected = obligations.filter(({ id }) => chosen.has(id)).map(({ id }) => id)
  const choose = (ids: readonly string[], isChosen: boolean): void => {
    const next = new Set(chosen)
    for (const id of ids) isChosen ? next.add(id) : next.delete(id)
    setChosen(next)
  }
  return (
    <div className="flex flex-col gap-5">
      {answered && <LastAnswer answered={answered} onWithdrawn={() => setAnswered(null)} />}
      {obligations.length === 0 ? (
        <EmptyState title="No obligations to confirm">
          Obligations due before their scheme was added, without a record, appear here.
        </EmptyState>
      ) : (
        <>
          <p className="max-w-[75ch] text-muted">
            {formatCount(obligations.length, 'obligation')} fell due before the scheme was added and have no
            record. They do not count as overdue. Select obligations, then record the result.
          </p>
          {[...Map.groupBy(obligations, ({ ruleId }) => ruleId).values()].map((group) => (
            <RuleGroup key={group[0]?.ruleId} obligations={group} chosen={chosen} choose={choose} />
          ))}
          <Answers count={selected.length} onAnswer={setAnswer} />
        </>
      )}
      {answer && (
        <AnswerDialog
          ids={selected}
          answer={answer}
          onClose={() => setAnswer(null)}
          onAnswered={() => {
            setAnswered({ ids: selected, answer })
            setChosen(new Set())
            setAnswer(null)
          }}
        />
      )}
    </div>
  )
}

function RuleGroup({
  obligations,
  chosen,
  choose,
}: {
  obligations: readonly Obligation[]
  chosen: ReadonlySet<string>
  choose: (ids: readonly string[], isChosen: boolean) => void
}) {
  const ids = obligations.map(({ id }) => id)
  const [first] = obligations
  const count = ids.filter((id) => chosen.has(id)).length
  const all = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (all.current) all.current.indeterminate = count > 0 && count < ids.length
  }, [count, ids.length])
  if (!first) return null
  return (
    <fieldset className="min-w-0 rounded-md border border-line bg-surface">
      <legend className="sr-only">
        {first.ruleId} {first.title}
      </legend>
      <label className="flex min-h-10 cursor-pointer items-center gap-3 border-line border-b bg-sunken px-3 py-2">
        <input
          ref={all}
          type="checkbox"
          className="size-4 shrink-0 accent-accent"
          aria-label={`All of ${first.ruleId} ${first.title}`}
          checked={count === ids.length}
          onChange={({ target }) => choose(ids, target.checked)}
        />
        <span className="min-w-0 font-semibold">
          {first.title}{' '}
          <span className="font-normal text-muted">{formatCount(ids.length, 'obligation')}</span>
        </span>
      </label>
      <ul className="divide-y divide-line">
        {obligations.map((one) => (
          <li key={one.id} className="flex items-start gap-3 px-3 py-2 hover:bg-hover">
            <label className="flex min-h-6 min-w-0 flex-1 cursor-pointer items-start gap-3">
              <input
                type="checkbox"
                className="mt-1 size-4 shrink-0 accent-accent"
                checked={chosen.has(one.id)}
                onChange={({ target }) => choose([one.id], target.checked)}
              />
              <span className="flex min-w-0 flex-1 flex-wrap justify-between gap-x-4">
                <span className="[overflow-wrap:anywhere]">
                  {one.schemeName}
                  {formatWithinGroup(one, first.title) && (
                    <span className="text-muted"> · {formatWithinGroup(one, first.title)}</span>
                  )}
                </span>
                <span className="text-muted">
                  was due {one.dueOn ? formatDate(one.dueOn) : 'on an unknown date'}
                </span>
              </span>
            </label>
            <Link
              {...linkToObligation(one)}
              className="link shrink-0"
              aria-label={`Details: ${formatObligationName(one)}, ${one.schemeName}`}
            >
              Details
            </Link>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}

/** The group shows the title: a row adds its period, and its own title only where a rule has several. */
const formatWithinGroup = (obligation: Obligation, title: string): string =>
  obligation.title === title
    ? [formatObligationPeriod(obligation), obligation.isRestricted && 'restricted'].filter(Boolean).join(', ')
    : formatObligationName(obligation)

function Answers({ count, onAnswer }: { count: number; onAnswer: (answer: Confirmation) => void }) {
  const isTooMany = count > MAX_CONFIRMED_AT_ONCE
  const isUnavailable = count === 0 || isTooMany
  return (
    <section
      aria-label="Record the selected obligations"
      className="sticky bottom-0 z-10 flex flex-wrap items-center gap-2 border-line border-t bg-surface py-3 print:hidden"
    >
      <p role="status" className="mr-2 min-w-32">
        {isTooMany
          ? `${count} selected. Select up to ${MAX_CONFIRMED_AT_ONCE} at once`
          : count === 0
            ? 'No obligations selected'
            : `${count} selected`}
      </p>
      <Button look="primary" disabled={isUnavailable} onClick={() => onAnswer('DONE')}>
        Record as done
      </Button>
      <Button disabled={isUnavailable} onClick={() => onAnswer('NOT_DONE')}>
        Record as not done
      </Button>
      <Button disabled={isUnavailable} onClick={() => onAnswer('NOT_APPLICABLE')}>
        Does not apply
      </Button>
    </section>
  )
}

const DIALOGS: Record<Confirmation, { title: string; text: string; submit: string }> = {
  DONE: {
    title: 'Record as done',
    text: 'The date counts for all selected obligations. If the rule repeats, the next period runs from it.',
    submit: 'Record as done',
  },
  NOT_DONE: {
    title: 'Record as not done',
    text: 'The selected obligations become overdue from their due dates, and count for the compliance status of their schemes.',
    submit: 'Record as not done',
  },
  NOT_APPLICABLE: {
    title: 'Record as not applicable',
    text: 'The selected obligations are closed with your reason. If the rule repeats, the next period is due after the scheme was added.',
    submit: 'Record as not applicable',
  },
}

function AnswerDialog({
  ids,
  answer,
  onClose,
  onAnswered,
}: {
  ids: string[]
  answer: Confirmation
  onClose: () => void
  onAnswered: () => void
}) {
  const { title, text, submit } = DIALOGS[answer]
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`${title}: ${formatCount(ids.length, 'obligation')}`}
      description={
        <>
          <p>{text}</p>
          <p className="mt-2">The audit log has one entry for each obligation. You can undo the answer.</p>
        </>
      }
    >
      <ContractForm
        contract={confirmObligations}
        defaults={{}}
        ids={{ ids, answer }}
        submitLabel={submit}
        onCancel={onClose}
        onSaved={() => {
          showToast('saved', `${formatCount(ids.length, 'obligation')} ${ANSWERED[answer]}`)
          onAnswered()
        }}
      >
        {answer === 'DONE' && <DateField name="completedOn" label="Done on" isRequired />}
        {answer === 'NOT_APPLICABLE' && (
          <TextField
            name="reason"
            rows={3}
            isRequired
            help="Kept in the audit log. No names, PPS numbers or health data"
          />
        )}
      </ContractForm>
    </Dialog>
  )
}

function LastAnswer({ answered, onWithdrawn }: { answered: Answered; onWithdrawn: () => void }) {
  const withdraw = useCommand(withdrawConfirmation)
  const count = formatCount(answered.ids.length, 'obligation')
  const undo = (): void =>
    withdraw.mutate(
      { sent: { ids: answered.ids } },
      {
        onSuccess: () => {
          showToast('saved', `${count} to confirm again`)
          onWithdrawn()
        },
        onError: (error) => showToast('failed', formatProblem(error)),
      },
    )
  return (
    <Notice
      look="done"
      title={`${count} ${ANSWERED[answered.answer]}`}
      action={
        <Button isBusy={withdraw.isPending} onClick={undo}>
          Undo
        </Button>
      }
    />
  )
}
