import { DRAFT_KINDS } from '../../../../contract/draft-kinds.ts'
import {
  approveDraft,
  DRAFT_TRANSITIONS,
  type Draft,
  type DraftVerb,
  discardDraft,
} from '../../../../contract/drafts.ts'
import { type Act, Acts, listActions } from '../../../forms/acts.tsx'
import { useMay } from '../../../session.tsx'
import { SelectField, TextField } from '../../../ui/form/fields.tsx'
import { becomesWords, toBeWords } from './draft.ts'
import { usePolicyOf } from './use-approval.ts'

const RECORDED = 'The audit log keeps the act, the day and who did it; of the text its SHA-256.'

/** What can be done with a draft. What stands in the way of an approval is said by the page instead of a button that is refused. */
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
    tableOf(draft, toBeWords(draft, usePolicyOf(draft)), isUnsaved),
    draft,
    (contract) => may(contract) && (contract !== approveDraft || isApprovable),
  )
  return <Acts acts={acts} subject={draft} />
}

function tableOf({ kind }: Draft, toBe: string, isUnsaved: boolean): Record<DraftVerb, Act> {
  const target = DRAFT_KINDS[kind].becomes
  const isFiled = typeof target === 'object' && 'documentKind' in target
  return {
    approve: {
      contract: approveDraft,
      label: 'Approve',
      title: 'Approve this draft',
      explanation: [
        `It becomes: ${toBe}. ${becomesWords(kind)}`,
        'The approved text is kept apart from the draft, without its mark, and neither can be changed any more.',
        RECORDED,
      ],
      fields: isFiled && (
        <SelectField
          name="format"
          label="Filed as"
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
      done: 'The draft is approved',
    },
    discard: {
      contract: discardDraft,
      label: 'Discard',
      title: 'Discard this draft',
      explanation: [
        isUnsaved && 'What you typed since the last save is lost with it.',
        'Nothing becomes of it. Its versions are kept, and cannot be changed any more.',
        RECORDED,
      ],
      fields: <TextField name="reason" rows={3} help="Kept in the audit log: leave people out" />,
      look: 'danger',
      done: 'The draft is discarded',
    },
  }
}
