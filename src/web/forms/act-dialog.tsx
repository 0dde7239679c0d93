/** The dialog of one act. A module of its own: pages load it when they are there, because forms are large. */
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, Suspense, useState } from 'react'
import type { Contract, Sent } from '../../contract/define.ts'
import { sendRequest } from '../client.ts'
import { formatProblem } from '../problems.ts'
import { Button, type ButtonLook } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { showToast } from '../ui/toast.tsx'
import { ContractForm, type Values } from './contract-form.tsx'

export interface Act {
  contract: Contract
  /** The verb: `Approve`. */
  label: string
  /** The dialog's title: `Approve this scheme`. */
  title: string
  /** What will happen, and what is recorded: a paragraph each; what does not apply is false. */
  explanation: readonly ReactNode[]
  /** What is asked before: a day, a reason. */
  fields?: ReactNode
  defaults?: Values
  /** Looks at what was entered before it is sent. */
  prepare?: (values: Values) => Values
  /** Why it cannot be done yet, with links to where that is changed: shown in the dialog instead of the form. */
  blocked?: (close: () => void) => ReactNode
  look?: ButtonLook
  /** A button of its own; the others are in the menu. */
  isMain?: boolean
  /** Said when it is done: `Scheme approved`. */
  done: string
  /** Where the record is gone with it: to another page. */
  after?: () => void
  /** The command that takes the act back, offered with the message that it is done. */
  undo?: Undo
}
interface Undo {
  contract: Contract
  sent: object
  /** Said when it is taken back. */
  done: string
}

export interface Subject {
  id: string
  version: number
}

interface ActDialogProps {
  label: string
  /** Undefined once the record is where the act does not lead on from. */
  act: Act | undefined
  subject: Subject
  onClose: () => void
  onDone: () => void
}

export function ActDialog({ label, act, subject, onClose, onDone }: ActDialogProps) {
  const queries = useQueryClient()
  const [isStale, setStale] = useState(false)
  if (!act)
    return (
      <Dialog isOpen onClose={onClose} title={`No longer possible: ${label}`}>
        <p role="alert" className="mb-4">
          {/* An act whose answer was lost may have been done all the same. */}
          The record was changed in the meantime, by another user or by your earlier attempt. The page shows
          the current record.
        </p>
        <Button look="primary" onClick={onClose}>
          Close
        </Button>
      </Dialog>
    )
  if (act.blocked)
    return (
      <Dialog isOpen onClose={onClose} title={act.title} description={<Paragraphs of={act.explanation} />}>
        {act.blocked(onClose)}
        <div className="mt-4 flex justify-end">
          <Button look="primary" onClick={onClose}>
            Close
          </Button>
        </div>
      </Dialog>
    )
  return (
    <Dialog isOpen onClose={onClose} title={act.title} description={<Paragraphs of={act.explanation} />}>
      {isStale && (
        <p role="alert" className="mb-4 font-medium text-danger">
          Another user changed this record in the meantime. The page shows the current record: check it, then
          try again.
        </p>
      )}
      <ContractForm
        contract={act.contract}
        defaults={act.defaults ?? {}}
        ids={{ id: subject.id } as unknown as Partial<Sent<Contract>>}
        version={subject.version}
        submitLabel={label}
        {...(act.prepare ? { prepare: act.prepare } : {})}
        submitLook={act.look === 'danger' ? 'danger' : 'primary'}
        onCancel={onClose}
        onStale={() => {
          setStale(true)
          void queries.invalidateQueries()
        }}
        onSaved={(answer) => {
          showToast('saved', act.done, act.undo && buildUndo(act.undo, answer as Subject, queries))
          onDone()
          act.after?.()
        }}
      >
        <Suspense>{act.fields}</Suspense>
      </ContractForm>
    </Dialog>
  )
}

const buildUndo = ({ contract, sent, done }: Undo, { id, version }: Subject, queries: QueryClient) => ({
  label: 'Undo',
  onClick: () =>
    void sendRequest(contract, { ...sent, id } as unknown as Sent<Contract>, { version })
      .then(() => showToast('saved', done))
      .catch((error) => showToast('failed', formatProblem(error)))
      .finally(() => queries.invalidateQueries()),
})

const Paragraphs = ({ of }: { of: readonly ReactNode[] }) => (
  <div className="flex flex-col gap-2">
    {of.filter(Boolean).map((paragraph, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: they have nothing but their order
      <p key={index}>{paragraph}</p>
    ))}
  </div>
)
