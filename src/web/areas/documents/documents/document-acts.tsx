import { useNavigate } from '@tanstack/react-router'
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
import { formatCount, formatDate, getTodayInDublin } from '../../../format.ts'
import { type Act, Acts, listActions } from '../../../forms/acts.tsx'
import { DocumentField } from '../../../records/record-field.tsx'
import { useMay } from '../../../session.tsx'
import { DateField } from '../../../ui/form/fields.tsx'
import { LinesField } from '../../../ui/form/lines-field.tsx'
import { mayRemove } from './retention.ts'

const RECORDED = 'The audit log keeps the act and who recorded it.'

/** What can be done with a document, by where it is. */
export function DocumentActs({ document }: { document: DocumentRecord }) {
  const may = useMay()
  const navigate = useNavigate()
  const today = getTodayInDublin()
  const removal: Act = {
    contract: removeDocument,
    label: 'Remove',
    title: 'Remove this document',
    explanation: [
      `“${document.title}” and ${document.number === 1 ? 'its file' : `the files of its ${formatCount(document.number, 'version')}`} are deleted and cannot be got back.`,
      retentionWords(document),
      RECORDED,
    ],
    look: 'danger',
    done: 'The document is removed',
    after: () => void navigate({ to: PAGES.documents, replace: true }),
  }
  return (
    <Acts
      acts={[
        ...listActions(DOCUMENT_TRANSITIONS, tableOf(document, today), document, may),
        ...(may(removeDocument) && mayRemove(document, today) ? [removal] : []),
      ]}
      subject={document}
    />
  )
}

function retentionWords({ status, retainUntilOn }: DocumentRecord): string {
  if (status === 'QUARANTINED') return 'It is infected: nothing of it has to be kept.'
  if (status === 'UPLOADED' || status === 'DRAFT') return 'It is a draft: the time to keep it does not count.'
  return retainUntilOn
    ? `It had to be kept until ${formatDate(retainUntilOn)}.`
    : 'No day is recorded until which it has to be kept.'
}

function tableOf({ id, kind, signedBy, signedOn }: DocumentRecord, today: string): Record<DocumentVerb, Act> {
  return {
    finalise: {
      contract: finaliseDocument,
      label: 'Make final',
      title: 'Make this document final',
      explanation: [
        'It is recorded as final and can be signed or filed then. Another version makes it a draft again.',
        RECORDED,
      ],
      look: 'primary',
      isMain: true,
      done: 'The document is final',
    },
    sign: {
      contract: signDocument,
      label: 'Record signatures',
      title: 'Record that this document was signed',
      explanation: [
        'It is recorded as signed by those you name, and takes no other version then. Nothing is signed by this.',
        kind === 'ANNUAL_REPORT' && 'An annual report is signed by the trustees.',
        RECORDED,
      ],
      fields: (
        <>
          <LinesField name="signedBy" isRequired help="One name a line" />
          <DateField name="on" label="Signed" isRequired />
        </>
      ),
      defaults: { signedBy, on: signedOn ?? today },
      look: 'primary',
      isMain: true,
      done: 'The signatures are recorded',
    },
    file: {
      contract: fileDocument,
      label: 'Record filing',
      title: 'Record that this document was filed',
      explanation: [
        'It is recorded as filed with whoever receives it, and takes no other version then. Nothing is sent by this.',
        RECORDED,
      ],
      fields: <DateField name="on" label="Filed" isRequired />,
      defaults: { on: today },
      done: 'The filing is recorded',
    },
    supersede: {
      contract: supersedeDocument,
      label: 'Supersede',
      title: 'Record that this document is superseded',
      explanation: [
        'It is kept and marked as out of date, which cannot be taken back.',
        'Where the document that took its place is not here yet, add that one first, or name none.',
        RECORDED,
      ],
      fields: <DocumentField name="byId" except={id} />,
      done: 'The document is superseded',
    },
  }
}
