import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useRef, useState } from 'react'
import { type FieldValues, FormProvider, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { formatCount } from '../../contract/value-format.ts'
import { sendRequest } from '../client.ts'
import { getDefaultValues } from '../forms/form-defaults.ts'
import { formatIssue } from '../forms/issue-words.ts'
import { formatProblem } from '../problems.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorSummary } from '../ui/form/error-summary.tsx'
import { showToast } from '../ui/toast.tsx'
import type { BulkAct, BulkRow } from './bulk-act.ts'

interface BulkDialogProps {
  act: BulkAct<BulkRow>
  rows: readonly BulkRow[]
  onClose: () => void
  onDone: () => void
}

interface Failure {
  id: string
  name: string
  problem: string
}

export function BulkDialog({ act, rows, onClose, onDone }: BulkDialogProps) {
  const { contract, label, explanation, fields, defaults, isPossible = () => true, nameOf, look } = act
  const { valuesOf = () => ({}), findRefusal = () => null } = act
  // The list behind is loaded again after each call: the rows are those of the moment when the dialog opened.
  const [chosen] = useState(() => rows.filter((row) => isPossible(row) && !findRefusal(row)))
  const [leftOut] = useState(() => listLeftOut(rows, act))
  const [done, setDone] = useState(0)
  const [failures, setFailures] = useState<readonly Failure[] | null>(null)
  const isStopped = useRef(false)
  const queries = useQueryClient()
  const validate = zodResolver(
    contract.input as z.ZodType<FieldValues, FieldValues>,
    { error: formatIssue },
    { raw: true },
  )
  const form = useForm<FieldValues>({
    defaultValues: getDefaultValues(contract, defaults),
    shouldFocusError: false,
    // The values of the first row stand for those of all: the user is asked for the others only.
    resolver: (values, context, options) =>
      validate({ ...values, ...(chosen[0] && valuesOf(chosen[0])) }, context, options),
  })
  // A call that creates a record for the row has no record of its own yet.
  const send = (values: FieldValues, { id, version }: BulkRow): Promise<unknown> =>
    contract.route.includes('{id}')
      ? sendRequest(contract, { ...values, id }, { version })
      : sendRequest(contract, values)
  const run = async (values: FieldValues): Promise<void> => {
    const failed: Failure[] = []
    for (const row of chosen) {
      if (isStopped.current) return
      await send({ ...values, ...valuesOf(row) }, row).catch((error: unknown) =>
        failed.push({ id: row.id, name: nameOf(row), problem: formatProblem(error) }),
      )
      setDone((before) => before + 1)
    }
    void queries.invalidateQueries()
    if (failed.length > 0) {
      setFailures(failed)
      return
    }
    showToast('saved', `${label}: ${formatCount(chosen.length, 'record')} saved`)
    onDone()
    onClose()
  }
  const stop = (): void => {
    isStopped.current = true
    if (done > 0) void queries.invalidateQueries()
    onClose()
  }
  if (failures)
    return (
      <Failures
        title={`${label}: ${failures.length} of ${chosen.length} failed`}
        failures={failures}
        onClose={onClose}
      />
    )
  const { isSubmitting } = form.formState
  return (
    <Dialog
      isOpen
      onClose={stop}
      title={`${label}: ${formatCount(chosen.length, 'record')}`}
      description={[explanation, ...leftOut].join(' ')}
    >
      <FormProvider {...form}>
        <form noValidate className="flex flex-col gap-6" onSubmit={form.handleSubmit(run)}>
          <ErrorSummary />
          <Suspense>{fields}</Suspense>
          <p role="status" className="text-muted text-sm">
            {isSubmitting && `${done} of ${chosen.length} saved`}
          </p>
          <div className="flex gap-2">
            <Button
              type="submit"
              look={look === 'danger' ? 'danger' : 'primary'}
              isBusy={isSubmitting}
              disabled={chosen.length === 0}
            >
              {label}
            </Button>
            <Button look="quiet" onClick={stop}>
              Cancel
            </Button>
          </div>
        </form>
      </FormProvider>
    </Dialog>
  )
}

/** One sentence for each reason why selected rows are left out. */
function listLeftOut(
  rows: readonly BulkRow[],
  { isPossible = () => true, findRefusal = () => null, nameOf }: BulkAct<BulkRow>,
): string[] {
  const impossible = rows.filter((row) => !isPossible(row)).length
  const refused = Map.groupBy(rows.filter(isPossible), findRefusal)
  return [
    ...(impossible > 0
      ? [`${formatCount(impossible, 'selected row')} left out: not possible in the current status.`]
      : []),
    ...[...refused].flatMap(([reason, ofReason]) =>
      reason === null ? [] : [`Left out: ${ofReason.map(nameOf).join(', ')}. ${reason}`],
    ),
  ]
}

function Failures({
  title,
  failures,
  onClose,
}: {
  title: string
  failures: readonly Failure[]
  onClose: () => void
}) {
  return (
    <Dialog isOpen onClose={onClose} title={title}>
      <ul role="alert" className="mb-4 flex flex-col gap-2">
        {failures.map(({ id, name, problem }) => (
          <li key={id}>
            <span className="font-medium">{name}</span>: {problem}
          </li>
        ))}
      </ul>
      <Button look="primary" onClick={onClose}>
        Close
      </Button>
    </Dialog>
  )
}
