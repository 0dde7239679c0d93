/** Unfinished imports of one kind: continued at the address of the page, with the values of its first step. */

import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { type ImportDraft, type ImportDraftKind, KEPT_DAYS } from '../../contract/import-drafts.ts'
import { formatCount, formatDate, formatInstant, formatMonth } from '../../contract/value-format.ts'
import { toDublinDate } from '../format.ts'
import { operation } from '../operation.ts'
import { formatProblem } from '../problems.ts'
import { createQuery, useCommand } from '../queries.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Row, Rows } from '../ui/rows.tsx'
import { Section } from '../ui/section.tsx'
import { showToast } from '../ui/toast.tsx'

export function UnfinishedImports({ kind }: { kind: ImportDraftKind }) {
  const { data } = useQuery(createQuery(operation('import-draft.list'), { kind }))
  const [discarding, setDiscarding] = useState<ImportDraft | null>(null)
  if (!data || data.data.length === 0) return null
  return (
    <Section title="Unfinished imports">
      <p className="max-w-[70ch] text-muted">
        A checked file is kept encrypted for {KEPT_DAYS} days after its last check, with your corrections.
      </p>
      <Rows name="Unfinished imports">
        {data.data.map((draft) => (
          <Row
            key={draft.id}
            title={<span className="font-medium">{draft.fileName}</span>}
            aside={
              <span className="flex gap-3">
                <Link to="." search={buildSearch(draft) as never} reloadDocument className="link">
                  Continue <span className="sr-only">{draft.fileName}</span>
                </Link>
                <button type="button" className="link" onClick={() => setDiscarding(draft)}>
                  Discard <span className="sr-only">{draft.fileName}</span>
                </button>
              </span>
            }
          >
            <p className="text-muted text-sm">{describe(draft)}</p>
          </Row>
        ))}
      </Rows>
      {discarding && <DiscardDialog draft={discarding} onClose={() => setDiscarding(null)} />}
    </Section>
  )
}

/** Values of the first step that are part of the address. */
function buildSearch({ id, schemeId, payrollMonth }: ImportDraft): Record<string, string> {
  return {
    importDraftId: id,
    ...(schemeId === null ? {} : { schemeId }),
    ...(payrollMonth === null ? {} : { payrollMonth }),
  }
}

const describe = (draft: ImportDraft): string =>
  [
    draft.schemeName,
    draft.payrollMonth && formatMonth(draft.payrollMonth),
    draft.rowCount === 0 ? 'columns to choose' : formatCount(draft.rowCount, 'row'),
    draft.rejectedCount > 0 && `${draft.rejectedCount} to correct`,
    draft.beganByName && `begun by ${draft.beganByName}`,
    `last changed ${formatInstant(draft.updatedAt)}`,
    `kept until ${formatDate(toDublinDate(draft.expiresAt))}`,
  ]
    .filter(Boolean)
    .join(' · ')

function DiscardDialog({ draft, onClose }: { draft: ImportDraft; onClose: () => void }) {
  const remove = useCommand(operation('import-draft.remove'))
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Discard the unfinished import"
      description={
        <p>{draft.fileName} and the corrections of its rows are deleted. No records are changed.</p>
      }
    >
      <div className="flex flex-wrap gap-2">
        <Button
          look="danger"
          isBusy={remove.isPending}
          onClick={() =>
            remove.mutate(
              { sent: { id: draft.id } },
              {
                onSuccess: () => {
                  onClose()
                  showToast('saved', 'Unfinished import discarded')
                },
                onError: (error) => showToast('failed', formatProblem(error)),
              },
            )
          }
        >
          Discard
        </Button>
        <Button look="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Dialog>
  )
}
