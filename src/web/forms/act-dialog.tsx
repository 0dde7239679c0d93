/** The dialog of one action. A separate module: pages load it after they are shown, because forms are large. */
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
  /** Effects of the action and what is recorded, one paragraph each; false where a paragraph does not apply. */
  explanation: readonly ReactNode[]
  /** Input that the action needs: a day, a reason. */
  fields?: ReactNode
  defaults?: Values
  /** Adjusts the entered values before they are sent. */
  prepare?: (values: Values) => Values
  /** Reason why the action is not possible yet, with links to change that: shown in the dialog instead of the form. */
  blocked?: (close: () => void) => ReactNode
  look?: ButtonLook
  /** A button of its own; the others are in the menu. */
  isMain?: boolean
  /** Message after success: `Scheme approved`. */
  done: string
  /** Where the action removes the record: navigates to another page. */
  after?: () => void
  /** Command that undoes the action, offered with the success message. */
  undo?: Undo
}
interface Undo {
  contract: Contract
  sent: object
  /** Message after the undo. */
  done: string
}

export interface Subject {
  id: string
  version: number
}

interface ActDialogProps {
  label: string
  /** Undefined once the action is no longer possible for the record. */
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
          {/* An action whose response was lost may have succeeded. */}
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
        ids={{ id: subject.id } as Partial<Sent<Contract>>}
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
    void sendRequest(contract, { ...sent, id } as Sent<Contract>, { version })
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
