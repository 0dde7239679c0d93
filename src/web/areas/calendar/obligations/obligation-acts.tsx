import {
  assignObligation,
  confirmObligations,
  OBLIGATION_TRANSITIONS,
  type Obligation,
  type ObligationVerb,
  reopenObligation,
  waiveObligation,
  withdrawConfirmation,
} from '../../../../contract/obligations.ts'
import { type Act, Acts, listActions } from '../../../forms/acts.tsx'
import type { Values } from '../../../forms/contract-form.tsx'
import { buildAssignAct } from '../../../records/assignment.tsx'
import { buildCompleteAct, RECORDED } from '../../../records/complete-obligation.tsx'
import { useMay } from '../../../session.tsx'
import { TextField } from '../../../ui/form/fields.tsx'

/** Actions that a user can record for an obligation, by its status. */
export default function ObligationActs({ obligation }: { obligation: Obligation }) {
  const may = useMay()
  const acts = listActions(OBLIGATION_TRANSITIONS, buildActTable(obligation), obligation, may)
  // A completion that comes from a register is corrected in the register.
  const isOfRegister = ({ contract }: Act): boolean => contract === reopenObligation && !obligation.isByHand
  return (
    <Acts
      acts={[
        ...acts.filter((act) => !isOfRegister(act)),
        ...[buildAssignAct(assignObligation, obligation), ...buildConfirmationActs(obligation)].filter(
          ({ contract }) => may(contract),
        ),
      ]}
      subject={obligation}
    />
  )
}

/** Answers about an obligation that fell due before its scheme was added. */
function buildConfirmationActs({ id, title, status, confirmation }: Obligation): Act[] {
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
        done: 'Obligation recorded as not done',
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
        done: 'Obligation recorded as not applicable',
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
          done: 'Answer withdrawn',
        },
      ]
    : []
}

function buildActTable({ ruleId, periodKey, title, schemeId }: Obligation): Record<ObligationVerb, Act> {
  return {
    complete: { ...buildCompleteAct({ ruleId, periodKey, title, schemeId }), isMain: true },
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
      done: 'Obligation waived',
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
      done: 'Obligation reopened',
    },
  }
}
