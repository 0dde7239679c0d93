import { useQuery } from '@tanstack/react-query'
import { useFormContext, useWatch } from 'react-hook-form'
import { DocumentKind, type DocumentRecord, listDocuments } from '../../contract/documents.ts'
import { listRules, type Obligation } from '../../contract/obligations.ts'
import { formatDate } from '../../contract/value-format.ts'
import { createQuery } from '../queries.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/form/fields.tsx'
import { UploadableDocumentField } from './uploadable-document-field.tsx'

const MOST = 20
const MOST_SUGGESTED = 3

/**
 * Documents of the scheme, one field each; there is always one more, as long as the service takes more. Documents of the kind that the
 * rule names are suggested, those of the obligation's own period first.
 */
export function EvidenceField({
  obligation: { schemeId, ruleId, periodKey },
}: {
  obligation: Pick<Obligation, 'schemeId' | 'ruleId' | 'periodKey'>
}) {
  const chosen = (useWatch({ name: 'evidenceDocumentIds' }) ?? []) as (string | null)[]
  const last = chosen.findLastIndex((id) => id !== null && id !== undefined)
  const { data: rules } = useQuery(createQuery(listRules, {}))
  const kind = DocumentKind.safeParse(rules?.data.find(({ id }) => id === ruleId)?.evidenceKinds[0]).data
  return (
    <>
      {kind && last < 0 && <Suggestions schemeId={schemeId} kind={kind} periodKey={periodKey} />}
      {Array.from({ length: Math.min(MOST, last + 2) }, (_, index) => (
        <UploadableDocumentField
          // biome-ignore lint/suspicious/noArrayIndexKey: a field is its place in the list
          key={index}
          name={`evidenceDocumentIds.${index}`}
          label={index === 0 ? 'Evidence document' : 'Another document'}
          kind={kind ?? 'OTHER'}
          schemeId={schemeId}
          {...(index === 0
            ? { help: 'A document of this scheme. A note is required if no document is chosen.' }
            : {})}
        />
      ))}
    </>
  )
}

function Suggestions({
  schemeId,
  kind,
  periodKey,
}: {
  schemeId: string
  kind: DocumentKind
  periodKey: string
}) {
  const { setValue } = useFormContext()
  const { data } = useQuery(createQuery(listDocuments, { schemeId, kind, sort: '-receivedOn', limit: 10 }))
  const suggested = (data?.data ?? [])
    .filter(({ status }) => status !== 'SUPERSEDED' && status !== 'QUARANTINED')
    .toSorted((one, other) => Number(isOfPeriod(other, periodKey)) - Number(isOfPeriod(one, periodKey)))
    .slice(0, MOST_SUGGESTED)
  if (suggested.length === 0) return null
  return (
    <fieldset className="flex flex-col items-start gap-1">
      <legend className="mb-1 font-medium">Suggested documents</legend>
      {suggested.map((document) => (
        <Button
          key={document.id}
          isSmall
          onClick={() =>
            setValue('evidenceDocumentIds', [document.id], { shouldDirty: true, shouldValidate: true })
          }
        >
          Use {document.title}
          {formatDates(document)}
        </Button>
      ))}
    </fieldset>
  )
}

/** The key of a period contains its last day: `2025-12-31`. */
const isOfPeriod = ({ periodEndOn }: DocumentRecord, periodKey: string): boolean =>
  periodEndOn !== null && periodKey.includes(periodEndOn)

function formatDates({ periodEndOn, receivedOn }: DocumentRecord): string {
  if (periodEndOn) return ` (period to ${formatDate(periodEndOn)})`
  return receivedOn ? ` (received ${formatDate(receivedOn)})` : ''
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
