/** Schemes and kinds of policies: a table, and on a phone a list of open items. */

import { Link, type LinkProps } from '@tanstack/react-router'
import { CircleAlert, CircleCheck, CircleDot, CircleHelp, Clock, type LucideIcon, Minus } from 'lucide-react'
import { PAGES } from '../../../../contract/pages.ts'
import type { PolicyCell, PolicyMatrixRow } from '../../../../contract/policies.ts'
import { PolicyKind } from '../../../../contract/policy-kind.ts'
import { formatCount } from '../../../format.ts'
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

const NAME_WIDTH = 176
const CELL_WIDTH = 68

/** Headings for narrow columns; a soft hyphen where a word may be broken. The cell tells the whole title. */
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
  NOT_RECORDED: { icon: CircleHelp, className: 'text-muted' },
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
      minWidth={NAME_WIDTH + PolicyKind.options.length * CELL_WIDTH}
      columns={
        <>
          <col style={{ width: NAME_WIDTH }} />
          {PolicyKind.options.map((kind) => (
            <col key={kind} style={{ width: CELL_WIDTH }} />
          ))}
        </>
      }
      head={
        <>
          <th scope="col" className={joinClassNames(HEAD, 'sticky left-0 z-20 rounded-tl-md pl-3')}>
            Scheme
          </th>
          {PolicyKind.options.map((kind) => (
            <th key={kind} scope="col" className={HEAD}>
              {HEADS[kind]}
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
    />
  )
}

const HEAD = joinClassNames(GRID_HEAD, 'px-1 leading-tight')

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
  const { icon: Icon, className, box } = LOOKS[getCellState(cell)]
  const words = formatCellText(cell)
  const shortText = formatShortText(cell)
  return (
    <PlainLink
      {...link}
      {...focus}
      aria-label={buildCellName(words, shortText)}
      data-words={`${schemeName}, ${words}`}
      className={joinClassNames(GRID_LINK, 'text-xs', box)}
    >
      <Icon aria-hidden="true" size={14} strokeWidth={2.2} className={joinClassNames('mb-0.5', className)} />
      <span aria-hidden="true" className="block overflow-clip text-ellipsis whitespace-nowrap">
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
            <p className="text-muted">{row.employerName}</p>
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
