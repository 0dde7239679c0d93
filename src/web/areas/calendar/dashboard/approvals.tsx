/** Approvals and returned records: those of the reader first, those of others on demand. */

import { Link, type LinkProps } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { PAGES } from '../../../../contract/pages.ts'
import { formatCount, formatDate, formatNumber } from '../../../../contract/value-format.ts'
import type { WaitingItem, WorkQueue } from '../../../../contract/work-queue.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Folded } from '../../../ui/details.tsx'
import { Rows } from '../../../ui/rows.tsx'
import { Section } from '../../../ui/section.tsx'
import { Status } from '../../../ui/status.tsx'
import { QueueRow } from './queue-row.tsx'

const ImportsToApprove = lazy(() => import('./imports-to-approve.tsx'))
/** Fewer schemes are approved one by one. */
const SEVERAL = 3

interface Kind {
  word: string
  link: (id: string) => LinkProps
  /** Act of the person named in the row. */
  since?: string
  ready?: string
}

const APPOINTMENT = { since: 'assessed', ready: 'Ready to appoint' }
const KINDS: Record<WaitingItem['kind'], Kind> = {
  scheme: { word: 'Scheme', link: (schemeId) => ({ to: PAGES.scheme, params: { schemeId } }) },
  policy: { word: 'Policy', link: (policyId) => ({ to: PAGES.policy, params: { policyId } }) },
  ownRiskAssessment: {
    word: 'Own-risk assessment',
    link: (assessmentId) => ({ to: PAGES.ownRiskAssessment, params: { assessmentId } }),
  },
  draft: {
    word: 'Draft',
    link: (draftId) => ({ to: PAGES.draft, params: { draftId } }),
    since: 'last edited',
  },
  trustee: {
    word: 'Trustee to appoint',
    link: (trusteeId) => ({ to: PAGES.trustee, params: { trusteeId } }),
    ...APPOINTMENT,
  },
  keyFunctionHolder: {
    word: 'Key function holder to appoint',
    link: (holderId) => ({ to: PAGES.keyFunctionHolder, params: { holderId } }),
    ...APPOINTMENT,
  },
}

export function Waiting({
  queue: { waitingForYou, waitingForOthers },
  reviews,
}: {
  queue: WorkQueue
  /** Records to review after a law change. */
  reviews: number
}) {
  if (waitingForYou.total + waitingForOthers.total + reviews === 0) return null
  return (
    <Section title="Waiting for you">
      {waitingForYou.total + reviews === 0 ? (
        <p className="text-muted">No approval or returned record is waiting for you.</p>
      ) : (
        <Rows name="Waiting for you">
          {countSchemes(waitingForYou) >= SEVERAL ? (
            <Suspense>
              <ImportsToApprove waitingForYou={waitingForYou.total}>
                <Items waiting={waitingForYou} isMine />
              </ImportsToApprove>
            </Suspense>
          ) : (
            <Items waiting={waitingForYou} isMine />
          )}
          {reviews > 0 && (
            <QueueRow
              title={
                <Link to={PAGES.corpusReviews} className="link">
                  {formatCount(reviews, 'record')} to review after a law change
                </Link>
              }
            />
          )}
        </Rows>
      )}
      {waitingForOthers.total > 0 && (
        <Folded name={`${formatNumber(waitingForOthers.total)} waiting for other users`}>
          <Rows name="Waiting for other users">
            <Items waiting={waitingForOthers} />
          </Rows>
        </Folded>
      )}
    </Section>
  )
}

const countSchemes = ({ items }: WorkQueue['waitingForYou']): number =>
  items.filter(({ kind }) => kind === 'scheme').length

function Items({
  waiting: { total, items },
  isMine = false,
}: {
  waiting: WorkQueue['waitingForYou']
  isMine?: boolean
}) {
  return (
    <>
      {items.map((item) => (
        <Item key={`${item.kind} ${item.id}`} item={item} isMine={isMine} />
      ))}
      {total > items.length && (
        <QueueRow
          title={`${formatNumber(total - items.length)} more have waited for a shorter time.`}
          about={[
            countSchemes({ total, items }) > 0 && (
              <Link to={PAGES.schemes} search={{ status: 'PENDING_APPROVAL' }} className="link">
                All schemes waiting for approval
              </Link>
            ),
          ]}
        />
      )}
    </>
  )
}

function Item({ item, isMine }: { item: WaitingItem; isMine: boolean }) {
  const { kind, id, title, schemeName, firmName, reason, sinceOn, byName, note } = item
  const { word, link, since: did = 'submitted' } = KINDS[kind]
  const isReturned = reason === 'RETURNED'
  const since = isReturned
    ? `returned ${formatDate(sinceOn)}`
    : `${did} ${byName ? `by ${byName}, ` : ''}${formatDate(sinceOn)}`
  return (
    <QueueRow
      title={`${word}: ${title}`}
      about={[kind !== 'scheme' && schemeName, firmName, since]}
      state={<State item={item} isMine={isMine} />}
      actions={
        <ButtonLink {...link(id)} isSmall aria-label={`Open: ${title}`}>
          Open
        </ButtonLink>
      }
    >
      {note && <p className="max-w-[70ch] pb-1">{note}</p>}
    </QueueRow>
  )
}

function State({ item: { kind, reason, gaps }, isMine }: { item: WaitingItem; isMine: boolean }) {
  if (reason === 'RETURNED') return <Status tone="late">Returned</Status>
  if (gaps > 0) return <Status tone="soon">{`${formatCount(gaps, 'item')} missing`}</Status>
  return isMine ? (
    <Status tone="progress">{KINDS[kind].ready ?? 'Ready to approve'}</Status>
  ) : (
    <Status tone="idle">Waiting for approval</Status>
  )
}
