import { useWatch } from 'react-hook-form'
import { UploadableDocumentField } from '../../records/uploadable-document-field.tsx'

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
      label={index === 0 ? 'Document that shows it' : 'Another document'}
      kind="OTHER"
      schemeId={schemeId}
      {...(index === 0 ? { help: 'A document of this scheme. Without one, write a note below.' } : {})}
    />
  ))
}
