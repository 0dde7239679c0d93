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
const RECORDED = 'The audit log keeps the act, the days and who recorded it.'

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
        explanation: ['The obligation is closed with your reason.', RECORDED],
        fields: (
          <TextField
            name="reason"
            rows={3}
            isRequired
            help="Kept in the audit log: no names, no PPS number, no health data"
          />
        ),
        done: 'The obligation is recorded as not applicable',
      },
    ]
  return confirmation
    ? [
        {
          contract: withdrawConfirmation,
          label: 'Withdraw the answer',
          title: `Withdraw the answer: ${title}`,
          explanation: ['The obligation is to be confirmed again. The audit log keeps what it was.'],
          prepare: (values) => ({ ...values, ids: [id] }),
          done: 'The obligation is to be confirmed again',
        },
      ]
    : []
}

function tableOf({ ruleId, title, schemeId }: Obligation): Record<ObligationVerb, Act> {
  return {
    complete: {
      contract: completeObligation,
      label: 'Record as met',
      title: `Record as met: ${title}`,
      explanation: [
        'Say by a document or a note how it was met. The next period is computed from it where the rule repeats.',
        'Where a register keeps it (an approval, a report, a filing), enter it there instead: the duty is met by that.',
        RECORDED,
      ],
      fields: (
        <>
          <DateField name="completedOn" label="Met on" isRequired />
          {WITH_EFFECTIVE_DAY.includes(ruleId) && (
            <DateField
              name="effectiveOn"
              label="Effective date"
              help="Of the certificate or valuation: the next period runs from it"
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
      done: 'It is recorded as met',
    },
    waive: {
      contract: waiveObligation,
      label: 'Do not pursue',
      title: `Do not pursue: ${title}`,
      explanation: [
        'The duty is shown as not pursued, with your reason, and counts for nothing in the standing of the scheme.',
        'The law is not waived by this: whoever owes the duty goes on to owe it.',
        'The audit log keeps the act, the reason and who recorded it.',
      ],
      fields: (
        <TextField
          name="reason"
          rows={3}
          isRequired
          help="Kept in the audit log: no names, no PPS number, no health data"
        />
      ),
      look: 'danger',
      done: 'It is recorded as not pursued',
    },
    reopen: {
      contract: reopenObligation,
      label: 'Open again',
      title: `Open again: ${title}`,
      explanation: [
        'What was recorded about it is taken back, and it is due as the facts say. The log keeps what it was.',
        'The audit log keeps the reason.',
      ],
      fields: <TextField name="reason" label="Why" rows={3} isRequired />,
      done: 'The duty is open again',
    },
  }
}
