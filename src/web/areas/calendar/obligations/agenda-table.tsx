/** The agenda: a table in groups, and cards on a phone. Rows by keyboard as in every list. */

import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import type { ObligationSummary } from '../../../../contract/obligations.ts'
import { formatCount } from '../../../../contract/value-format.ts'
import { getTodayInDublin } from '../../../format.ts'
import { formatConfidence } from '../../../records/confidence.tsx'
import { DueDate } from '../../../records/due-date.tsx'
import { formatDue } from '../../../records/obligation-date.ts'
import { formatObligationName } from '../../../records/obligation-period.ts'
import { ObligationStatusText } from '../../../records/obligation-status.tsx'
import { joinClassNames } from '../../../ui/class-names.ts'
import { PHONE, useMedia } from '../../../ui/media.ts'
import { PlainLink } from '../../../ui/plain-link.tsx'
import { type NextPage, ShowMore } from '../../../ui/show-more.tsx'
import { Check, CheckRows } from '../../../ui/table/check.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { CHECK_WIDTH } from '../../../ui/table/column-widths.ts'
import type { Selection } from '../../../ui/table/selection.ts'
import { useMarkedRow } from '../../../ui/table/use-marked-row.ts'
import { useRowsOfScreenFirst } from '../../../ui/use-rows-of-screen-first.ts'
import { buildAgenda, limitAgenda } from './agenda.ts'
import { linkToObligation, obligationColumns } from './obligation-columns.tsx'

const COLUMNS: readonly Column<ObligationSummary>[] = [
  obligationColumns.schemeName,
  { ...obligationColumns.who, width: 132 },
  {
    ...obligationColumns.status,
    width: 166,
    cell: (obligation) => (
      <>
        {obligationColumns.status.cell(obligation)}
        {obligation.confidence !== 'H' && (
          <span className="block text-muted text-xs">Rule: {formatConfidence(obligation.confidence)}</span>
        )}
      </>
    ),
  },
]
/** In pixels, about. */
const ROW_HEIGHT = 36
const CARD_HEIGHT = 96
/** A narrower screen shows the responsible user on the obligation page only. */
const DESKTOP = '(min-width: 1280px)'
/** Texts that differ in their last words, or that wrap to a second line. */
const CLAMPED: readonly string[] = ['schemeName', 'who']

export function AgendaTable({
  name,
  obligations,
  more,
  isOfOneScheme = false,
  selection,
}: {
  name: string
  obligations: readonly ObligationSummary[]
  more?: NextPage
  isOfOneScheme?: boolean
  /** Only for users who can act on several obligations at once. */
  selection?: Selection | undefined
}) {
  const today = getTodayInDublin()
  const groups = buildAgenda(obligations, today)
  const isPhone = useMedia(PHONE)
  const height = isPhone ? CARD_HEIGHT : ROW_HEIGHT
  const rendered = useRowsOfScreenFirst(obligations.length, height)
  const box = useRef<HTMLDivElement>(null)
  const { markedId, mark } = useMarkedRow({
    // In the order in which they are shown.
    rows: groups.flatMap((group) => group.obligations),
    keys: selection ? { x: ({ id }) => selection.toggle([id], !selection.ids.has(id)) } : {},
    more,
    box,
    scrollTo: () => {},
  })
  const shared = {
    groups: limitAgenda(groups, rendered),
    markedId,
    mark,
    isOfOneScheme,
    selection,
    today,
    continued: more?.has ? groups.at(-1)?.title : undefined,
  }
  return (
    <div ref={box} className="flex flex-col gap-3">
      {isPhone ? <GroupedCards {...shared} /> : <GroupedTable name={name} {...shared} />}
      {rendered < obligations.length && (
        // Room for the others, so that the scroll position is restored; it is no anchor for it.
        <div style={{ height: (obligations.length - rendered) * height, overflowAnchor: 'none' }} />
      )}
      {more && <ShowMore more={more} />}
    </div>
  )
}

interface ShownRows {
  groups: ReturnType<typeof limitAgenda<ObligationSummary>>
  markedId: string | null
  mark: (id: string) => void
  isOfOneScheme: boolean
  selection: Selection | undefined
  today: string
  /** The last group, if it may continue on the next page of the list. */
  continued: string | undefined
}

const formatGroupCount = ({ continued }: ShownRows, { title, total }: ShownRows['groups'][number]): string =>
  `${title === continued ? 'at least ' : ''}${formatCount(total, 'obligation')}`

function GroupedTable({ name, ...shown }: ShownRows & { name: string }) {
  const { groups, isOfOneScheme, selection } = shown
  const isTablet = !useMedia(DESKTOP)
  const columns = COLUMNS.filter(
    ({ key }) => !(isOfOneScheme && key === 'schemeName') && !(isTablet && key === 'who'),
  )
  return (
    <div className="rounded-md border border-line bg-surface">
      <table aria-label={name} className="w-full table-fixed border-separate border-spacing-0 print:text-xs">
        <colgroup>
          {selection && <col className="print:hidden" style={{ width: CHECK_WIDTH }} />}
          <col style={{ width: 126 }} />
          <col />
          {columns.map(({ key, width, grows }) => (
            <col key={key} style={grows ? { width: '24%' } : { width }} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {selection && (
              <th scope="col" className={joinClassNames(HEAD, 'p-0! print:hidden')}>
                <CheckRows
                  name={`Select all ${formatCount(countRows(groups), 'obligation')} shown`}
                  rows={groups.flatMap((group) => group.obligations)}
                  selection={selection}
                />
              </th>
            )}
            {['Due', 'Obligation', ...columns.map(({ label }) => label)].map((label) => (
              <th key={label} scope="col" className={HEAD}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        {groups.map((group) => (
          <tbody key={group.title}>
            <tr>
              {selection && (
                <td className="h-9 border-line border-b bg-sunken p-0 print:hidden">
                  <CheckRows
                    name={`Select ${formatCount(group.obligations.length, 'obligation')} in ${group.title}`}
                    rows={group.obligations}
                    selection={selection}
                  />
                </td>
              )}
              <th
                scope="rowgroup"
                colSpan={columns.length + 2}
                className="h-9 border-line border-b bg-sunken px-3 py-1 text-left font-semibold"
              >
                {group.title}
                <span className="ml-2 font-normal text-muted">{formatGroupCount(shown, group)}</span>
              </th>
            </tr>
            {group.obligations.map((obligation) => (
              <ObligationRow key={obligation.id} obligation={obligation} columns={columns} shown={shown} />
            ))}
          </tbody>
        ))}
      </table>
    </div>
  )
}

function ObligationRow({
  obligation,
  columns,
  shown: { markedId, mark, isOfOneScheme, selection },
}: {
  obligation: ObligationSummary
  columns: readonly Column<ObligationSummary>[]
  shown: ShownRows
}) {
  const navigate = useNavigate()
  return (
    <tr
      data-row={obligation.id}
      className={joinClassNames(
        'cursor-pointer hover:bg-hover',
        (obligation.id === markedId || selection?.ids.has(obligation.id)) && 'bg-accent-soft',
      )}
      onClick={({ target }) => {
        if ((target as HTMLElement).closest('a, button, input, label') || window.getSelection()?.toString())
          return
        void navigate(linkToObligation(obligation))
      }}
      onFocus={() => mark(obligation.id)}
    >
      {selection && (
        <td className={joinClassNames(CELL, 'p-0! print:hidden')}>
          <Check
            name={`Select ${formatObligationName(obligation)}${isOfOneScheme ? '' : `, ${obligation.schemeName}`}`}
            state={selection.ids.has(obligation.id) ? 'on' : 'off'}
            onChange={(isOn) => selection.toggle([obligation.id], isOn)}
          />
        </td>
      )}
      <td className={joinClassNames(CELL, 'whitespace-normal!')}>
        <DueDate obligation={obligation} />
      </td>
      <td className={joinClassNames(CELL, 'font-medium')} title={formatObligationName(obligation)}>
        <PlainLink
          {...linkToObligation(obligation)}
          className="-mx-1 line-clamp-2 scroll-mt-24 whitespace-normal rounded-sm px-1 py-0.5 -outline-offset-2 hover:underline print:whitespace-normal"
        >
          {formatObligationName(obligation)}
        </PlainLink>
      </td>
      {columns.map(({ key, cell, text }) => (
        <td key={key} title={text(obligation)} className={CELL}>
          {CLAMPED.includes(key) ? (
            <span className="line-clamp-2 whitespace-normal">{cell(obligation)}</span>
          ) : (
            cell(obligation)
          )}
        </td>
      ))}
    </tr>
  )
}

const countRows = (groups: ShownRows['groups']): number =>
  groups.reduce((sum, { obligations }) => sum + obligations.length, 0)

const HEAD =
  'sticky top-12 z-10 h-9 truncate border-line border-b bg-surface px-3 py-1 text-left font-medium text-muted text-sm first:rounded-tl-md last:rounded-tr-md print:static'
const CELL =
  'h-9 truncate border-line border-b px-3 py-1 print:whitespace-normal print:**:whitespace-normal! print:px-1.5'

function GroupedCards(shown: ShownRows) {
  const { groups, markedId, mark, isOfOneScheme, today } = shown
  return groups.map((group) => (
    <section key={group.title} aria-label={group.title} className="flex flex-col gap-1.5">
      <h2 className="font-semibold">
        {group.title} <span className="font-normal text-muted">{formatGroupCount(shown, group)}</span>
      </h2>
      <ul className="divide-y divide-line rounded-md border border-line bg-surface">
        {group.obligations.map((obligation) => (
          <li
            key={obligation.id}
            data-row={obligation.id}
            className={joinClassNames(obligation.id === markedId && 'bg-accent-soft')}
            onFocus={() => mark(obligation.id)}
          >
            <PlainLink
              {...linkToObligation(obligation)}
              className="flex scroll-mt-12 flex-col gap-1 p-3 -outline-offset-2 hover:bg-hover"
            >
              <span className="font-medium [overflow-wrap:anywhere]">{formatObligationName(obligation)}</span>
              {!isOfOneScheme && <span className="text-muted">{obligation.schemeName}</span>}
              <span className="flex flex-wrap justify-between gap-x-4">
                <span>{formatDue(obligation) ?? 'No date'}</span>
                <ObligationStatusText obligation={obligation} today={today} />
              </span>
            </PlainLink>
          </li>
        ))}
      </ul>
    </section>
  ))
}
