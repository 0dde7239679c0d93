import { formatCitedSources } from '../../../../contract/citations.ts'
import {
  acknowledgePolicy,
  approvePolicy,
  assignPolicy,
  bringPolicyIntoForce,
  POLICY_TRANSITIONS,
  POLICY_VERSION_TRANSITIONS,
  type PolicyVerb,
  type PolicyVersionVerb,
  type PolicyWithVersions,
  returnPolicy,
  reviewPolicy,
  submitPolicy,
  withdrawPolicy,
} from '../../../../contract/policies.ts'
import { calculateNextReview } from '../../../../contract/policy-kind-definitions.ts'
import { formatDate } from '../../../../contract/value-format.ts'
import { getTodayInDublin } from '../../../format.ts'
import { type Act, Acts, listActions } from '../../../forms/acts.tsx'
import { buildAssignAct } from '../../../records/assignment.tsx'
import { useMayDecide } from '../../../records/four-eyes.tsx'
import { UploadableDocumentField } from '../../../records/uploadable-document-field.tsx'
import { useMay } from '../../../session.tsx'
import { DateField, TextField } from '../../../ui/form/fields.tsx'

const RECORDED =
  'The audit log records the change, the date, the version, the user and the SHA-256 of the text.'

/** Actions for a policy and for its open version. */
export default function PolicyActs({ policy }: { policy: PolicyWithVersions }) {
  const may = useMay()
  const mayDecide = useMayDecide(policy)
  const today = getTodayInDublin()
  const { openVersionStatus } = policy
  const ofPolicy = buildPolicyActs(policy, today)
  const acts = [
    ...(openVersionStatus === null
      ? []
      : listActions(
          POLICY_VERSION_TRANSITIONS,
          buildVersionActs(policy, today),
          { status: openVersionStatus },
          mayDecide,
        )),
    ...listActions(POLICY_TRANSITIONS, ofPolicy, policy, may).filter(
      (act) => act !== ofPolicy.acknowledge || policy.isToAcknowledge,
    ),
    ...(policy.openVersion !== null && policy.inForceVersion !== null && may(withdrawPolicy)
      ? [withdrawOpen(policy.openVersion, policy.inForceVersion)]
      : []),
    ...(may(assignPolicy) ? [buildAssignAct(assignPolicy, policy)] : []),
  ]
  return <Acts acts={acts} subject={policy} />
}

function buildVersionActs(policy: PolicyWithVersions, today: string): Record<PolicyVersionVerb, Act> {
  const { openVersion: number, openVersionApprovedOn, inForceVersion } = policy
  return {
    submit: {
      contract: submitPolicy,
      label: 'Submit for review',
      title: `Submit version ${number} for review`,
      explanation: [
        'The text is locked until an administrator approves the version or returns it with a reason.',
        RECORDED,
      ],
      look: 'primary',
      isMain: true,
      done: `Version ${number} submitted`,
    },
    approve: {
      contract: approvePolicy,
      label: 'Approve',
      title: `Record the approval of version ${number} by the trustees`,
      explanation: [
        'The text can no longer be changed; a correction needs a new version. The version is not in force yet.',
        RECORDED,
      ],
      fields: (
        <>
          <DateField name="approvedOn" label="Approved by the trustees" isRequired />
          <UploadableDocumentField
            name="minutesDocumentId"
            kind="TRUSTEE_MINUTES"
            schemeId={policy.schemeId}
            label="Minutes of the meeting"
          />
        </>
      ),
      defaults: { approvedOn: today },
      look: 'primary',
      isMain: true,
      done: `Version ${number} approved`,
    },
    return: {
      contract: returnPolicy,
      label: 'Return',
      title: `Return version ${number} to its draft`,
      explanation: ['The text can be edited again. State what is missing.', RECORDED],
      fields: (
        <TextField
          name="reason"
          isRequired
          rows={3}
          help="Shown with the draft and kept in the audit log. No names of people"
        />
      ),
      done: `Version ${number} returned`,
    },
    'bring-into-force': {
      contract: bringPolicyIntoForce,
      label: 'Bring into force',
      title: `Bring version ${number} into force`,
      explanation: [
        inForceVersion === null
          ? 'The version applies to the scheme from this date.'
          : `It replaces version ${inForceVersion}. All users of the firm are asked to read it.`,
        `Not before the approval${openVersionApprovedOn ? ` on ${formatDate(openVersionApprovedOn)}` : ''} (${formatCitedSources('DIR 21(3)')}).`,
        RECORDED,
      ],
      fields: <DateField name="effectiveFrom" label="In force from" isRequired />,
      defaults: { effectiveFrom: today },
      look: 'primary',
      isMain: true,
      done: `Version ${number} brought into force`,
    },
  }
}

function buildPolicyActs(policy: PolicyWithVersions, today: string): Record<PolicyVerb, Act> {
  const { inForceVersion: number, kind, reviewIntervalMonths, openVersion } = policy
  const next = calculateNextReview(kind, reviewIntervalMonths, { approvedOn: today, lastReviewedOn: null })
  return {
    acknowledge: {
      contract: acknowledgePolicy,
      label: 'Confirm I have read this',
      title: `Confirm I have read version ${number}`,
      explanation: [
        `Confirms that you have read version ${number} as shown below. The next version needs a new confirmation.`,
        RECORDED,
      ],
      isMain: true,
      // Beside a version that needs a next step it is not the main action.
      look: openVersion === null ? 'primary' : 'secondary',
      done: 'Acknowledgement recorded',
    },
    review: {
      contract: reviewPolicy,
      label: 'Record review',
      title: 'Record a review without changes',
      explanation: [
        `The next review moves to ${formatMonths(reviewIntervalMonths)} after this date: if reviewed today, to ${formatDate(next)}. If the policy needs a change, create a new version instead.`,
        RECORDED,
      ],
      fields: <DateField name="reviewedOn" label="Reviewed" isRequired />,
      defaults: { reviewedOn: today },
      isMain: policy.flag !== null,
      done: 'Review recorded',
    },
    withdraw: {
      contract: withdrawPolicy,
      label: 'Withdraw policy',
      title: 'Withdraw this policy',
      explanation: [
        `The scheme then has no policy of this kind${openVersion === null ? '' : `; version ${openVersion} is withdrawn too`}. The texts are kept. This cannot be undone. You can create a new policy of this kind.`,
        RECORDED,
      ],
      fields: <Reason />,
      defaults: { scope: 'POLICY' },
      look: 'danger',
      done: 'Policy withdrawn',
    },
  }
}

const withdrawOpen = (number: number, inForce: number): Act => ({
  contract: withdrawPolicy,
  label: `Withdraw version ${number}`,
  title: `Withdraw version ${number}`,
  explanation: [`The text is kept. Version ${inForce} stays in force. This cannot be undone.`, RECORDED],
  fields: <Reason />,
  defaults: { scope: 'OPEN_VERSION' },
  look: 'danger',
  done: `Version ${number} withdrawn`,
})

const Reason = () => (
  <TextField name="reason" isRequired rows={3} help="Kept in the audit log. No names of people" />
)
const formatMonths = (months: number): string => (months === 1 ? 'one month' : `${months} months`)
