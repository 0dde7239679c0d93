/** Edits a record as a whole (PUT): begins with what it is, and settles it when somebody else saved first. */
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { z } from 'zod'
import type { Contract, Output, Sent } from '../../contract/define.ts'
import { call } from '../client.ts'
import { problemWords } from '../problems.ts'
import { toast } from '../ui/toast.tsx'
import { ConflictDialog } from './conflict-dialog.tsx'
import { ContractForm, type Values } from './contract-form.tsx'

type Record_ = { id: string; version: number } & Values

/** The fields that the command takes, as the record has them. */
function defaultsFrom(contract: Contract, record: Values): Values {
  const { shape } = contract.input as unknown as z.ZodObject
  return Object.fromEntries(Object.keys(shape).map((name) => [name, record[name] ?? null]))
}

export function EditForm<U extends Contract, G extends Contract>({
  update,
  get,
  record,
  submitLabel = 'Save changes',
  onSaved,
  onCancel,
  prepare = (values) => values,
  valuesOf = (read) => read,
  isLeftOut = () => false,
  children,
}: {
  update: U
  /** Reads the record again when somebody else saved first. */
  get: G
  record: Record_
  submitLabel?: string
  onSaved: (answer: Output<U>) => void
  onCancel?: () => void
  prepare?: (values: Values) => Values
  /** The record as the form begins with it, where a field is written otherwise than it is read. */
  valuesOf?: (record: Record_) => Values
  /** Stands in the form for what is recorded, and is not sent: the mask of a number that stays. */
  isLeftOut?: (name: string, value: unknown) => boolean
  children: ReactNode
}) {
  const beginning = (read: Record_): Values => defaultsFrom(update, valuesOf(read))
  const queries = useQueryClient()
  const [base, setBase] = useState<{ record: Record_; typed: Values; round: number }>({
    record,
    typed: beginning(record),
    round: 0,
  })
  const [conflict, setConflict] = useState<{ theirs: Record_; mine: Values } | null>(null)

  async function onStale(mine: Values): Promise<void> {
    try {
      const theirs = (await call(get, { id: record.id } as Sent<G>)) as Record_
      queries.setQueryData([get.name, { id: record.id }], theirs)
      setConflict({ theirs, mine })
    } catch (error) {
      toast('failed', problemWords(error))
    }
  }

  return (
    <>
      <ContractForm
        // A settled conflict begins a new round from the newer record.
        key={base.round}
        contract={update}
        defaults={base.typed}
        ids={{ id: record.id } as unknown as Partial<Sent<U>>}
        version={base.record.version}
        submitLabel={submitLabel}
        startsDirty={base.round > 0}
        onSaved={onSaved}
        {...(onCancel ? { onCancel } : {})}
        onStale={(mine) => void onStale(mine)}
        prepare={(values) =>
          Object.fromEntries(
            Object.entries(prepare(values)).filter(([name, value]) => !isLeftOut(name, value)),
          )
        }
      >
        {children}
      </ContractForm>
      {conflict && (
        <ConflictDialog
          base={prepare(beginning(base.record))}
          mine={prepare(conflict.mine)}
          theirs={prepare(beginning(conflict.theirs))}
          theirsAt={String(conflict.theirs.updatedAt)}
          onClose={() => setConflict(null)}
          onSettle={(typed) => {
            setBase({ record: conflict.theirs, typed, round: base.round + 1 })
            setConflict(null)
          }}
        />
      )}
    </>
  )
}
