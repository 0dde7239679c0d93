import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { getAnswer } from '../../../../contract/assistant.ts'
import { getFileNote } from '../../../../contract/file-notes.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { formatInstant } from '../../../../contract/value-format.ts'
import { createQuery } from '../../../queries.ts'
import { formatTitle } from '../../../records/answer-title.ts'
import { HistoryLink } from '../../../records/history-link.tsx'
import { useMay } from '../../../session.tsx'
import { FactLink, PageHeader } from '../../../ui/page-header.tsx'
import { FileNoteText } from './file-note-text.tsx'

/** One note of a file, as it was written. */
export default function FileNotePage() {
  const { noteId } = useParams({ from: `/authenticated${PAGES.fileNote}` })
  const { data: note } = useSuspenseQuery(createQuery(getFileNote, { id: noteId }))
  const may = useMay()
  const { schemeId, schemeName, writtenByName, createdAt, text, answer } = note
  const title = formatTitle(answer?.question ?? text?.split('\n')[0] ?? '')
  return (
    <>
      <PageHeader
        title={title}
        crumbs={[
          { label: 'Schemes', to: PAGES.schemes },
          { label: schemeName, to: PAGES.scheme, params: { schemeId } },
          { label: 'Notes', to: PAGES.schemeFileNotes, params: { schemeId } },
        ]}
        facts={[
          `Added by ${writtenByName ?? 'a former user'}`,
          formatInstant(createdAt),
          ...(answer && may(getAnswer)
            ? [
                <FactLink key="answer" to={PAGES.answer} params={{ answerId: answer.answerId }}>
                  Open the answer
                </FactLink>,
              ]
            : []),
        ]}
        actions={<HistoryLink entityType="fileNote" entityId={note.id} />}
      />
      {answer && title !== answer.question && <p className="mb-5 max-w-[80ch]">{answer.question}</p>}
      <FileNoteText note={note} />
    </>
  )
}
