import { createSavedView } from '../../contract/saved-views.ts'
import { ContractForm } from '../forms/contract-form.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/form/fields.tsx'
import { showToast } from '../ui/toast.tsx'

interface SaveViewDialogProps {
  /** The address of the list: `/schemes`. */
  page: string
  search: Readonly<Record<string, string>>
  leavesOutText: boolean
  onClose: () => void
}

export default function SaveViewDialog({ page, search, leavesOutText, onClose }: SaveViewDialogProps) {
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Save this view"
      description={`Keeps the filters and the order of this list for you. ${leavesOutText ? 'The search text is not saved, because it may name a person. ' : ''}Other users do not see your views.`}
    >
      <ContractForm
        contract={createSavedView}
        defaults={{}}
        ids={{ page, search }}
        submitLabel="Save view"
        onCancel={onClose}
        onSaved={({ name }) => {
          showToast('saved', `View ${name} saved`)
          onClose()
        }}
      >
        <TextField name="name" label="Name" isRequired />
      </ContractForm>
    </Dialog>
  )
}
