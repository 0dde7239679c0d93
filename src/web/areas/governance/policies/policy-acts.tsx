import { useQuery } from '@tanstack/react-query'
import { formatCitedSources } from '../../../../contract/citations.ts'
import {
  acknowledgePolicy,
  approvePolicy,
  bringPolicyIntoForce,
  listPolicyAcknowledgements,
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
import { calculateNextReview } from '../../../../contract/policy-kinds.ts'
import { formatDate, getTodayInDublin } from '../../../format.ts'
import { type Act, Acts, listActions } from '../../../forms/acts.tsx'
import { queryFor } from '../../../queries.ts'
import { UploadableDocumentField } from '../../../records/uploadable-document-field.tsx'
import { useMay, usePerson } from '../../../session.tsx'
import { DateField, TextField } from '../../../ui/form/fields.tsx'

const RECORDED =
  'The audit log keeps the act, the day, the version and who recorded it; of the text its SHA-256.'

/** What can be done with a policy and with the version that is on its way. */
export default function PolicyActs({ policy }: { policy: PolicyWithVersions }) {
  const may = useMay()
  const today = getTodayInDublin()
  const isAsked = useIsAsked(policy)
  const { openVersionStatus } = policy
  const ofPolicy = policyActs(policy, today)
  const acts = [
    ...(openVersionStatus === null
      ? []
      : listActions(
          POLICY_VERSION_TRANSITIONS,
          versionActs(policy, today),
          { status: openVersionStatus },
          may,
        )),
    ...listActions(POLICY_TRANSITIONS, ofPolicy, policy, may).filter(
      (act) => act !== ofPolicy.acknowledge || isAsked,
    ),
    ...(policy.openVersion !== null && policy.inForceVersion !== null && may(withdrawPolicy)
      ? [withdrawOpen(policy.openVersion, policy.inForceVersion)]
      : []),
  ]
  return <Acts acts={acts} subject={policy} />
}

/** The version in force is there to be read by this person, and they have not said so yet. */
function useIsAsked({ id, tenantId, inForceVersion }: PolicyWithVersions): boolean {
  const me = usePerson()
  const { data } = useQuery({
    ...queryFor(listPolicyAcknowledgements, { id, acknowledged: 'false', limit: 200 }),
    enabled: inForceVersion !== null && me.tenantId === tenantId,
  })
  return data?.data.some((person) => person.id === me.id) ?? false
}

function versionActs(policy: PolicyWithVersions, today: string): Record<PolicyVersionVerb, Act> {
  const { openVersion: number, openVersionApprovedOn, inForceVersion } = policy
  return {
    submit: {
      contract: submitPolicy,
      label: 'Submit for review',
      title: `Submit version ${number} for review`,
      explanation: [
        'Its text stays as it is until an administrator approves it or returns it with a reason.',
        RECORDED,
      ],
      look: 'primary',
      isMain: true,
      done: `Version ${number} is submitted`,
    },
    approve: {
      contract: approvePolicy,
      label: 'Approve',
      title: `Record that the trustees approved version ${number}`,
      explanation: [
        'The text becomes immutable: a correction is another version. It is not applied yet.',
        'Where the firm asks for a second person, whoever submitted it cannot approve it.',
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
      done: `Version ${number} is approved`,
    },
    return: {
      contract: returnPolicy,
      label: 'Return',
      title: `Return version ${number} to its draft`,
      explanation: ['It can be changed again. Say what is missing.', RECORDED],
      fields: (
        <TextField
          name="reason"
          isRequired
          rows={3}
          help="Shown with the draft and kept in the audit log: leave people out"
        />
      ),
      done: `Version ${number} is a draft again`,
    },
    'bring-into-force': {
      contract: bringPolicyIntoForce,
      label: 'Bring into force',
      title: `Bring version ${number} into force`,
      explanation: [
        inForceVersion === null
          ? 'It is the policy of the scheme from that day on.'
          : `It takes the place of version ${inForceVersion}, which is kept as superseded. Everybody is asked to read it.`,
        `Not before its approval${openVersionApprovedOn ? ` on ${formatDate(openVersionApprovedOn)}` : ''} (${formatCitedSources('DIR 21(3)')}).`,
        RECORDED,
      ],
      fields: <DateField name="effectiveFrom" label="In force from" isRequired />,
      defaults: { effectiveFrom: today },
      look: 'primary',
      isMain: true,
      done: `Version ${number} is in force`,
    },
  }
}

function policyActs(policy: PolicyWithVersions, today: string): Record<PolicyVerb, Act> {
  const { inForceVersion: number, kind, reviewIntervalMonths, openVersion } = policy
  const next = calculateNextReview(kind, reviewIntervalMonths, { approvedOn: today, lastReviewedOn: null })
  return {
    acknowledge: {
      contract: acknowledgePolicy,
      label: 'I have read it',
      title: `I have read version ${number}`,
      explanation: [
        `It is recorded that you have read version ${number} as it stands below. The next version will ask you again.`,
        RECORDED,
      ],
      isMain: true,
      // Beside a version that waits for its next step it is not the one thing to do.
      look: openVersion === null ? 'primary' : 'secondary',
      done: 'Your acknowledgement is recorded',
    },
    review: {
      contract: reviewPolicy,
      label: 'Record a review',
      title: 'Record a review that asks for no change',
      explanation: [
        `The next review moves to ${counted(reviewIntervalMonths)} after that day: reviewed today, it is ${formatDate(next)}. Where something has to change, begin another version instead.`,
        RECORDED,
      ],
      fields: <DateField name="reviewedOn" label="Reviewed" isRequired />,
      defaults: { reviewedOn: today },
      isMain: policy.flag !== null,
      done: 'The review is recorded',
    },
    withdraw: {
      contract: withdrawPolicy,
      label: 'Withdraw the policy',
      title: 'Withdraw this policy',
      explanation: [
        `The scheme has no policy of this kind then${openVersion === null ? '' : `; version ${openVersion} goes with it`}. The texts are kept. This cannot be taken back, and another policy of the kind can be begun.`,
        RECORDED,
      ],
      fields: <Reason />,
      defaults: { scope: 'POLICY' },
      look: 'danger',
      done: 'The policy is withdrawn',
    },
  }
}

const withdrawOpen = (number: number, inForce: number): Act => ({
  contract: withdrawPolicy,
  label: `Withdraw version ${number}`,
  title: `Withdraw version ${number}`,
  explanation: [
    `It goes no further, and its text is kept. Version ${inForce} stays in force. This cannot be taken back.`,
    RECORDED,
  ],
  fields: <Reason />,
  defaults: { scope: 'OPEN_VERSION' },
  look: 'danger',
  done: `Version ${number} is withdrawn`,
})

const Reason = () => (
  <TextField name="reason" isRequired rows={3} help="Kept in the audit log: leave people out" />
)
const counted = (months: number): string => (months === 1 ? 'one month' : `${months} months`)
