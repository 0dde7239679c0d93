/** The first page of a trustee or an inspector. */

import { useSuspenseQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { listObligations } from '../../../../contract/obligations.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { listSchemes } from '../../../../contract/schemes.ts'
import { listTrusteeReviews, type TrusteeReview } from '../../../../contract/trustee-reviews.ts'
import { formatDate } from '../../../../contract/value-format.ts'
import { getTodayInDublin } from '../../../format.ts'
import { formatCode } from '../../../labels.ts'
import { createQuery, createRowsQuery } from '../../../queries.ts'
import { ObligationStatusText } from '../../../records/obligation-status.tsx'
import { usePerson } from '../../../session.tsx'
import { SCHEME_TONES } from '../../../tones.ts'
import { EmptyState } from '../../../ui/notice.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Row, Rows } from '../../../ui/rows.tsx'
import { Section } from '../../../ui/section.tsx'
import { Status } from '../../../ui/status.tsx'

const SCHEMES_AT_MOST = 50
const OBLIGATIONS_AT_MOST = 8

const isWaiting = ({ ownTrusteeId, responses }: TrusteeReview): boolean =>
  responses.some(({ trusteeId, decision }) => trusteeId === ownTrusteeId && decision === null)

export default function GuestHome() {
  const { tenantName, grant } = usePerson()
  const [{ data: schemes }, { data: papers }, { data: obligations }] = useSuspenseQueries({
    queries: [
      createRowsQuery(listSchemes, { limit: SCHEMES_AT_MOST, sort: 'name' }),
      createQuery(listTrusteeReviews, { status: 'OPEN' }),
      createRowsQuery(listObligations, { isOpen: 'true', limit: OBLIGATIONS_AT_MOST }),
    ],
  })
  const today = getTodayInDublin()
  const waiting = papers.data.filter(isWaiting)
  const isTrustee = grant?.capability === 'TRUSTEE'
  return (
    <div className="max-w-3xl">
      <PageHeader title={isTrustee ? 'Your schemes as a trustee' : 'Inspection'} facts={[tenantName]} />
      <div className="flex flex-col gap-8">
        {isTrustee && (
          <Section title="Waiting for your decision">
            {waiting.length === 0 ? (
              <EmptyState title="No papers to decide on">
                When the firm puts a paper to you, it is here, and you get a mail.
              </EmptyState>
            ) : (
              <Rows name="Papers that wait for your decision">
                {waiting.map(({ id, title, schemeName, dueOn }) => (
                  <Row
                    key={id}
                    title={
                      <Link to={PAGES.trusteeReview} params={{ trusteeReviewId: id }} className="link">
                        {title}
                      </Link>
                    }
                    aside={dueOn && `by ${formatDate(dueOn)}`}
                  >
                    <p className="text-muted">{schemeName}</p>
                  </Row>
                ))}
              </Rows>
            )}
          </Section>
        )}
        <Section title="Schemes">
          <Rows name="Schemes">
            {schemes.data.map(({ id, name, status, type }) => (
              <Row
                key={id}
                title={
                  <Link to={PAGES.scheme} params={{ schemeId: id }} className="link">
                    {name}
                  </Link>
                }
                aside={<Status tone={SCHEME_TONES[status]}>{formatCode(status)}</Status>}
              >
                <p className="text-muted">{formatCode(type)}</p>
              </Row>
            ))}
          </Rows>
        </Section>
        <Section title="Next obligations">
          {obligations.data.length === 0 ? (
            <EmptyState title="No open obligations" />
          ) : (
            <Rows name="Next obligations">
              {obligations.data.map((obligation) => (
                <Row
                  key={obligation.id}
                  title={
                    <Link to={PAGES.obligation} params={{ obligationId: obligation.id }} className="link">
                      {obligation.title}
                    </Link>
                  }
                  aside={<ObligationStatusText obligation={obligation} today={today} />}
                >
                  <p className="text-muted">{obligation.schemeName}</p>
                </Row>
              ))}
            </Rows>
          )}
        </Section>
      </div>
    </div>
  )
}
