import { findBirthDateProblem } from '../../../../contract/birth-dates.ts'
import type { EditableMember, Member, NewMember } from '../../../../contract/members.ts'
import * as contract from '../../../../contract/members.ts'
import { isPayKnown, pickPay } from '../../../../contract/pay-on-day.ts'
import { requireNotInFuture } from '../../../operation/date-guards.ts'
import { withDuplicateErrors } from '../../../operation/duplicates.ts'
import { defineGet, defineList } from '../../../operation/record-queries.ts'
import { transitionCommands } from '../../../operation/transitions.ts'
import { updateUnlessStale } from '../../../operation/update-unless-stale.ts'
import type { Actor } from '../../../pipeline/access-scope.ts'
import {
  created,
  defineCommand,
  type Operation,
  revealed,
  updated,
} from '../../../pipeline/define-operation.ts'
import { createBusinessRuleRefusal, createInvalidFieldRefusal } from '../../../pipeline/refusal.ts'
import type { Cipher } from '../../../platform/cipher.ts'
import { type Clock, getTodayInDublin } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/database.ts'
import { createId } from '../../../platform/ids.ts'
import {
  DUPLICATES,
  lockScheme,
  refuseClosed,
  refuseJoining,
  refuseSecondMember,
  requireParticipant,
} from './admission.ts'
import { saveMemberPay, writePay } from './pay.ts'
import { decryptPpsNumber, toPpsColumns } from './pps-numbers.ts'
import { auditedMember, members, requireEditableMember, toMemberColumns } from './records.ts'
import { refusePreservedBenefit } from './refund.ts'
import { isAfterMembership, isBeforeEvents, mayJoin } from './rules.ts'

const defineTransition = transitionCommands({
  records: { require: requireEditableMember },
  audited: auditedMember,
  transitions: contract.MEMBER_TRANSITIONS,
})

interface Context {
  cipher: Cipher
  today(): string
}

const listMembers = defineList(contract.listMembers, members)

const getMember = defineGet(contract.getMember, 'member', members)

const createMember = (context: Context): Operation =>
  defineCommand({
    contract: contract.createMember,
    owner: ({ schemeId }, find) => find.scheme(schemeId),
    async handle({ input, tx, actor }) {
      refuseUnlikelyBirth(input, context.today())
      const id = await insertMember(tx, context, input, actor)
      return created(auditedMember, await members.require(tx, id))
    },
  })

const updateMember = ({ today, cipher }: Context): Operation =>
  defineCommand({
    contract: contract.updateMember,
    owner: ({ id }, find) => find.member(id),
    async handle({ input, tx, actor }) {
      const before = await requireEditableMember(tx, input.id)
      refuseUnlikelyBirth(input, today(), before.dateOfBirth)
      if (!isBeforeEvents(input, before))
        throw createBusinessRuleRefusal(
          'DATES_OUT_OF_ORDER',
          'The joining date cannot be after the end of the membership',
        )
      if (input.joinedSchemeOn && input.joinedSchemeOn !== before.joinedSchemeOn) {
        const scheme = await lockScheme(tx, before.schemeId)
        refuseJoining(await requireParticipant(tx, actor, scheme, before.employerId), input.joinedSchemeOn)
      }
      if (before.hasPensionAdjustmentOrder && !input.hasPensionAdjustmentOrder)
        await refuseSecondMember(tx, await lockScheme(tx, before.schemeId))
      const pps = input.ppsNumber === undefined ? {} : toPpsColumns(cipher, input.ppsNumber, before)
      await withDuplicateErrors(
        DUPLICATES,
        updateUnlessStale(tx, 'members', before, { ...toMemberColumns(input), ...pps }),
      )
      // The mask shows the letters only, so another number with the same letters would leave no trace.
      const note = {
        ...(input.ppsNumber === undefined ? {} : { ppsNumberWritten: true }),
        ...(await saveMemberPay(tx, before, { ...input, today: today(), userId: actor.id })),
      }
      return updated(auditedMember, before, await members.require(tx, input.id), note)
    },
  })

const joinMember = ({ today }: Context): Operation =>
  defineTransition(contract.joinMember, async ({ input, before, tx, actor }) => {
    const on = requireNotInFuture(input.on ?? before.joinedSchemeOn ?? today(), today())
    if (!mayJoin(on, before))
      throw createBusinessRuleRefusal(
        'DATES_OUT_OF_ORDER',
        'The date cannot be before the date of birth or the start of employment',
      )
    const scheme = await lockScheme(tx, before.schemeId)
    refuseClosed(scheme, 'ACTIVE')
    refuseJoining(await requireParticipant(tx, actor, scheme, before.employerId), on)
    return { joined_scheme_on: on }
  })

const leaveMember = ({ today }: Context): Operation =>
  defineTransition(contract.leaveMember, toEndDateColumn(today, 'left_service_on'))

const retireMember = ({ today }: Context): Operation =>
  defineTransition(contract.retireMember, toEndDateColumn(today, 'retired_on'))

const transferMember = ({ today }: Context): Operation =>
  defineTransition(contract.transferMember, toEndDateColumn(today, 'ended_on'))

const refundMember = ({ today }: Context): Operation =>
  defineTransition(
    contract.refundMember,
    async (call) => {
      const columns = toEndDateColumn(today, 'ended_on')(call)
      if (call.input.noPreservedBenefitReason === null)
        await refusePreservedBenefit(call.tx, call.before, call.input.on ?? today())
      return columns
    },
    ({ noPreservedBenefitReason }) => (noPreservedBenefitReason ? { noPreservedBenefitReason } : {}),
  )

const optOutMember = ({ today }: Context): Operation =>
  defineTransition(contract.optOutMember, toEndDateColumn(today, 'ended_on'))

const recordMemberDeath = ({ today }: Context): Operation =>
  defineTransition(contract.recordMemberDeath, toEndDateColumn(today, 'ended_on'))

const revealPpsNumber = ({ cipher }: Context): Operation =>
  defineCommand({
    contract: contract.revealPpsNumber,
    owner: ({ id }, find) => find.member(id),
    async handle({ input, tx }) {
      const member = await members.require(tx, input.id)
      const ppsNumber = await decryptPpsNumber(cipher, tx, member)
      return revealed(auditedMember, member, { reason: input.reason }, { ppsNumber })
    },
  })

/** The effect of a transition that ends the membership or the service: its date in a column of its own. */
function toEndDateColumn(today: () => string, column: 'left_service_on' | 'retired_on' | 'ended_on') {
  return ({ input, before }: { input: { on?: string | undefined }; before: Member }) => {
    const on = requireNotInFuture(input.on ?? today(), today())
    if (!isAfterMembership(on, before))
      throw createBusinessRuleRefusal(
        'DATES_OUT_OF_ORDER',
        'The date cannot be before the membership began or before service ended',
      )
    return { [column]: on }
  }
}

export function createMemberOperations({ clock, cipher }: { clock: Clock; cipher: Cipher }): Operation[] {
  const today = () => getTodayInDublin(clock)
  const context: Context = { today, cipher }
  return [
    listMembers,
    getMember,
    createMember(context),
    updateMember(context),
    joinMember(context),
    leaveMember(context),
    retireMember(context),
    transferMember(context),
    refundMember(context),
    optOutMember(context),
    recordMemberDeath(context),
    revealPpsNumber(context),
  ]
}

async function insertMember(
  tx: Tx,
  { cipher, today }: Context,
  input: NewMember,
  actor: Actor,
): Promise<string> {
  const scheme = await lockScheme(tx, input.schemeId)
  refuseClosed(scheme, input.status)
  const participant = await requireParticipant(tx, actor, scheme, input.employerId)
  if (input.joinedSchemeOn || input.status === 'ACTIVE')
    refuseJoining(participant, input.joinedSchemeOn ?? today())
  // Without a planned day, a prospective member may join when the participation begins.
  else if (input.status === 'PROSPECTIVE') refuseJoining(participant, today(), 'PARTICIPATION_ENDED')
  const { employerId } = participant
  if (!input.hasPensionAdjustmentOrder) await refuseSecondMember(tx, scheme)
  const id = createId()
  await withDuplicateErrors(
    DUPLICATES,
    tx
      .insertInto('members')
      .values({
        id,
        tenant_id: scheme.tenant_id,
        scheme_id: input.schemeId,
        employer_id: employerId,
        status: input.status,
        created_by: actor.id,
        ...toMemberColumns(input),
        ...toPpsColumns(cipher, input.ppsNumber, { tenantId: scheme.tenant_id, id }),
      })
      .execute(),
  )
  const { tenant_id: tenantId } = scheme
  if (isPayKnown(input))
    await writePay(tx, { tenantId, userId: actor.id, source: 'USER' }, [
      { ...pickPay(input), memberId: id, employerId, validFrom: input.payValidFrom },
    ])
  return id
}

/** The same limits as in the import. A date that is recorded already does not stop a correction of another field. */
function refuseUnlikelyBirth(
  { dateOfBirth }: Pick<EditableMember, 'dateOfBirth'>,
  today: string,
  recorded: string | null = null,
): void {
  const problem = dateOfBirth && dateOfBirth !== recorded ? findBirthDateProblem(dateOfBirth, today) : null
  if (problem) throw createInvalidFieldRefusal('dateOfBirth', problem)
}
