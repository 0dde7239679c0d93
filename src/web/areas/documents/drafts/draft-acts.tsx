import { DRAFT_KINDS } from '../../../../contract/draft-kind-definitions.ts'
import {
  approveDraft,
  assignDraft,
  DRAFT_TRANSITIONS,
  type Draft,
  type DraftVerb,
  discardDraft,
} from '../../../../contract/drafts.ts'
import { type Act, Acts, listActions } from '../../../forms/acts.tsx'
import { buildAssignAct } from '../../../records/assignment.tsx'
import { useMay } from '../../../session.tsx'
import { SelectField, TextField } from '../../../ui/form/fields.tsx'
import { formatApprovalResult, formatFutureState } from './draft.ts'
import { useDraftedPolicy } from './use-approval.ts'

const RECORDED = 'The audit log records the change, the date, the user and the SHA-256 of the text.'

/** Actions for a draft. The page shows obstacles to an approval instead of a button that would be refused. */
export default function DraftActs({
  draft,
  isApprovable,
  isUnsaved,
}: {
  draft: Draft
  isApprovable: boolean
  isUnsaved: boolean
}) {
  const may = useMay()
  const acts = listActions(
    DRAFT_TRANSITIONS,
    buildActTable(draft, formatFutureState(draft, useDraftedPolicy(draft)), isUnsaved),
    draft,
    (contract) => may(contract) && (contract !== approveDraft || isApprovable),
  )
  const assign = may(assignDraft) ? [buildAssignAct(assignDraft, draft)] : []
  return <Acts acts={[...acts, ...assign]} subject={draft} />
}

function buildActTable({ kind }: Draft, toBe: string, isUnsaved: boolean): Record<DraftVerb, Act> {
  const target = DRAFT_KINDS[kind].becomes
  const isFiled = typeof target === 'object' && 'documentKind' in target
  return {
    approve: {
      contract: approveDraft,
      label: 'Approve',
      title: 'Approve this draft',
      explanation: [
        `Result: ${toBe}. ${formatApprovalResult(kind)}`,
        'The approved text is stored without the draft watermark. Neither text can be changed afterwards.',
        RECORDED,
      ],
      fields: isFiled && (
        <SelectField
          name="format"
          label="File format"
          isRequired
          options={[
            { value: 'PDF', label: 'PDF' },
            { value: 'DOCX', label: 'Word' },
          ]}
        />
      ),
      defaults: { format: 'PDF' },
      look: 'primary',
      isMain: true,
      done: 'Draft approved',
    },
    discard: {
      contract: discardDraft,
      label: 'Discard',
      title: 'Discard this draft',
      explanation: [
        isUnsaved && 'Unsaved changes are lost.',
        'The draft is closed. Its versions are kept and cannot be changed.',
        RECORDED,
      ],
      fields: <TextField name="reason" rows={3} help="Kept in the audit log. No names of people" />,
      look: 'danger',
      done: 'Draft discarded',
    },
  }
}
