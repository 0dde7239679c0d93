import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { PAGES } from '../../../../contract/pages.ts'
import type { Scheme } from '../../../../contract/schemes.ts'
import {
  capitalise,
  formatCount,
  formatDate,
  formatInstant,
  toSentenceCase,
} from '../../../../contract/value-format.ts'
import { formatCode } from '../../../labels.ts'
import { useUserNames } from '../../../people.ts'
import { Notice } from '../../../ui/notice.tsx'
import type { Compliance } from './scheme.ts'

const formatSince = (day: string | null): string => (day ? ` since ${formatDate(day)}` : '')

/** The answer to "what does this scheme wait for": who has to act, what is missing, or that nothing is known to be. */
export function SchemeSummary({ scheme, compliance }: { scheme: Scheme; compliance: Compliance }) {
  const nameOf = useUserNames()
  const { approvalGaps: gaps, approval } = compliance
  const { id, status } = scheme
  switch (status) {
    case 'DRAFT':
      return (
        <div className="flex flex-col gap-2">
          {scheme.rejectionReason && (
            <Notice look="late" title="Changes requested before approval">
              {scheme.rejectionReason}
            </Notice>
          )}
          {gaps.length > 0 ? (
            <Notice
              look="warn"
              title={`Before it can be submitted: ${formatCount(gaps.length, 'item')} missing`}
            >
              <Gaps gaps={gaps} schemeId={id} isEditable />
            </Notice>
          ) : (
            <Notice title="Ready to be submitted for approval">All required items are recorded.</Notice>
          )}
        </div>
      )
    case 'PENDING_APPROVAL': {
      const by = scheme.submittedBy ? ` by ${nameOf(scheme.submittedBy)}` : ''
      const at = scheme.submittedAt ? ` on ${formatInstant(scheme.submittedAt)}` : ''
      return (
        <Notice
          look={gaps.length > 0 ? 'warn' : 'info'}
          title={formatWaiting(gaps.length, approval.mayApprove)}
        >
          <p>
            Submitted{by}
            {at}.{approval.reason && ` ${approval.reason}.`}
          </p>
          {gaps.length > 0 && (
            <>
              <p className="mt-1">
                To edit the scheme, withdraw the submission first. Trustees can be appointed in the meantime.
              </p>
              <Gaps gaps={gaps} schemeId={id} isEditable={false} />
            </>
          )}
        </Notice>
      )
    }
    case 'WOUND_UP':
      return (
        <Notice title={`Wound up${scheme.woundUpOn ? ` on ${formatDate(scheme.woundUpOn)}` : ''}`}>
          The record is kept and can no longer be changed.
        </Notice>
      )
    default: {
      const { look, title } = STATES[status](scheme)
      if (title === null && gaps.length === 0) return null
      return (
        <div className="flex flex-col gap-2">
          {title !== null && <Notice look={gaps.length > 0 ? 'info' : look} title={title} />}
          {gaps.length > 0 && (
            <Notice look="late" title={`${capitalise(formatCount(gaps.length, 'required item'))} missing`}>
              <Gaps gaps={gaps} schemeId={id} isEditable />
            </Notice>
          )}
        </div>
      )
    }
  }
}

function formatWaiting(gaps: number, mayApprove: boolean): string {
  if (gaps > 0)
    return `Waiting for approval: ${formatCount(gaps, 'item')} ${gaps === 1 ? 'is' : 'are'} still missing`
  return mayApprove ? 'Waiting for your approval' : 'Waiting for approval'
}

type Running = Exclude<Scheme['status'], 'DRAFT' | 'PENDING_APPROVAL' | 'WOUND_UP'>

const STATES: Record<Running, (scheme: Scheme) => { look: 'info' | 'done' | 'warn'; title: string | null }> =
  {
    // The header says it already.
    ACTIVE: () => ({ look: 'done', title: null }),
    CLOSED_TO_NEW: (scheme) => ({
      look: 'info',
      title: `Closed to new members${formatSince(scheme.closedToNewOn)}`,
    }),
    PAID_UP: (scheme) => ({
      look: 'info',
      title: `Paid up${formatSince(scheme.paidUpOn)}: no contributions are expected`,
    }),
    WINDING_UP: (scheme) => ({
      look: 'warn',
      title: `Winding up${formatSince(scheme.windUpStartedOn)}${scheme.windUpReason ? `: ${toSentenceCase(formatCode(scheme.windUpReason))}` : ''}`,
    }),
  }

export function Gaps({
  gaps,
  schemeId,
  isEditable,
  onFollow,
}: {
  gaps: Compliance['approvalGaps']
  schemeId: string
  isEditable: boolean
  /** Closes the dialog that the list is in: the tab of trustees is on the same page. */
  onFollow?: () => void
}) {
  const params = { schemeId }
  const lead = ({ field, message }: Compliance['approvalGaps'][number]): ReactNode => {
    if (field === null)
      return (
        <Link
          to={PAGES.schemeTrustees}
          params={params}
          {...(onFollow ? { onClick: onFollow } : {})}
          className="link"
        >
          {message}
        </Link>
      )
    if (!isEditable) return message
    return (
      <Link to={PAGES.editScheme} params={params} hash={field} className="link">
        {message}
      </Link>
    )
  }
  return (
    <ul className="mt-1 flex list-disc flex-col gap-1 pl-5">
      {gaps.map((gap) => (
        <li key={gap.code}>
          {lead(gap)} <span className="text-muted text-sm">{gap.source}</span>
        </li>
      ))}
    </ul>
  )
}
