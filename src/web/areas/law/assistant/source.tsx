/** One text to read: its headings at the side, its passages in their order, and the one that was come for marked. */

import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useLocation, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useDeferredValue, useEffect, useMemo } from 'react'
import { type CorpusSource, getSource } from '../../../../contract/corpus.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { formatCount, formatDate } from '../../../../contract/value-format.ts'
import { formatCode } from '../../../labels.ts'
import { createQuery } from '../../../queries.ts'
import { createSearchParser } from '../../../search.ts'
import { Button } from '../../../ui/button.tsx'
import { joinClassNames } from '../../../ui/class-names.ts'
import { DayFilter } from '../../../ui/filters.tsx'
import { useMedia } from '../../../ui/media.ts'
import { EmptyState, Notice } from '../../../ui/notice.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { OfficialLink } from './official-link.tsx'
import { groupParts, type Heading } from './outline.ts'
import { PassageHeading, PassageText } from './passage.tsx'

const BESIDE = '(min-width: 1024px)'

export default function Source() {
  const { sourceId: id } = useParams({ from: `/authenticated${PAGES.source}` })
  const { on } = createSearchParser(getSource)(useSearch({ strict: false }))
  // Until the other day's text is there this one stays, and with it the place in it.
  const day = useDeferredValue(on)
  const { data: source } = useSuspenseQuery(createQuery(getSource, day ? { id, on: day } : { id }))
  const hash = useLocation({ select: ({ hash }) => hash })
  const navigate = useNavigate()
  const readOn = (day: string): void =>
    void navigate({ to: '.', search: day ? { on: day } : {}, hash, replace: true })
  const { title, passages, kind, versionOn, sourceUrl } = source
  const parts = useMemo(() => groupParts(title, passages), [title, passages])
  const headings = parts.flatMap(({ headings }) => headings)
  useEffect(() => goTo(hash), [hash])
  const isMissing =
    hash !== '' && ![...passages.map(({ anchor }) => anchor), ...headings.map(({ id }) => id)].includes(hash)
  return (
    <>
      <PageHeader
        title={title}
        crumbs={[
          { label: 'Assistant', to: PAGES.assistant },
          { label: 'Sources', to: PAGES.sources },
        ]}
        facts={[
          formatCode(kind),
          `Latest version of ${formatDate(versionOn)}`,
          formatCount(passages.length, 'passage'),
          ...(sourceUrl ? [<OfficialLink key="official" url={sourceUrl} title={title} />] : []),
        ]}
        actions={<DayFilter label="As of" value={on ?? ''} onChange={readOn} />}
      />
      <div className="flex flex-col gap-4">
        {kind === 'DIGEST' && (
          <Notice title="Guidance notes, not law">
            Our own explanation of the law. Each note states its sources and its confidence.
          </Notice>
        )}
        {day && (
          <Notice
            title={`As in force on ${formatDate(day)}`}
            action={<Button onClick={() => readOn('')}>Show the version of today</Button>}
          >
            Based on the versions in this service.
          </Notice>
        )}
        {isMissing && (
          <Notice title="Passage not in this version">
            The passage was changed or added in another version.
          </Notice>
        )}
        {passages.length === 0 ? (
          <EmptyState title="No passage was in force on this date" />
        ) : (
          <div
            className={joinClassNames(
              'grid grid-cols-1 gap-x-8 gap-y-4 print:block',
              headings.length > 0 && 'lg:grid-cols-[minmax(200px,280px)_minmax(0,1fr)]',
            )}
          >
            {headings.length > 0 && <Headings headings={headings} />}
            <div className="max-w-[80ch]">
              {parts.map(({ headings, passages }) => (
                <div key={headings[0]?.id ?? passages[0]?.anchor} className="first:*:first:mt-0">
                  {headings.map((heading) => (
                    <PassageHeading key={heading.id} heading={heading} />
                  ))}
                  {passages.map((passage) => (
                    <PassageText
                      key={passage.anchor}
                      passage={passage}
                      title={headings.at(-1)?.title}
                      isMarked={passage.anchor === hash}
                    />
                  ))}
                </div>
              ))}
              <Attribution source={source} />
            </div>
          </div>
        )}
      </div>
    </>
  )
}

/** To a place in the text, which is read out and from where the next Tab goes on. */
function goTo(id: string): void {
  const place = id === '' ? null : document.getElementById(id)
  place?.scrollIntoView({ block: 'start' })
  place?.focus({ preventScroll: true })
}

/** At the side of the text where there is room, else above it. */
function Headings({ headings }: { headings: readonly Heading[] }) {
  return useMedia(BESIDE) ? (
    <nav
      aria-label="Headings"
      className="sticky top-16 max-h-[calc(100vh-5rem)] self-start overflow-y-auto print:hidden"
    >
      <Outline headings={headings} />
    </nav>
  ) : (
    <details className="rounded-md border border-line bg-surface px-3 py-2 print:hidden">
      <summary className="min-h-6 cursor-pointer font-medium">Headings</summary>
      <nav aria-label="Headings" className="mt-1">
        <Outline headings={headings} />
      </nav>
    </details>
  )
}

function Outline({ headings }: { headings: readonly Heading[] }) {
  return (
    <ul className="flex flex-col text-sm">
      {headings.map(({ id, level, title }) => (
        <li key={id}>
          <Link
            to="."
            search={true}
            hash={id}
            className={joinClassNames(
              'block rounded-sm py-1 -outline-offset-2 hover:bg-hover',
              level === 1
                ? 'px-2 font-medium'
                : level === 2
                  ? 'pr-2 pl-5 text-muted'
                  : 'pr-2 pl-8 text-muted',
            )}
          >
            {title}
          </Link>
        </li>
      ))}
    </ul>
  )
}

function Attribution({ source: { attribution, licence } }: { source: CorpusSource }) {
  if (!attribution && !licence) return null
  return (
    <footer className="mt-8 border-line border-t px-3 pt-3 text-muted text-sm">
      {attribution && <p>{attribution}</p>}
      {licence && <p>Licence: {licence}</p>}
    </footer>
  )
}
