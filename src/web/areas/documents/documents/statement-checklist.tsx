/** Content checklist of a pension benefit statement, with the items that are missing. */

import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { formatCitedSources } from '../../../../contract/citations.ts'
import type { DocumentRecord } from '../../../../contract/documents.ts'
import {
  type StatementChecklist as Checklist,
  STATEMENT_ITEMS,
  type StatementAnswer,
} from '../../../../contract/statement-checklist.ts'
import { formatCount } from '../../../../contract/value-format.ts'
import { operation } from '../../../operation.ts'
import { createQuery } from '../../../queries.ts'
import { useMay } from '../../../session.tsx'
import { Failed } from '../../../shell/error-page.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Row, Rows } from '../../../ui/rows.tsx'
import { Section } from '../../../ui/section.tsx'
import { TableSkeleton } from '../../../ui/skeleton.tsx'
import { Status } from '../../../ui/status.tsx'

// The dialog has a form, which is larger than the page.
const RecordChecklist = lazy(async () => ({
  default: (await import('./statement-checklist-acts.tsx')).RecordChecklist,
}))

const useChecklist = (id: string) => useQuery(createQuery(operation('document.statement-checklist'), { id }))

export default function StatementChecklist({ document }: { document: DocumentRecord }) {
  const may = useMay()
  const { data, isError, error, refetch } = useChecklist(document.id)
  if (data?.notRequiredReason)
    return (
      <Section title="Content checklist">
        <p className="max-w-[70ch] text-muted">Not required: {data.notRequiredReason}.</p>
      </Section>
    )
  return (
    <Section
      title="Content checklist"
      actions={
        data &&
        may(operation('document.record-statement-checklist')) && (
          <Suspense>
            <RecordChecklist document={document} checklist={data} />
          </Suspense>
        )
      }
    >
      {isError && !data ? (
        <Failed error={error} reset={() => void refetch()} />
      ) : data ? (
        <Answers checklist={data} />
      ) : (
        <TableSkeleton rows={4} />
      )}
    </Section>
  )
}

function Answers({ checklist }: { checklist: Checklist }) {
  const { recordedForNumber, currentNumber, answers, missing, usesScenarios } = checklist
  const isMissing = new Set(missing)
  return (
    <div className="flex flex-col gap-4">
      {recordedForNumber !== null && recordedForNumber !== currentNumber && (
        <Notice look="warn" title={`Recorded for version ${recordedForNumber}`}>
          The document now has version {currentNumber}. Check its content again.
        </Notice>
      )}
      <p>
        {missing.length === 0
          ? 'The checklist is complete.'
          : `${formatCount(missing.length, 'item')} of ${answers.length} missing. The statement can still be issued.`}
        {usesScenarios === null && ' Not recorded: whether the projections use economic scenarios.'}
      </p>
      <Rows name="Content checklist">
        {answers.map((one) => (
          <Row
            key={one.item}
            title={<p>{STATEMENT_ITEMS[one.item].label}</p>}
            aside={<Answer answer={one} isMissing={isMissing.has(one.item)} />}
          >
            <p className="text-muted text-sm">
              {formatCitedSources(STATEMENT_ITEMS[one.item].citation)}
              {one.reason && `. ${one.reason}`}
            </p>
          </Row>
        ))}
      </Rows>
    </div>
  )
}

function Answer({ answer: { answer }, isMissing }: { answer: StatementAnswer; isMissing: boolean }) {
  if (answer === 'YES') return <Status tone="done">Included</Status>
  if (answer === 'NOT_APPLICABLE')
    return isMissing ? (
      <Status tone="soon">Not applicable, without a reason</Status>
    ) : (
      <Status tone="settled">Not applicable</Status>
    )
  return <Status tone="soon">Not recorded</Status>
}

/** In the dialogs with which a statement is issued. */
export function MissingItems({ documentId }: { documentId: string }) {
  const { data } = useChecklist(documentId)
  if (!data || data.missing.length === 0) return null
  return (
    <Notice look="warn" title={`Content checklist: ${formatCount(data.missing.length, 'item')} missing`}>
      <ul className="ml-5 list-disc">
        {data.missing.map((item) => (
          <li key={item}>{STATEMENT_ITEMS[item].label}</li>
        ))}
      </ul>
    </Notice>
  )
}
