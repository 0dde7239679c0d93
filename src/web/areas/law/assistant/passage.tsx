/** Parts of a legal source: its headings and passages, each with an anchor that addresses can link to. */

import type { Passage } from '../../../../contract/corpus.ts'
import { capitalise, formatDate } from '../../../../contract/value-format.ts'
import { formatSources } from '../../../records/answer-text.ts'
import { Confidence } from '../../../records/confidence.tsx'
import { joinClassNames } from '../../../ui/class-names.ts'
import { type Heading, splitParagraphs } from './outline.ts'

const HEADINGS = ['h2', 'h3', 'h4', 'h5', 'h6'] as const
export function PassageHeading({ heading: { id, level, title } }: { heading: Heading }) {
  const Tag = HEADINGS[Math.min(level, HEADINGS.length) - 1] ?? 'h6'
  return (
    <Tag
      id={id}
      tabIndex={-1}
      className={joinClassNames(
        'scroll-mt-16 px-3 outline-none',
        level === 1 ? 'mt-6 mb-2 text-lg' : 'mt-4 mb-1 font-semibold',
      )}
    >
      {title}
    </Tag>
  )
}

/** Not rendered while it is off screen, so that a long text opens at once; the browser's search still finds its words. */
const PASSAGE =
  'scroll-mt-16 rounded-md border-l-2 px-3 py-1.5 [contain-intrinsic-size:auto_120px] [content-visibility:auto] print:[content-visibility:visible]'

export function PassageText({
  passage,
  title,
  isMarked,
}: {
  passage: Passage
  /** The heading just above, which the citation need not say again. */
  title: string | undefined
  isMarked: boolean
}) {
  const { anchor, citation, text, sources, confidence, validFrom } = passage
  const isCitationInTitle = title?.startsWith(`${citation} `) || title === citation
  return (
    <article
      id={anchor}
      tabIndex={-1}
      aria-label={citation}
      aria-current={isMarked ? 'location' : undefined}
      className={joinClassNames(PASSAGE, isMarked ? 'border-accent! bg-accent-soft' : 'border-transparent!')}
    >
      {(!isCitationInTitle || validFrom) && (
        <p className="text-muted text-sm">
          {capitalise(
            [!isCitationInTitle && citation, validFrom && `since ${formatDate(validFrom)}`]
              .filter(Boolean)
              .join(', '),
          )}
        </p>
      )}
      <div className="flex flex-col gap-1.5">
        {splitParagraphs(text).map(({ text, depth }, index) => (
          <p
            // biome-ignore lint/suspicious/noArrayIndexKey: the paragraphs of a text have nothing but their order
            key={index}
            className={depth === 2 ? 'pl-10' : depth === 1 ? 'pl-5' : undefined}
          >
            {text}
          </p>
        ))}
      </div>
      {(sources.length > 0 || confidence) && (
        <p className="mt-1 flex flex-wrap gap-x-4 text-muted text-sm">
          {sources.length > 0 && <span>Based on {formatSources(sources)}</span>}
          {confidence && <Confidence confidence={confidence} />}
        </p>
      )}
    </article>
  )
}
