/** What waits for somebody to act. Nothing known is said as that, and never as more. */
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Dashboard } from '../../../../contract/dashboard.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { approveScheme } from '../../../../contract/schemes.ts'
import { countWords, formatCount } from '../../../format.ts'
import { MoneyDue } from '../../../records/money-due.tsx'
import { useMay } from '../../../session.tsx'
import { Ago } from '../../../ui/ago.tsx'
import { Row, Rows } from '../../../ui/rows.tsx'
import { Section } from '../../../ui/section.tsx'
import { Status } from '../../../ui/status.tsx'
import { SchemeLink } from './scheme-link.tsx'

type Awaiting = NonNullable<Dashboard['awaitingApproval']>
type Returned = NonNullable<Dashboard['returned']>
type Gaps = NonNullable<Dashboard['gaps']>

export function OpenItems({ dashboard, now }: { dashboard: Dashboard; now: Date }) {
  const { contributions, awaitingApproval, returned, gaps, corpusReviewsOpen } = dashboard
  const governance = inReview(dashboard)
  const isOverdue = (contributions?.overdueBatches ?? 0) > 0
  const money = contributions && contributions.overdueBatches + contributions.awaitingBatches > 0 && (
    <LateMoney money={contributions} />
  )
  if (
    !money &&
    !governance.length &&
    !awaitingApproval?.total &&
    !returned?.length &&
    !gaps?.length &&
    !corpusReviewsOpen
  ) {
    // The calendar above has something to do: nothing is said that would seem to take it back.
    if (isDue(dashboard)) return null
    return (
      <Section title="Open items">
        <div className="rounded-md border border-line bg-surface p-4">
          <p className="font-medium">Nothing open</p>
          <p className="mt-1 max-w-[70ch] text-muted">
            No obligation is overdue or due within 30 days. No payment is missing for an uploaded payroll
            month. No approval or review is waiting, and no draft scheme was rejected or has missing items.
          </p>
        </div>
      </Section>
    )
  }
  return (
    <>
      {isOverdue && money}
      {awaitingApproval && <AwaitingApproval awaiting={awaitingApproval} now={now} />}
      {governance.length > 0 && <Waits title="Policies and assessments in review" waiting={governance} />}
      {corpusReviewsOpen ? (
        <Waits title="Law changes" waiting={restsOnChangedLaw(corpusReviewsOpen)} />
      ) : null}
      {returned && returned.length > 0 && <SentBack returned={returned} />}
      {gaps && gaps.length > 0 && <MissingForApproval gaps={gaps} />}
      {!isOverdue && money}
    </>
  )
}

/** What of the governance of schemes waits for a decision, with the list that it counts. */
const inReview = ({ policiesInReview, assessmentsInReview }: Dashboard): Waiter[] => [
  ...(policiesInReview
    ? [
        {
          words: `${formatCount(policiesInReview, 'policy', 'policies')} waiting for approval`,
          link: { to: PAGES.policyList, search: { openVersionStatus: 'IN_REVIEW' } },
        },
      ]
    : []),
  ...(assessmentsInReview
    ? [
        {
          words: `${formatCount(assessmentsInReview, 'own-risk assessment')} with the trustees`,
          link: { to: PAGES.ownRiskAssessments, search: { openStatus: 'TRUSTEE_REVIEW' } },
        },
      ]
    : []),
]
interface Waiter {
  words: string
  link: LinkProps
}

const restsOnChangedLaw = (records: number): Waiter[] => [
  {
    words: `${formatCount(records, 'record')} to review after a law change`,
    link: { to: PAGES.corpusReviews },
  },
]

const Waits = ({ title, waiting }: { title: string; waiting: readonly Waiter[] }) => (
  <Section title={title}>
    <Rows name={title}>
      {waiting.map(({ words, link }) => (
        <Row
          key={words}
          title={
            <Link {...link} className="link inline-block rounded-sm py-0.5 font-medium">
              {words}
            </Link>
          }
        />
      ))}
    </Rows>
  </Section>
)

const isDue = ({ portfolio, duties, breachesToReport }: Dashboard): boolean =>
  (portfolio !== null && portfolio.red + portfolio.amber > 0) ||
  (duties !== null && duties.overdue + duties.dueIn30Days > 0) ||
  (breachesToReport ?? 0) > 0

/** Before everything else where something is late, after it while it is in time. */
const LateMoney = ({ money }: { money: NonNullable<Dashboard['contributions']> }) => (
  <Section
    title="Contributions"
    actions={
      <Link to={PAGES.contributions} className="link">
        Month by month
      </Link>
    }
  >
    <MoneyDue money={money} />
  </Section>
)

/** What the reader decides stands by itself, before what waits for others. */
function AwaitingApproval({ awaiting: { total, items }, now }: { awaiting: Awaiting; now: Date }) {
  const may = useMay()
  const mine = items.filter(({ mayApprove }) => mayApprove)
  const others = items.filter(({ mayApprove }) => !mayApprove)
  const all = total > items.length && (
    <Link to={PAGES.schemes} search={{ status: 'PENDING_APPROVAL' }} className="link">
      All {countWords(total)}
    </Link>
  )
  if (!may(approveScheme))
    return <Waiting title="Waiting for approval" items={others} now={now} actions={all} />
  return (
    <>
      <Waiting title="Waiting for your approval" items={mine} now={now} actions={all} />
      {others.length > 0 && <Waiting title="Waiting for another administrator" items={others} now={now} />}
    </>
  )
}

function Waiting({
  title,
  items,
  now,
  actions,
}: {
  title: string
  items: Awaiting['items']
  now: Date
  actions?: ReactNode
}) {
  return (
    <Section title={title} actions={actions}>
      {items.length === 0 ? (
        // The ten longest waiting are known; of the others nothing is claimed.
        <p className="text-muted">
          {actions ? 'None among the ten oldest submissions.' : 'No schemes waiting.'}
        </p>
      ) : (
        <Rows name={title}>
          {items.map(({ schemeId, schemeName, employerName, submittedAt, submittedByName, ...rest }) => (
            <Row
              key={schemeId}
              title={<SchemeLink id={schemeId}>{schemeName}</SchemeLink>}
              aside={<Readiness {...rest} />}
            >
              <p className="text-muted">
                {employerName} · submitted {submittedByName && `by ${submittedByName}, `}
                <Ago at={submittedAt} now={now} />
              </p>
            </Row>
          ))}
        </Rows>
      )}
    </Section>
  )
}

/** What an approval would meet: gaps refuse it whoever approves. */
function Readiness({ mayApprove, gaps }: { mayApprove: boolean; gaps: number }) {
  if (gaps > 0) return <Status tone="soon">{`${formatCount(gaps, 'item')} missing`}</Status>
  return mayApprove ? (
    <Status tone="progress">Ready for you to approve</Status>
  ) : (
    <Status tone="idle">Waiting for an administrator</Status>
  )
}

function SentBack({ returned }: { returned: Returned }) {
  return (
    <Section title="Sent back to draft">
      <Rows name="Sent back to draft">
        {returned.map(({ schemeId, schemeName, employerName, rejectionReason }) => (
          <Row
            key={schemeId}
            title={<SchemeLink id={schemeId}>{schemeName}</SchemeLink>}
            aside={<Status tone="late">Rejected</Status>}
          >
            <p className="text-muted">{employerName}</p>
            <p>{rejectionReason}</p>
          </Row>
        ))}
      </Rows>
    </Section>
  )
}

function MissingForApproval({ gaps }: { gaps: Gaps }) {
  return (
    <Section title="Missing items for approval">
      <Rows name="Missing items for approval">
        {gaps.map(({ missing, message, source, schemes }) => (
          <Row
            key={missing}
            title={message}
            aside={
              <Link
                to={PAGES.schemes}
                search={{ missing }}
                className="link"
                aria-label={`${formatCount(schemes, 'scheme')}: ${message}`}
              >
                {formatCount(schemes, 'scheme')}
              </Link>
            }
          >
            <p className="text-muted text-sm">{source}</p>
          </Row>
        ))}
      </Rows>
    </Section>
  )
}
