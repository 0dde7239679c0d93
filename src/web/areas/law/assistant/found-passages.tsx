import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FoundPassage, searchCorpus } from '../../../../contract/corpus.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { formatCount } from '../../../../contract/value-format.ts'
import { formatCode } from '../../../labels.ts'
import { createQuery } from '../../../queries.ts'
import { listHeadings } from '../../../records/answer-text.ts'
import { Failed } from '../../../shell/error-page.tsx'
import { EmptyState } from '../../../ui/notice.tsx'
import { Row, Rows } from '../../../ui/rows.tsx'
import { TableSkeleton } from '../../../ui/skeleton.tsx'
import { PassageRank } from './passage-rank.tsx'

const AT_MOST = 20

/** The passages that fit what is looked for, the best first; each opens in its text. */
export function FoundPassages({ q }: { q: string }) {
  const found = useQuery({
    ...createQuery(searchCorpus, { q, limit: AT_MOST }),
    placeholderData: keepPreviousData,
  })
  if (found.isError) return <Failed error={found.error} reset={() => void found.refetch()} />
  if (!found.data) return <TableSkeleton rows={5} />
  const { data, unknown } = found.data
  return (
    <div className="flex flex-col gap-3">
      <h2 className="text-lg">Passages</h2>
      <p role="status" className="text-muted">
        {formatFound(data.length)}
        {unknown.length > 0 && ` No source contains ${unknown.map((word) => `“${word}”`).join(', ')}.`}
      </p>
      {data.length === 0 ? (
        <EmptyState title="No passages found">Try other words, or name the provision.</EmptyState>
      ) : (
        <Rows name="Passages">
          {data.map((passage) => (
            <Found key={`${passage.sourceId} ${passage.anchor}`} passage={passage} />
          ))}
        </Rows>
      )}
    </div>
  )
}

const formatFound = (count: number): string =>
  count === AT_MOST ? `The best ${AT_MOST} passages.` : `${formatCount(count, 'passage')}.`

function Found({ passage }: { passage: FoundPassage }) {
  const { sourceId, anchor, citation, title, kind, text, why } = passage
  // An editor's note is called by its heading.
  const headings = listHeadings(passage).filter((heading) => heading !== citation)
  return (
    <Row
      title={
        <Link
          to={PAGES.source}
          params={{ sourceId }}
          hash={anchor}
          className="link inline-block py-0.5 font-medium"
        >
          {citation}, {title}
        </Link>
      }
      aside={<span className="text-muted">{kind === 'DIGEST' ? 'Guidance note' : formatCode(kind)}</span>}
    >
      {headings.length > 0 && <p className="text-muted text-sm">{headings.join(' › ')}</p>}
      <p className="my-1 line-clamp-3 max-w-[90ch]">{text}</p>
      <div className="max-w-xl">
        <PassageRank why={why} citation={citation} />
      </div>
    </Row>
  )
}
