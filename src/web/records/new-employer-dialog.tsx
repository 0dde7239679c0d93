import { createEmployer, type Employer } from '../../contract/employers.ts'
import { ContractForm } from '../forms/contract-form.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/form/fields.tsx'
import { showToast } from '../ui/toast.tsx'
import { NEW_EMPLOYER } from './new-employer.ts'

/** The fields that the first steps of a scheme need; the page of the employer has the others. */
export function NewEmployerDialog({
  onClose,
  onAdded,
}: {
  onClose: () => void
  onAdded: (employer: Employer) => void
}) {
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="New employer"
      description="The form behind stays as it is. Address and payroll details can be added later on the page of the employer."
    >
      <ContractForm
        contract={createEmployer}
        defaults={NEW_EMPLOYER}
        ids={{}}
        submitLabel="Add employer"
        onCancel={onClose}
        onSaved={(employer) => {
          showToast('saved', `${employer.legalName} added`)
          onAdded(employer)
        }}
      >
        <TextField name="legalName" isRequired />
        <TextField name="tradingName" />
        <TextField name="croNumber" help="Up to six digits, as in the Companies Registration Office" />
        <TextField name="payrollContact.name" label="Payroll contact" />
        <TextField name="payrollContact.email" label="E-mail of the payroll contact" type="email" />
      </ContractForm>
    </Dialog>
  )
}
