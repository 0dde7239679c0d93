import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, type LinkProps, useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { PAGES } from '../../../../contract/pages.ts'
import {
  decideTrusteeReview,
  getTrusteeReview,
  type ReviewSubject,
  readTrusteeReview,
  recordTrusteeDecision,
  TrusteeDecision,
  type TrusteeReview,
  withdrawTrusteeReview,
} from '../../../../contract/trustee-reviews.ts'
import { formatDate, formatInstant } from '../../../../contract/value-format.ts'
import { getTodayInDublin } from '../../../format.ts'
import { type Act, Acts } from '../../../forms/acts.tsx'
import { formatCode } from '../../../labels.ts'
import { linkToRecord } from '../../../page-address.ts'
import { createQuery, useCommand } from '../../../queries.ts'
import { HistoryLink } from '../../../records/history-link.tsx'
import { UploadableDocumentField } from '../../../records/uploadable-document-field.tsx'
import { useMay } from '../../../session.tsx'
import { DateField, SelectField, TextField } from '../../../ui/form/fields.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Row, Rows } from '../../../ui/rows.tsx'
import { Section } from '../../../ui/section.tsx'
import { Status } from '../../../ui/status.tsx'
import { formatApprovals, REVIEW_TONES } from './review.ts'

export default function ReviewPage() {
  const { trusteeReviewId } = useParams({ from: `/authenticated${PAGES.trusteeReview}` })
  const { data: review } = useSuspenseQuery(createQuery(getTrusteeReview, { id: trusteeReviewId }))
  useReadReceipt(review)
  return (
    <>
      <PageHeader
        title={review.title}
        crumbs={[{ label: 'Papers for trustees', to: PAGES.trusteeReviews }]}
        status={<Status tone={REVIEW_TONES[review.status]}>{formatCode(review.status)}</Status>}
        facts={[
          formatCode(review.subjectKind),
          <Link key="scheme" to={PAGES.scheme} params={{ schemeId: review.schemeId }} className="link">
            {review.schemeName}
          </Link>,
          `Sent ${formatInstant(review.createdAt)}${review.sentByName ? ` by ${review.sentByName}` : ''}`,
          ...(review.dueOn ? [`Decision by ${formatDate(review.dueOn)}`] : []),
        ]}
        actions={
          <>
            <HistoryLink entityType="trusteeReview" entityId={review.id} />
            <Acts subject={review} acts={useActs(review)} />
          </>
        }
      />
      <div className="flex flex-col gap-6">
        <Answer review={review} />
        {review.note && (
          <Section title="Note for the trustees">
            <p className="max-w-[70ch] whitespace-pre-line">{review.note}</p>
          </Section>
        )}
        <Section title="Trustees">
          <Responses review={review} />
        </Section>
      </div>
    </>
  )
}

/** The page tells the firm that the trustee has opened the paper. */
function useReadReceipt({ id, ownTrusteeId, responses }: TrusteeReview): void {
  const { mutate } = useCommand(readTrusteeReview)
  const isUnread = responses.some(({ trusteeId, readAt }) => trusteeId === ownTrusteeId && readAt === null)
  useEffect(() => {
    if (isUnread) mutate({ sent: { id } })
  }, [id, isUnread, mutate])
}

function useActs(review: TrusteeReview): Act[] {
  const may = useMay()
  const { status, ownTrusteeId, responses, isSubjectChanged } = review
  if (status !== 'OPEN') return []
  const own = responses.find(({ trusteeId }) => trusteeId === ownTrusteeId)
  if (own?.decision === null && !isSubjectChanged) return [APPROVE, RETURN]
  return [
    ...(may(recordTrusteeDecision) && !isSubjectChanged ? [buildRecordAct(review)] : []),
    ...(may(withdrawTrusteeReview) ? [WITHDRAW] : []),
  ]
}

const RECORDED = 'Your decision is recorded with your name and the time. It cannot be changed.'
const APPROVE: Act = {
  contract: decideTrusteeReview,
  label: 'Approve',
  isMain: true,
  look: 'primary',
  title: 'Approve this paper',
  explanation: ['You approve the record as it was sent to you.', RECORDED],
  defaults: { decision: 'APPROVED' },
  done: 'Your approval is recorded',
}
const RETURN: Act = {
  contract: decideTrusteeReview,
  label: 'Return',
  isMain: true,
  title: 'Return this paper',
  explanation: ['The firm changes the record and sends it again.', RECORDED],
  fields: <TextField name="reason" label="Changes that are needed" isRequired />,
  defaults: { decision: 'RETURNED' },
  done: 'The paper is returned',
}
const buildRecordAct = ({ schemeId, responses }: TrusteeReview): Act => ({
  contract: recordTrusteeDecision,
  label: 'Record a decision on paper',
  title: 'Record a decision that a trustee gave on paper',
  explanation: ['It counts like a decision given here and cannot be changed.'],
  fields: (
    <>
      <SelectField
        name="trusteeId"
        label="Trustee"
        isRequired
        options={responses
          .filter(({ decision }) => decision === null)
          .map(({ trusteeId, personName }) => ({ value: trusteeId, label: personName }))}
      />
      <SelectField
        name="decision"
        isRequired
        options={TrusteeDecision.options.map((code) => ({ value: code, label: formatCode(code) }))}
      />
      <DateField name="decidedOn" label="Day of the signature" isRequired />
      <UploadableDocumentField
        name="documentId"
        label="Signed document"
        kind="TRUSTEE_MINUTES"
        schemeId={schemeId}
        isRequired
      />
      <TextField name="reason" label="Changes that are needed" rows={3} help="If the paper is returned" />
    </>
  ),
  defaults: { decidedOn: getTodayInDublin() },
  done: 'The decision is recorded',
})
const WITHDRAW: Act = {
  contract: withdrawTrusteeReview,
  label: 'Withdraw',
  title: 'Withdraw this paper',
  explanation: ['The trustees can no longer decide on it. You can send the record again.'],
  done: 'The paper is withdrawn',
}

const SUBJECTS: Record<ReviewSubject, { page: LinkProps['to'] & string; noun: string }> = {
  OWN_RISK_ASSESSMENT: { page: PAGES.ownRiskAssessment, noun: 'the own-risk assessment' },
  POLICY: { page: PAGES.policy, noun: 'the policy' },
  MINUTES: { page: PAGES.meeting, noun: 'the meeting and its minutes' },
  DOCUMENT: { page: PAGES.document, noun: 'the document' },
}

/** The record to read, and the next step. */
function Answer({ review }: { review: TrusteeReview }) {
  const { status, subjectKind, subjectId, isSubjectChanged } = review
  const { page, noun } = SUBJECTS[subjectKind]
  const link = (
    <Link {...linkToRecord(page, subjectId)} className="link">
      Open {noun}
    </Link>
  )
  if (status === 'OPEN' && isSubjectChanged)
    return (
      <Notice look="warn" title="The record was changed after it was sent">
        The trustees can decide once the firm withdraws this paper and sends the record again. {link}
      </Notice>
    )
  if (status === 'RETURNED')
    return (
      <Notice look="warn" title="A trustee returned this paper">
        The reason is below. {link}
      </Notice>
    )
  return (
    <Notice title={`${formatApprovals(review)} approvals`}>
      {status === 'APPROVED' && 'Record the approval on the record itself. '}
      {link}
    </Notice>
  )
}

const Responses = ({ review }: { review: TrusteeReview }) => (
  <Rows name="Responses of the trustees">
    {review.responses.map((response) => (
      <Row
        key={response.trusteeId}
        title={response.personName}
        aside={
          response.decision ? (
            <Status tone={REVIEW_TONES[response.decision]}>{formatCode(response.decision)}</Status>
          ) : (
            <span className="text-muted">No decision yet</span>
          )
        }
      >
        <p className="text-muted text-sm">
          {describeResponse(response)}
          {response.documentId && (
            <>
              {': '}
              <Link to={PAGES.document} params={{ documentId: response.documentId }} className="link">
                signed document
              </Link>
            </>
          )}
        </p>
        {response.reason && <p className="max-w-[70ch] whitespace-pre-line">{response.reason}</p>}
      </Row>
    ))}
  </Rows>
)

function describeResponse({
  decidedOn,
  decidedAt,
  readAt,
  hasAccess,
}: TrusteeReview['responses'][number]): string {
  if (decidedOn) return `Decided on paper on ${formatDate(decidedOn)}`
  if (decidedAt) return `Decided ${formatInstant(decidedAt)}`
  if (readAt) return `Read ${formatInstant(readAt)}`
  return hasAccess
    ? 'Not read yet'
    : 'Cannot sign in yet: an administrator gives access on the page of the trustee'
}
