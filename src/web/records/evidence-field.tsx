import { useWatch } from 'react-hook-form'
import { TextField } from '../ui/form/fields.tsx'
import { UploadableDocumentField } from './uploadable-document-field.tsx'

const MOST = 20

/** Documents of the scheme, one field each; there is always one more, as long as the service takes more. */
export function EvidenceField({ schemeId }: { schemeId: string }) {
  const chosen = (useWatch({ name: 'evidenceDocumentIds' }) ?? []) as (string | null)[]
  const last = chosen.findLastIndex((id) => id !== null && id !== undefined)
  return Array.from({ length: Math.min(MOST, last + 2) }, (_, index) => (
    <UploadableDocumentField
      // biome-ignore lint/suspicious/noArrayIndexKey: a field is its place in the list
      key={index}
      name={`evidenceDocumentIds.${index}`}
      label={index === 0 ? 'Evidence document' : 'Another document'}
      kind="OTHER"
      schemeId={schemeId}
      {...(index === 0
        ? { help: 'A document of this scheme. A note is required if no document is chosen.' }
        : {})}
    />
  ))
}

/** How it was met, in words: required where no document shows it. */
export function EvidenceNoteField() {
  const chosen = (useWatch({ name: 'evidenceDocumentIds' }) ?? []) as (string | null)[]
  const hasDocument = chosen.some(Boolean)
  return (
    <TextField
      name="note"
      rows={3}
      isRequired={!hasDocument}
      help="How the obligation was completed. No PPS numbers or health data. The audit log records only that a note was written"
    />
  )
}
