/** A list with its filters in the address: the same on its own page and as a part of another. */
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { type LinkProps, useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Contract, Sent } from '../../contract/define.ts'
import { labelOf, valueWords } from '../labels.ts'
import { askedInPages, type RowOf } from '../queries.ts'
import { type SearchOf, searchOf } from '../search.ts'
import { Failed } from '../shell/failed.tsx'
import { Button } from '../ui/button.tsx'
import { type Column, DataTable, TableTools, useColumns, useMoreOnScroll } from '../ui/data-table.tsx'
import { DayFilter, FilterChips, SearchFilter, SelectFilter } from '../ui/filters.tsx'
import { EmptyState } from '../ui/notice.tsx'
import { TableSkeleton } from '../ui/skeleton.tsx'

export interface ListFilter {
  name: string
  /** The codes to choose from; `'day'` is typed. */
  options: readonly { value: string; label: string }[] | 'day'
}

interface ListProps<C extends Contract> {
  contract: C
  /** What the rows are: `Schemes`. */
  name: string
  columns: readonly Column<RowOf<C>>[]
  linkTo: (row: RowOf<C>) => LinkProps
  /** What the search looks at; no search where it is not given. */
  searchLabel?: string
  /** Why something is not looked for; it does not come into the address then. */
  refuseSearch?: (typed: string) => string | undefined
  filters?: readonly ListFilter[]
  /** What is always asked besides: the scheme whose members these are. */
  fixed?: Partial<Sent<C>>
  /** What the service orders by when nothing is asked, where the contract does not say. */
  sortedBy?: string
  /** How an id in the address reads as a chip: the employer's name. */
  chipWords?: (name: string, value: string) => ReactNode
  /** What to say, and to do, where there is nothing at all. */
  empty: { title: string; text?: string; action?: ReactNode }
  keys?: Readonly<Record<string, (row: RowOf<C>) => void>>
}

export function List<C extends Contract>({
  contract,
  name,
  columns,
  linkTo,
  searchLabel,
  refuseSearch,
  filters = [],
  fixed = {},
  sortedBy = defaultSort(contract),
  chipWords,
  empty,
  keys,
}: ListProps<C>) {
  type Row = RowOf<C> & { id: string }
  const navigate = useNavigate()
  const search = searchOf(contract)(useSearch({ strict: false })) as Record<string, string>
  const { sort = sortedBy, ...asked } = search
  const query = useInfiniteQuery({
    ...askedInPages(contract, { ...search, ...fixed } as unknown as Sent<C>),
    // While a filter changes the rows before it stay, so that nothing jumps.
    placeholderData: keepPreviousData,
  })
  const set = (changes: Record<string, string>): void =>
    void navigate({
      to: '.',
      search: ((before: object) => ({ ...before, ...changes })) as never,
      replace: true,
    })
  const more = {
    has: query.hasNextPage,
    isLoading: query.isFetchingNextPage,
    load: () => void query.fetchNextPage(),
  }
  useMoreOnScroll(more)

  const rows = (query.data?.pages.flatMap(({ data }) => data) ?? []) as Row[]
  const allColumns = columns as readonly Column<Row>[]
  const chosen = useColumns(name, allColumns)
  const isFiltered = Object.keys(asked).length > 0
  const optionWords = (filter: string, value: string): string => {
    const options = filters.find((one) => one.name === filter)?.options
    if (options === 'day') return valueWords(filter, value)
    return options?.find((option) => option.value === value)?.label ?? value
  }
  return (
    <div className="flex flex-col gap-3">
      <search className="flex flex-wrap items-start gap-2 print:hidden">
        {searchLabel && (
          <SearchFilter
            label={searchLabel}
            value={asked.q ?? ''}
            {...(refuseSearch ? { refuse: refuseSearch } : {})}
            onChange={(q) => set({ q })}
          />
        )}
        {filters.map(({ name, options }) => {
          const field = {
            label: labelOf(name),
            value: asked[name] ?? '',
            onChange: (value: string) => set({ [name]: value }),
          }
          return options === 'day' ? (
            <DayFilter key={name} {...field} />
          ) : (
            <SelectFilter key={name} {...field} options={options} />
          )
        })}
        <TableTools name={name} columns={allColumns} rows={rows} {...chosen} />
      </search>
      <FilterChips
        chips={Object.entries(asked).map(([filter, value]) => ({
          key: filter,
          name: labelOf(filter),
          label: (
            <>
              {labelOf(filter)}: {chipWords?.(filter, value) ?? optionWords(filter, value)}
            </>
          ),
          onRemove: () => set({ [filter]: '' }),
        }))}
      />
      {query.isError && !query.data ? (
        <Failed error={query.error} reset={() => void query.refetch()} />
      ) : !query.data ? (
        <TableSkeleton />
      ) : rows.length === 0 ? (
        isFiltered ? (
          <EmptyState
            title="Nothing fits these filters"
            action={
              <Button
                onClick={() => set(Object.fromEntries(Object.keys(asked).map((filter) => [filter, ''])))}
              >
                Show all
              </Button>
            }
          />
        ) : (
          <EmptyState title={empty.title} action={empty.action}>
            {empty.text}
          </EmptyState>
        )
      ) : (
        <DataTable
          name={name}
          rows={rows}
          columns={chosen.shown}
          linkTo={linkTo}
          sort={{ current: sort, onSort: (next) => set({ sort: next }) }}
          more={more}
          {...(keys ? { keys } : {})}
        />
      )}
    </div>
  )
}

/** What the list is ordered by when nothing is asked. */
function defaultSort(contract: Contract): string {
  const parsed = contract.input.safeParse({})
  return parsed.success ? String((parsed.data as SearchOf<Contract> & { sort?: string }).sort ?? '') : ''
}
