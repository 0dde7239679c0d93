import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { addDays } from '../../../../contract/civil-dates.ts'
import type { ToConfirmOfRule } from '../../../../contract/obligation-confirmations.ts'
import { listObligations, type ObligationSummary } from '../../../../contract/obligations.ts'
import { formatCount, formatDate, formatNumber } from '../../../../contract/value-format.ts'
import { useListQuery } from '../../../lists/list-query.ts'
import { formatObligationName, formatObligationPeriod } from '../../../records/obligation-period.ts'
import { ShowMore } from '../../../ui/show-more.tsx'
import { linkToObligation } from './obligation-columns.tsx'
import {
  type Selection,
  selectObligation,
  selectRule,
  type ToConfirmFilters,
} from './selection-to-confirm.ts'

interface SelectionProps {
  rule: ToConfirmOfRule
  filters: ToConfirmFilters
  selection: Selection
  onSelect: (selection: Selection) => void
}

/** The obligations to confirm of one rule: selected together, or one by one when it is open. */
export function RuleToConfirm(props: SelectionProps) {
  const { rule, selection, onSelect } = props
  const { ruleId, title, obligations, schemes, firstDueOn, lastDueOn } = rule
  const [isOpen, setOpen] = useState(false)
  const content = useId()
  const isSelected = selection.ruleIds.has(ruleId)
  const isPartly = [...selection.obligationIds.values()].includes(ruleId)
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = isPartly && !isSelected
  }, [isPartly, isSelected])
  return (
    <li className="min-w-0 rounded-md border border-line bg-surface">
      <div className="flex min-h-11 items-start gap-3 px-3 py-2">
        <input
          ref={box}
          type="checkbox"
          className="mt-1 size-4 shrink-0 accent-accent"
          aria-label={`All of ${ruleId} ${title}`}
          checked={isSelected}
          onChange={({ target }) => onSelect(selectRule(selection, rule, target.checked))}
        />
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={isOpen ? content : undefined}
          onClick={() => setOpen(!isOpen)}
          className="flex min-w-0 flex-1 items-start gap-1.5 rounded-sm text-left [overflow-wrap:anywhere] hover:bg-hover"
        >
          <ChevronRight
            aria-hidden="true"
            size={16}
            className={`mt-0.5 shrink-0 text-muted ${isOpen ? 'rotate-90' : ''}`}
          />
          <span>
            <span className="font-medium">{title}</span>
            <span className="block text-muted">
              {obligations === schemes
                ? formatCount(schemes, 'scheme')
                : `${formatNumber(obligations)} in ${formatCount(schemes, 'scheme')}`}
              {' · due '}
              {firstDueOn === lastDueOn
                ? formatDate(firstDueOn)
                : `${formatDate(firstDueOn)} to ${formatDate(lastDueOn)}`}
            </span>
          </span>
        </button>
      </div>
      {isOpen && (
        <div id={content} className="border-line border-t">
          <ObligationsOfRule {...props} isSelected={isSelected} />
        </div>
      )}
    </li>
  )
}

function ObligationsOfRule({
  rule: { ruleId, title },
  filters: { schemeId, employerId, dueBefore },
  selection,
  onSelect,
  isSelected,
}: SelectionProps & { isSelected: boolean }) {
  const { query, rows, more } = useListQuery(
    listObligations,
    { status: 'TO_CONFIRM', ruleId },
    { schemeId, employerId, dueTo: dueBefore && addDays(dueBefore, -1) },
  )
  return (
    <>
      <ul aria-label={title} aria-busy={query.isPending} className="divide-y divide-line">
        {rows.map((one) => (
          <li key={one.id} className="flex items-start gap-3 px-3 py-2 hover:bg-hover">
            <label className="flex min-h-6 min-w-0 flex-1 cursor-pointer items-start gap-3">
              <input
                type="checkbox"
                className="mt-1 size-4 shrink-0 accent-accent"
                disabled={isSelected}
                checked={isSelected || selection.obligationIds.has(one.id)}
                onChange={({ target }) => onSelect(selectObligation(selection, one, target.checked))}
              />
              <span className="flex min-w-0 flex-1 flex-wrap justify-between gap-x-4">
                <span className="[overflow-wrap:anywhere]">
                  {one.schemeName}
                  {formatWithinRule(one, title) && (
                    <span className="text-muted"> · {formatWithinRule(one, title)}</span>
                  )}
                </span>
                <span className="text-muted">
                  was due {one.dueOn ? formatDate(one.dueOn) : 'on an unknown date'}
                </span>
              </span>
            </label>
            <Link
              {...linkToObligation(one)}
              className="link shrink-0"
              aria-label={`Details: ${formatObligationName(one)}, ${one.schemeName}`}
            >
              Details
            </Link>
          </li>
        ))}
      </ul>
      <ShowMore
        more={{ ...more, has: more.has || query.isPending, isLoading: more.isLoading || query.isPending }}
      />
    </>
  )
}

/** The rule shows the title: a row adds its period, and its own title only where a rule has several. */
const formatWithinRule = (obligation: ObligationSummary, title: string): string =>
  obligation.title === title
    ? [formatObligationPeriod(obligation), obligation.isRestricted && 'restricted'].filter(Boolean).join(', ')
    : formatObligationName(obligation)
