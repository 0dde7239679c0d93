/** Schemes and kinds of policies: a table, and on a phone a list of what waits for somebody. */
import { Link, type LinkProps } from '@tanstack/react-router'
import { CircleAlert, CircleCheck, CircleDot, CircleHelp, Clock, type LucideIcon, Minus } from 'lucide-react'
import { type SyntheticEvent, useRef, useState } from 'react'
import { PAGES } from '../../../../contract/pages.ts'
import { createPolicy, type PolicyCell, type PolicyMatrixRow } from '../../../../contract/policies.ts'
import { PolicyKind } from '../../../../contract/policy-kind.ts'
import { formatCount } from '../../../format.ts'
import { useMay } from '../../../session.tsx'
import { joinClassNames } from '../../../ui/class-names.ts'
import { PHONE, useMedia } from '../../../ui/media.ts'
import { Row, Rows } from '../../../ui/rows.tsx'
import { Status } from '../../../ui/status.tsx'
import { useCellPlace } from '../../../ui/table/cell-place.ts'
import { useDrawnRows } from '../../../ui/table/drawn-rows.ts'
import { CELL_TONES, type CellState, cellStateOf, cellWords, shortWords } from './policy.ts'

const ROW_HEIGHT = 48
const HEAD_HEIGHT = 96
const NAME_WIDTH = 176
const CELL_WIDTH = 68

/** What fits above a narrow column; a soft hyphen where a word may be broken. The cell tells the whole title. */
const HEADS: Record<PolicyKind, string> = {
  RISK_MANAGEMENT: 'Risk',
  INTERNAL_AUDIT: 'Internal audit',
  OUTSOURCING: 'Out\u00ADsourcing',
  ACTUARIAL: 'Actu\u00ADarial',
  REMUNERATION: 'Remu\u00ADneration',
  INTERNAL_CONTROL: 'Internal control',
  CONTINGENCY: 'Contin\u00ADgency',
  CONFLICTS_OF_INTEREST: 'Conflicts',
  FIT_AND_PROPER: 'Fit and proper',
  SIPP: 'SIPP',
  INVESTMENT_PROCESS: 'Invest\u00ADment',
  DATA_MANAGEMENT: 'Data',
  COMMUNICATIONS: 'Commu\u00ADnication',
  COMPLAINTS: 'Dis\u00ADputes',
  ICT_RISK: 'ICT risk',
  DEPOSITARY_SAFEGUARDS: 'Safe\u00ADkeeping',
  ESG: 'ESG',
}

/** A state has a form besides its colour. */
const LOOKS: Record<CellState, { icon: LucideIcon; className: string; box?: string }> = {
  OVERDUE: { icon: CircleAlert, className: 'text-danger', box: 'bg-danger-soft' },
  DUE: { icon: Clock, className: 'text-warn', box: 'bg-warn-soft' },
  IN_FORCE: { icon: CircleCheck, className: 'text-done' },
  ON_ITS_WAY: { icon: CircleDot, className: 'text-accent' },
  MISSING: { icon: CircleAlert, className: 'text-danger' },
  CONFIRM: { icon: CircleHelp, className: 'text-muted' },
  NOT_NEEDED: { icon: Minus, className: 'text-muted' },
}

export function MatrixTable({ rows }: { rows: readonly PolicyMatrixRow[] }) {
  const isPhone = useMedia(PHONE)
  return isPhone ? <Waiting rows={rows} /> : <Table rows={rows} />
}

/** To the policy, or to beginning the one that is missing. */
function useCellLink(): (row: PolicyMatrixRow, cell: PolicyCell) => LinkProps {
  const may = useMay()
  return ({ id: schemeId }, { kind, policyId }) => {
    if (policyId) return { to: PAGES.policy, params: { policyId } }
    return may(createPolicy)
      ? { to: PAGES.newPolicy, search: { schemeId, kind } }
      : { to: PAGES.schemePolicies, params: { schemeId } }
  }
}

function Table({ rows }: { rows: readonly PolicyMatrixRow[] }) {
  const box = useRef<HTMLTableSectionElement>(null)
  const { indexes, above, below } = useDrawnRows({
    count: rows.length,
    height: ROW_HEIGHT,
    headHeight: HEAD_HEIGHT,
    box,
  })
  const { place, onKeyDown, onFocus } = useCellPlace(box)
  const linkTo = useCellLink()
  const [words, setWords] = useState('')
  const say = ({ target }: SyntheticEvent): void =>
    setWords((target as Element).closest<HTMLElement>('[data-words]')?.dataset.words ?? '')
  const stop = rows[place.row] ? place : { row: indexes[0] ?? 0, column: 0 }
  const tabIndex = (row: number, column: number): number =>
    row === stop.row && column === stop.column ? 0 : -1
  return (
    <div>
      <div className="overflow-x-auto rounded-md border border-line bg-surface print:overflow-visible">
        <table
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: arrow keys go from cell to cell
          role="grid"
          aria-label="Policies by scheme"
          aria-rowcount={rows.length + 1}
          className="w-full table-fixed border-separate border-spacing-0 print:min-w-0!"
          style={{ minWidth: NAME_WIDTH + PolicyKind.options.length * CELL_WIDTH }}
          onKeyDown={onKeyDown}
          onFocus={(event) => {
            onFocus(event)
            say(event)
          }}
          onMouseOver={say}
          onMouseLeave={() => setWords('')}
          onBlur={() => setWords('')}
        >
          <colgroup>
            <col style={{ width: NAME_WIDTH }} />
            {PolicyKind.options.map((kind) => (
              <col key={kind} style={{ width: CELL_WIDTH }} />
            ))}
          </colgroup>
          <thead>
            <tr>
              <th scope="col" className={joinClassNames(HEAD, 'sticky left-0 z-20 rounded-tl-md pl-3')}>
                Scheme
              </th>
              {PolicyKind.options.map((kind) => (
                <th key={kind} scope="col" className={HEAD}>
                  {HEADS[kind]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody ref={box}>
            {above > 0 && <Gap height={above} />}
            {indexes.map((index) => {
              const row = rows[index]
              if (!row) return null
              return (
                <tr key={row.id} aria-rowindex={index + 2} className="group">
                  <th
                    scope="row"
                    className={joinClassNames(
                      CELL,
                      'sticky left-0 z-10 bg-surface pl-1.5 text-left font-normal print:static',
                    )}
                  >
                    <Link
                      to={PAGES.schemePolicies}
                      params={{ schemeId: row.id }}
                      data-place={`${index} 0`}
                      tabIndex={tabIndex(index, 0)}
                      title={`${row.schemeName}, ${row.employerName}`}
                      className={LINK}
                    >
                      <span className="block truncate font-medium print:whitespace-normal">
                        {row.schemeName}
                      </span>
                      <span className="block truncate text-muted text-xs print:whitespace-normal">
                        {row.employerName}
                      </span>
                    </Link>
                  </th>
                  {row.cells.map((cell, position) => (
                    <td key={cell.kind} className={CELL}>
                      <Cell
                        cell={cell}
                        link={linkTo(row, cell)}
                        schemeName={row.schemeName}
                        place={`${index} ${position + 1}`}
                        tabIndex={tabIndex(index, position + 1)}
                      />
                    </td>
                  ))}
                </tr>
              )
            })}
            {below > 0 && <Gap height={below} />}
          </tbody>
        </table>
      </div>
      {/* What the pointer or the focus is on, in words; the same as the name of the link, which is read aloud. */}
      <p
        aria-hidden="true"
        className={joinClassNames(
          'min-h-9 px-3 py-2 text-muted print:hidden',
          words && 'sticky bottom-0 z-20 rounded-b-md border border-line bg-raised text-text!',
        )}
      >
        {words || 'Use the arrow keys to move. Enter opens a policy or creates a missing one.'}
      </p>
    </div>
  )
}

const HEAD =
  'h-11 border-line border-b bg-surface px-1 pb-1 text-left align-bottom font-medium text-muted text-xs leading-tight'
const CELL = 'h-12 border-line border-b p-0.5 group-last:border-b-0 print:p-0'
const LINK = 'relative block rounded-sm px-1 py-1 -outline-offset-2 hover:bg-hover'

function Cell({
  cell,
  link,
  schemeName,
  place,
  tabIndex,
}: {
  cell: PolicyCell
  link: LinkProps
  schemeName: string
  place: string
  tabIndex: number
}) {
  const { icon: Icon, className, box } = LOOKS[cellStateOf(cell)]
  const words = cellWords(cell)
  return (
    <Link
      {...link}
      data-place={place}
      data-words={`${schemeName}, ${words}`}
      tabIndex={tabIndex}
      className={joinClassNames(LINK, 'text-xs', box)}
    >
      <span className="sr-only">{words}</span>
      <Icon aria-hidden="true" size={14} strokeWidth={2.2} className={joinClassNames('mb-0.5', className)} />
      <span aria-hidden="true" className="block truncate">
        {shortWords(cell)}
      </span>
    </Link>
  )
}

function Gap({ height }: { height: number }) {
  return (
    <tr>
      <td colSpan={PolicyKind.options.length + 1} style={{ height, padding: 0 }} />
    </tr>
  )
}

const TOLD: readonly CellState[] = ['MISSING', 'OVERDUE', 'DUE', 'ON_ITS_WAY', 'CONFIRM']

/** On a phone: what of each scheme is not simply in force. */
function Waiting({ rows }: { rows: readonly PolicyMatrixRow[] }) {
  const linkTo = useCellLink()
  return (
    <Rows name="Policies by scheme">
      {rows.map((row) => {
        const told = TOLD.flatMap((state) => row.cells.filter((cell) => cellStateOf(cell) === state))
        const inForce = row.cells.filter((cell) => cellStateOf(cell) === 'IN_FORCE').length
        return (
          <Row
            key={row.id}
            title={
              <Link
                to={PAGES.schemePolicies}
                params={{ schemeId: row.id }}
                className="link inline-block py-0.5 font-medium"
              >
                {row.schemeName}
              </Link>
            }
            aside={formatCount(inForce, 'policy', 'policies').concat(' in force')}
          >
            <p className="text-muted">{row.employerName}</p>
            <ul className="mt-1 flex flex-col">
              {told.map((cell) => (
                <li key={cell.kind}>
                  <Link {...linkTo(row, cell)} className="flex min-h-9 items-center py-1 hover:underline">
                    <Status tone={CELL_TONES[cellStateOf(cell)]} wraps>
                      {cellWords(cell)}
                    </Status>
                  </Link>
                </li>
              ))}
            </ul>
          </Row>
        )
      })}
    </Rows>
  )
}
