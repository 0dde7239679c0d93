/** What a note says: the words of its writer, and the answer that was filed with its sources. */
import { Link } from '@tanstack/react-router'
import type { AnswerCitation } from '../../../contract/assistant.ts'
import type { FiledAnswer, FileNote } from '../../../contract/file-notes.ts'
import { PAGES } from '../../../contract/pages.ts'
import { isNote, NOTE, restsOn, titleOfAnswer, together, writtenBy } from '../../records/answer-text.ts'
import { classNames } from '../../ui/class-names.ts'
import { dateWords, instantWords } from '../../words.ts'

export const FileNoteText = ({ note: { text, answer } }: { note: Pick<FileNote, 'text' | 'answer'> }) => (
  <div className="flex max-w-[80ch] flex-col gap-3 [overflow-wrap:anywhere]">
    {text && <p className="whitespace-pre-line">{text}</p>}
    {answer && <Filed answer={answer} />}
  </div>
)

const Filed = ({ answer }: { answer: FiledAnswer }) => {
  const { sentences, citations, notes, on, askedByName, askedAt, model } = answer
  return (
    <>
      <p className="text-muted text-sm">
        {titleOfAnswer(model)}, law of {dateWords(on)}. Asked by {askedByName ?? 'somebody who is gone'},{' '}
        {instantWords(askedAt)}.{model && ` ${writtenBy(model)}`}
      </p>
      {together(sentences).map(({ leadIn, sentences }, group) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: what is filed does not change
        <div key={group} className="flex flex-col gap-1.5">
          {leadIn && <p className="text-muted">{leadIn}</p>}
          {sentences.map((sentence, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: what is filed does not change
            <p key={index} className={classNames(leadIn && 'pl-4')}>
              {isNote(sentence, citations) && <span className="text-muted">{NOTE}</span>}
              {sentence.text}{' '}
              {sentence.cites.map((number) => (
                <span key={number} className="text-muted">
                  [{number}]
                </span>
              ))}
            </p>
          ))}
        </div>
      ))}
      {notes.map((note) => (
        <p key={note} className="text-muted">
          {note}
        </p>
      ))}
      <ol aria-label="Sources" className="flex flex-col">
        {citations.map((citation) => (
          <Source key={citation.number} citation={citation} on={on} />
        ))}
      </ol>
    </>
  )
}

/** Opens the place as it was on the day whose law was asked for. */
const Source = ({ citation: source, on }: { citation: AnswerCitation; on: string }) => {
  const { number, sourceId, anchor, title, citation, kind, versionOn, sources } = source
  return (
    <li className="flex items-baseline gap-x-2">
      <span className="text-muted">[{number}]</span>
      <span className="flex min-w-0 flex-wrap items-baseline gap-x-2">
        <Link
          to={PAGES.source}
          params={{ sourceId }}
          search={{ on }}
          hash={anchor}
          className="link inline-block min-h-6 py-0.5"
        >
          {title}, {citation}
        </Link>
        <span className="text-muted text-sm">
          {kind === 'DIGEST'
            ? `editor's note, not law${sources.length > 0 ? `; rests on ${restsOn(sources)}` : ''}`
            : `version of ${dateWords(versionOn)}`}
        </span>
      </span>
    </li>
  )
}
