import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { UsersRound } from 'lucide-react'
import { formatCitedSources } from '../../../../contract/citations.ts'
import {
  createKeyFunctionHolder,
  type KeyFunctionCoverage,
  listKeyFunctionCoverage,
} from '../../../../contract/key-function-holders.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { formatCount } from '../../../../contract/value-format.ts'
import { formatCode } from '../../../labels.ts'
import { createTextColumn } from '../../../lists/columns.tsx'
import { List } from '../../../lists/list.tsx'
import { useCreateButton } from '../../../lists/use-create-button.tsx'
import { createQuery } from '../../../queries.ts'
import { AddSchemesLink } from '../../../records/add-schemes-link.tsx'
import { SHORT_DUE_DAY_WIDTH } from '../../../records/due-day.tsx'
import { TermHint } from '../../../records/term-hint.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { CoverageCell, formatCoverage } from './coverage-cell.tsx'
import { COVERED, formatOutsourcingNotified, getNextReview, listConcerns } from './holder.ts'
import { formatNextReview, ReviewDate } from './review-date.tsx'

const WIDTHS = { riskManagement: 136, internalAudit: 132, actuarial: 124 }

const COLUMNS: readonly Column<KeyFunctionCoverage>[] = [
  createTextColumn('schemeName', { label: 'Scheme', sort: 'schemeName', grows: true, wraps: true }),
  ...COVERED.map(
    ({ of, keyFunction }): Column<KeyFunctionCoverage> => ({
      key: of,
      label: formatCode(keyFunction),
      width: WIDTHS[of],
      wraps: true,
      grows: of !== 'actuarial',
      onCard: of !== 'actuarial',
      cell: (row) => <CoverageCell coverage={row} of={of} />,
      text: (row) => formatCoverage(row, of),
    }),
  ),
  {
    key: 'nextReviewOn',
    label: 'Next review',
    width: SHORT_DUE_DAY_WIDTH,
    cell: (row) => <ReviewDate coverage={row} />,
    card: formatNextReview,
    text: (row) => getNextReview(row)?.due?.on ?? '',
  },
  {
    key: 'notified',
    label: 'Notified',
    width: 116,
    isExtra: true,
    cell: formatOutsourcingNotified,
    text: formatOutsourcingNotified,
  },
  {
    key: 'concerns',
    label: 'To check',
    width: 148,
    wraps: true,
    cell: (row) => listConcerns(row).join(', ') || '—',
    text: (row) => listConcerns(row).join(', '),
  },
  createTextColumn('candidates', { width: 110, align: 'right', isExtra: true }),
]
/** Holders and vacancies of key functions by scheme. */
export default function KeyFunctions() {
  const create = useCreateButton(
    createKeyFunctionHolder,
    { to: PAGES.newKeyFunctionHolder },
    'Propose holder',
  )
  return (
    <>
      <PageHeader
        title="Key functions"
        hint={<TermHint term="Key function" />}
        actions={
          <>
            <ButtonLink icon={<UsersRound aria-hidden="true" size={16} />} to={PAGES.keyFunctionHolders}>
              All holders
            </ButtonLink>
            {create}
          </>
        }
      />
      <div className="flex flex-col gap-6">
        <Answer />
        <List
          contract={listKeyFunctionCoverage}
          name="Key functions by scheme"
          columns={COLUMNS}
          page={PAGES.schemeKeyFunctions}
          searchLabel="Search by scheme"
          fixed={{ inScope: 'true' }}
          filters={[
            {
              name: 'vacant',
              options: [
                { value: 'true', label: 'With a vacancy' },
                { value: 'false', label: 'Without a vacancy' },
              ],
            },
          ]}
          empty={{
            title: 'No schemes within the regime',
            text: 'PRSAs and retirement annuity contracts without a trust have no key functions.',
            action: <AddSchemesLink />,
          }}
        />
      </div>
    </>
  )
}

const LOOKED_THROUGH = 200

function Answer() {
  const { data } = useQuery(createQuery(listKeyFunctionCoverage, { vacant: 'true', limit: LOOKED_THROUGH }))
  const all = useQuery(createQuery(listKeyFunctionCoverage, { inScope: 'true', limit: 1 }))
  if (!data || !all.data || all.data.data.length === 0) return null
  if (data.data.length === 0)
    return (
      <Notice title="No vacancies">
        Every scheme within the regime has holders for risk management and internal audit, and for the
        actuarial function if it has regulatory own funds ({formatCitedSources('DIR 24(1)', 'PA 64AK')}).
      </Notice>
    )
  const notRecorded = data.data.reduce((sum, coverage) => sum + coverage.notRecorded.length, 0)
  const schemes = data.data.filter((coverage) => coverage.vacant.length > coverage.notRecorded.length).length
  const vacancies = data.data.reduce((sum, { vacant }) => sum + vacant.length, 0) - notRecorded
  if (vacancies === 0)
    return (
      <Notice
        title={`${data.nextCursor ? 'More than ' : ''}${formatCount(notRecorded, 'key function')} not recorded yet`}
      >
        No holders were recorded when these schemes were added. Add the present holders, or answer the
        obligations to confirm if a function is vacant ({formatCitedSources('DIR 24(1)', 'PA 64AH')}).
      </Notice>
    )
  return (
    <Notice
      look="late"
      title={
        data.nextCursor
          ? `More than ${formatCount(schemes, 'scheme')} have a vacant key function`
          : `${formatCount(vacancies, 'key function')} ${vacancies === 1 ? 'is' : 'are'} vacant in ${formatCount(schemes, 'scheme')}`
      }
    >
      <Link to={PAGES.keyFunctions} search={{ vacant: 'true' }} className="link">
        Show {schemes === 1 ? 'it' : 'them'}
      </Link>
      .{' '}
      {notRecorded > 0 &&
        `Another ${formatCount(notRecorded, 'function')} ${notRecorded === 1 ? 'is' : 'are'} not recorded yet. `}
      A required function must always have a holder ({formatCitedSources('DIR 24(1)', 'PA 64AH')}).
    </Notice>
  )
}
