import { Link, useParams } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { createFileNote, type FileNote, listFileNotes } from '../../../../contract/file-notes.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { formatInstant } from '../../../../contract/value-format.ts'
import { createAddedColumn, createTextColumn } from '../../../lists/columns.tsx'
import { List } from '../../../lists/list.tsx'
import { useScheme } from '../../../records/use-scheme.ts'
import { useMay } from '../../../session.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { Row, Rows } from '../../../ui/rows.tsx'
import { Section } from '../../../ui/section.tsx'
import { type NextPage, ShowMore } from '../../../ui/show-more.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { FileNoteText } from './file-note-text.tsx'

// The dialog has a form, which is larger than the page.
const AddFileNote = lazy(() => import('./add-file-note.tsx'))

/** Columns of the CSV file of the list. */
const COLUMNS: readonly Column<FileNote>[] = [
  createAddedColumn(),
  createTextColumn('writtenByName', { label: 'By' }),
  createTextColumn('text', { label: 'Note' }),
  {
    key: 'answer',
    label: 'Question',
    cell: ({ answer }) => answer?.question ?? '—',
    text: ({ answer }) => answer?.question ?? '',
  },
]

/** File notes of the scheme, the newest first. */
export default function FileNotesOfScheme() {
  const { schemeId } = useParams({ from: `/authenticated${PAGES.scheme}` })
  const scheme = useScheme(schemeId)
  const add = useMay()(createFileNote) && (
    <Suspense>
      <AddFileNote scheme={scheme} />
    </Suspense>
  )
  return (
    <Section title="Notes" actions={add}>
      <List
        contract={listFileNotes}
        name="Notes"
        columns={COLUMNS}
        searchLabel="Search the notes"
        fixed={{ id: schemeId }}
        draw={(notes, more) => <Notes notes={notes} more={more} />}
        empty={{
          title: 'No notes yet',
          text: 'Add a note, or save an answer of the assistant.',
          action: <ButtonLink to={PAGES.assistant}>Ask the assistant</ButtonLink>,
        }}
      />
    </Section>
  )
}

const Notes = ({ notes, more }: { notes: readonly FileNote[]; more: NextPage }) => (
  <>
    <Rows name="Notes">
      {notes.map((note) => (
        <Row
          key={note.id}
          title={
            <Link
              to={PAGES.fileNote}
              params={{ noteId: note.id }}
              className="link inline-block min-h-6 max-w-[80ch] py-0.5 font-medium"
            >
              {note.answer?.question ?? 'Note'}
            </Link>
          }
          aside={
            <span className="text-muted text-sm">
              {note.writtenByName ?? 'A former user'}, {formatInstant(note.createdAt)}
            </span>
          }
        >
          <div className="mt-1 mb-2">
            <FileNoteText note={note} />
          </div>
        </Row>
      ))}
    </Rows>
    <ShowMore more={more} />
  </>
)
