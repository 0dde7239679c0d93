/** What stands between a person and a membership, whichever way they are entered. */
import { formatCitations } from '../../../../contract/citations.ts'
import type { MemberStatus } from '../../../../contract/members.ts'
import { SchemeStatus } from '../../../../contract/schemes.ts'
import type { Actor } from '../../../pipeline/access-scope.ts'
import { find } from '../../../pipeline/define-operation.ts'
import { requireOwned } from '../../../pipeline/owners.ts'
import { type Duplicates, rule } from '../../../pipeline/refusal.ts'
import type { Tx } from '../../../platform/database.ts'
import { canTakeMembers } from './rules.ts'

export const DUPLICATES: Duplicates = {
  members_pps_number: ['ppsNumber', 'A member of this scheme has that PPS number'],
  members_works_number: ['worksNumber', 'A member of this scheme has that works number'],
}

const schemeOf = (tx: Tx, id: string) =>
  tx
    .selectFrom('schemes')
    .select(['id', 'tenant_id', 'employer_id', 'status', 'legal_form'])
    .where('id', '=', id)

/** What decides whom it takes; for who only asks. */
export const requireAdmittingScheme = (tx: Tx, id: string) => schemeOf(tx, id).executeTakeFirstOrThrow()
type AdmittingScheme = Awaited<ReturnType<typeof requireAdmittingScheme>>

/** Locked until commit, so that its state and its one member are still what was decided upon. */
export const lockScheme = (tx: Tx, id: string) => schemeOf(tx, id).forNoKeyUpdate().executeTakeFirstOrThrow()

/** Does the scheme take a member in that state? */
export const isOpenTo = ({ status }: Pick<AdmittingScheme, 'status'>, member: MemberStatus): boolean =>
  canTakeMembers(SchemeStatus.parse(status), member)

export function refuseClosed(scheme: Pick<AdmittingScheme, 'status'>, member: MemberStatus): void {
  if (!isOpenTo(scheme, member))
    throw rule('SCHEME_CLOSED', 'This scheme takes no new members', { status: scheme.status })
}

/** The employer for whom a member is entered, and its last day of participation. */
interface Participant {
  employerId: string
  /** Null: the participation runs, or none is recorded for the scheme's own employer. */
  lastDayOn: string | null
}

/** The scheme's own employer, or one that takes part in the scheme. 403, 404 or 422 otherwise. */
export async function requireParticipation(
  tx: Tx,
  actor: Actor,
  scheme: AdmittingScheme,
  employerId: string = scheme.employer_id,
): Promise<Participant> {
  const isOwn = employerId === scheme.employer_id
  const tenantId = isOwn
    ? scheme.tenant_id
    : (await requireOwned(tx, actor, find.employer(employerId))).tenantId
  const days = await tx
    .selectFrom('scheme_participations')
    .select('until_on')
    .where('tenant_id', '=', tenantId)
    .where('scheme_id', '=', scheme.id)
    .where('employer_id', '=', employerId)
    .execute()
  if (days.length === 0 && !isOwn)
    throw rule(
      'EMPLOYER_NOT_IN_SCHEME',
      'The employer does not take part in this scheme: add it under Participating employers of the scheme',
    )
  const ends = days.flatMap(({ until_on }) => until_on ?? [])
  return {
    employerId,
    lastDayOn: ends.length === days.length ? (ends.sort().at(-1) ?? null) : null,
  }
}

/** What is wrong with a member who joins on that day; null: nothing. The same for one member and for an import. */
export const findJoiningProblem = ({ lastDayOn }: Participant, joinedOn: string): string | null =>
  lastDayOn !== null && joinedOn > lastDayOn
    ? `The employer took part in this scheme until ${lastDayOn}: correct the day of joining, or the participation`
    : null

export function refuseJoining(participant: Participant, joinedOn: string): void {
  const problem = findJoiningProblem(participant, joinedOn)
  if (problem) throw rule('PARTICIPATION_ENDED', problem, { field: 'joinedSchemeOn' })
}

/** A one-member arrangement stays one beside a member who is there only by a pension adjustment order (PA s.2(1)). */
export async function refuseSecondMember(
  tx: Tx,
  { id, legal_form }: Pick<AdmittingScheme, 'id' | 'legal_form'>,
  arriving = 1,
): Promise<void> {
  if (legal_form !== 'ONE_MEMBER' || arriving === 0) return
  const other = await tx
    .selectFrom('members')
    .select('id')
    .where('scheme_id', '=', id)
    .where('has_pension_adjustment_order', '=', false)
    .executeTakeFirst()
  if (other || arriving > 1)
    throw rule('ONE_MEMBER_ARRANGEMENT', 'A one-member arrangement has one member', {
      source: formatCitations('PA 2 OMA'),
    })
}
