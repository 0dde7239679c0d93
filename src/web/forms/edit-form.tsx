/** Edits a record as a whole (PUT): begins with what it is, and settles it when somebody else saved first. */
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Contract, Output, Sent } from '../../contract/define.ts'
import { sendRequest } from '../client.ts'
import { formatProblem } from '../problems.ts'
import { queryFor } from '../queries.ts'
import { lazyComponent, useLater } from '../ui/lazy-component.ts'
import { showToast } from '../ui/toast.tsx'
import { ContractForm, type Values } from './contract-form.tsx'
import { valuesFromRecord } from './form-defaults.ts'

const conflictDialog = lazyComponent(() => import('./conflict-dialog.tsx'))

export type EditableRecord = { id: string; version: number } & Values

interface EditFormProps<U extends Contract, G extends Contract> {
  update: U
  /** Reads the record again when somebody else saved first. */
  get: G
  record: EditableRecord
  submitLabel?: string
  /** Said when it is saved: `Scheme saved`. */
  saved: string
  /** Where to go, by Cancel and after saving. Without it the form stays, and is begun anew by its page. */
  onLeave?: () => void
  /** The page is worked on for long: the form stays as it is after saving, with what was saved, and its buttons in sight. */
  isWorkspace?: boolean
  /** What else begins with the saved record. */
  onSaved?: (answer: Output<U>) => void
  prepare?: (values: Values) => Values
  /** The record as the form begins with it, where a field is written otherwise than it is read. */
  valuesOf?: (record: EditableRecord) => Values
  /** Stands in the form for what is recorded, and is not sent: the mask of a number that stays. */
  isLeftOut?: (name: string, value: unknown) => boolean
  children: ReactNode
}

/** Another record is another form: nothing that was typed into the one may reach the other. */
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
  const beginning = (read: EditableRecord): Values => valuesFromRecord(update, valuesOf(read))
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
  const Parts = useLater(conflictDialog, conflict !== null, () => setConflict(null))

  async function onStale(mine: Values): Promise<void> {
    try {
      const ids = { id: base.record.id } as unknown as Sent<G>
      const theirs = (await sendRequest(get, ids)) as Output<G> & EditableRecord
      queries.setQueryData(queryFor(get, ids).queryKey, theirs)
      setConflict({ theirs, mine })
    } catch (error) {
      showToast('failed', formatProblem(error))
    }
  }

  return (
    <>
      <ContractForm
        // A settled conflict begins a new round from the newer record.
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
