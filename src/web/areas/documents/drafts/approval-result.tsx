import { Link } from '@tanstack/react-router'
import type { Draft } from '../../../../contract/drafts.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { Findings } from '../../../records/findings.tsx'
import { Section } from '../../../ui/section.tsx'
import { formatApprovalResult, formatFutureState } from './draft.ts'
import { useDraftedPolicy } from './use-approval.ts'

/** Result of the approval, and warnings before it. */
export function ApprovalResult({ draft }: { draft: Draft }) {
  const policy = useDraftedPolicy(draft)
  // Findings that refuse the approval are at the top of the page.
  const toKnow = draft.findings.filter(({ level }) => level === 'WARN')
  return (
    <Section title="Result of approval">
      <p className="font-medium">
        {policy ? (
          <Link to={PAGES.policy} params={{ policyId: policy.id }} className="link">
            {formatFutureState(draft, policy)}
          </Link>
        ) : (
          formatFutureState(draft, policy)
        )}
      </p>
      <p>{formatApprovalResult(draft.kind)}</p>
      {toKnow.length > 0 && (
        <Findings name="To know before its approval" findings={toKnow} refusal="Blocks approval" />
      )}
    </Section>
  )
}
