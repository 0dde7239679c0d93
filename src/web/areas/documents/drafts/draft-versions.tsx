/** Every version of the draft, what changed in it, and its text. */

import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Draft } from '../../../../contract/drafts.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { operation } from '../../../operation.ts'
import { createQuery } from '../../../queries.ts'
import { Prose } from '../../../records/prose.tsx'
import { Failed } from '../../../shell/error-page.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Row, Rows } from '../../../ui/rows.tsx'
import { Section } from '../../../ui/section.tsx'
import { TableSkeleton } from '../../../ui/skeleton.tsx'
import { DRAFT_MARK, formatVersion } from './draft.ts'

const MOST = 200
const SHOWN = 4

export function DraftVersions({ draft }: { draft: Draft }) {
  const { data, error, refetch } = useQuery(
    createQuery(operation('draft.versions'), { id: draft.id, limit: MOST }),
  )
  const [isWhole, setWhole] = useState(false)
  const [read, setRead] = useState<number | null>(null)
  const versions = data?.data ?? []
  return (
    <Section title="Versions">
      {error && !data ? (
        <Failed error={error} reset={() => void refetch()} />
      ) : !data ? (
        <TableSkeleton rows={2} />
      ) : (
        <Rows name="Versions">
          {(isWhole ? versions : versions.slice(0, SHOWN)).map((version) => (
            <Row
              key={version.id}
              title={<p className="font-medium">Version {version.number}</p>}
              aside={
                <span className="flex flex-wrap gap-x-3">
                  <button
                    type="button"
                    className="link inline-block py-0.5"
                    onClick={() => setRead(version.number)}
                  >
                    Read<span className="sr-only"> version {version.number}</span>
                  </button>
                  {version.number > 1 && (
                    <Link
                      to={PAGES.draftChanges}
                      params={{ draftId: draft.id }}
                      search={{ from: String(version.number - 1), to: String(version.number) }}
                      className="link inline-block py-0.5"
                    >
                      Changes
                      <span className="sr-only">
                        {' '}
                        from version {version.number - 1} to version {version.number}
                      </span>
                    </Link>
                  )}
                </span>
              }
            >
              <p className="text-muted text-sm">{formatVersion(version)}</p>
            </Row>
          ))}
        </Rows>
      )}
      {!isWhole && versions.length > SHOWN && (
        <div>
          <Button look="quiet" onClick={() => setWhole(true)}>
            Show all {versions.length} versions
          </Button>
        </div>
      )}
      {read !== null && (
        <Dialog isOpen isWide onClose={() => setRead(null)} title={`Version ${read} of ${draft.title}`}>
          <VersionText draftId={draft.id} number={read} />
        </Dialog>
      )}
    </Section>
  )
}

function VersionText({ draftId, number }: { draftId: string; number: number }) {
  const { data, error, refetch } = useQuery(
    createQuery(operation('draft.version'), { id: draftId, number: String(number) }),
  )
  if (error && !data) return <Failed error={error} reset={() => void refetch()} />
  if (!data) return <TableSkeleton rows={6} />
  return (
    <>
      <p className="mb-3 font-semibold text-warn">{DRAFT_MARK}</p>
      <Prose text={data.text} />
    </>
  )
}
