/** Text of a file note: the words of its author, and the answer that was filed with its sources. */

import { Link } from '@tanstack/react-router'
import type { AnswerCitation } from '../../../../contract/assistant.ts'
import type { FiledAnswer, FileNote } from '../../../../contract/file-notes.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { formatDate, formatInstant } from '../../../../contract/value-format.ts'
import {
  formatAnswerTitle,
  formatAuthor,
  formatSources,
  groupSentences,
  isNote,
  NOTE,
} from '../../../records/answer-text.ts'
import { joinClassNames } from '../../../ui/class-names.ts'

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
        {formatAnswerTitle(model)}, law as at {formatDate(on)}. Asked by {askedByName ?? 'a former user'},{' '}
        {formatInstant(askedAt)}.{model && ` ${formatAuthor(model)}`}
      </p>
      {groupSentences(sentences).map(({ leadIn, sentences }, group) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: what is filed does not change
        <div key={group} className="flex flex-col gap-1.5">
          {leadIn && <p className="text-muted">{leadIn}</p>}
          {sentences.map((sentence, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: what is filed does not change
            <p key={index} className={joinClassNames(leadIn && 'pl-4')}>
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

/** Opens the passage as it was on the day that the question was about. */
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
            ? `guidance note (not law)${sources.length > 0 ? `; based on ${formatSources(sources)}` : ''}`
            : `version of ${formatDate(versionOn)}`}
        </span>
      </span>
    </li>
  )
}
