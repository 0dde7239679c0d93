/** Finds the member that a row refers to. A name alone never matches: two people may share one. */

import type { ReadDb, Tx } from '../../../platform/database.ts'
import { runRows } from '../../../platform/statements.ts'
import { searchKey } from '../../../platform/text-keys.ts'
import { yieldToEventLoop } from '../../../platform/yield-to-event-loop.ts'
import { buildPayHistoryQuery, parsePayHistory } from '../members/index.ts'
import type { PaidMember } from './expected-amounts.ts'
import type { ContributionRow } from './rows.ts'

/** Fields of a member of the scheme and employer that an import reads. */
export interface ImportMember extends PaidMember {
  id: string
  firstName: string
  lastName: string
  dateOfBirth: string | null
  worksNumber: string | null
  ppsHash: string | null
}

export async function loadMembers(
  db: ReadDb | Tx,
  { tenantId, schemeId, employerId }: { tenantId: string; schemeId: string; employerId: string },
): Promise<ImportMember[]> {
  const rows = await runRows<Omit<ImportMember, 'pay'> & { pay: string }>(
    db,
    `select id, first_name as "firstName", last_name as "lastName", status, date_of_birth as "dateOfBirth",
            joined_employment_on as "joinedEmploymentOn", joined_scheme_on as "joinedSchemeOn",
            coalesce(ended_on, retired_on, left_service_on) as "endedOn", works_number as "worksNumber",
            pps_number_hash as "ppsHash", ${buildPayHistoryQuery('members')} as pay
       from members where tenant_id = $1 and scheme_id = $2 and employer_id = $3 and erased_on is null`,
    [tenantId, schemeId, employerId],
  )
  return rows.map((row) => ({ ...row, pay: parsePayHistory(row.pay) }))
}

/** The member, or the reason for no match: two members match, the two numbers belong to different members, or no member has them. */
export type Match = ImportMember | 'AMBIGUOUS' | 'CONFLICT' | 'NOBODY'

type Numbers = Pick<ContributionRow, 'memberId' | 'ppsHash' | 'worksNumber'>

export interface Matcher {
  match(numbers: Numbers): Match
  /** Whether a member has the PPS number with this hash. */
  hasPpsHash(ppsHash: string): boolean
  /** Whether a member has that name under any number. */
  hasName(row: Pick<ContributionRow, 'firstName' | 'lastName'>): boolean
}

/**
 * Matches by id, if the row has one; else by PPS number, then by works number: exactly, ignoring case, and without leading zeros if one
 * member matches.
 */
export async function createMatcher(members: readonly ImportMember[]): Promise<Matcher> {
  const byId = new Map<string, ImportMember>()
  const byPpsHash = new Map<string, ImportMember>()
  const byNumber = [keepNumber, removeCase, removeZeros].map((key) => ({
    key,
    members: new Map<string, ImportMember | 'AMBIGUOUS'>(),
  }))
  for (const member of members) {
    await yieldToEventLoop()
    byId.set(member.id, member)
    if (member.ppsHash !== null) byPpsHash.set(member.ppsHash, member)
    if (member.worksNumber === null) continue
    for (const { key, members: found } of byNumber) {
      const number = key(member.worksNumber)
      found.set(number, found.has(number) ? 'AMBIGUOUS' : member)
    }
  }
  // Built only when a member is not found.
  let names: Set<string> | undefined

  const ofWorksNumber = (worksNumber: string): ImportMember | 'AMBIGUOUS' | undefined => {
    if (worksNumber === '') return undefined
    for (const { key, members: found } of byNumber) {
      const member = found.get(key(worksNumber))
      if (member) return member
    }
    return undefined
  }

  return {
    match({ memberId, ppsHash, worksNumber }) {
      if (memberId !== null) return byId.get(memberId) ?? 'NOBODY'
      const byPps = ppsHash === null ? undefined : byPpsHash.get(ppsHash)
      const byWorks = ofWorksNumber(worksNumber)
      if (byPps) {
        const isSame = byWorks === undefined || byWorks === 'AMBIGUOUS' || byWorks === byPps
        return isSame ? byPps : 'CONFLICT'
      }
      if (byWorks === undefined) return 'NOBODY'
      // The row's PPS number differs from the one recorded for this works number.
      const isAnother = byWorks !== 'AMBIGUOUS' && ppsHash !== null && byWorks.ppsHash !== null
      return isAnother ? 'CONFLICT' : byWorks
    },
    hasPpsHash: (ppsHash) => byPpsHash.has(ppsHash),
    hasName(row) {
      names ??= new Set(members.map(buildNameKey))
      return row.lastName !== '' && names.has(buildNameKey(row))
    },
  }
}

const keepNumber = (number: string): string => number
const removeCase = (number: string): string => number.toLowerCase()
const removeZeros = (number: string): string => number.toLowerCase().replace(/^0+(?=.)/, '')
const buildNameKey = ({ firstName, lastName }: { firstName: string; lastName: string }): string =>
  searchKey(firstName, lastName)

export async function listUnmatchedRows(
  rows: readonly ContributionRow[],
  matcher: Matcher,
): Promise<ContributionRow[]> {
  const found: ContributionRow[] = []
  for (const row of rows) {
    await yieldToEventLoop()
    if (matcher.match(row) === 'NOBODY') found.push(row)
  }
  return found
}

/**
 * Rows without a match whose member the caller can see elsewhere: in another scheme, or at another employer. Row-level security
 * makes other members appear unknown.
 */
export async function loadMembersElsewhere(
  tx: Tx,
  { tenantId, employerId }: { tenantId: string; employerId: string },
  rows: readonly Numbers[],
): Promise<(row: Numbers) => boolean> {
  if (rows.length === 0) return () => false
  const found = await runRows<{ key: string }>(
    tx,
    `select 'h ' || m.pps_number_hash as key from members m where m.tenant_id = $1 and m.pps_number_hash = any($2::text[])
     union all
     select 'n ' || m.works_number from members m where m.tenant_id = $1 and m.employer_id = $3 and m.works_number = any($4::text[])
     union all
     select 'i ' || m.id from members m where m.tenant_id = $1 and m.id = any($5::text[])`,
    [
      tenantId,
      rows.flatMap(({ ppsHash }) => ppsHash ?? []),
      employerId,
      rows.flatMap(({ worksNumber }) => (worksNumber === '' ? [] : [worksNumber])),
      rows.flatMap(({ memberId }) => memberId ?? []),
    ],
  )
  const keys = new Set(found.map(({ key }) => key))
  return ({ memberId, ppsHash, worksNumber }) =>
    keys.has(`i ${memberId}`) ||
    keys.has(`h ${ppsHash}`) ||
    (worksNumber !== '' && keys.has(`n ${worksNumber}`))
}
