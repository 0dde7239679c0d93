/** Schemes and kinds of policies: a table, and on a phone a list of open items. */

import { Link, type LinkProps } from '@tanstack/react-router'
import {
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CircleDot,
  CircleHelp,
  Clock,
  ClockAlert,
  type LucideIcon,
  Minus,
} from 'lucide-react'
import { PAGES } from '../../../../contract/pages.ts'
import type { PolicyCell, PolicyMatrixRow } from '../../../../contract/policies.ts'
import { PolicyKind } from '../../../../contract/policy-kind.ts'
import { formatCount } from '../../../../contract/value-format.ts'
import { operation } from '../../../operation.ts'
import { useMay } from '../../../session.tsx'
import { joinClassNames } from '../../../ui/class-names.ts'
import { PHONE, useMedia } from '../../../ui/media.ts'
import { PlainLink } from '../../../ui/plain-link.tsx'
import { Row, Rows } from '../../../ui/rows.tsx'
import { Status } from '../../../ui/status.tsx'
import {
  buildCellName,
  type CellFocus,
  GRID_CELL,
  GRID_HEAD,
  GRID_LINK,
  LinkGrid,
  RowNameCell,
} from '../../../ui/table/link-grid.tsx'
import { CELL_TONES, type CellState, formatCellText, formatShortText, getCellState } from './policy.ts'

/** All columns fit beside the navigation: below this width of the table the headings are turned, and a key has the words of the cells. */
const TURNED =
  '@max-[1300px]:not-print:rotate-180 @max-[1300px]:not-print:whitespace-nowrap @max-[1300px]:not-print:[writing-mode:vertical-rl]'
const ONLY_WIDE = '@max-[1300px]:not-print:hidden'
const ONLY_NARROW = '@min-[1300px]:hidden print:hidden'

/** A soft hyphen where a word may be broken. The cell tells the whole title. */
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
const LOOKS: Record<CellState, { words: string; icon: LucideIcon; className: string; box?: string }> = {
  MISSING: { words: 'Missing', icon: CircleAlert, className: 'text-danger' },
  OVERDUE: { words: 'Review overdue', icon: ClockAlert, className: 'text-danger', box: 'bg-danger-soft' },
  DUE: { words: 'Review due soon', icon: Clock, className: 'text-warn', box: 'bg-warn-soft' },
  ON_ITS_WAY: { words: 'In progress', icon: CircleDot, className: 'text-accent' },
  IN_FORCE: { words: 'In force', icon: CircleCheck, className: 'text-done' },
  NOT_RECORDED: { words: 'Not recorded yet', icon: CircleDashed, className: 'text-muted' },
  CONFIRM: { words: 'To confirm', icon: CircleHelp, className: 'text-muted' },
  NOT_NEEDED: { words: 'Not required', icon: Minus, className: 'text-muted' },
}
const STATES = Object.keys(LOOKS) as CellState[]
const WITH_VERSION: readonly CellState[] = ['OVERDUE', 'DUE', 'IN_FORCE']

export function MatrixTable({ rows }: { rows: readonly PolicyMatrixRow[] }) {
  const isPhone = useMedia(PHONE)
  return isPhone ? <Waiting rows={rows} /> : <Table rows={rows} />
}

/** To the policy, or to beginning the one that is missing. */
function useCellLink(): (row: PolicyMatrixRow, cell: PolicyCell) => LinkProps {
  const may = useMay()
  return ({ id: schemeId }, { kind, policyId }) => {
    if (policyId) return { to: PAGES.policy, params: { policyId } }
    return may(operation('policy.create'))
      ? { to: PAGES.newPolicy, search: { schemeId, kind } }
      : { to: PAGES.schemePolicies, params: { schemeId } }
  }
}

function Table({ rows }: { rows: readonly PolicyMatrixRow[] }) {
  const linkTo = useCellLink()
  return (
    <LinkGrid
      name="Policies by scheme"
      rows={rows}
      keyOf={({ id }) => id}
      columnCount={PolicyKind.options.length + 1}
      columns={
        <>
          <col className="@max-[900px]:w-36 w-54" />
          {PolicyKind.options.map((kind) => (
            <col key={kind} />
          ))}
        </>
      }
      head={
        <>
          <th scope="col" className={joinClassNames(HEAD, 'left-0 z-20! rounded-tl-md pl-3')}>
            Scheme
          </th>
          {PolicyKind.options.map((kind) => (
            <th key={kind} scope="col" className={KIND_HEAD}>
              <span className={joinClassNames('inline-block', TURNED)}>{HEADS[kind]}</span>
            </th>
          ))}
        </>
      }
      cells={(row, focusOf) => (
        <>
          <RowNameCell
            to={PAGES.schemePolicies}
            params={{ schemeId: row.id }}
            name={row.schemeName}
            detail={row.employerName}
            focus={focusOf(0)}
          />
          {row.cells.map((cell, position) => (
            <td key={cell.kind} className={GRID_CELL}>
              <Cell
                cell={cell}
                link={linkTo(row, cell)}
                schemeName={row.schemeName}
                focus={focusOf(position + 1)}
              />
            </td>
          ))}
        </>
      )}
      help="Use the arrow keys to move. Enter opens a policy or creates a missing one."
      legend={<Legend rows={rows} />}
    />
  )
}

const HEAD = joinClassNames(GRID_HEAD, 'sticky top-12 z-10 px-1 leading-tight print:static')
const KIND_HEAD = joinClassNames(HEAD, '@max-[1300px]:pt-2 @max-[1300px]:text-center')

function Legend({ rows }: { rows: readonly PolicyMatrixRow[] }) {
  const shown = new Set(rows.flatMap(({ cells }) => cells.map(getCellState)))
  return (
    <ul
      aria-label="Statuses"
      className={joinClassNames('flex flex-wrap gap-x-4 gap-y-1 px-3 pt-2 text-sm', ONLY_NARROW)}
    >
      {STATES.filter((state) => shown.has(state)).map((state) => {
        const { words, icon: Icon, className } = LOOKS[state]
        return (
          <li key={state} className="inline-flex items-center gap-1.5">
            <Icon aria-hidden="true" size={14} strokeWidth={2.2} className={className} />
            {words}
          </li>
        )
      })}
    </ul>
  )
}

function Cell({
  cell,
  link,
  schemeName,
  focus,
}: {
  cell: PolicyCell
  link: LinkProps
  schemeName: string
  focus: CellFocus
}) {
  const state = getCellState(cell)
  const { icon: Icon, className, box } = LOOKS[state]
  const words = formatCellText(cell)
  const shortText = formatShortText(cell)
  return (
    <PlainLink
      {...link}
      {...focus}
      aria-label={buildCellName(words, shortText)}
      data-words={`${schemeName}, ${words}`}
      className={joinClassNames(
        GRID_LINK,
        'flex h-full flex-col justify-center text-xs @max-[1300px]:items-center @max-[1300px]:px-0',
        box,
      )}
    >
      <Icon
        aria-hidden="true"
        size={14}
        strokeWidth={2.2}
        className={joinClassNames(
          'mb-0.5',
          className,
          // Its words take two lines.
          state === 'NOT_RECORDED' && ONLY_NARROW,
        )}
      />
      <span
        aria-hidden="true"
        className={joinClassNames(
          'overflow-clip text-ellipsis leading-tight',
          !WITH_VERSION.includes(state) && ONLY_WIDE,
        )}
      >
        {shortText}
      </span>
    </PlainLink>
  )
}

const TOLD: readonly CellState[] = ['MISSING', 'OVERDUE', 'DUE', 'ON_ITS_WAY', 'CONFIRM']

/** On a phone: what of each scheme is not simply in force. */
function Waiting({ rows }: { rows: readonly PolicyMatrixRow[] }) {
  const linkTo = useCellLink()
  return (
    <Rows name="Policies by scheme">
      {rows.map((row) => {
        const reportedCells = TOLD.flatMap((state) =>
          row.cells.filter((cell) => getCellState(cell) === state),
        )
        const notRecorded = row.cells.filter((cell) => getCellState(cell) === 'NOT_RECORDED').length
        const inForce = row.cells.filter((cell) => getCellState(cell) === 'IN_FORCE').length
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
            <p className="text-muted">
              {row.employerName}
              {notRecorded > 0 &&
                ` · ${formatCount(notRecorded, 'required policy', 'required policies')} not recorded yet`}
            </p>
            <ul className="mt-1 flex flex-col">
              {reportedCells.map((cell) => (
                <li key={cell.kind}>
                  <Link {...linkTo(row, cell)} className="flex min-h-9 items-center py-1 hover:underline">
                    <Status tone={CELL_TONES[getCellState(cell)]} wraps>
                      {formatCellText(cell)}
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
