/**
 * What can be done with a record: its main act as a button, the others in a menu. Each asks in a dialog that says what will
 * happen and what is recorded, takes a reason where one is kept, and its button carries the verb.
 */
import { useQueryClient } from '@tanstack/react-query'
import { Ellipsis } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Contract, Sent } from '../../contract/define.ts'
import { Button, type ButtonLook, IconButton } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { focusHeading } from '../ui/focus-return.ts'
import { Menu, MenuItem } from '../ui/menu.tsx'
import { toast } from '../ui/toast.tsx'
import { ContractForm, type Values } from './contract-form.tsx'

export interface Act {
  contract: Contract
  /** The verb: `Approve`. */
  label: string
  /** The dialog's title: `Approve this scheme`. */
  title: string
  /** What will happen, and what is recorded. */
  explanation: ReactNode
  /** What is asked before: a day, a reason. */
  fields?: ReactNode
  defaults?: Values
  look?: ButtonLook
  /** A button of its own; the others are in the menu. */
  isMain?: boolean
  /** Said when it is done: `The scheme is approved`. */
  done: string
}

interface Subject {
  id: string
  version: number
}

export function Acts({ acts, subject }: { acts: readonly Act[]; subject: Subject }) {
  const [open, setOpen] = useState<Act | null>(null)
  const changedVersion = useRef<number | null>(null)
  useEffect(() => {
    if (changedVersion.current === null || changedVersion.current === subject.version) return
    changedVersion.current = null
    // The button of an act that is done is gone, and the focus with it.
    if (document.activeElement === document.body) focusHeading(document.querySelector('main h1'))
  }, [subject.version])
  const others = acts.filter(({ isMain }) => !isMain)
  return (
    <>
      {acts
        .filter(({ isMain }) => isMain)
        .map((act) => (
          // Red is for the dialog, where it is about to happen.
          <Button
            key={act.label}
            look={!act.look || act.look === 'danger' ? 'secondary' : act.look}
            onClick={() => setOpen(act)}
          >
            {act.label}
          </Button>
        ))}
      {others.length > 0 && (
        <Menu
          trigger={
            <IconButton name="More actions">
              <Ellipsis aria-hidden="true" size={18} />
            </IconButton>
          }
        >
          {others.map((act) => (
            <MenuItem key={act.label} onSelect={() => setOpen(act)}>
              {act.label} …
            </MenuItem>
          ))}
        </Menu>
      )}
      {open && (
        <ActDialog
          act={open}
          subject={subject}
          onClose={() => setOpen(null)}
          onDone={() => {
            changedVersion.current = subject.version
          }}
        />
      )}
    </>
  )
}

function ActDialog({
  act,
  subject,
  onClose,
  onDone = () => {},
}: {
  act: Act
  subject: Subject
  onClose: () => void
  onDone?: () => void
}) {
  const { contract, label, title, explanation, fields, defaults = {}, look, done } = act
  const queries = useQueryClient()
  const [isStale, setStale] = useState(false)
  return (
    <Dialog isOpen onClose={onClose} title={title} description={explanation}>
      {isStale && (
        <p role="alert" className="mb-4 font-medium text-danger">
          Somebody else changed this record meanwhile. It is shown as it is now: look again, then decide.
        </p>
      )}
      <ContractForm
        contract={contract}
        defaults={defaults}
        ids={{ id: subject.id } as unknown as Partial<Sent<Contract>>}
        version={subject.version}
        submitLabel={label}
        submitLook={look === 'danger' ? 'danger' : 'primary'}
        onCancel={onClose}
        onStale={() => {
          setStale(true)
          void queries.invalidateQueries()
        }}
        onSaved={() => {
          toast('saved', done)
          onDone()
          onClose()
        }}
      >
        {fields}
      </ContractForm>
    </Dialog>
  )
}
