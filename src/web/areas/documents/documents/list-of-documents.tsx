import type { ReactNode } from 'react'
import {
  type DocumentRecord,
  DocumentStatus,
  listDocuments,
  updateDocument,
  Visibility,
} from '../../../../contract/documents.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { isBrokerRole } from '../../../../contract/users.ts'
import { labelOf, listCodeOptions } from '../../../labels.ts'
import {
  createAddedColumn,
  createCodeColumn,
  createDateColumn,
  createStatusColumn,
  createTextColumn,
} from '../../../lists/columns.tsx'
import { List } from '../../../lists/list.tsx'
import { buildFileUrl, isGivenOut, typeWords } from '../../../records/document-download.tsx'
import { KINDS } from '../../../records/document-kinds.ts'
import { useMay } from '../../../session.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { DOCUMENT_TONES, ScanStatus, scanWords } from './document.tsx'
import { placeWords, VISIBILITY_WORDS } from './visibility.ts'

const TITLE: Column<DocumentRecord> = createTextColumn('title', { sort: 'title', grows: true })
const PLACE: Column<DocumentRecord> = {
  key: 'place',
  label: 'Belongs to',
  width: 146,
  grows: true,
  onCard: true,
  cell: placeWords,
  text: placeWords,
}
const VISIBILITY: Column<DocumentRecord> = createCodeColumn('visibility', {
  width: 126,
  cell: ({ visibility }) => VISIBILITY_WORDS[visibility],
  text: ({ visibility }) => VISIBILITY_WORDS[visibility],
})
const OTHERS: readonly Column<DocumentRecord>[] = [
  {
    key: 'avScan',
    label: labelOf('avScan'),
    width: 132,
    cell: ({ avScan }) => <ScanStatus scan={avScan} />,
    text: ({ avScan }) => scanWords(avScan),
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
  if (!isGivenOut(file.avScan)) return '—'
  return (
    <a
      download
      href={buildFileUrl(id)}
      aria-label={`${typeWords(file)}: download ${fileName}`}
      className="link"
    >
      {typeWords(file)}
    </a>
  )
}

const FILTERS = [
  { name: 'kind', options: KINDS },
  { name: 'status', options: listCodeOptions(DocumentStatus.options) },
]
/** For those who see more than what is shared with them. */
const VISIBILITY_FILTER = {
  name: 'visibility',
  options: Visibility.options.map((value) => ({ value, label: VISIBILITY_WORDS[value] })),
}

export function ListOfDocuments({
  name,
  schemeId,
  empty,
}: {
  name: string
  /** The scheme whose documents these are; all that the person may see where it is not given. */
  schemeId?: string
  empty: { title: string; text?: string; action?: ReactNode }
}) {
  const may = useMay()
  const columns = [
    TITLE,
    createCodeColumn<DocumentRecord>('kind', { width: 150, sort: 'kind', onCard: true }),
    ...(schemeId ? [] : [PLACE]),
    createStatusColumn<DocumentRecord>(DOCUMENT_TONES, { width: 130, sort: 'status' }),
    ...(may(isBrokerRole) ? [VISIBILITY] : []),
    ...OTHERS,
  ]
  return (
    <List
      contract={listDocuments}
      name={name}
      columns={columns}
      page={PAGES.document}
      searchLabel="Title or file name"
      filters={may(isBrokerRole) ? [...FILTERS, VISIBILITY_FILTER] : FILTERS}
      {...(schemeId ? { fixed: { schemeId } } : {})}
      empty={empty}
      edit={{ contract: updateDocument, page: PAGES.editDocument }}
    />
  )
}
