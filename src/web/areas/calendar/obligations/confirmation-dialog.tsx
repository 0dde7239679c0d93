import { useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import {
  type ObligationConfirmation,
  startConfirmation,
} from '../../../../contract/obligation-confirmations.ts'
import type { Confirmation } from '../../../../contract/obligations.ts'
import { formatCount, formatNumber } from '../../../../contract/value-format.ts'
import { sendRequest } from '../../../client.ts'
import { ContractForm, type Values } from '../../../forms/contract-form.tsx'
import { formatProblem } from '../../../problems.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { DateField, TextField } from '../../../ui/form/fields.tsx'
import { RadiosField } from '../../../ui/form/radios-field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import type { Selection, ToConfirmFilters } from './selection-to-confirm.ts'

const DIALOGS: Record<Confirmation, { title: string; text: string; submit: (count: string) => string }> = {
  DONE: {
    title: 'Record as done',
    text: 'You state that all of them were met. If the rule repeats, the next period runs from the date.',
    submit: (count) => `Record ${count} as done`,
  },
  NOT_DONE: {
    title: 'Record as not done',
    text: 'They become overdue from their due dates, and count for the compliance status of their schemes.',
    submit: (count) => `Record ${count} as not done`,
  },
  NOT_APPLICABLE: {
    title: 'Record as not applicable',
    text: 'They are closed with your reason. If the rule repeats, the next period is due after the scheme was added.',
    submit: (count) => `Record ${count} as not applicable`,
  },
}

/** Says how many obligations of how many schemes are answered, before they are. */
export function ConfirmationDialog({
  selection,
  selected: selectedCount,
  filters,
  answer,
  onClose,
  onStarted,
}: {
  selection: Selection
  /** Shown until the service has counted them. */
  selected: number
  filters: ToConfirmFilters
  answer: Confirmation
  onClose: () => void
  onStarted: (confirmation: ObligationConfirmation) => void
}) {
  const { title, text, submit } = DIALOGS[answer]
  const selected = {
    ...filters,
    ruleIds: [...selection.ruleIds.keys()],
    obligationIds: [...selection.obligationIds.keys()],
    answer,
  }
  const preview = useQuery({
    queryKey: ['preview of a confirmation', selected],
    queryFn: ({ signal }) => sendRequest(startConfirmation, { ...selected, dryRun: true }, { signal }),
    gcTime: 0,
  })
  const count = preview.data?.obligations ?? selectedCount
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`${title}: ${formatCount(count, 'obligation')}`}
      description={
        <>
          <p className="font-medium">
            {preview.data
              ? `${formatCount(preview.data.obligations, 'obligation')} in ${formatCount(preview.data.schemes, 'scheme')}`
              : 'Counting …'}
          </p>
          <p className="mt-2">{text}</p>
          <p className="mt-2">
            The audit log has one entry for each obligation. You can undo the answer for all that were not
            changed since.
          </p>
        </>
      }
    >
      {preview.isError && <Notice look="late" title={formatProblem(preview.error)} />}
      {preview.data && (
        <ContractForm
          contract={startConfirmation}
          defaults={{ when: 'DUE_DATE' }}
          ids={{ ...selected, expected: preview.data.obligations }}
          prepare={answer === 'DONE' ? toCompletion : undefined}
          submitLabel={submit(formatNumber(count))}
          onCancel={onClose}
          onSaved={({ confirmation }) => confirmation && onStarted(confirmation)}
        >
          {answer === 'DONE' && <CompletionFields />}
          {answer === 'NOT_APPLICABLE' && (
            <TextField
              name="reason"
              rows={3}
              isRequired
              help="Kept in the audit log. No names, PPS numbers or health data"
            />
          )}
        </ContractForm>
      )}
    </Dialog>
  )
}

/** The form asks which of two dates; the command has a field for each. */
const toCompletion = ({ when, completedOn, ...values }: Values): Values => ({
  ...values,
  isOnDueDate: when === 'DUE_DATE',
  completedOn: when === 'DUE_DATE' ? null : completedOn,
})

function CompletionFields() {
  const when = useWatch({ name: 'when' })
  return (
    <>
      <RadiosField
        name="when"
        label="When were they met?"
        choices={[
          { value: 'DUE_DATE', label: 'Each on its due date' },
          { value: 'ONE_DATE', label: 'All on one date' },
        ]}
      />
      {when === 'ONE_DATE' && <DateField name="completedOn" label="Done on" isRequired />}
    </>
  )
}
