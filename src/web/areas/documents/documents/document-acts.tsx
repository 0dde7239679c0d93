import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { mayRemove } from '../../../../contract/document-retention.ts'
import {
  DOCUMENT_TRANSITIONS,
  type DocumentRecord,
  type DocumentVerb,
  fileDocument,
  finaliseDocument,
  removeDocument,
  signDocument,
  supersedeDocument,
} from '../../../../contract/documents.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { formatCount, formatDate } from '../../../../contract/value-format.ts'
import { getTodayInDublin } from '../../../format.ts'
import { type Act, Acts, listActions } from '../../../forms/acts.tsx'
import { DocumentField } from '../../../records/record-field.tsx'
import { useMay } from '../../../session.tsx'
import { DateField } from '../../../ui/form/fields.tsx'
import { LinesField } from '../../../ui/form/lines-field.tsx'

// Of one kind of document only.
const MissingItems = lazy(async () => ({ default: (await import('./statement-checklist.tsx')).MissingItems }))

const RECORDED = 'The audit log records the change and the user.'

/** Actions for a document, by its status. */
export function DocumentActs({ document }: { document: DocumentRecord }) {
  const may = useMay()
  const navigate = useNavigate()
  const today = getTodayInDublin()
  const removal: Act = {
    contract: removeDocument,
    label: 'Remove',
    title: 'Remove this document',
    explanation: [
      `“${document.title}” and ${document.number === 1 ? 'its file' : `the files of its ${formatCount(document.number, 'version')}`} are deleted and cannot be restored.`,
      formatRetention(document),
      RECORDED,
    ],
    look: 'danger',
    done: 'Document removed',
    after: () => void navigate({ to: PAGES.documents, replace: true }),
  }
  return (
    <Acts
      acts={[
        ...listActions(DOCUMENT_TRANSITIONS, buildActTable(document, today), document, may),
        ...(may(removeDocument) && mayRemove(document, today) ? [removal] : []),
      ]}
      subject={document}
    />
  )
}

function formatRetention({ status, hasBeenFinal, retainUntilOn }: DocumentRecord): string {
  if (!hasBeenFinal)
    return status === 'QUARANTINED'
      ? 'The file is infected and need not be kept.'
      : 'Drafts have no retention period.'
  return retainUntilOn
    ? `The retention period ended on ${formatDate(retainUntilOn)}.`
    : 'No retention date is recorded.'
}

function buildActTable(
  { id, kind, signedBy, signedOn }: DocumentRecord,
  today: string,
): Record<DocumentVerb, Act> {
  const missing = kind === 'PENSION_BENEFIT_STATEMENT' && (
    <Suspense>
      <MissingItems documentId={id} />
    </Suspense>
  )
  return {
    finalise: {
      contract: finaliseDocument,
      label: 'Make final',
      title: 'Make this document final',
      explanation: [
        'A final document can be signed or filed. A new version makes it a draft again.',
        RECORDED,
      ],
      fields: missing,
      look: 'primary',
      isMain: true,
      done: 'Document made final',
    },
    sign: {
      contract: signDocument,
      label: 'Record signatures',
      title: 'Record that this document was signed',
      explanation: [
        'Records who signed the document elsewhere. A signed document takes no further versions.',
        kind === 'ANNUAL_REPORT' && 'The trustees sign an annual report.',
        RECORDED,
      ],
      fields: (
        <>
          <LinesField name="signedBy" isRequired help="One name per line" />
          <DateField name="on" label="Signed" isRequired />
          {missing}
        </>
      ),
      defaults: { signedBy, on: signedOn ?? today },
      look: 'primary',
      isMain: true,
      done: 'Signatures recorded',
    },
    file: {
      contract: fileDocument,
      label: 'Record filing',
      title: 'Record that this document was filed',
      explanation: [
        'Records that the document was filed elsewhere; we do not send it. A filed document takes no further versions.',
        RECORDED,
      ],
      fields: (
        <>
          <DateField name="on" label="Filed" isRequired />
          {missing}
        </>
      ),
      defaults: { on: today },
      done: 'Filing recorded',
    },
    supersede: {
      contract: supersedeDocument,
      label: 'Supersede',
      title: 'Record that this document is superseded',
      explanation: [
        'The document is kept and marked as out of date. This cannot be undone.',
        'If the replacement is not here yet, add it first or leave this empty.',
        RECORDED,
      ],
      fields: <DocumentField name="byId" except={id} />,
      done: 'Document superseded',
    },
  }
}
