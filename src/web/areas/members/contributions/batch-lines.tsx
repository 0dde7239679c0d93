/** Lines of a batch; a correction names the line that it corrects. */

import { Link } from '@tanstack/react-router'
import { PencilLine } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import {
  CONTRIBUTION_TRANSITIONS,
  type ContributionBatch,
  type ContributionLine,
  correctContributions,
  listContributionLines,
} from '../../../../contract/contributions.ts'
import { getMember } from '../../../../contract/members.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { formatMoney } from '../../../../contract/value-format.ts'
import { formatCode } from '../../../labels.ts'
import {
  createDateColumn,
  createMoneyColumn,
  createSumColumn,
  createTextColumn,
} from '../../../lists/columns.tsx'
import { List } from '../../../lists/list.tsx'
import { useMay } from '../../../session.tsx'
import { IconButton } from '../../../ui/button.tsx'
import { Section } from '../../../ui/section.tsx'
import type { Column } from '../../../ui/table/column.ts'

const CorrectLine = lazy(() => import('./correct-line.tsx'))

const FILTERS = [
  {
    name: 'flagged',
    options: [
      { value: 'true', label: 'Lines with a warning' },
      { value: 'false', label: 'Lines without a warning' },
    ],
  },
]

export default function BatchLines({ batch }: { batch: ContributionBatch }) {
  const may = useMay()
  const [corrected, setCorrected] = useState<ContributionLine | null>(null)
  const isCorrectable =
    may(correctContributions) && CONTRIBUTION_TRANSITIONS.correct.from.includes(batch.status)
  const correct: Column<ContributionLine> = {
    key: 'correct',
    label: 'Correct',
    width: 72,
    cell: (line) =>
      line.corrects === null && (
        <IconButton name={`Correct line ${line.number}`} onClick={() => setCorrected(line)}>
          <PencilLine aria-hidden="true" size={16} />
        </IconButton>
      ),
    text: () => '',
    onCard: true,
  }
  return (
    <Section title="Lines" id="lines">
      <List
        contract={listContributionLines}
        name="Lines"
        columns={[...buildColumns(batch), ...(isCorrectable ? [correct] : [])]}
        fixed={{ id: batch.id }}
        filters={FILTERS}
        empty={{ title: 'No lines', text: 'No contributions are owed for this month.' }}
        keys={{ e: (line) => isCorrectable && line.corrects === null && setCorrected(line) }}
      />
      {corrected && (
        <Suspense>
          <CorrectLine batch={batch} line={corrected} onClose={() => setCorrected(null)} />
        </Suspense>
      )}
    </Section>
  )
}

/** An id of a line ends with its number in six digits (contract: lines of a batch). */
const getLineNumber = (id: string): number => Number(id.slice(-6))

const formatCorrection = (corrects: string): string => `Corrects line ${getLineNumber(corrects)}`

/** Remarks on a line besides its amounts. */
const getRemarks = ({ kind, corrects, flags, note }: ContributionLine): string[] =>
  [
    corrects !== null ? formatCorrection(corrects) : kind === 'REGULAR' ? null : formatCode(kind),
    ...flags.map((code) => formatCode(code)),
    note,
  ].filter((words) => words !== null)

function Remarks({ line }: { line: ContributionLine }) {
  const remarks = getRemarks(line)
  if (line.corrects === null) return remarks.join('; ') || '—'
  const [correction, ...others] = remarks
  return (
    <>
      {/* Shows the correction and its line: all lines of this member in the batch. */}
      <Link
        {...{
          to: PAGES.contribution,
          params: { batchId: line.batchId },
          search: { memberId: line.memberId },
        }}
        hash="lines"
        className="link"
      >
        {correction}
      </Link>
      {others.map((remark) => `; ${remark}`)}
    </>
  )
}

/** Room for the sum below. */
const calculateWidth = (cents: number): number => Math.max(96, 28 + 8 * formatMoney(cents).length)

const buildColumns = (batch: ContributionBatch): readonly Column<ContributionLine>[] => [
  createTextColumn('memberName', { label: 'Member', cell: (line) => <OfMember line={line} /> }),
  createTextColumn('number', { label: 'Line', width: 56, align: 'right' }),
  createDateColumn('payOn'),
  createSumColumn('eeCents', { width: calculateWidth(batch.eeCents) }),
  createSumColumn('erCents', { width: calculateWidth(batch.erCents) }),
  createSumColumn('avcCents', { width: calculateWidth(batch.avcCents) }),
  createSumColumn('totalCents', { width: calculateWidth(batch.totalCents), onCard: true }),
  {
    key: 'remarks',
    label: 'Remarks',
    width: 134,
    wraps: true,
    onCard: true,
    text: (line) => getRemarks(line).join('; '),
    cell: (line) => <Remarks line={line} />,
  },
  createTextColumn('worksNumber', { width: 100, label: 'Works no.', isExtra: true }),
  createTextColumn('row', { width: 96, label: 'Row of file', align: 'right', isExtra: true }),
  createSumColumn('erSpecialCents', { width: 130, isExtra: batch.erSpecialCents === 0 }),
  createSumColumn('singlePremiumCents', { isExtra: batch.singlePremiumCents === 0 }),
  createMoneyColumn('pensionablePayCents', { width: 130, isExtra: true }),
  createMoneyColumn('expectedEeCents', { label: 'Employee, expected', width: 150, isExtra: true }),
  createMoneyColumn('expectedErCents', { label: 'Employer, expected', width: 150, isExtra: true }),
  createDateColumn('periodStartOn', { isExtra: true }),
  createDateColumn('periodEndOn', { isExtra: true }),
]

function OfMember({ line: { memberId, memberName } }: { line: ContributionLine }) {
  if (!useMay()(getMember)) return memberName
  return (
    <Link to={PAGES.member} params={{ memberId }} className="link">
      {memberName}
    </Link>
  )
}
