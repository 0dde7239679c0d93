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
import { moveFocusToHeading } from '../ui/focus-return.ts'
import { Menu, MenuItem } from '../ui/menu.tsx'
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
  /** Said when it is done: `The scheme is approved`. */
  done: string
  /** Where the record is gone with it: to another page. */
  after?: () => void
}

interface Subject {
  id: string
  version: number
}

/** Of a table of acts those that lead on from where the record is, and that the person may do; in the order of the table. */
export function listActions<Verb extends string, Status extends string>(
  // A verb that stands elsewhere on the page is not in the table.
  transitions: Readonly<Record<NoInfer<Verb>, { from: readonly Status[] }>>,
  table: Readonly<Record<Verb, Act>>,
  { status }: { status: Status },
  may: (contract: Contract) => boolean,
): Act[] {
  return (Object.keys(table) as Verb[])
    .filter((verb) => transitions[verb].from.includes(status) && may(table[verb].contract))
    .map((verb) => table[verb])
}

export function Acts({ acts, subject }: { acts: readonly Act[]; subject: Subject }) {
  // By its label: what the act says, and whether it is there at all, may change while the dialog is open.
  const [open, setOpen] = useState<string | null>(null)
  const changedVersion = useRef<number | null>(null)
  useEffect(() => {
    if (changedVersion.current === null || changedVersion.current === subject.version) return
    changedVersion.current = null
    // The button of an act that is done is gone, and the focus with it.
    if (document.activeElement === document.body) moveFocusToHeading(document.querySelector('main h1'))
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
            onClick={() => setOpen(act.label)}
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
            <MenuItem key={act.label} onSelect={() => setOpen(act.label)}>
              {act.label} …
            </MenuItem>
          ))}
        </Menu>
      )}
      {open !== null && (
        <ActDialog
          label={open}
          act={acts.find(({ label }) => label === open)}
          subject={subject}
          onClose={() => setOpen(null)}
          onDone={() => {
            changedVersion.current = subject.version
            setOpen(null)
          }}
        />
      )}
    </>
  )
}

interface ActDialogProps {
  label: string
  /** Undefined once the record is where the act does not lead on from. */
  act: Act | undefined
  subject: Subject
  onClose: () => void
  onDone: () => void
}

function ActDialog({ label, act, subject, onClose, onDone }: ActDialogProps) {
  const queries = useQueryClient()
  const [isStale, setStale] = useState(false)
  if (!act)
    return (
      <Dialog isOpen onClose={onClose} title={`This can no longer be done: ${label}`}>
        <p role="alert" className="mb-4">
          {/* An act whose answer was lost may have been done all the same. */}
          The record was changed meanwhile, by somebody else or by an earlier try of yours. It is shown as it
          is now.
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
          Somebody else changed this record meanwhile. It is shown as it is now: look again, then decide.
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
        onSaved={() => {
          showToast('saved', act.done)
          onDone()
          act.after?.()
        }}
      >
        {act.fields}
      </ContractForm>
    </Dialog>
  )
}

const Paragraphs = ({ of }: { of: readonly ReactNode[] }) => (
  <div className="flex flex-col gap-2">
    {of.filter(Boolean).map((paragraph, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: they have nothing but their order
      <p key={index}>{paragraph}</p>
    ))}
  </div>
)
