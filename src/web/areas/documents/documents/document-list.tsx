import { useParams, useSearch } from '@tanstack/react-router'
import { lazy, type ReactNode } from 'react'
import {
  createDocument,
  DOCUMENT_TRANSITIONS,
  type DocumentRecord,
  DocumentStatus,
  finaliseDocument,
  listDocuments,
  updateDocument,
  Visibility,
} from '../../../../contract/documents.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { isBrokerRole, isLimitedToOwnRecord } from '../../../../contract/users.ts'
import { getLabel, listCodeOptions } from '../../../labels.ts'
import type { BulkAct } from '../../../lists/bulk-act.ts'
import {
  createAddedColumn,
  createCodeColumn,
  createDateColumn,
  createStatusColumn,
  createTextColumn,
} from '../../../lists/columns.tsx'
import { List } from '../../../lists/list.tsx'
import { useCreateButton } from '../../../lists/use-create-button.tsx'
import { buildFileUrl, formatType, isDownloadable } from '../../../records/document-download.tsx'
import { KINDS } from '../../../records/document-kinds.ts'
import { DocumentsForMember } from '../../../records/documents-for-member.tsx'
import { formatPlace } from '../../../records/record-place.tsx'
import { useMay, usePerson } from '../../../session.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Section } from '../../../ui/section.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { DOCUMENT_TONES, formatScan, ScanStatus } from './document.tsx'
import { parseRelatedRecord } from './related-record.ts'
import { VISIBILITY_WORDS } from './visibility.ts'

const TITLE: Column<DocumentRecord> = createTextColumn('title', { sort: 'title', grows: true, wraps: true })
const PLACE: Column<DocumentRecord> = {
  key: 'place',
  label: 'Belongs to',
  wraps: true,
  width: 146,
  grows: true,
  onCard: true,
  cell: formatPlace,
  text: formatPlace,
}
const VISIBILITY: Column<DocumentRecord> = createCodeColumn('visibility', {
  wraps: true,
  width: 164,
  grows: true,
  cell: ({ visibility }) => VISIBILITY_WORDS[visibility],
  text: ({ visibility }) => VISIBILITY_WORDS[visibility],
})
const OTHERS: readonly Column<DocumentRecord>[] = [
  {
    key: 'avScan',
    label: getLabel('avScan'),
    width: 132,
    isExtra: true,
    cell: ({ avScan }) => <ScanStatus scan={avScan} />,
    text: ({ avScan }) => formatScan(avScan),
  },
  {
    key: 'file',
    label: 'File',
    width: 70,
    cell: (row) => <FileLink document={row} />,
    text: ({ fileName }) => fileName,
  },
  createDateColumn('receivedOn', { sort: '-receivedOn', isExtra: true }),
  createDateColumn('periodEndOn', { label: 'Period end', isExtra: true }),
  createDateColumn('effectiveOn', { isExtra: true }),
  createDateColumn('signedOn', { isExtra: true }),
  createDateColumn('filedOn', { isExtra: true }),
  createDateColumn('retainUntilOn', { isExtra: true }),
  createAddedColumn({ isExtra: true }),
]

function FileLink({ document: { id, fileName, ...file } }: { document: DocumentRecord }) {
  if (!isDownloadable(file.avScan)) return '—'
  return (
    <a
      download
      href={buildFileUrl(id)}
      aria-label={`${formatType(file)}: download ${fileName}`}
      className="link"
    >
      {formatType(file)}
    </a>
  )
}

const FILTERS = [
  { name: 'kind', options: KINDS },
  { name: 'status', options: listCodeOptions(DocumentStatus.options) },
]
/** For users who see more than the documents shared with them. */
const VISIBILITY_FILTER = {
  name: 'visibility',
  options: Visibility.options.map((value) => ({ value, label: VISIBILITY_WORDS[value] })),
}

// Fields are loaded with the dialog.
const BulkVisibilityField = lazy(async () => ({
  default: (await import('./visibility-field.tsx')).BulkVisibilityField,
}))

const getName = ({ title }: DocumentRecord): string => title
const BULK_ACTS: readonly BulkAct<DocumentRecord>[] = [
  {
    contract: updateDocument,
    label: 'Change visibility',
    explanation:
      'Each document is shared through its own scheme, employer or member. The audit log records each change.',
    fields: <BulkVisibilityField />,
    defaults: { visibility: null },
    // The request replaces all details: the others stay as they are.
    valuesOf: ({ kind, title, periodEndOn, effectiveOn, receivedOn, retainUntilOn }) => ({
      kind,
      title,
      periodEndOn,
      effectiveOn,
      receivedOn,
      retainUntilOn,
    }),
    nameOf: getName,
  },
  {
    contract: finaliseDocument,
    label: 'Make final',
    explanation:
      'Final documents can be signed or filed. A new version makes a document a draft again. The audit log records each change.',
    fields: null,
    defaults: {},
    isPossible: ({ status }) => DOCUMENT_TRANSITIONS.finalise.from.includes(status),
    nameOf: getName,
  },
]

function Documents({ schemeId, create }: { schemeId?: string; create: ReactNode }) {
  const may = useMay()
  const { tenantName } = usePerson()
  const columns = [
    TITLE,
    createCodeColumn<DocumentRecord>('kind', {
      width: 150,
      grows: true,
      wraps: true,
      sort: 'kind',
      onCard: true,
    }),
    ...(schemeId ? [] : [PLACE]),
    createStatusColumn<DocumentRecord>(DOCUMENT_TONES, { width: 130, sort: 'status' }),
    ...(may(isBrokerRole) ? [VISIBILITY] : []),
    ...OTHERS,
  ]
  return (
    <List
      contract={listDocuments}
      name={schemeId ? 'Documents of the scheme' : 'Documents'}
      columns={columns}
      page={PAGES.document}
      searchLabel="Title or file name"
      filters={may(isBrokerRole) ? [...FILTERS, VISIBILITY_FILTER] : FILTERS}
      {...(schemeId ? { fixed: { schemeId } } : {})}
      empty={{
        title: 'No documents yet',
        text: may(isBrokerRole)
          ? 'Add deeds, reports, statements and letters. Each is kept until its retention date.'
          : `Documents that ${tenantName} shares with you, and documents you add, appear here.`,
        action: create,
      }}
      bulkActs={BULK_ACTS.filter(({ contract }) => may(contract))}
      edit={{ contract: updateDocument, page: PAGES.editDocument }}
    />
  )
}

/** The documents of a firm, or those that are shared with an employer; a member sees their own. */
export function FirmPage() {
  return useMay()(isLimitedToOwnRecord) ? <OfMember /> : <DocumentsPage />
}

function DocumentsPage() {
  // A new document belongs to the record that the list is filtered by.
  const search = parseRelatedRecord(useSearch({ strict: false }))
  const create = useCreateButton(createDocument, { to: PAGES.newDocument, search: search }, 'Add documents')
  return (
    <>
      <PageHeader title="Documents" actions={create} />
      <Documents create={create} />
    </>
  )
}

function OfMember() {
  return (
    <div className="max-w-[680px]">
      <PageHeader title="Documents" />
      <div className="flex flex-col gap-3 text-lg">
        <DocumentsForMember />
      </div>
    </div>
  )
}

export function SchemePage() {
  const { schemeId } = useParams({ from: `/authenticated${PAGES.scheme}` })
  // Also for a wound-up scheme: documents signed at its end are filed with it.
  const create = useCreateButton(
    createDocument,
    { to: PAGES.newDocument, search: { schemeId } },
    'Add documents',
  )
  return (
    <Section title="Documents" actions={create}>
      <Documents schemeId={schemeId} create={create} />
    </Section>
  )
}
