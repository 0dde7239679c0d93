/** Differences between two versions. */

import { useSuspenseQueries, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { PAGES } from '../../../../contract/pages.ts'
import type { PolicyVersion } from '../../../../contract/policies.ts'
import { PRINCIPLES } from '../../../../contract/policy-findings.ts'
import {
  type Change,
  type Counts,
  compareTexts,
  countTextChanges,
} from '../../../../contract/text-changes.ts'
import { formatCode, getLabel } from '../../../labels.ts'
import { operation } from '../../../operation.ts'
import { createQuery } from '../../../queries.ts'
import { ChangeTable, formatChange, TooDifferent } from '../../../records/change-table.tsx'
import { SelectFilter } from '../../../ui/filters.tsx'
import { EmptyState, Notice } from '../../../ui/notice.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Section } from '../../../ui/section.tsx'
import { buildPolicyPageCrumbs, formatInvestmentFact, INVESTMENT_FACTS } from './policy.ts'

export default function PolicyChanges() {
  const { policyId } = useParams({ from: `/authenticated${PAGES.policyChanges}` })
  const { data: policy } = useSuspenseQuery(createQuery(operation('policy.get'), { id: policyId }))
  const search = useSearch({ strict: false }) as { from?: string; to?: string }
  const navigate = useNavigate()
  const numbers = policy.versions.map(({ number }) => number)
  const to = parseChosenNumber(search.to, numbers) ?? numbers[0] ?? 1
  const from = parseChosenNumber(search.from, numbers) ?? numbers.find((number) => number < to) ?? to
  const set = (changes: { from?: string; to?: string }): void =>
    void navigate({
      to: PAGES.policyChanges,
      params: { policyId },
      search: { from: String(from), to: String(to), ...changes },
      replace: true,
    })
  const options = policy.versions.map(({ number, status }) => ({
    value: String(number),
    label: `Version ${number}, ${formatCode(status).toLowerCase()}`,
  }))
  return (
    <>
      <PageHeader title={`Changes of ${policy.title}`} crumbs={buildPolicyPageCrumbs(policy)} />
      {numbers.length < 2 ? (
        <EmptyState title="There is only one version">
          This page compares versions once a second version exists.
        </EmptyState>
      ) : (
        <div className="flex flex-col gap-5">
          <search className="flex flex-wrap items-center gap-2 print:hidden">
            <SelectFilter
              label="From"
              value={String(from)}
              options={options}
              isRequired
              onChange={(value) => set({ from: value })}
            />
            <span aria-hidden="true">→</span>
            <SelectFilter
              label="To"
              value={String(to)}
              options={options}
              isRequired
              onChange={(value) => set({ to: value })}
            />
          </search>
          <Compared policyId={policyId} from={from} to={to} />
        </div>
      )}
    </>
  )
}

const parseChosenNumber = (text: string | undefined, numbers: readonly number[]): number | undefined =>
  numbers.find((number) => String(number) === text)

function Compared({ policyId, from, to }: { policyId: string; from: number; to: number }) {
  const [{ data: before }, { data: after }] = useSuspenseQueries({
    queries: [
      createQuery(operation('policy.version'), { id: policyId, number: String(from) }),
      createQuery(operation('policy.version'), { id: policyId, number: String(to) }),
    ],
  })
  const parts = useMemo(() => splitIntoParts(before, after), [before, after])
  const changed = parts.filter(({ changes, counts }) => changes === null || calculateTotal(counts) > 0)
  const areCompared = parts.every(({ changes }) => changes !== null)
  const sums = changed.reduce(
    (sum, { counts }) => ({
      rewritten: sum.rewritten + counts.rewritten,
      added: sum.added + counts.added,
      removed: sum.removed + counts.removed,
    }),
    { rewritten: 0, added: 0, removed: 0 },
  )
  if (before.sha256 === after.sha256)
    return <Notice title={`The texts of version ${from} and version ${to} are the same`} />
  return (
    <>
      {(areCompared || calculateTotal(sums) > 0) && (
        <Notice title={`From version ${from} to version ${to}: ${formatChange(sums)}`}>
          Removed text is struck out, added text is underlined.
        </Notice>
      )}
      {(changed.length > 0 ? changed : parts.slice(0, 1)).map(({ title, changes }) => (
        <Section key={title} title={title}>
          {changes ? (
            <ChangeTable changes={changes} names={[`Version ${from}`, `Version ${to}`]} />
          ) : (
            <TooDifferent names={[`version ${from}`, `version ${to}`]} />
          )}
        </Section>
      ))}
    </>
  )
}

const calculateTotal = ({ rewritten, added, removed }: Counts): number => rewritten + added + removed

interface Part {
  title: string
  /** Null where the texts are too different to be compared. */
  changes: Change[] | null
  counts: Counts
}

/** The text, and the parts of a statement of investment policy principles. */
function splitIntoParts(before: PolicyVersion, after: PolicyVersion): Part[] {
  const part = (title: string, one: string, other: string): Part => {
    const changes = compareTexts(one, other)
    return { title, changes, counts: countTextChanges(changes ?? []) }
  }
  const parts = [part('Text', before.content, after.content)]
  if (!before.statement && !after.statement) return parts
  const readPrinciple = (version: PolicyVersion, name: (typeof PRINCIPLES)[number]) =>
    version.statement?.[name] ?? ''
  return [
    ...parts,
    ...PRINCIPLES.map((name) =>
      part(getLabel(`statement.${name}`), readPrinciple(before, name), readPrinciple(after, name)),
    ),
    ...INVESTMENT_FACTS.map((name) =>
      part(
        getLabel(`statement.${name}`),
        formatInvestmentFact(before.statement, name),
        formatInvestmentFact(after.statement, name),
      ),
    ),
  ]
}
