/** A list with its filters in the address: the same on its own page and as part of another page. */

import { type LinkProps, useLocation, useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { lazy, type ReactNode, type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import type { Contract, Sent } from '../../contract/define.ts'
import { formatCount } from '../../contract/value-format.ts'
import { formatValue, getLabel } from '../labels.ts'
import { operation } from '../operation.ts'
import { linkToRecord } from '../page-address.ts'
import type { RowOf } from '../queries.ts'
import { EmployerName, MemberName, SchemeName } from '../records/names.tsx'
import { createSearchParser, type SearchOf } from '../search.ts'
import { type Needed, useMay } from '../session.tsx'
import { Failed } from '../shell/error-page.tsx'
import { Button } from '../ui/button.tsx'
import { DayFilter, FilterChips, SearchFilter, SelectFilter } from '../ui/filters.tsx'
import { EmptyState } from '../ui/notice.tsx'
import type { Option } from '../ui/options.tsx'
import { type NextPage, useMoreOnScroll } from '../ui/show-more.tsx'
import { TableSkeleton } from '../ui/skeleton.tsx'
import type { Column } from '../ui/table/column.ts'
import { ColumnChoice, useColumnChoice } from '../ui/table/column-choice.tsx'
import { DataTable } from '../ui/table/data-table.tsx'
import { type Selection, useSelection } from '../ui/table/selection.ts'
import type { TableProps } from '../ui/table/table-props.ts'
import type { RowKeys } from '../ui/table/use-marked-row.ts'
import type { BulkAct, BulkRow } from './bulk-act.ts'
import { CsvButton } from './csv-button.tsx'
import { useListQuery } from './list-query.ts'
import { rememberList } from './rows-of-list.ts'

const BulkBar = lazy(() => import('./bulk-bar.tsx'))
const SavedViews = lazy(() => import('./saved-views.tsx'))
/** A list of its own; a list on the page of a record has the id of the record in its address. */
const LIST_PAGE = /^\/[a-z/-]+$/

export interface ListFilter {
  name: string
  /** If it differs from that of the field in other lists. */
  label?: string
  /** The codes to choose from; `'day'` is typed. */
  options: readonly Option[] | 'day'
}

interface ListProps<C extends Contract> {
  contract: C
  /** Name of the list: `Schemes`. */
  name: string
  columns: readonly Column<RowOf<C>>[]
  /** The page of a row's record. */
  page?: LinkProps['to'] & string
  /** Link of a row, if not to the page of its record. */
  linkTo?: (row: RowOf<C>) => LinkProps
  /** The page that edits a row's record: the key `e` opens it for users who can call `contract`. */
  edit?: {
    contract: Needed
    page: LinkProps['to'] & string
    isLocked?: (row: RowOf<C>) => boolean
  }
  /** Label of the search, naming the searched fields; without it the list has no search. */
  searchLabel?: string
  /** Reason why a text is not searched for; it is then left out of the address. */
  refuseSearch?: (typed: string) => string | undefined
  filters?: readonly ListFilter[]
  /** Parameters of every request: the scheme whose members these are. */
  fixed?: Partial<Sent<C>>
  /** Default order of the service, if the contract does not state it. */
  sortedBy?: string
  /** The text of a filter chip, if it is neither an option nor the name of a record. */
  chipWords?: (name: string, value: string) => ReactNode
  /** Text and action for an empty list without filters. */
  empty: { title: string; text?: string; action?: ReactNode }
  keys?: RowKeys<RowOf<C>>
  /** Cells of two lines: the rows are higher. */
  hasTwoLines?: boolean
  /** Actions for the selected rows. */
  bulkActs?: readonly BulkAct<RowOf<C>>[]
  /** Rows of the table, where several are shown as one. The file has all rows. `hasMore`: further rows are not loaded yet. */
  fold?: (rows: readonly RowOf<C>[], hasMore: boolean) => readonly RowOf<C>[]
  /** Renders the rows in another form than a table; the columns are then those of the file. Rows can be selected for bulk actions only. */
  draw?: (rows: readonly RowOf<C>[], more: NextPage, selection: Selection | undefined) => ReactNode
}

export function List<C extends Contract>(props: ListProps<C>) {
  const {
    contract,
    name,
    columns,
    filters = [],
    fixed = {},
    sortedBy = getDefaultSort(contract),
    chipWords,
    bulkActs = [],
    fold = (unfolded) => unfolded,
    draw,
  } = props
  type Row = RowOf<C> & { id: string }
  const navigate = useNavigate()
  const search = createSearchParser(contract)(useSearch({ strict: false })) as Record<string, string>
  const { sort = sortedBy, ...filterValues } = search
  const { query, sent, rows: listed, more } = useListQuery(contract, fixed, search)
  const rows = listed as readonly Row[]
  useMoreOnScroll(more)
  const set: SetSearch = (changes) =>
    void navigate({
      to: '.',
      search: (before: object) => ({ ...before, ...changes }),
      replace: true,
    })
  const choice = useColumnChoice(name, columns)
  const selection = useSelection()
  const selected = rows.filter(({ id }) => selection.ids.has(id))
  const box = useRef<HTMLDivElement>(null)
  // Without records there is nothing to filter, to choose columns of or to download.
  const isEmpty =
    query.isSuccess && !query.isPlaceholderData && rows.length === 0 && Object.keys(filterValues).length === 0
  const goToFirstOf = useFirstRow(box, filterValues.q ?? '', query.isSuccess && !query.isPlaceholderData)
  return (
    <div ref={box} className="flex flex-col gap-3">
      {!isEmpty && (
        <search className="flex flex-wrap items-start gap-2 print:hidden">
          <Filters
            {...props}
            filters={filters}
            filterValues={filterValues}
            set={set}
            goToFirstOf={goToFirstOf}
          />
          <div className="ml-auto flex items-center gap-1">
            <span role="status" className="sr-only">
              {selected.length > 0 && `${formatCount(selected.length, 'row')} selected`}
            </span>
            <ViewsOfPage search={search} />
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
      )}
      <Chips filterValues={filterValues} filters={filters} chipWords={chipWords} set={set} />
      <p role="status" className="sr-only print:not-sr-only">
        {query.data && formatShown(rows.length, more.has)}
      </p>
      {query.isError && !query.data ? (
        <Failed error={query.error} reset={() => void query.refetch()} />
      ) : !query.data ? (
        <TableSkeleton />
      ) : rows.length === 0 ? (
        <NoRows empty={props.empty} filterValues={filterValues} set={set} />
      ) : draw ? (
        draw(listed, more, bulkActs.length > 0 ? selection : undefined)
      ) : (
        <ListTable
          {...props}
          rows={fold(rows, more.has) as readonly Row[]}
          columns={choice.shown}
          sorting={{ current: sort, onSort: (next) => set({ sort: next }) }}
          more={more}
          selection={selection}
        />
      )}
      {bulkActs.length > 0 && (
        <Suspense>
          <BulkBar
            rows={selected as unknown as readonly BulkRow[]}
            acts={bulkActs as readonly BulkAct<BulkRow>[]}
            onClear={() => selection.toggle([...selection.ids], false)}
          />
        </Suspense>
      )}
    </div>
  )
}

function ViewsOfPage({ search }: { search: Record<string, string> }) {
  const { pathname } = useLocation()
  const maySaveViews = useMay()(operation('saved-view.create'))
  if (!maySaveViews || !LIST_PAGE.test(pathname)) return null
  return (
    <Suspense>
      <SavedViews page={pathname} search={search} />
    </Suspense>
  )
}

type SetSearch = (changes: Record<string, string>) => void
/** The query parameters of the address, without the sort order. */
type FilterValues = Readonly<Record<string, string>>

function Filters({
  searchLabel,
  refuseSearch,
  filters,
  filterValues,
  set,
  goToFirstOf,
}: Pick<ListProps<Contract>, 'searchLabel' | 'refuseSearch'> & {
  filters: readonly ListFilter[]
  filterValues: FilterValues
  set: SetSearch
  goToFirstOf: (wanted: string | null) => void
}) {
  const [isOpen, setOpen] = useState(false)
  const isFolding = filters.length > 1
  const inUse = filters.filter(({ name }) => filterValues[name]).length
  return (
    <>
      {searchLabel && (
        <SearchFilter
          label={searchLabel}
          value={filterValues.q ?? ''}
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
      {isFolding && (
        <span className="sm:hidden">
          <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {inUse > 0 ? `Filters (${inUse})` : 'Filters'}
          </Button>
        </span>
      )}
      {/* On a phone the filters would fill the window before the first row. */}
      <div className={isFolding && !isOpen ? 'contents max-sm:hidden' : 'contents'}>
        {filters.map(({ name, label = getLabel(name), options }) => {
          const field = {
            label,
            value: filterValues[name] ?? '',
            onChange: (value: string) => set({ [name]: value }),
          }
          return options === 'day' ? (
            <DayFilter key={name} {...field} />
          ) : (
            <SelectFilter key={name} {...field} options={options} />
          )
        })}
      </div>
    </>
  )
}

function Chips({
  filterValues,
  filters,
  chipWords,
  set,
}: Pick<ListProps<Contract>, 'chipWords'> & {
  filterValues: FilterValues
  filters: readonly ListFilter[]
  set: SetSearch
}) {
  const filterOf = (name: string) => filters.find((one) => one.name === name)
  const labelOf = (name: string) => filterOf(name)?.label ?? getLabel(name)
  const optionWords = (filter: string, value: string): string => {
    const options = filterOf(filter)?.options
    if (options === 'day') return formatValue(filter, value)
    return options?.find((option) => option.value === value)?.label ?? value
  }
  return (
    <FilterChips
      chips={Object.entries(filterValues).map(([filter, value]) => ({
        key: filter,
        name: labelOf(filter),
        label: (
          <>
            {labelOf(filter)}:{' '}
            {chipWords?.(filter, value) ?? getName(filter, value) ?? optionWords(filter, value)}
          </>
        ),
        onRemove: () => set({ [filter]: '' }),
      }))}
    />
  )
}

function NoRows({
  empty: { title, text, action },
  filterValues,
  set,
}: Pick<ListProps<Contract>, 'empty'> & { filterValues: FilterValues; set: SetSearch }) {
  const filters = Object.keys(filterValues)
  if (filters.length === 0)
    return (
      <EmptyState title={title} action={action}>
        {text}
      </EmptyState>
    )
  const clear = (): void => set(Object.fromEntries(filters.map((filter) => [filter, ''])))
  return (
    <EmptyState
      title="No results match these filters"
      action={<Button onClick={clear}>Clear filters</Button>}
    />
  )
}

function ListTable<C extends Contract>({
  page,
  linkTo = page ? (row) => linkToRecord(page, (row as { id: string }).id) : undefined,
  edit,
  keys: ownKeys,
  name,
  rows,
  columns,
  sorting,
  more,
  selection,
  hasTwoLines,
}: Pick<ListProps<C>, 'page' | 'linkTo' | 'edit' | 'keys'> & TableProps<RowOf<C> & { id: string }>) {
  const navigate = useNavigate()
  const mayEdit = useMay()(edit?.contract ?? (() => false))
  const openEditPage = (row: RowOf<C>): void => {
    if (edit && mayEdit && !edit.isLocked?.(row))
      void navigate(linkToRecord(edit.page, (row as { id: string }).id))
  }
  const keys = { ...(edit ? { e: openEditPage } : {}), ...ownKeys }
  const router = useRouter()
  const { pathname: list, href } = useLocation()
  useEffect(() => {
    if (linkTo)
      rememberList(list, () => ({
        name,
        href,
        rows: rows.map((row) => router.buildLocation(linkTo(row)).href),
        hasMore: more?.has ?? false,
      }))
  })
  return (
    <DataTable {...{ name, rows, columns, linkTo, keys }} {...{ sorting, more, selection, hasTwoLines }} />
  )
}

/** Moves the focus to the first row of the search result, once it is loaded; null: the search is cleared. */
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

/** Name of the record whose id is the value of a filter. */
function getName(filter: string, id: string): ReactNode {
  if (filter === 'schemeId') return <SchemeName id={id} />
  if (filter === 'employerId') return <EmployerName id={id} />
  if (filter === 'memberId' || filter === 'samePersonAs') return <MemberName id={id} />
  return undefined
}

/** Default order of a list without a `sort` parameter. */
function getDefaultSort(contract: Contract): string {
  const parsed = contract.input.safeParse({})
  return parsed.success ? String((parsed.data as SearchOf<Contract> & { sort?: string }).sort ?? '') : ''
}

/** Announced when a filter has changed the list, and shown on paper, which has no button for more rows. */
const formatShown = (shown: number, hasMore: boolean): string =>
  hasMore
    ? `The first ${formatCount(shown, 'row')} are shown; there are more`
    : `${formatCount(shown, 'row')} shown`
