/** A list with its filters in the address: the same on its own page and as a part of another. */
import { type LinkProps, useLocation, useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { lazy, type ReactNode, type RefObject, Suspense, useEffect, useRef } from 'react'
import type { Contract, Sent } from '../../contract/define.ts'
import { formatCount } from '../format.ts'
import { formatValue, labelOf } from '../labels.ts'
import { operation } from '../operation.ts'
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
import type { TableProps } from '../ui/table/table-props.ts'
import type { BulkAct, BulkRow } from './bulk-act.ts'
import { CsvButton } from './csv-button.tsx'
import { useListQuery } from './list-query.ts'
import { keepRowsOfList } from './rows-of-list.ts'

const BulkBar = lazy(() => import('./bulk.tsx'))
const SavedViews = lazy(() => import('./saved-views.tsx'))
/** A list of its own; a list on the page of a record has the id of the record in its address. */
const LIST_PAGE = /^\/[a-z/-]+$/

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
  /** Cells of two lines: the rows are higher. */
  hasTwoLines?: boolean
  /** Acts on the selected rows. */
  bulkActs?: readonly BulkAct<RowOf<C>>[]
  /** Shows the rows otherwise than as a table; the columns are those of the file then. */
  draw?: (rows: readonly RowOf<C>[], more: More) => ReactNode
}

export function List<C extends Contract>(props: ListProps<C>) {
  const {
    contract,
    name,
    columns,
    filters = [],
    fixed = {},
    sortedBy = defaultSort(contract),
    chipWords,
    bulkActs = [],
    draw,
  } = props
  type Row = RowOf<C> & { id: string }
  const navigate = useNavigate()
  const search = searchOf(contract)(useSearch({ strict: false })) as Record<string, string>
  const { sort = sortedBy, ...asked } = search
  const { query, sent, rows: listed, more } = useListQuery(contract, fixed, search)
  const rows = listed as readonly Row[]
  useMoreOnScroll(more)
  const set: SetSearch = (changes) =>
    void navigate({
      to: '.',
      search: (before: object) => ({ ...before, ...changes }),
      replace: true,
    })
  const { pathname } = useLocation()
  const maySaveViews = useMay()(operation('saved-view.create'))
  const choice = useColumnChoice(name, columns)
  const selection = useSelection()
  const selected = rows.filter(({ id }) => selection.ids.has(id))
  const box = useRef<HTMLDivElement>(null)
  const goToFirstOf = useFirstRow(box, asked.q ?? '', query.isSuccess && !query.isPlaceholderData)
  return (
    <div ref={box} className="flex flex-col gap-3">
      <search className="flex flex-wrap items-start gap-2 print:hidden">
        <Filters {...props} filters={filters} asked={asked} set={set} goToFirstOf={goToFirstOf} />
        <div className="ml-auto flex items-center gap-1">
          <span role="status" className="sr-only">
            {selected.length > 0 && `${formatCount(selected.length, 'row')} selected`}
          </span>
          {maySaveViews && LIST_PAGE.test(pathname) && (
            <Suspense>
              <SavedViews page={pathname} search={search} />
            </Suspense>
          )}
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
      <Chips asked={asked} filters={filters} chipWords={chipWords} set={set} />
      <p role="status" className="sr-only print:not-sr-only">
        {query.data && shownWords(rows.length, more.has)}
      </p>
      {query.isError && !query.data ? (
        <Failed error={query.error} reset={() => void query.refetch()} />
      ) : !query.data ? (
        <TableSkeleton />
      ) : rows.length === 0 ? (
        <NoRows empty={props.empty} asked={asked} set={set} />
      ) : draw ? (
        draw(listed, more)
      ) : (
        <ListTable
          {...props}
          rows={rows}
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
            acts={bulkActs as unknown as readonly BulkAct<BulkRow>[]}
            onClear={() => selection.toggle([...selection.ids], false)}
          />
        </Suspense>
      )}
    </div>
  )
}

type SetSearch = (changes: Record<string, string>) => void
/** The query parameters of the address, without the sort order. */
type Asked = Readonly<Record<string, string>>

function Filters({
  searchLabel,
  refuseSearch,
  filters,
  asked,
  set,
  goToFirstOf,
}: Pick<ListProps<Contract>, 'searchLabel' | 'refuseSearch'> & {
  filters: readonly ListFilter[]
  asked: Asked
  set: SetSearch
  goToFirstOf: (wanted: string | null) => void
}) {
  return (
    <>
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
    </>
  )
}

function Chips({
  asked,
  filters,
  chipWords,
  set,
}: Pick<ListProps<Contract>, 'chipWords'> & {
  asked: Asked
  filters: readonly ListFilter[]
  set: SetSearch
}) {
  const optionWords = (filter: string, value: string): string => {
    const options = filters.find((one) => one.name === filter)?.options
    if (options === 'day') return formatValue(filter, value)
    return options?.find((option) => option.value === value)?.label ?? value
  }
  return (
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
  )
}

function NoRows({
  empty: { title, text, action },
  asked,
  set,
}: Pick<ListProps<Contract>, 'empty'> & { asked: Asked; set: SetSearch }) {
  const filters = Object.keys(asked)
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
      keepRowsOfList(list, () => ({
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
