import type { EditableMember, Member, MemberStatus, NewMember } from '../../../contract/members.ts'
import * as contract from '../../../contract/members.ts'
import { SchemeStatus } from '../../../contract/schemes.ts'
import { requireHappened } from '../../operation/happened.ts'
import { requireOwned } from '../../operation/owners.ts'
import {
  answer,
  created,
  find,
  type Operation,
  perform,
  revealed,
  saveVersion,
  updated,
} from '../../operation/perform.ts'
import type { Actor } from '../../operation/reach.ts'
import { type Duplicates, invalidField, namingDuplicates, rule } from '../../operation/refusal.ts'
import { movesOf } from '../../operation/transitions.ts'
import type { Cipher } from '../../platform/cipher.ts'
import { type Clock, todayInDublin } from '../../platform/clock.ts'
import type { Tx } from '../../platform/database.ts'
import { newId } from '../../platform/ids.ts'
import { searchKey } from '../../platform/text-keys.ts'
import { decryptPpsNumber, ppsColumns } from './pps-numbers.ts'
import { auditedMember, members } from './records.ts'
import { followsMembership, mayJoin, precedesEvents, takesMembers } from './rules.ts'

const DUPLICATES: Duplicates = {
  members_pps_number: ['ppsNumber', 'A member of this scheme has that PPS number'],
  members_works_number: ['worksNumber', 'A member of this scheme has that works number'],
}

const move = movesOf({
  kind: 'member',
  table: 'members',
  records: members,
  audited: auditedMember,
  transitions: contract.MEMBER_TRANSITIONS,
})

export function memberOperations({ clock, cipher }: { clock: Clock; cipher: Cipher }): Operation[] {
  const today = () => todayInDublin(clock)
  const dated =
    (column: 'left_service_on' | 'retired_on' | 'ended_on') =>
    ({ input, before }: { input: { on?: string | undefined }; before: Member }) => {
      const on = requireHappened(input.on ?? today(), today())
      if (!followsMembership(on, before))
        throw rule('DATES_OUT_OF_ORDER', 'That day is before the membership or before service ended')
      return { [column]: on }
    }

  return [
    answer({
      contract: contract.listMembers,
      owner: 'within',
      select: (input, reach) => members.list(input, reach),
      body: members.page,
    }),
    answer({
      contract: contract.getMember,
      owner: ({ id }, find) => find.member(id),
      select: ({ id }) => members.one(id),
    }),
    perform({
      contract: contract.createMember,
      owner: ({ schemeId }, find) => find.scheme(schemeId),
      async handle({ input, tx, actor }) {
        refuseUnlikelyBirth(input, today())
        const id = await insertMember(tx, cipher, input, actor)
        return created(auditedMember, await members.require(tx, id))
      },
    }),
    perform({
      contract: contract.updateMember,
      owner: ({ id }, find) => find.member(id),
      async handle({ input, tx }) {
        refuseUnlikelyBirth(input, today())
        const before = await members.require(tx, input.id)
        if (!precedesEvents(input, before))
          throw rule('DATES_OUT_OF_ORDER', 'The membership cannot begin after what has ended it')
        if (before.hasPensionAdjustmentOrder && !input.hasPensionAdjustmentOrder) {
          const scheme = await lockedScheme(tx, before.schemeId)
          if (scheme.legal_form === 'ONE_MEMBER') await refuseSecondMember(tx, before.schemeId)
        }
        const pps = input.ppsNumber === undefined ? {} : ppsColumns(cipher, input.ppsNumber, before)
        await namingDuplicates(
          DUPLICATES,
          saveVersion(tx, 'members', before, { ...columnsOf(input), ...pps }),
        )
        // The mask shows the letters only, so another number with the same letters would leave no trace.
        const note = input.ppsNumber === undefined ? {} : { ppsNumberWritten: true }
        return updated(auditedMember, before, await members.require(tx, input.id), note)
      },
    }),
    move(contract.joinMember, async ({ input, before, tx }) => {
      const on = requireHappened(input.on ?? before.joinedSchemeOn ?? today(), today())
      if (!mayJoin(on, before))
        throw rule('DATES_OUT_OF_ORDER', 'That day is before the birth or before the employment began')
      refuseClosed(await lockedScheme(tx, before.schemeId), 'ACTIVE')
      return { joined_scheme_on: on }
    }),
    move(contract.leaveMember, dated('left_service_on')),
    move(contract.retireMember, dated('retired_on')),
    move(contract.transferMember, dated('ended_on')),
    move(contract.refundMember, dated('ended_on')),
    move(contract.optOutMember, dated('ended_on')),
    move(contract.recordMemberDeath, dated('ended_on')),
    perform({
      contract: contract.revealPpsNumber,
      owner: ({ id }, find) => find.member(id),
      async handle({ input, tx }) {
        const member = await members.require(tx, input.id)
        const ppsNumber = await decryptPpsNumber(cipher, tx, member)
        return revealed(auditedMember, member, { reason: input.reason }, { ppsNumber })
      },
    }),
  ]
}

/** Locked until commit, so that its state and its one member are still what was decided upon. */
const lockedScheme = (tx: Tx, id: string) =>
  tx
    .selectFrom('schemes')
    .select(['tenant_id', 'employer_id', 'status', 'legal_form', 'is_master_trust'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()

function refuseClosed({ status }: { status: string }, member: MemberStatus): void {
  if (!takesMembers(SchemeStatus.parse(status), member))
    throw rule('SCHEME_CLOSED', 'This scheme takes no new members', { status })
}

async function insertMember(tx: Tx, cipher: Cipher, input: NewMember, actor: Actor): Promise<string> {
  const scheme = await lockedScheme(tx, input.schemeId)
  refuseClosed(scheme, input.status)
  const employerId = input.employerId ?? scheme.employer_id
  if (employerId !== scheme.employer_id) {
    const { tenantId } = await requireOwned(tx, actor, find.employer(employerId))
    const hasManyEmployers = scheme.is_master_trust || scheme.legal_form === 'MASTER_TRUST_SECTION'
    if (!hasManyEmployers || tenantId !== scheme.tenant_id) {
      throw rule('EMPLOYER_NOT_IN_SCHEME', 'The employer does not take part in this scheme')
    }
  }
  if (scheme.legal_form === 'ONE_MEMBER' && !input.hasPensionAdjustmentOrder)
    await refuseSecondMember(tx, input.schemeId)
  const id = newId()
  await namingDuplicates(
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
        ...columnsOf(input),
        ...ppsColumns(cipher, input.ppsNumber, { tenantId: scheme.tenant_id, id }),
      })
      .execute(),
  )
  return id
}

/** A one-member arrangement stays one beside a member who is there only by a pension adjustment order (PA s.2(1)). */
async function refuseSecondMember(tx: Tx, schemeId: string): Promise<void> {
  const other = await tx
    .selectFrom('members')
    .select('id')
    .where('scheme_id', '=', schemeId)
    .where('has_pension_adjustment_order', '=', false)
    .executeTakeFirst()
  if (other)
    throw rule('ONE_MEMBER_ARRANGEMENT', 'A one-member arrangement has one member', {
      source: 'Pensions Act 1990 s.2(1)',
    })
}

function refuseUnlikelyBirth({ dateOfBirth }: Pick<EditableMember, 'dateOfBirth'>, today: string): void {
  if (dateOfBirth && dateOfBirth > today)
    throw invalidField('dateOfBirth', 'The date of birth is in the future')
}

const columnsOf = (input: EditableMember | NewMember) => ({
  first_name: input.firstName,
  middle_name: input.middleName,
  last_name: input.lastName,
  search_key: searchKey(input.lastName, input.firstName, input.middleName),
  date_of_birth: input.dateOfBirth,
  email: input.email,
  phone: input.phone,
  address: input.address,
  sex: input.sex,
  joined_employment_on: input.joinedEmploymentOn,
  joined_scheme_on: input.joinedSchemeOn,
  normal_retirement_on: input.normalRetirementOn,
  works_number: input.worksNumber,
  pensionable_salary_cents: input.pensionableSalaryCents,
  employee_rate_percent: input.employeeRatePercent,
  employer_rate_percent: input.employerRatePercent,
  additional_voluntary_percent: input.additionalVoluntaryPercent,
  has_pension_adjustment_order: input.hasPensionAdjustmentOrder,
  ppsn_purpose: input.ppsnPurpose,
})
