/**
 * Action buttons for a record: the primary action as a button, the others in a menu. Each opens a dialog that says what happens and what is
 * recorded.
 */
import { Ellipsis } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { Contract } from '../../contract/define.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { LoadingDialog } from '../ui/dialog.tsx'
import { moveFocusToHeading } from '../ui/focus-return.ts'
import { createLazyComponent, useLazyComponent } from '../ui/lazy-component.ts'
import { Menu, MenuItem } from '../ui/menu.tsx'
import type { Act, Subject } from './act-dialog.tsx'

const actDialog = createLazyComponent(() => import('./act-dialog.tsx'))

export type { Act }

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
  const close = (): void => setOpen(null)
  const dialog = useLazyComponent(actDialog, open !== null, close)
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
      {open !== null &&
        (dialog ? (
          <dialog.ActDialog
            label={open}
            act={acts.find(({ label }) => label === open)}
            subject={subject}
            onClose={close}
            onDone={() => {
              changedVersion.current = subject.version
              close()
            }}
          />
        ) : (
          <LoadingDialog name={open} />
        ))}
    </>
  )
}
