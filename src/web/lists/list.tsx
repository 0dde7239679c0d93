/** A list with its filters in the address: the same on its own page and as a part of another. */
import { type LinkProps, useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import type { Contract, Sent } from '../../contract/define.ts'
import { formatCount } from '../format.ts'
import { formatValue, labelOf } from '../labels.ts'
import { linkToRecord } from '../page-address.ts'
import type { RowOf } from '../queries.ts'
import { EmployerName, MemberName, SchemeName } from '../records/names.tsx'
import { type SearchOf, searchOf } from '../search.ts'
import { type Needed, useMay } from '../session.tsx'
import { Failed } from '../shell/error-page.tsx'
import { Button } from '../ui/button.tsx'
import { DayFilter, FilterChips, SearchFilter, SelectFilter } from '../ui/filters.tsx'
import { type More, useMoreOnScroll } from '../ui/more.tsx'
import { EmptyState } from '../ui/notice.tsx'
import type { Option } from '../ui/options.tsx'
import { TableSkeleton } from '../ui/skeleton.tsx'
import type { Column } from '../ui/table/column.ts'
import { ColumnChoice, useColumnChoice } from '../ui/table/column-choice.tsx'
import { DataTable } from '../ui/table/data-table.tsx'
import type { RowKeys } from '../ui/table/marked-row.ts'
import { useSelection } from '../ui/table/selection.ts'
import { CsvButton } from './csv-button.tsx'
import { useListQuery } from './list-query.ts'

export interface ListFilter {
  name: string
  /** The codes to choose from; `'day'` is typed. */
  options: readonly Option[] | 'day'
}

interface ListProps<C extends Contract> {
  contract: C
  /** What the rows are: `Schemes`. */
  name: string
  columns: readonly Column<RowOf<C>>[]
  /** The page of a row's record. */
  page?: LinkProps['to'] & string
  /** Where a row leads, if not to the page of its record. */
  linkTo?: (row: RowOf<C>) => LinkProps
  /** The page that edits a row's record: the key `e` opens it for users who can call `contract`. */
  edit?: {
    contract: Needed
    page: LinkProps['to'] & string
    isLocked?: (row: RowOf<C>) => boolean
  }
  /** What the search looks at; no search where it is not given. */
  searchLabel?: string
  /** Why something is not looked for; it does not come into the address then. */
  refuseSearch?: (typed: string) => string | undefined
  filters?: readonly ListFilter[]
  /** What is always asked besides: the scheme whose members these are. */
  fixed?: Partial<Sent<C>>
  /** What the service orders by when nothing is asked, where the contract does not say. */
  sortedBy?: string
  /** The text of a filter chip, if it is neither an option nor the name of a record. */
  chipWords?: (name: string, value: string) => ReactNode
  /** What to say, and to do, where there is nothing at all. */
  empty: { title: string; text?: string; action?: ReactNode }
  keys?: RowKeys<RowOf<C>>
  /** Shows the rows otherwise than as a table; the columns are those of the file then. */
  draw?: (rows: readonly RowOf<C>[], more: More) => ReactNode
}

export function List<C extends Contract>({
  contract,
  name,
  columns,
  page,
  linkTo = page ? (row) => linkToRecord(page, (row as { id: string }).id) : undefined,
  edit,
  searchLabel,
  refuseSearch,
  filters = [],
  fixed = {},
  sortedBy = defaultSort(contract),
  chipWords,
  empty,
  keys: otherKeys,
  draw,
}: ListProps<C>) {
  type Row = RowOf<C> & { id: string }
  const navigate = useNavigate()
  const search = searchOf(contract)(useSearch({ strict: false })) as Record<string, string>
  const { sort = sortedBy, ...asked } = search
  const { query, sent, rows: listed, more } = useListQuery(contract, fixed, search)
  const rows = listed as readonly Row[]
  useMoreOnScroll(more)
  const set = (changes: Record<string, string>): void =>
    void navigate({
      to: '.',
      search: (before: object) => ({ ...before, ...changes }),
      replace: true,
    })
  const mayEdit = useMay()(edit?.contract ?? (() => false))
  const keys: RowKeys<RowOf<C>> | undefined =
    edit || otherKeys
      ? {
          ...(edit
            ? {
                e: (row) =>
                  mayEdit && !edit.isLocked?.(row) && void navigate(linkToRecord(edit.page, (row as Row).id)),
              }
            : {}),
          ...otherKeys,
        }
      : undefined
  const choice = useColumnChoice(name, columns)
  const selection = useSelection()
  const selected = rows.filter(({ id }) => selection.ids.has(id))
  const isFiltered = Object.keys(asked).length > 0
  const optionWords = (filter: string, value: string): string => {
    const options = filters.find((one) => one.name === filter)?.options
    if (options === 'day') return formatValue(filter, value)
    return options?.find((option) => option.value === value)?.label ?? value
  }
  const box = useRef<HTMLDivElement>(null)
  const goToFirstOf = useFirstRow(box, asked.q ?? '', query.isSuccess && !query.isPlaceholderData)
  return (
    <div ref={box} className="flex flex-col gap-3">
      <search className="flex flex-wrap items-start gap-2 print:hidden">
        {searchLabel && (
          <SearchFilter
            label={searchLabel}
            value={asked.q ?? ''}
            {...(refuseSearch ? { refuse: refuseSearch } : {})}
            onChange={(q) => {
              goToFirstOf(null)
              set({ q })
            }}
            onDone={(q) => {
              goToFirstOf(q)
              set({ q })
            }}
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
        <div className="ml-auto flex items-center gap-1">
          <span role="status" className="sr-only">
            {selected.length > 0 && `${formatCount(selected.length, 'row')} selected`}
          </span>
          {!draw && <ColumnChoice columns={columns} {...choice} />}
          <CsvButton
            contract={contract}
            sent={sent}
            name={name}
            columns={draw ? columns : choice.shown}
            rows={rows}
            selected={selected}
            isWhole={!query.hasNextPage && !query.isPlaceholderData && query.isSuccess}
          />
        </div>
      </search>
      <FilterChips
        chips={Object.entries(asked).map(([filter, value]) => ({
          key: filter,
          name: labelOf(filter),
          label: (
            <>
              {labelOf(filter)}:{' '}
              {chipWords?.(filter, value) ?? nameOf(filter, value) ?? optionWords(filter, value)}
            </>
          ),
          onRemove: () => set({ [filter]: '' }),
        }))}
      />
      <p role="status" className="sr-only print:not-sr-only">
        {query.data && shownWords(rows.length, more.has)}
      </p>
      {query.isError && !query.data ? (
        <Failed error={query.error} reset={() => void query.refetch()} />
      ) : !query.data ? (
        <TableSkeleton />
      ) : rows.length === 0 ? (
        isFiltered ? (
          <EmptyState
            title="No results match these filters"
            action={
              <Button
                onClick={() => set(Object.fromEntries(Object.keys(asked).map((filter) => [filter, ''])))}
              >
                Clear filters
              </Button>
            }
          />
        ) : (
          <EmptyState title={empty.title} action={empty.action}>
            {empty.text}
          </EmptyState>
        )
      ) : draw ? (
        draw(listed, more)
      ) : (
        <DataTable
          name={name}
          rows={rows}
          columns={choice.shown}
          linkTo={linkTo}
          sorting={{ current: sort, onSort: (next) => set({ sort: next }) }}
          more={more}
          selection={selection}
          {...(keys ? { keys } : {})}
        />
      )}
    </div>
  )
}

/** Goes to the first row of what is looked for, once it is there; null: no more. */
function useFirstRow(
  box: RefObject<HTMLElement | null>,
  shown: string,
  isThere: boolean,
): (wanted: string | null) => void {
  const awaited = useRef<string | null>(null)
  const goOn = (): void => {
    if (awaited.current !== shown || !isThere) return
    awaited.current = null
    const row = box.current?.querySelector<HTMLElement>('[data-row]')
    ;(row?.querySelector('a') ?? row)?.focus()
  }
  useEffect(goOn)
  return (wanted) => {
    awaited.current = wanted
    goOn()
  }
}

/** The name of the record whose id a filter has. */
function nameOf(filter: string, id: string): ReactNode {
  if (filter === 'schemeId') return <SchemeName id={id} />
  if (filter === 'employerId') return <EmployerName id={id} />
  if (filter === 'memberId' || filter === 'samePersonAs') return <MemberName id={id} />
  return undefined
}

/** What the list is ordered by when nothing is asked. */
function defaultSort(contract: Contract): string {
  const parsed = contract.input.safeParse({})
  return parsed.success ? String((parsed.data as SearchOf<Contract> & { sort?: string }).sort ?? '') : ''
}

/** Said when a filter has changed the list, and on paper, which does not show that there is more. */
const shownWords = (shown: number, hasMore: boolean): string =>
  hasMore
    ? `The first ${formatCount(shown, 'row')} are shown; there are more`
    : `${formatCount(shown, 'row')} shown`
