/** Obligations that fell due before their scheme was added: a person confirms for whole rules at once what became of them. */

import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { Output } from '../../../../contract/define.ts'
import type { listToConfirm } from '../../../../contract/obligation-confirmations.ts'
import type { Confirmation } from '../../../../contract/obligations.ts'
import { formatCount, formatNumber } from '../../../../contract/value-format.ts'
import { operation } from '../../../operation.ts'
import { createQuery } from '../../../queries.ts'
import { parseTextParameters } from '../../../search.ts'
import { usePerson } from '../../../session.tsx'
import { Failed } from '../../../shell/error-page.tsx'
import { Button } from '../../../ui/button.tsx'
import { createLazyComponent, useLazyComponent } from '../../../ui/lazy-component.ts'
import { EmptyState } from '../../../ui/notice.tsx'
import { TableSkeleton } from '../../../ui/skeleton.tsx'
import { CalendarFrame } from './calendar-frame.tsx'
import { ConfirmationProgress, ConfirmationsSection } from './confirmations.tsx'
import { RuleToConfirm } from './rule-to-confirm.tsx'
import {
  countSelected,
  NO_SELECTION,
  type Selection,
  selectRule,
  type ToConfirmFilters,
} from './selection-to-confirm.ts'
import { useConfirmationBatches } from './use-confirmation-batches.ts'

const forms = createLazyComponent(() => import('./to-confirm-forms.ts'))

export default function ObligationsToConfirm() {
  const { schemeId, employerId, dueBefore } = parseTextParameters(useSearch({ strict: false }))
  const filters: ToConfirmFilters = { schemeId, employerId, dueBefore }
  const Forms = useLazyComponent(forms, true, () => {})
  const query = useQuery(createQuery(operation('obligation.to-confirm'), filters))
  const batches = useConfirmationBatches()
  const hasFilters = query.data?.obligations !== 0 || Object.values(filters).some(Boolean)
  return (
    <CalendarFrame>
      <div className="flex flex-col gap-5">
        {hasFilters && (
          // Of the height of the fields, which are loaded after the page.
          <div className="min-h-15 max-sm:min-h-50">
            {Forms && <Forms.ToConfirmFilters filters={filters} />}
          </div>
        )}
        <ConfirmationProgress batches={batches} />
        {query.isError && !query.data ? (
          <Failed error={query.error} reset={() => void query.refetch()} />
        ) : query.isPending ? (
          <TableSkeleton />
        ) : (
          // The selection is that of the filters.
          <ToConfirm
            key={JSON.stringify(filters)}
            filters={filters}
            found={query.data}
            onStarted={batches.follow}
          />
        )}
        <ConfirmationsSection batches={batches} />
      </div>
    </CalendarFrame>
  )
}

function ToConfirm({
  filters,
  found: { obligations, schemes, data: rules },
  onStarted,
}: {
  filters: ToConfirmFilters
  found: Output<typeof listToConfirm>
  onStarted: ReturnType<typeof useConfirmationBatches>['follow']
}) {
  const [selection, setSelection] = useState<Selection>(NO_SELECTION)
  const [answer, setAnswer] = useState<Confirmation | null>(null)
  const { role } = usePerson()
  const Forms = useLazyComponent(forms, answer !== null, () => setAnswer(null))
  if (obligations === 0)
    return Object.values(filters).some(Boolean) ? (
      <EmptyState title="No results match these filters" />
    ) : (
      <EmptyState title="No obligations to confirm">
        Obligations due before their scheme was added, without a record, appear here.
      </EmptyState>
    )
  const isWhole = rules.every(({ ruleId }) => selection.ruleIds.has(ruleId))
  return (
    <>
      <p className="max-w-[75ch] text-muted">
        {formatCount(obligations, 'obligation')} in {formatCount(schemes, 'scheme')} fell due before their
        scheme was added and {obligations === 1 ? 'has' : 'have'} no record. They do not count as overdue.
        Select rules or single obligations, then record the result.
      </p>
      <label className="flex min-h-9 cursor-pointer items-center gap-3 px-3 font-medium">
        <input
          type="checkbox"
          className="size-4 shrink-0 accent-accent"
          checked={isWhole}
          onChange={() =>
            setSelection(
              isWhole ? NO_SELECTION : rules.reduce((all, rule) => selectRule(all, rule, true), NO_SELECTION),
            )
          }
        />
        {rules.length === 1 ? 'Select the rule' : `Select all ${formatCount(rules.length, 'rule')}`}
      </label>
      <ul aria-label="Obligations to confirm by rule" className="flex flex-col gap-3">
        {rules.map((rule) => (
          <RuleToConfirm
            key={rule.ruleId}
            rule={rule}
            filters={filters}
            selection={selection}
            onSelect={setSelection}
          />
        ))}
      </ul>
      {role === 'SuperAdmin' ? (
        <p className="text-muted">Only users of the firm can record answers.</p>
      ) : (
        <Answers count={countSelected(selection)} onAnswer={setAnswer} />
      )}
      {answer && Forms && (
        <Forms.ConfirmationDialog
          selection={selection}
          selected={countSelected(selection)}
          filters={filters}
          answer={answer}
          onClose={() => setAnswer(null)}
          onStarted={(confirmation) => {
            setAnswer(null)
            setSelection(NO_SELECTION)
            onStarted(confirmation)
          }}
        />
      )}
    </>
  )
}

function Answers({ count, onAnswer }: { count: number; onAnswer: (answer: Confirmation) => void }) {
  const button = (answer: Confirmation, label: ReactNode, look?: 'primary') => (
    <Button {...(look ? { look } : {})} disabled={count === 0} onClick={() => onAnswer(answer)}>
      {label}
    </Button>
  )
  return (
    <section
      aria-label="Record the selected obligations"
      className="sticky bottom-0 z-10 flex flex-wrap items-center gap-2 border-line border-t bg-canvas py-3 print:hidden"
    >
      <p role="status" className="mr-2 min-w-32">
        {count === 0 ? 'No obligations selected' : `${formatNumber(count)} selected`}
      </p>
      {button('DONE', 'Record as done', 'primary')}
      {button('NOT_DONE', 'Record as not done')}
      {button('NOT_APPLICABLE', 'Does not apply')}
    </section>
  )
}
