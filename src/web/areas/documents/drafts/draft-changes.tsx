/** Differences between two versions of a draft, or between a version and the approved text. */

import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { PAGES } from '../../../../contract/pages.ts'
import { capitalise, toSentenceCase } from '../../../../contract/value-format.ts'
import { formatCode } from '../../../labels.ts'
import { operation } from '../../../operation.ts'
import { createQuery } from '../../../queries.ts'
import { ChangeTable, formatChange, TooDifferent } from '../../../records/change-table.tsx'
import { SelectFilter } from '../../../ui/filters.tsx'
import { EmptyState, Notice } from '../../../ui/notice.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { buildDraftPageCrumbs, DRAFT_MARK } from './draft.ts'

const MOST = 200
const APPROVED = 'approved'

export default function DraftChanges() {
  const { draftId } = useParams({ from: `/authenticated${PAGES.draftChanges}` })
  const { data: draft } = useSuspenseQuery(createQuery(operation('draft.get'), { id: draftId }))
  const { data: versions } = useSuspenseQuery(
    createQuery(operation('draft.versions'), { id: draftId, limit: MOST }),
  )
  const search = useSearch({ strict: false }) as { from?: string; to?: string }
  const navigate = useNavigate()
  const options = versions.data.map(({ number, origin }) => ({
    value: String(number),
    label: `Version ${number}, ${toSentenceCase(formatCode(origin, 'origin'))}`,
  }))
  const ends = [
    ...(draft.approvedText === null ? [] : [{ value: APPROVED, label: 'The approved text' }]),
    ...options,
  ]
  const to = ends.find(({ value }) => value === search.to)?.value ?? ends[0]?.value ?? '1'
  const from =
    options.find(({ value }) => value === search.from)?.value ??
    options.find(({ value }) => value !== to)?.value ??
    '1'
  const set = (changes: { from?: string; to?: string }): void =>
    void navigate({
      to: PAGES.draftChanges,
      params: { draftId },
      search: { from, to, ...changes },
      replace: true,
    })
  return (
    <>
      <PageHeader
        title={`Changes of ${draft.title}`}
        crumbs={buildDraftPageCrumbs(draft)}
        facts={[DRAFT_MARK]}
      />
      {ends.length < 2 ? (
        <EmptyState title="There is only one version">Save a second version to compare the two.</EmptyState>
      ) : (
        <div className="flex flex-col gap-5">
          <search className="flex flex-wrap items-center gap-2 print:hidden">
            <SelectFilter
              label="From"
              value={from}
              options={options}
              isRequired
              onChange={(value) => set({ from: value })}
            />
            <span aria-hidden="true">→</span>
            <SelectFilter
              label="To"
              value={to}
              options={ends}
              isRequired
              onChange={(value) => set({ to: value })}
            />
          </search>
          <Compared draftId={draftId} from={Number(from)} to={to === APPROVED ? APPROVED : Number(to)} />
        </div>
      )}
    </>
  )
}

function Compared({ draftId, from, to }: { draftId: string; from: number; to: number | typeof APPROVED }) {
  const { data } = useSuspenseQuery(createQuery(operation('draft.comparison'), { id: draftId, from, to }))
  const { counts, changes } = data
  const names = [`version ${from}`, to === APPROVED ? 'the approved text' : `version ${to}`] as const
  if (!changes || !counts) return <TooDifferent names={names} />
  if (changes.every(({ is }) => is === 'same'))
    return <Notice title={`The texts of ${names[0]} and ${names[1]} are the same`} />
  return (
    <>
      <Notice title={`From ${names[0]} to ${names[1]}: ${formatChange(counts)}`}>
        Removed text is struck out, added text is underlined.
      </Notice>
      <ChangeTable changes={changes} names={[capitalise(names[0]), capitalise(names[1])]} />
    </>
  )
}
