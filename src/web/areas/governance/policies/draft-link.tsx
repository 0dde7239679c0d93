import { Link } from '@tanstack/react-router'
import { DraftKind } from '../../../../contract/draft-kind.ts'
import { DRAFT_KINDS } from '../../../../contract/draft-kind-definitions.ts'
import { PAGES } from '../../../../contract/pages.ts'
import type { PolicyKind } from '../../../../contract/policy-kind.ts'
import { operation } from '../../../operation.ts'
import { useMay } from '../../../session.tsx'
import { getPolicyKindTitle } from './policy.ts'

/** To a draft of such a policy, for those who draft; some kinds have no template. */
export function DraftLink({ schemeId, kind: policyKind }: { schemeId: string; kind: PolicyKind }) {
  const may = useMay()
  const kind = DraftKind.options.find((one) => {
    const { becomes } = DRAFT_KINDS[one]
    return typeof becomes === 'object' && 'policyKind' in becomes && becomes.policyKind === policyKind
  })
  if (!kind || !may(operation('draft.create'))) return null
  return (
    <Link to={PAGES.newDraft} search={{ schemeId, kind }} className="link inline-block py-0.5 print:hidden">
      Draft policy<span className="sr-only">: {getPolicyKindTitle(policyKind)}</span>
    </Link>
  )
}
