import { FolderPlus } from 'lucide-react'
import { useState } from 'react'
import type { Answer } from '../../../../contract/assistant.ts'
import { createFileNote, EditableFileNote } from '../../../../contract/file-notes.ts'
import { Id } from '../../../../contract/values.ts'
import { ContractForm } from '../../../forms/contract-form.tsx'
import { SchemeField } from '../../../records/record-field.tsx'
import { useMay } from '../../../session.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { ProseField } from '../../../ui/form/fields.tsx'
import { showToast } from '../../../ui/toast.tsx'

/** The scheme stands in the address of the request, and is chosen here like any other field. */
const SAVE = { ...createFileNote, input: EditableFileNote.extend({ schemeId: Id }) }

/** Keeps an answer with the scheme it was asked for. */
export function SaveToFile({ answer }: { answer: Answer }) {
  const [isOpen, setOpen] = useState(false)
  if (!useMay()(createFileNote)) return null
  return (
    <>
      <Button look="quiet" icon={<FolderPlus aria-hidden="true" size={16} />} onClick={() => setOpen(true)}>
        Save as file note
      </Button>
      {isOpen && <SaveDialog answer={answer} onClose={() => setOpen(false)} />}
    </>
  )
}

const SaveDialog = ({ answer, onClose }: { answer: Answer; onClose: () => void }) => (
  <Dialog
    isOpen
    onClose={onClose}
    title="Save as file note"
    description="Saves the question, answer and sources to the notes of the scheme. A note cannot be changed. The audit log records the user."
  >
    <ContractForm
      contract={SAVE}
      defaults={{}}
      ids={{ answerId: answer.id }}
      prepare={(values) => ({ ...values, id: values.schemeId })}
      submitLabel="Save as file note"
      onCancel={onClose}
      onSaved={({ schemeName }) => {
        showToast('saved', `Answer saved to the notes of ${schemeName}`)
        onClose()
      }}
    >
      <SchemeField isRequired />
      <ProseField name="text" label="Remark" rows={4} help="Reason for the question (optional)" />
    </ContractForm>
  </Dialog>
)
