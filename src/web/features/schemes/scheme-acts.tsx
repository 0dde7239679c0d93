import type { ReactNode } from 'react'
import type { Contract } from '../../../contract/define.ts'
import {
  approveScheme,
  closeScheme,
  completeWindUpScheme,
  freezeScheme,
  rejectScheme,
  reopenScheme,
  SCHEME_TRANSITIONS,
  type Scheme,
  type SchemeVerb,
  startWindUpScheme,
  submitScheme,
  unfreezeScheme,
} from '../../../contract/schemes.ts'
import { type Act, Acts } from '../../forms/acts.tsx'
import { codeWords } from '../../labels.ts'
import { useNameOf } from '../../people.ts'
import { useMay } from '../../session.tsx'
import { DateField, SelectField, TextField } from '../../ui/form/fields.tsx'
import { dateWords, instantWords, todayInDublin } from '../../words.ts'
import type { Compliance } from './scheme-profile.ts'

/** The order in which they stand: what leads on first, what ends last. */
const VERBS: readonly { verb: SchemeVerb; contract: Contract }[] = [
  { verb: 'submit', contract: submitScheme },
  { verb: 'approve', contract: approveScheme },
  { verb: 'reject', contract: rejectScheme },
  { verb: 'reopen', contract: reopenScheme },
  { verb: 'unfreeze', contract: unfreezeScheme },
  { verb: 'close', contract: closeScheme },
  { verb: 'freeze', contract: freezeScheme },
  { verb: 'start-wind-up', contract: startWindUpScheme },
  { verb: 'complete-wind-up', contract: completeWindUpScheme },
]

const WIND_UP_REASONS = ['EMPLOYER_DECISION', 'EMPLOYER_INSOLVENCY', 'TRANSFER_OUT', 'NO_MEMBERS', 'OTHER']

/** What can be done with a scheme from where it is, by this person. */
export function SchemeActs({ scheme, compliance }: { scheme: Scheme; compliance: Compliance }) {
  const may = useMay()
  const nameOf = useNameOf()
  const isPossible: Partial<Record<SchemeVerb, boolean>> = {
    // The page says what stands in the way instead of a button that is refused.
    approve: compliance.approval.mayApprove && compliance.approvalGaps.length === 0,
  }
  const acts = VERBS.filter(
    ({ verb, contract }) =>
      SCHEME_TRANSITIONS[verb].from.includes(scheme.status) && may(contract) && isPossible[verb] !== false,
  ).map(({ verb, contract }): Act => ({ contract, ...wordsOf(verb, scheme, compliance, nameOf) }))
  return <Acts acts={acts} subject={scheme} />
}

function wordsOf(
  verb: SchemeVerb,
  scheme: Scheme,
  { approvalGaps, profile }: Compliance,
  nameOf: (id: string) => string,
): Omit<Act, 'contract'> {
  const { name } = scheme
  const recorded = 'You, the day and the time are recorded in the audit log.'
  switch (verb) {
    case 'submit':
      return {
        label: 'Submit for approval',
        title: 'Submit this scheme for approval',
        explanation: (
          <Explained>
            <p>
              {name} then waits for an administrator of the firm. Until it is approved or rejected, nobody can
              edit it.
            </p>
            {approvalGaps.length > 0 && (
              <p>
                It still lacks {approvalGaps.length === 1 ? 'something' : `${approvalGaps.length} things`}{' '}
                that the approval needs, and fields cannot be filled in while it waits.
              </p>
            )}
            <p>{recorded}</p>
          </Explained>
        ),
        look: approvalGaps.length > 0 ? 'secondary' : 'primary',
        isMain: true,
        done: 'The scheme waits for approval',
      }
    case 'approve':
      return {
        label: 'Approve',
        title: 'Approve this scheme',
        explanation: (
          <Explained>
            {scheme.submittedBy && scheme.submittedAt && (
              <p>
                Submitted by {nameOf(scheme.submittedBy)} on {instantWords(scheme.submittedAt)}.
              </p>
            )}
            <p>
              {name} becomes active. Type and legal form are fixed.
              {profile.iorpInScope.value &&
                ' It keeps what it is approved with: its year end, trustees, registered administrator and registration (Pensions Act 1990 ss.55(1), 59(1)(f), 60 and 64AC).'}
            </p>
            <p>You are recorded as the approver, with the time, on the scheme and in the audit log.</p>
          </Explained>
        ),
        look: 'primary',
        isMain: true,
        done: 'The scheme is approved',
      }
    case 'reject':
      return {
        label: 'Reject',
        title: 'Reject this scheme',
        explanation: (
          <Explained>
            <p>
              {name} becomes a draft again and can be edited. The reason is shown on the scheme until it is
              submitted again.
            </p>
            <p>{recorded} The reason stays there for ever: leave PPS numbers out.</p>
          </Explained>
        ),
        fields: <TextField name="reason" isRequired rows={3} />,
        look: 'secondary',
        isMain: true,
        done: 'The scheme is a draft again',
      }
    case 'close':
      return {
        label: 'Close to new members',
        title: 'Close this scheme to new members',
        explanation: (
          <Explained>
            <p>
              {name} takes no new members from that day; those it has stay, and contributions go on. It can be
              reopened.
            </p>
            <p>{recorded}</p>
          </Explained>
        ),
        ...onDay('Closed on'),
        done: 'The scheme is closed to new members',
      }
    case 'reopen':
      return {
        label: 'Reopen',
        title: 'Reopen this scheme',
        explanation: (
          <Explained>
            <p>
              {name} is active again and takes new members.
              {scheme.closedToNewOn &&
                ` That it was closed on ${dateWords(scheme.closedToNewOn)} stays in the audit log only.`}
            </p>
            <p>{recorded}</p>
          </Explained>
        ),
        done: 'The scheme is active',
      }
    case 'freeze':
      return {
        label: 'Make paid up',
        title: 'Make this scheme paid up',
        explanation: (
          <Explained>
            <p>No contributions are expected for {name} any more. It can be made active again.</p>
            <p>{recorded}</p>
          </Explained>
        ),
        done: 'The scheme is paid up',
      }
    case 'unfreeze':
      return {
        label: 'Make active again',
        title: 'Make this scheme active again',
        explanation: (
          <Explained>
            <p>
              Contributions are expected for {name} again, and it takes new members
              {scheme.closedToNewOn ? ', even though it was closed to them before' : ''}.
            </p>
            <p>{recorded}</p>
          </Explained>
        ),
        done: 'The scheme is active',
      }
    case 'start-wind-up':
      return {
        label: 'Start the wind-up',
        title: 'Start the wind-up of this scheme',
        explanation: (
          <Explained>
            <p>
              {name} winds up from that day. This cannot be taken back; afterwards the wind-up can only be
              completed.
            </p>
            <p>
              If benefits go to PRSAs, members have to be told three months before (Pensions Act 1990
              s.125(2)). Whether they were is not checked here.
            </p>
            <p>{recorded}</p>
          </Explained>
        ),
        defaults: { on: todayInDublin(), reason: null },
        fields: (
          <>
            <DateField name="on" label="Started on" isRequired />
            <SelectField
              name="reason"
              isRequired
              options={WIND_UP_REASONS.map((value) => ({ value, label: codeWords(value) }))}
            />
          </>
        ),
        look: 'danger',
        done: 'The wind-up has started',
      }
    case 'complete-wind-up':
      return {
        label: 'Complete the wind-up',
        title: 'Complete the wind-up of this scheme',
        explanation: (
          <Explained>
            <p>
              {name} is wound up. This is final: the scheme and its trustees can no longer be changed; its
              record and its history are kept.
            </p>
            <p>{recorded}</p>
          </Explained>
        ),
        ...onDay('Completed on'),
        look: 'danger',
        isMain: true,
        done: 'The scheme is wound up',
      }
  }
}

const Explained = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-col gap-2">{children}</div>
)

const onDay = (label: string): Pick<Act, 'defaults' | 'fields'> => ({
  defaults: { on: todayInDublin() },
  fields: <DateField name="on" label={label} isRequired />,
})
