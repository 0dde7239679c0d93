import { Link, useParams } from '@tanstack/react-router'
import { createFileNote, type FileNote, listFileNotes } from '../../../../contract/file-notes.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { formatInstant } from '../../../format.ts'
import { type Act, Acts } from '../../../forms/acts.tsx'
import { createAddedColumn, createTextColumn } from '../../../lists/columns.tsx'
import { List } from '../../../lists/list.tsx'
import { useScheme } from '../../../records/use-scheme.ts'
import { useMay } from '../../../session.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { ProseField } from '../../../ui/form/fields.tsx'
import { type More, ShowMore } from '../../../ui/more.tsx'
import { Row, Rows } from '../../../ui/rows.tsx'
import { Section } from '../../../ui/section.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { FileNoteText } from './file-note-text.tsx'

const ADD: Act = {
  contract: createFileNote,
  label: 'Add note',
  title: 'Add a file note',
  explanation: [
    'All users of the firm with access to schemes can read it. A note cannot be changed or removed; add another note instead.',
  ],
  fields: <ProseField name="text" label="Note" rows={8} isRequired />,
  isMain: true,
  done: 'The note is added',
}

/** Of the file that the list can be saved as. */
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

/** What is on the file of the scheme, the newest first. */
export default function FileNotesOfScheme() {
  const { schemeId } = useParams({ from: `/house${PAGES.scheme}` })
  const scheme = useScheme(schemeId)
  const add = useMay()(createFileNote) && <Acts acts={[ADD]} subject={scheme} />
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

const Notes = ({ notes, more }: { notes: readonly FileNote[]; more: More }) => (
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
