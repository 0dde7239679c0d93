/** Edits a whole record (PUT): begins with the current values, and resolves conflicts with changes of other users. */
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Contract, Output, Sent } from '../../contract/define.ts'
import { sendRequest } from '../client.ts'
import { formatProblem } from '../problems.ts'
import { createQuery } from '../queries.ts'
import { createLazyComponent, useLazyComponent } from '../ui/lazy-component.ts'
import { showToast } from '../ui/toast.tsx'
import { ContractForm, type Values } from './contract-form.tsx'
import { toFormValues } from './form-defaults.ts'

const conflictDialog = createLazyComponent(() => import('./conflict-dialog.tsx'))

export type EditableRecord = { id: string; version: number } & Values

interface EditFormProps<U extends Contract, G extends Contract> {
  update: U
  /** Reads the record again when another user saved first. */
  get: G
  record: EditableRecord
  submitLabel?: string
  /** Message after saving: `Scheme saved`. */
  saved: string
  /** Navigates away, after Cancel and after saving. Without it the form stays, and its page resets it. */
  onLeave?: () => void
  /** For pages that users edit for a long time: the form stays after saving, with the saved values, and its buttons stay visible. */
  isWorkspace?: boolean
  /** Called with the saved record. */
  onSaved?: (answer: Output<U>) => void
  prepare?: (values: Values) => Values
  /** Converts the record to the form's initial values, where a field is sent in another form than it is read. */
  valuesOf?: (record: EditableRecord) => Values
  /** Whether a value is only a placeholder for the recorded one and is not sent: the mask of an unchanged number. */
  isLeftOut?: (name: string, value: unknown) => boolean
  children: ReactNode
}

/** Another record is another form: input for one must never reach the other. */
export const EditForm = <U extends Contract, G extends Contract>(props: EditFormProps<U, G>) => (
  <FormOfRecord key={props.record.id} {...props} />
)

function FormOfRecord<U extends Contract, G extends Contract>({
  update,
  get,
  record,
  submitLabel = 'Save changes',
  saved,
  onLeave,
  isWorkspace = false,
  onSaved,
  prepare = (values) => values,
  valuesOf = (read) => read,
  isLeftOut = () => false,
  children,
}: EditFormProps<U, G>) {
  const beginning = (read: EditableRecord): Values => toFormValues(update, valuesOf(read))
  const queries = useQueryClient()
  const [base, setBase] = useState<{
    record: EditableRecord
    typed: Values
    round: number
    isSaved: boolean
  }>({
    record,
    typed: beginning(record),
    round: 0,
    isSaved: true,
  })
  const [conflict, setConflict] = useState<{ theirs: EditableRecord; mine: Values } | null>(null)
  const Parts = useLazyComponent(conflictDialog, conflict !== null, () => setConflict(null))

  async function onStale(mine: Values): Promise<void> {
    try {
      const ids = { id: base.record.id } as Sent<G>
      const theirs = (await sendRequest(get, ids)) as Output<G> & EditableRecord
      queries.setQueryData(createQuery(get, ids).queryKey, theirs)
      setConflict({ theirs, mine })
    } catch (error) {
      showToast('failed', formatProblem(error))
    }
  }

  return (
    <>
      <ContractForm
        // After a settled conflict the form restarts from the newer record.
        key={base.round}
        contract={update}
        defaults={base.typed}
        ids={{ id: base.record.id } as unknown as Partial<Sent<U>>}
        version={base.record.version}
        submitLabel={submitLabel}
        startsDirty={!base.isSaved}
        isLong={isWorkspace}
        {...(isWorkspace ? { staysWith: (answer: Output<U>) => beginning(answer as EditableRecord) } : {})}
        onSaved={(answer) => {
          showToast('saved', saved)
          if (isWorkspace) {
            const newer = answer as EditableRecord
            setBase({ ...base, record: newer, typed: beginning(newer), isSaved: true })
          }
          onSaved?.(answer)
          onLeave?.()
        }}
        {...(onLeave ? { onCancel: onLeave } : {})}
        onStale={(mine) => void onStale(mine)}
        prepare={(values) =>
          Object.fromEntries(
            Object.entries(prepare(values)).filter(([name, value]) => !isLeftOut(name, value)),
          )
        }
      >
        {children}
      </ContractForm>
      {conflict && Parts && (
        <Parts.ConflictDialog
          base={prepare(beginning(base.record))}
          mine={prepare(conflict.mine)}
          theirs={prepare(beginning(conflict.theirs))}
          theirsAt={String(conflict.theirs.updatedAt)}
          onClose={() => setConflict(null)}
          onSettle={(typed) => {
            setBase({ record: conflict.theirs, typed, round: base.round + 1, isSaved: false })
            setConflict(null)
          }}
        />
      )}
    </>
  )
}
