/** Fields of a completed training, for one trustee or for several. */
import { UploadableDocumentField } from '../../../records/uploadable-document-field.tsx'
import { DateField, NumberField, TextField } from '../../../ui/form/fields.tsx'

export const TrainingFields = ({ schemeId }: { schemeId: string }) => (
  <>
    <DateField name="completedOn" label="Completed" isRequired />
    <TextField name="topic" isRequired />
    <TextField name="provider" />
    <NumberField name="hours" help="In half hours" />
    <UploadableDocumentField name="documentId" label="Certificate" kind="TRAINING_CERT" schemeId={schemeId} />
  </>
)
