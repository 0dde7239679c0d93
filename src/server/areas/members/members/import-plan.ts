/** Matches each row to an existing member or to a new one. Pure. */

import { searchKey } from '../../../platform/text-keys.ts'
import { yieldToEventLoop } from '../../../platform/yield-to-event-loop.ts'
import { addIssuesTo, type Found, type Report } from './import-issues.ts'
import type { MemberDraft, MemberFields } from './import-rows.ts'
import { listChanges, mergeMember, type StoredMember, validateRow } from './import-rules.ts'
import { withPayOn } from './pay.ts'

export interface Addition {
  draft: MemberDraft
  target: MemberFields
}
export interface Alteration extends Addition {
  stored: StoredMember
  /** The row has another PPS number than the stored one, or the member's first one. */
  writesPpsNumber: boolean
}

export interface Plan {
  additions: Addition[]
  alterations: Alteration[]
  unchanged: number
}

interface PlanInput {
  drafts: readonly MemberDraft[]
  stored: readonly StoredMember[]
  /** Employer of the new members. */
  employerId: string
  mode: 'INSERT_ONLY' | 'UPSERT'
  today: string
  /** Whether the scheme accepts a member with this status. */
  isOpenTo: (status: MemberFields['status']) => boolean
  /** Finds a problem with the joining date of an employer's member. */
  findJoiningProblem: (employerId: string, joinedOn: string) => string | null
  report: Report
}

/** Decides the action for every row that is not rejected; the report has the reasons of the rejected ones. */
export async function planImport({
  drafts,
  stored,
  employerId,
  mode,
  today,
  isOpenTo,
  findJoiningProblem,
  report,
}: PlanInput): Promise<Plan> {
  const plan: Plan = { additions: [], alterations: [], unchanged: 0 }
  const register = new Register(employerId)
  for (const member of stored) {
    await yieldToEventLoop()
    register.enter(member)
  }
  for (const draft of drafts) {
    await yieldToEventLoop()
    const add = addIssuesTo(report, draft.row)
    const match = mode === 'UPSERT' ? register.match(draft) : register.refuseKnown(draft)
    if ('refused' in match) {
      add(...match.refused)
      continue
    }
    // Pay that is dated in the file is compared with the pay on that date.
    const member =
      match.member && draft.payValidFrom
        ? withPayOn(match.member, match.member.payHistory, draft.payValidFrom)
        : match.member
    const target = mergeMember(member, draft, today)
    const changes = listChanges(member, target)
    for (const wrong of validateRow({ stored: member, target, draft, today })) add(...wrong)
    for (const wrong of register.compare(match, draft, target, changes)) add(...wrong)
    const isEntering = member === null || (changes.has('status') && target.status === 'ACTIVE')
    if (isEntering && !isOpenTo(target.status)) add('SCHEME_NOT_OPEN', 'status', target.status)
    const joins = isEntering && (target.status === 'ACTIVE' || target.status === 'PROSPECTIVE')
    const joinedOn =
      joins || changes.has('joinedSchemeOn') ? (target.joinedSchemeOn ?? (joins ? today : null)) : null
    const problem = joinedOn && findJoiningProblem(member?.employerId ?? employerId, joinedOn)
    if (problem) add('PARTICIPATION_ENDED', 'date_joined_scheme', problem)
    if (report.isRejected(draft.row)) continue
    const writesPpsNumber = draft.ppsHash !== null && draft.ppsHash !== member?.ppsHash
    if (member === null) plan.additions.push({ draft, target })
    else if (changes.size > 0 || writesPpsNumber)
      plan.alterations.push({ draft, target, stored: member, writesPpsNumber })
    else plan.unchanged++
  }
  return plan
}

interface Match {
  member: StoredMember | null
  by: 'ID' | 'PPS_NUMBER' | 'WORKS_NUMBER' | null
}
const NOBODY: Match = { member: null, by: null }

/** Existing members and earlier rows by member id, PPS number and works number. */
class Register {
  readonly #employerId: string
  readonly #byId = new Map<string, StoredMember>()
  readonly #byPpsHash = new Map<string, StoredMember>()
  /** Case-insensitive, because payroll systems are not consistent. */
  readonly #byWorksNumber = new Map<string, StoredMember[]>()
  readonly #persons = new Set<string>()
  readonly #usersOfEmail = new Map<string, Set<string>>()
  readonly #rowOf = new Map<string, number>()

  constructor(employerId: string) {
    this.#employerId = employerId
  }

  enter(member: StoredMember): void {
    this.#byId.set(member.id, member)
    if (member.ppsHash !== null) this.#byPpsHash.set(member.ppsHash, member)
    if (member.worksNumber !== null) {
      const key = buildWorksKey(member.employerId, member.worksNumber)
      this.#byWorksNumber.set(key, [...(this.#byWorksNumber.get(key) ?? []), member])
    }
    this.#persons.add(buildPersonKey(member))
    if (member.email !== null) this.#usersOf(member.email).add(member.id)
  }

  /** The member of a row: by its id, else its PPS number, else its works number. They must not disagree. */
  match(draft: MemberDraft): Match | { refused: Found } {
    const byPps = draft.ppsHash === null ? undefined : this.#byPpsHash.get(draft.ppsHash)
    if (draft.memberId !== '') {
      const member = this.#byId.get(draft.memberId)
      if (!member) return { refused: ['ID_UNKNOWN', 'member_id'] }
      const byWorks = this.#byWorks(member.employerId, draft)
      if (byPps && byPps !== member) return { refused: ['PPS_NUMBER_OF_OTHER', 'ppsn'] }
      if (byWorks && byWorks !== member) return { refused: ['WORKS_NUMBER_OF_OTHER', 'works_number'] }
      return { member, by: 'ID' }
    }
    const byWorks = this.#byWorks(this.#employerId, draft)
    if (byPps && byPps.employerId !== this.#employerId)
      return { refused: ['PPS_NUMBER_AT_OTHER_EMPLOYER', 'ppsn'] }
    if (byPps && byWorks && byPps !== byWorks) return { refused: ['NUMBERS_OF_TWO', 'works_number'] }
    if (byPps) return { member: byPps, by: 'PPS_NUMBER' }
    if (!byWorks) return NOBODY
    if (draft.ppsHash !== null && byWorks.ppsHash !== null)
      return { refused: ['PPS_NUMBER_DIFFERS', 'works_number'] }
    return { member: byWorks, by: 'WORKS_NUMBER' }
  }

  /** In the mode INSERT_ONLY a row that matches a member is refused. */
  refuseKnown(draft: MemberDraft): Match | { refused: Found } {
    if (draft.memberId !== '') return { refused: ['ID_NOT_FOR_NEW', 'member_id'] }
    if (draft.ppsHash !== null && this.#byPpsHash.has(draft.ppsHash))
      return { refused: ['PPS_NUMBER_RECORDED', 'ppsn'] }
    if (this.#byWorks(this.#employerId, draft)) return { refused: ['WORKS_NUMBER_RECORDED', 'works_number'] }
    return NOBODY
  }

  /** Compares a row with the other members and the earlier rows. */
  compare(
    { member, by }: Match,
    draft: MemberDraft,
    target: MemberFields,
    changes: ReadonlySet<keyof MemberFields>,
  ): Found[] {
    const found = this.#repeated(member, draft, target, changes)
    if (member === null && draft.ppsHash === null && !draft.isPpsPending && !draft.unread.has('ppsn'))
      found.push(['PPS_NUMBER_MISSING', 'ppsn'])
    if (member?.ppsHash && draft.ppsHash !== null && member.ppsHash !== draft.ppsHash)
      found.push(['PPS_NUMBER_REPLACED', 'ppsn'])
    if (by === 'WORKS_NUMBER' && member !== null && !isSamePerson(member, target))
      found.push(['NAME_DIFFERS', 'last_name'])
    const user = member?.id ?? `row ${draft.row}`
    if (target.email !== null) {
      const users = this.#usersOf(target.email)
      if (changes.has('email') && users.size > 0) found.push(['EMAIL_SHARED', 'email'])
      users.add(user)
    }
    if (member === null && target.dateOfBirth !== null) {
      const person = buildPersonKey(target)
      if (this.#persons.has(person)) found.push(['MAY_BE_RECORDED', 'last_name'])
      this.#persons.add(person)
    }
    return found
  }

  /** One issue is enough: two rows with the same numbers refer to the same member. */
  #repeated(
    member: StoredMember | null,
    draft: MemberDraft,
    target: MemberFields,
    changes: ReadonlySet<keyof MemberFields>,
  ): Found[] {
    const byPps = draft.ppsHash === null ? undefined : this.#first(`pps ${draft.ppsHash}`, draft.row)
    const byWorks =
      target.worksNumber === null
        ? undefined
        : this.#first(buildWorksKey(member?.employerId ?? this.#employerId, target.worksNumber), draft.row)
    const byMember = member === null ? undefined : this.#first(`member ${member.id}`, draft.row)
    if (byPps !== undefined) return [['PPS_NUMBER_REPEATED', 'ppsn', String(byPps)]]
    if (byWorks !== undefined && changes.has('worksNumber'))
      return [['WORKS_NUMBER_REPEATED', 'works_number', String(byWorks)]]
    return byMember === undefined ? [] : [['MEMBER_REPEATED', null, String(byMember)]]
  }

  /** The row in which it occurred first, if any. */
  #first(key: string, row: number): number | undefined {
    const first = this.#rowOf.get(key)
    if (first === undefined) this.#rowOf.set(key, row)
    return first
  }

  #byWorks(employerId: string, { fields }: MemberDraft): StoredMember | undefined {
    const { worksNumber } = fields
    if (!worksNumber) return undefined
    const known = this.#byWorksNumber.get(buildWorksKey(employerId, worksNumber)) ?? []
    return (
      known.find((member) => member.worksNumber === worksNumber) ??
      (known.length === 1 ? known[0] : undefined)
    )
  }

  #usersOf(email: string): Set<string> {
    const known = this.#usersOfEmail.get(email) ?? new Set()
    this.#usersOfEmail.set(email, known)
    return known
  }
}

type Person = Pick<MemberFields, 'firstName' | 'lastName' | 'dateOfBirth'>

const buildWorksKey = (employerId: string, worksNumber: string): string =>
  `works ${employerId} ${worksNumber.toLowerCase()}`
const buildPersonKey = ({ firstName, lastName, dateOfBirth }: Person): string =>
  `${dateOfBirth} ${searchKey(lastName, firstName)}`

const isSamePerson = (member: Person, target: Person): boolean =>
  searchKey(member.lastName) === searchKey(target.lastName) &&
  (member.dateOfBirth === null || member.dateOfBirth === target.dateOfBirth)
