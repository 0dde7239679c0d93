/** What waits for somebody to act. Nothing known is said as that, and never as more. */
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Dashboard } from '../../../contract/dashboard.ts'
import { PAGES } from '../../../contract/pages.ts'
import { approveScheme } from '../../../contract/schemes.ts'
import { useMay } from '../../session.tsx'
import { Ago } from '../../ui/ago.tsx'
import { Row, Rows } from '../../ui/rows.tsx'
import { Section } from '../../ui/section.tsx'
import { Status } from '../../ui/status.tsx'
import { counted, countWords } from '../../words.ts'
import { SchemeLink } from './scheme-link.tsx'

type Awaiting = NonNullable<Dashboard['awaitingApproval']>
type Returned = NonNullable<Dashboard['returned']>
type Gaps = NonNullable<Dashboard['gaps']>

export function OpenItems({ dashboard, now }: { dashboard: Dashboard; now: Date }) {
  const { awaitingApproval, returned, gaps } = dashboard
  if (!awaitingApproval?.total && !returned?.length && !gaps?.length)
    return (
      <Section title="Open items">
        <div className="rounded-md border border-line bg-surface p-4">
          <p className="font-medium">No open items known</p>
          <p className="mt-1 max-w-[70ch] text-muted">
            No scheme waits for approval, none was sent back, and none lacks what an approval needs.
          </p>
        </div>
      </Section>
    )
  return (
    <>
      {awaitingApproval && <AwaitingApproval awaiting={awaitingApproval} now={now} />}
      {returned && returned.length > 0 && <SentBack returned={returned} />}
      {gaps && gaps.length > 0 && <MissingForApproval gaps={gaps} />}
    </>
  )
}

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
        <p className="text-muted">{actions ? 'None of the ten that wait longest.' : 'No scheme waits.'}</p>
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
  if (gaps > 0) return <Status tone="soon">{`${counted(gaps, 'thing')} missing first`}</Status>
  return mayApprove ? (
    <Status tone="progress">Ready for you to approve</Status>
  ) : (
    <Status tone="idle">Waits for an administrator</Status>
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
    <Section title="Missing before schemes can be approved">
      <Rows name="Missing before schemes can be approved">
        {gaps.map(({ missing, message, source, schemes }) => (
          <Row
            key={missing}
            title={message}
            aside={
              <Link
                to={PAGES.schemes}
                search={{ missing }}
                className="link"
                aria-label={`${counted(schemes, 'scheme')}: ${message}`}
              >
                {counted(schemes, 'scheme')}
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
