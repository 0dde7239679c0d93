import {
  completeObligation,
  confirmObligations,
  OBLIGATION_TRANSITIONS,
  type Obligation,
  type ObligationVerb,
  reopenObligation,
  waiveObligation,
  withdrawConfirmation,
} from '../../../../contract/obligations.ts'
import { getTodayInDublin } from '../../../format.ts'
import { type Act, Acts, listActions } from '../../../forms/acts.tsx'
import type { Values } from '../../../forms/contract-form.tsx'
import { useMay } from '../../../session.tsx'
import { DateField, TextField } from '../../../ui/form/fields.tsx'
import { EvidenceField, EvidenceNoteField } from './evidence-field.tsx'

/** Certificates and valuations have a day of their own, from which the next one runs. */
const WITH_EFFECTIVE_DAY: readonly string[] = ['DB-01', 'DB-05']
const RECORDED = 'The audit log records the change, the dates and the user.'

/** What a person can record of a duty, by where it stands. */
export function ObligationActs({ duty }: { duty: Obligation }) {
  const may = useMay()
  const acts = listActions(OBLIGATION_TRANSITIONS, tableOf(duty), duty, may)
  // What a register says is corrected in the register.
  const isOfRegister = ({ contract }: Act): boolean => contract === reopenObligation && !duty.isByHand
  return (
    <Acts
      acts={[
        ...acts.filter((act) => !isOfRegister(act)),
        ...confirmationActs(duty).filter(({ contract }) => may(contract)),
      ]}
      subject={duty}
    />
  )
}

/** What can be answered about an obligation that fell due before its scheme was added. */
function confirmationActs({ id, title, status, confirmation }: Obligation): Act[] {
  const withAnswer = (answer: string) => ({
    contract: confirmObligations,
    prepare: (values: Values) => ({ ...values, ids: [id], answer }),
  })
  if (status === 'TO_CONFIRM')
    return [
      {
        ...withAnswer('NOT_DONE'),
        label: 'Record as not done',
        title: `Record as not done: ${title}`,
        explanation: ['The obligation becomes overdue from its due date.', RECORDED],
        done: 'The obligation is recorded as not done',
      },
      {
        ...withAnswer('NOT_APPLICABLE'),
        label: 'Does not apply',
        title: `Does not apply: ${title}`,
        explanation: ['The obligation is closed with the reason you give.', RECORDED],
        fields: (
          <TextField
            name="reason"
            rows={3}
            isRequired
            help="Kept in the audit log. No names, PPS numbers or health data"
          />
        ),
        done: 'The obligation is recorded as not applicable',
      },
    ]
  return confirmation
    ? [
        {
          contract: withdrawConfirmation,
          label: 'Withdraw answer',
          title: `Withdraw answer: ${title}`,
          explanation: ['The obligation must be confirmed again. The audit log keeps the earlier answer.'],
          prepare: (values) => ({ ...values, ids: [id] }),
          done: 'The obligation must be confirmed again',
        },
      ]
    : []
}

function tableOf({ ruleId, title, schemeId }: Obligation): Record<ObligationVerb, Act> {
  return {
    complete: {
      contract: completeObligation,
      label: 'Mark complete',
      title: `Mark complete: ${title}`,
      explanation: [
        'Attach a document or write a note as evidence. If the rule repeats, the next period is calculated from this date.',
        'If another page records it (an approval, a report, a filing), enter it there: the obligation is then completed automatically.',
        RECORDED,
      ],
      fields: (
        <>
          <DateField name="completedOn" label="Completed on" isRequired />
          {WITH_EFFECTIVE_DAY.includes(ruleId) && (
            <DateField
              name="effectiveOn"
              label="Effective date"
              help="Effective date of the certificate or valuation. The next period runs from it"
            />
          )}
          <EvidenceField schemeId={schemeId} />
          <EvidenceNoteField />
        </>
      ),
      defaults: { completedOn: getTodayInDublin(), evidenceDocumentIds: [] },
      prepare: ({ evidenceDocumentIds, ...values }) => ({
        ...values,
        evidenceDocumentIds: ((evidenceDocumentIds ?? []) as (string | null)[]).filter(Boolean),
      }),
      look: 'primary',
      isMain: true,
      done: 'Marked complete',
    },
    waive: {
      contract: waiveObligation,
      label: 'Waive',
      title: `Waive: ${title}`,
      explanation: [
        'The obligation is shown as waived with your reason. It no longer counts in the compliance status of the scheme.',
        'Waiving it here does not remove the legal obligation.',
        'The audit log records the change, the reason and the user.',
      ],
      fields: (
        <TextField
          name="reason"
          rows={3}
          isRequired
          help="Kept in the audit log. No names, PPS numbers or health data"
        />
      ),
      look: 'danger',
      done: 'The obligation is waived',
    },
    reopen: {
      contract: reopenObligation,
      label: 'Reopen',
      title: `Reopen: ${title}`,
      explanation: [
        'The completion or waiver is removed, and the due date is calculated again. The audit log keeps the earlier record.',
        'The audit log records the reason.',
      ],
      fields: <TextField name="reason" label="Reason" rows={3} isRequired />,
      done: 'The obligation is open again',
    },
  }
}
