/** The columns of the list of schemes for broker roles: how each scheme stands, and what is next. */

import { PAGES } from '../../../../contract/pages.ts'
import type { PortfolioScheme } from '../../../../contract/portfolio.ts'
import { formatCount, formatDate, formatNumber } from '../../../../contract/value-format.ts'
import { formatCode } from '../../../labels.ts'
import { createAddedColumn, createCodeColumn } from '../../../lists/columns.tsx'
import { ContributionStrip, formatContributionMonths } from '../../../records/contribution-strip.tsx'
import { formatObligationName } from '../../../records/obligation-period.ts'
import { formatRating, RatingOnCard, RatingWithHint } from '../../../records/rating.tsx'
import { schemeColumns } from '../../../records/scheme-columns.tsx'
import { PlainLink } from '../../../ui/plain-link.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { formatCountsText } from './scheme.ts'

const LINK = 'rounded-sm hover:underline'
const NOTHING = <span className="text-muted">—</span>

const name: Column<PortfolioScheme> = {
  ...schemeColumns.name,
  label: 'Scheme',
  width: 206,
  // A long name takes both lines of the row: it identifies the scheme, and the employer is on its page.
  cell: ({ name, employerName, status, rating }) => (
    <span className="block overflow-hidden whitespace-normal min-[720px]:max-h-10 print:max-h-none">
      <span className="line-clamp-2">{name}</span>
      <span className="block truncate font-normal text-muted text-sm max-[719px]:whitespace-normal print:whitespace-normal">
        {rating === null || status === 'ACTIVE' || status === 'WOUND_UP'
          ? employerName
          : `${employerName} · ${formatCode(status)}`}
      </span>
    </span>
  ),
}

const rating: Column<PortfolioScheme> = {
  key: 'rating',
  label: 'Compliance status',
  width: 180,
  sort: 'worst',
  onCard: true,
  cell: (scheme) => <RatingWithHint {...scheme} />,
  card: (scheme) => <RatingOnCard {...scheme} />,
  text: formatRating,
}

const overdue: Column<PortfolioScheme> = {
  key: 'overdue',
  label: 'Overdue',
  width: 78,
  align: 'right',
  onCard: true,
  cell: ({ id, name, overdue }) =>
    overdue === 0 ? (
      NOTHING
    ) : (
      <PlainLink
        to={PAGES.calendarList}
        search={{ schemeId: id, status: 'OVERDUE' }}
        aria-label={`${overdue} overdue: ${name}`}
        className="rounded-sm px-1 font-medium text-danger hover:underline"
      >
        {formatNumber(overdue)}
      </PlainLink>
    ),
  card: ({ overdue }) =>
    overdue === 0 ? NOTHING : <span className="font-medium text-danger">{formatNumber(overdue)}</span>,
  text: ({ overdue }) => String(overdue),
}

const nextDue: Column<PortfolioScheme> = {
  key: 'nextDue',
  label: 'Next due',
  width: 176,
  grows: true,
  sort: 'nextDue',
  onCard: true,
  cell: ({ nextDue }) =>
    nextDue ? (
      <PlainLink
        to={PAGES.obligation}
        params={{ obligationId: nextDue.obligationId }}
        className={`${LINK} block`}
        title={formatObligationName(nextDue)}
      >
        {/* The date first: a long title takes the rest of both lines. */}
        <span className="line-clamp-2 whitespace-normal">
          <span className="text-muted">{formatDate(nextDue.dueOn)}</span> {formatObligationName(nextDue)}
        </span>
      </PlainLink>
    ) : (
      NOTHING
    ),
  card: ({ nextDue }) =>
    nextDue ? `${formatDate(nextDue.dueOn)} · ${formatObligationName(nextDue)}` : NOTHING,
  text: ({ nextDue }) => (nextDue ? `${nextDue.dueOn} ${formatObligationName(nextDue)}` : ''),
}

const calculateTotal = ({
  active,
  deferred,
  pensioner,
}: NonNullable<PortfolioScheme['memberCounts']>): number => active + deferred + pensioner

const members: Column<PortfolioScheme> = {
  key: 'memberCounts',
  label: 'Members',
  width: 84,
  align: 'right',
  cell: ({ id, name, memberCounts }) =>
    memberCounts ? (
      <PlainLink
        to={PAGES.schemeMembers}
        params={{ schemeId: id }}
        aria-label={`${formatCount(calculateTotal(memberCounts), 'member')}: ${name}`}
        className={`${LINK} px-1`}
      >
        {formatNumber(calculateTotal(memberCounts))}
      </PlainLink>
    ) : (
      NOTHING
    ),
  text: ({ memberCounts }) => (memberCounts ? formatCountsText(memberCounts) : ''),
}

const contributions: Column<PortfolioScheme> = {
  key: 'contributions',
  label: 'Contributions',
  width: 128,
  onCard: true,
  cell: ({ id, contributions }) => (
    <PlainLink
      to={PAGES.schemeContributions}
      params={{ schemeId: id }}
      className={`${LINK} inline-block px-1 py-0.5`}
    >
      <ContributionStrip months={contributions} />
    </PlainLink>
  ),
  card: ({ contributions }) => <ContributionStrip months={contributions} />,
  text: ({ contributions }) => formatContributionMonths(contributions),
}

export const PORTFOLIO_COLUMNS: readonly Column<PortfolioScheme>[] = [
  name,
  rating,
  overdue,
  nextDue,
  members,
  contributions,
  { ...schemeColumns.schemeYearEnd, width: 80 },
  { ...schemeColumns.pensionsAuthorityNumber, isExtra: true, onCard: false },
  { ...schemeColumns.type, isExtra: true },
  { ...schemeColumns.status, isExtra: true, onCard: false },
  createCodeColumn('legalForm', { width: 190, isExtra: true }),
  createAddedColumn({ isExtra: true }),
]
