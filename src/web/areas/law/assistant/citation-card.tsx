import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import type { AnswerCitation } from '../../../../contract/assistant.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { formatDate } from '../../../../contract/value-format.ts'
import { getTodayInDublin } from '../../../format.ts'
import { formatSources, listHeadings } from '../../../records/answer-text.ts'
import { Confidence } from '../../../records/confidence.tsx'
import { joinClassNames } from '../../../ui/class-names.ts'
import { Status } from '../../../ui/status.tsx'
import { NumberButton } from './number-button.tsx'

// Loaded after the answer.
const WhyPassage = lazy(async () => ({ default: (await import('./passage-rank.tsx')).PassageRank }))

/** One source of an answer: its title, its text, and a link to it. */
export function CitationCard({
  citation: source,
  quotes,
  on,
  id,
  isChosen,
  onChoose,
}: {
  citation: AnswerCitation
  quotes: readonly string[]
  /** Day whose law the question was about. */
  on: string
  id: string
  isChosen: boolean
  onChoose: () => void
}) {
  const { number, sourceId, title, kind, versionOn, anchor, citation, sources, confidence, why } = source
  // A guidance note is named by its heading.
  const headings = listHeadings(source).filter((heading) => heading !== citation)
  return (
    <li
      id={id}
      tabIndex={-1}
      className={joinClassNames(
        'flex scroll-mt-14 flex-col gap-1 rounded-md border p-3 break-inside-avoid',
        isChosen ? 'border-accent! bg-accent-soft' : 'border-line bg-surface',
      )}
    >
      <div className="flex items-start gap-2">
        <NumberButton
          number={number}
          name={`Source ${number}: show the sentences that cite it`}
          isChosen={isChosen}
          onClick={onChoose}
        />
        <p className="min-w-0">
          <span className="font-semibold">{citation}</span>
          <span className="block">{title}</span>
        </p>
      </div>
      {headings.length > 0 && <p className="text-muted text-sm">{headings.join(' › ')}</p>}
      {quotes.map((quote) => (
        <blockquote key={quote} className="line-clamp-4 border-line border-l-2 pl-2 print:line-clamp-none">
          {quote}
        </blockquote>
      ))}
      {source.laterText && (
        <div className="text-sm">
          <Status tone="soon">As enacted; changed by a later Act</Status>
          <ul className="list-disc pl-5">
            {source.laterText.map((later) => (
              <li key={later}>{later}</li>
            ))}
          </ul>
        </div>
      )}
      {kind === 'DIGEST' && (
        <div className="flex flex-col gap-1 text-sm">
          <p className="flex flex-wrap gap-x-3">
            <Status tone="idle">Guidance note (not law)</Status>
            {confidence && <Confidence confidence={confidence} />}
          </p>
          {sources.length > 0 && <p>Based on {formatSources(sources)}</p>}
        </div>
      )}
      <p className="flex flex-wrap items-center gap-x-3">
        <Link
          to={PAGES.source}
          params={{ sourceId }}
          // A question about today links to the source as of today.
          search={on === getTodayInDublin() ? {} : { on }}
          hash={anchor}
          className="link inline-block min-h-6 py-0.5"
        >
          Open in the source<span className="sr-only">: {citation}</span>
        </Link>
        <span className="text-muted text-sm">Version of {formatDate(versionOn)}</span>
      </p>
      <Suspense>
        <WhyPassage why={why} citation={citation} />
      </Suspense>
    </li>
  )
}
