/** Chooses an employer, or creates one in a dialog without leaving the form: the new employer is then chosen. */
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { canSeeEveryFirm } from '../../contract/users.ts'
import { operation } from '../operation.ts'
import { useMay } from '../session.tsx'
import { Button } from '../ui/button.tsx'
import { LoadingDialog } from '../ui/dialog.tsx'
import { createLazyComponent, useLazyComponent } from '../ui/lazy-component.ts'
import { EmployerField } from './record-field.tsx'

const NAME = 'employerId'
const newEmployerDialog = createLazyComponent(() => import('./new-employer-dialog.tsx'))

export function CreatableEmployerField() {
  const may = useMay()
  const form = useFormContext()
  const [isOpen, setOpen] = useState(false)
  const close = (): void => setOpen(false)
  const dialog = useLazyComponent(newEmployerDialog, isOpen, close)
  // A SuperAdmin belongs to no firm, and the dialog does not ask for one.
  const mayCreate = may(operation('employer.create')) && !may(canSeeEveryFirm)
  return (
    <>
      <EmployerField name={NAME} isRequired {...(mayCreate ? { whenEmpty: 'No employers yet' } : {})} />
      {mayCreate && (
        <div>
          <Button icon={<Plus aria-hidden="true" size={16} />} onClick={() => setOpen(true)}>
            New employer
          </Button>
        </div>
      )}
      {isOpen &&
        (dialog ? (
          <dialog.NewEmployerDialog
            onClose={close}
            onAdded={({ id }) => {
              form.setValue(NAME, id, { shouldDirty: true, shouldValidate: true })
              close()
            }}
          />
        ) : (
          <LoadingDialog name="New employer" />
        ))}
    </>
  )
}
