/** A draft as it is shown: as it is kept, and what follows from its text and its kind. */
import type { DraftKind } from '../../../../contract/draft-kind.ts'
import { DRAFT_KINDS } from '../../../../contract/draft-kind-definitions.ts'
import type { Draft, OpenPlace, PlaceFilling } from '../../../../contract/drafts.ts'
import { POLICY_KINDS } from '../../../../contract/policy-kind-definitions.ts'
import { formatCode } from '../../../platform/paper/code-words.ts'
import { listUnfilledPlaceholders, type Placeholder, type Remaining } from './placeholders.ts'
import type { StoredDraft } from './records.ts'
import { getAppliedKind, listDraftFindings } from './rules.ts'

export function presentDraft({
  textSha256: _,
  approvedSha256: __,
  firmName: ___,
  ...draft
}: StoredDraft): Draft {
  return {
    ...draft,
    subject: DRAFT_KINDS[draft.kind].subject,
    places: listUnfilledPlaceholders(draft.text).map(presentOpenPlace),
    becomes: { kind: getAppliedKind(draft.kind), label: getLabel(draft.kind) },
    findings: draft.status === 'DRAFT' ? listDraftFindings(draft) : [],
  }
}

const presentOpenPlace = ({ name, count, placeholder }: Remaining): OpenPlace => ({
  name,
  label: placeholder?.label ?? name,
  description: placeholder?.description ?? null,
  count,
  filling: getFilling(placeholder),
})

function getFilling(placeholder: Placeholder | null): PlaceFilling {
  if (placeholder === null) return 'UNKNOWN'
  const { filledFrom } = placeholder
  return filledFrom === 'BY_HAND' || filledFrom === 'IN_PLACE' ? filledFrom : 'RECORD'
}

function getLabel(kind: DraftKind): string {
  const { becomes } = DRAFT_KINDS[kind]
  if (becomes === 'OWN_RISK_ASSESSMENT') return 'Own-risk assessment'
  return 'policyKind' in becomes ? POLICY_KINDS[becomes.policyKind].title : formatCode(becomes.documentKind)
}
