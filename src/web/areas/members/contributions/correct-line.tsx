/** Puts one line right: what it should be is asked, what is added or taken off is sent, and the line itself stays. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type ContributionBatch,
  type ContributionLine,
  correctContributions,
  listContributionLines,
} from '../../../../contract/contributions.ts'
import { ContractForm, type Values } from '../../../forms/contract-form.tsx'
import { getLabel } from '../../../labels.ts'
import { createQuery } from '../../../queries.ts'
import { Failed } from '../../../shell/error-page.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { MoneyField, TextField } from '../../../ui/form/fields.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { showToast } from '../../../ui/toast.tsx'
import {
  AMOUNTS,
  type Amounts,
  calculateAddedAmounts,
  calculateCurrentAmounts,
  toAmounts,
} from './correction.ts'

/** More than a member has in one month, weekly pay and corrections included. */
const LINES_AT_MOST = 200

export default function CorrectLine({
  batch,
  line,
  onClose,
}: {
  batch: ContributionBatch
  line: ContributionLine
  onClose: () => void
}) {
  const lines = useQuery({
    ...createQuery(listContributionLines, { id: batch.id, memberId: line.memberId, limit: LINES_AT_MOST }),
    staleTime: 0,
  })
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`Correct line ${line.number}: ${line.memberName}`}
      description={
        <div className="flex flex-col gap-2">
          <p>
            Enter the correct amounts. The difference is added as a correction line; the line of the file does
            not change. Totals and payment status include both.
          </p>
          <p>
            The audit log records the user, the time and the reason. It keeps the reason permanently: no PPS
            numbers.
          </p>
        </div>
      }
    >
      {lines.isError ? (
        <Failed error={lines.error} reset={() => void lines.refetch()} />
      ) : lines.isFetching && !lines.data ? (
        <Skeleton height={240} />
      ) : (
        lines.data && (
          <CorrectionForm
            batch={batch}
            line={line}
            standing={calculateCurrentAmounts(line, lines.data.data)}
            onClose={onClose}
          />
        )
      )}
    </Dialog>
  )
}

function CorrectionForm({
  batch,
  line,
  standing,
  onClose,
}: {
  batch: ContributionBatch
  line: ContributionLine
  /** With the corrections so far. */
  standing: Amounts
  onClose: () => void
}) {
  const queries = useQueryClient()
  const [isStale, setStale] = useState(false)
  const first = (values: Values): Values => (values.corrections as Values[])[0] ?? {}
  return (
    <>
      {isStale && (
        <p role="alert" className="mb-4 font-medium text-danger">
          Another user changed this month in the meantime. Close this dialog and check the month.
        </p>
      )}
      <ContractForm
        contract={correctContributions}
        defaults={{ corrections: [{ lineId: line.id, ...standing }], reason: null }}
        ids={{ id: batch.id }}
        version={batch.version}
        submitLabel="Correct line"
        onCancel={onClose}
        onStale={() => {
          setStale(true)
          void queries.invalidateQueries()
        }}
        onSaved={() => {
          showToast('saved', `Line ${line.number} corrected`)
          onClose()
        }}
        prepare={(values) => ({
          ...values,
          corrections: [{ lineId: line.id, ...calculateAddedAmounts(toAmounts(first(values)), standing) }],
        })}
      >
        <div className="grid gap-4 sm:grid-cols-2">
          {AMOUNTS.map((name) => (
            <MoneyField key={name} name={`corrections.0.${name}`} label={getLabel(name)} isRequired />
          ))}
        </div>
        <TextField name="reason" isRequired rows={2} />
      </ContractForm>
    </>
  )
}
