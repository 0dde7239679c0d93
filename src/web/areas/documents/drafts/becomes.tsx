import { Link } from '@tanstack/react-router'
import type { Draft } from '../../../../contract/drafts.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { Findings } from '../../../records/findings.tsx'
import { Section } from '../../../ui/section.tsx'
import { formatApprovalResult, formatFutureState } from './draft.ts'
import { usePolicyOf } from './use-approval.ts'

/** What its approval will make, and what there is to know before. */
export function Becomes({ draft }: { draft: Draft }) {
  const policy = usePolicyOf(draft)
  // What refuses it stands at the top of the page.
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
      {toKnow.length > 0 && <Findings name="To know before its approval" findings={toKnow} />}
    </Section>
  )
}
