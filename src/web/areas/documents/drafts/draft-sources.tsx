/** The passages of the public texts that a draft rests on, each leading to its place in the text. */

import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { DraftPassage } from '../../../../contract/drafts.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { getLabel } from '../../../labels.ts'
import { operation } from '../../../operation.ts'
import { createQuery } from '../../../queries.ts'
import { Button } from '../../../ui/button.tsx'
import { Row, Rows } from '../../../ui/rows.tsx'
import { Section } from '../../../ui/section.tsx'

const SHOWN = 6

export function DraftSources({ passages }: { passages: readonly DraftPassage[] }) {
  const { data } = useQuery(createQuery(operation('corpus.list'), {}))
  const [isWhole, setWhole] = useState(false)
  const sources = new Map(data?.data.map((source) => [source.docId, source]))
  const cited = groupCitedBySections(passages)
  return (
    <Section title="Sources">
      {cited.length === 0 ? (
        <p className="text-muted">No source passages found. The draft lists its own citations.</p>
      ) : (
        <Rows name="Sources">
          {(isWhole ? cited : cited.slice(0, SHOWN)).map(({ docId, anchor, citation, sections }) => {
            const source = sources.get(docId)
            return (
              <Row
                key={`${docId} ${anchor}`}
                title={
                  source ? (
                    <Link
                      to={PAGES.source}
                      params={{ sourceId: source.id }}
                      hash={anchor}
                      className="link inline-block py-0.5"
                    >
                      {citation}
                    </Link>
                  ) : (
                    citation
                  )
                }
              >
                {source && <p className="text-sm">{source.title}</p>}
                <p className="text-muted text-sm">For {sections.map(getLabel).join(', ')}</p>
              </Row>
            )
          })}
        </Rows>
      )}
      {!isWhole && cited.length > SHOWN && (
        <div>
          <Button look="quiet" onClick={() => setWhole(true)}>
            Show all {cited.length} sources
          </Button>
        </div>
      )}
    </Section>
  )
}

interface Cited extends Pick<DraftPassage, 'docId' | 'anchor' | 'citation'> {
  sections: string[]
}

/** A passage once, with the sections that rest on it. */
const groupCitedBySections = (passages: readonly DraftPassage[]): Cited[] =>
  [...Map.groupBy(passages, ({ docId, anchor }) => `${docId} ${anchor}`).values()].flatMap((same) => {
    const [first] = same
    return first ? [{ ...first, sections: [...new Set(same.map(({ section }) => section))] }] : []
  })
