/** Conditions for a new membership, for single entries and imports. */
import { formatCitations } from '../../../../contract/citations.ts'
import type { MemberStatus } from '../../../../contract/members.ts'
import { SchemeStatus } from '../../../../contract/schemes.ts'
import type { Duplicates } from '../../../operation/duplicates.ts'
import { requireOwned } from '../../../operation/require-owned.ts'
import type { Actor } from '../../../pipeline/access-scope.ts'
import { find } from '../../../pipeline/define-operation.ts'
import { createBusinessRuleRefusal } from '../../../pipeline/refusal.ts'
import type { Tx } from '../../../platform/database.ts'
import { canTakeMembers } from './rules.ts'

export const DUPLICATES: Duplicates = {
  members_pps_number: ['ppsNumber', 'A member of this scheme has that PPS number'],
  members_works_number: ['worksNumber', 'A member of this scheme has that works number'],
}

const loadScheme = (tx: Tx, id: string) =>
  tx
    .selectFrom('schemes')
    .select(['id', 'tenant_id', 'employer_id', 'status', 'legal_form'])
    .where('id', '=', id)

/** Loads the scheme's admission conditions without a lock, for checks only. */
export const requireAdmittingScheme = (tx: Tx, id: string) => loadScheme(tx, id).executeTakeFirstOrThrow()
type AdmittingScheme = Awaited<ReturnType<typeof requireAdmittingScheme>>

/** Locks the scheme until commit, so that its status and its one member stay as checked. */
export const lockScheme = (tx: Tx, id: string) =>
  loadScheme(tx, id).forNoKeyUpdate().executeTakeFirstOrThrow()

/** Whether the scheme accepts a member with that status. */
export const mayAdmit = ({ status }: Pick<AdmittingScheme, 'status'>, member: MemberStatus): boolean =>
  canTakeMembers(SchemeStatus.parse(status), member)

export function refuseClosed(scheme: Pick<AdmittingScheme, 'status'>, member: MemberStatus): void {
  if (!mayAdmit(scheme, member))
    throw createBusinessRuleRefusal('SCHEME_CLOSED', 'This scheme takes no new members', {
      status: scheme.status,
    })
}

/** Participation periods of each employer in a scheme; from null: since the scheme started, until null: without an end. */
type Participations = ReadonlyMap<string, readonly { fromOn: string | null; untilOn: string | null }[]>

async function loadParticipations(
  tx: Tx,
  { tenant_id, id }: Pick<AdmittingScheme, 'tenant_id' | 'id'>,
): Promise<Participations> {
  const rows = await tx
    .selectFrom('scheme_participations')
    .select(['employer_id', 'from_on as fromOn', 'until_on as untilOn'])
    .where('tenant_id', '=', tenant_id)
    .where('scheme_id', '=', id)
    .execute()
  return Map.groupBy(rows, ({ employer_id }) => employer_id)
}

/** The employer of a new member, and the participation periods of the employers in the scheme. */
interface Participant {
  employerId: string
  participations: Participations
}

/** The scheme's own employer, or one that takes part in the scheme. 403, 404 or 422 otherwise. */
export async function requireParticipant(
  tx: Tx,
  actor: Actor,
  scheme: AdmittingScheme,
  employerId: string = scheme.employer_id,
): Promise<Participant> {
  const isOwn = employerId === scheme.employer_id
  if (!isOwn) await requireOwned(tx, actor, find.employer(employerId))
  const participations = await loadParticipations(tx, scheme)
  if (!participations.has(employerId) && !isOwn)
    throw createBusinessRuleRefusal(
      'EMPLOYER_NOT_IN_SCHEME',
      'The employer does not participate in this scheme: add it under Participating employers of the scheme',
    )
  return { employerId, participations }
}

type JoiningProblem = readonly [code: 'PARTICIPATION_NOT_BEGUN' | 'PARTICIPATION_ENDED', message: string]

/** Finds a problem with the joining date of an employer's member; null: none. Used for single members and imports. */
export function findJoiningProblem(
  { employerId, participations }: Participant,
  joinedOn: string,
): JoiningProblem | null {
  const periods = participations.get(employerId) ?? []
  const begun = periods.filter(({ fromOn }) => fromOn === null || fromOn <= joinedOn)
  if (periods.length === 0 || begun.some(({ untilOn }) => untilOn === null || untilOn >= joinedOn))
    return null
  if (begun.length < periods.length) {
    const next = periods
      .flatMap(({ fromOn }) => (fromOn !== null && fromOn > joinedOn ? fromOn : []))
      .sort()[0]
    return [
      'PARTICIPATION_NOT_BEGUN',
      `The employer takes part in this scheme from ${next}: correct the day of joining, or the participation`,
    ]
  }
  const last = begun
    .flatMap(({ untilOn }) => untilOn ?? [])
    .sort()
    .at(-1)
  return [
    'PARTICIPATION_ENDED',
    `The employer took part in this scheme until ${last}: correct the day of joining, or the participation`,
  ]
}

export function refuseJoining(participant: Participant, joinedOn: string, only?: JoiningProblem[0]): void {
  const problem = findJoiningProblem(participant, joinedOn)
  if (problem && (only === undefined || problem[0] === only))
    throw createBusinessRuleRefusal(...problem, { field: 'joinedSchemeOn' })
}

/** A one-member arrangement may have further members only under a pension adjustment order (PA s.2(1)). */
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
    throw createBusinessRuleRefusal(
      'ONE_MEMBER_ARRANGEMENT',
      'A one-member arrangement can have only one member',
      { source: formatCitations('PA 2 OMA') },
    )
}
