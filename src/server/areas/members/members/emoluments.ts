/** Emoluments of members by year, and the employer contributions that are compared with them. */
import { sql } from 'kysely'
import {
  calculateEmployerLimit,
  type EmployerContribution,
  sumContributionsOfYear,
  type YearEmoluments,
} from '../../../../contract/employer-limit.ts'
import * as contract from '../../../../contract/member-emoluments.ts'
import { buildSelectList } from '../../../operation/columns.ts'
import { updateUnlessStale } from '../../../operation/update-unless-stale.ts'
import { defineCommand, defineQuery, type Operation, updated } from '../../../pipeline/define-operation.ts'
import type { ReadDb, Tx } from '../../../platform/database.ts'
import { createId } from '../../../platform/ids.ts'
import { runRows } from '../../../platform/statements.ts'
import { auditedMember, members, requireEditableMember } from './records.ts'

/** JSON of the emoluments of a member `m`, as recorded at a given time. */
const buildEmolumentsQuery = (moment: string | null): string =>
  `(select coalesce(json_agg(e order by e.year), '[]') from (
    select ${buildSelectList(['year', 'emolumentsCents', 'reducedBy'])} from member_emoluments r
     where r.tenant_id = m.tenant_id and r.member_id = m.id ${moment ? `and r.created_at <= ${moment}` : ''}) e)`

/** JSON of the employer contributions for a member `m`, by pay date. */
const buildEmployerContributionsQuery = (moment: string | null): string =>
  `(select coalesce(json_agg(c order by c."paidOn"), '[]') from (
    select l.pay_on as "paidOn", sum(l.er_cents + l.er_special_cents + l.single_premium_cents)::bigint as "amountCents"
      from contribution_lines l join contribution_batches b on b.tenant_id = l.tenant_id and b.id = l.batch_id
     where l.tenant_id = m.tenant_id and l.member_id = m.id and b.status not in ('REJECTED', 'UNDONE')
       ${moment ? `and coalesce(l.created_at, b.created_at) <= ${moment}` : ''}
     group by l.pay_on) c)`

/** Selects the PRSA members' data that rules read. The audit log has no amounts: a past date is shown with the current ones. */
export const buildPrsaMembersQuery = (schemes: string, moment: string | null = null): string =>
  `select m.scheme_id as "schemeId", m.id as "memberId", ${buildEmolumentsQuery(moment)} as emoluments,
     ${buildEmployerContributionsQuery(moment)} as "employerContributions"
   from schemes s join members m on m.tenant_id = s.tenant_id and m.scheme_id = s.id where s.type = 'PRSA' and ${schemes}`

const getMemberEmoluments = defineQuery({
  contract: contract.getMemberEmoluments,
  owner: ({ id }, find) => find.member(id),
  handle: async ({ input, db }) => {
    const found = await loadEmoluments(db, input.id)
    return { memberId: input.id, isPrsa: found.isPrsa, years: listYears(found) }
  },
})

interface Emoluments {
  isPrsa: boolean
  emoluments: YearEmoluments[]
  employerContributions: EmployerContribution[]
}

async function loadEmoluments(db: ReadDb | Tx, memberId: string): Promise<Emoluments> {
  const [row] = await runRows<{ found: string }>(
    db,
    `select json_build_object('isPrsa', s.type = 'PRSA', 'emoluments', ${buildEmolumentsQuery(null)},
       'employerContributions', ${buildEmployerContributionsQuery(null)})::text as found
     from members m join schemes s on s.tenant_id = m.tenant_id and s.id = m.scheme_id where m.id = $1`,
    [memberId],
  )
  return JSON.parse(row?.found ?? '{"emoluments":[],"employerContributions":[]}') as Emoluments
}

function listYears({ isPrsa, emoluments, employerContributions }: Emoluments): contract.MemberYear[] {
  const years = new Set([
    ...emoluments.map(({ year }) => year),
    ...employerContributions.map(({ paidOn }) => Number(paidOn.slice(0, 4))),
  ])
  return [...years]
    .sort((one, other) => other - one)
    .map((year) => {
      const recorded = emoluments.find((one) => one.year === year)
      const employerContributionsCents = sumContributionsOfYear(employerContributions, year)
      return {
        year,
        emolumentsCents: recorded?.emolumentsCents ?? null,
        reducedBy: recorded?.reducedBy ?? null,
        employerContributionsCents,
        employerLimit: isPrsa ? calculateEmployerLimit(year, employerContributionsCents, emoluments) : null,
      }
    })
}

const recordMemberEmoluments = defineCommand({
  contract: contract.recordMemberEmoluments,
  owner: ({ id }, find) => find.member(id),
  async handle({ input, tx, actor }) {
    const before = await requireEditableMember(tx, input.id)
    // The version of the member includes its emoluments: an edit that began earlier is refused.
    await updateUnlessStale(tx, 'members', before, {})
    await tx
      .insertInto('member_emoluments')
      .values({
        id: createId(),
        tenant_id: before.tenantId,
        member_id: before.id,
        year: input.year,
        emoluments_cents: input.emolumentsCents,
        reduced_by: input.reducedBy,
        recorded_by: actor.id,
      })
      .onConflict((conflict) =>
        conflict.columns(['tenant_id', 'member_id', 'year']).doUpdateSet({
          emoluments_cents: input.emolumentsCents,
          reduced_by: input.reducedBy,
          recorded_by: actor.id,
          version: sql`member_emoluments.version + 1`,
          updated_at: sql`clock_timestamp()`,
        }),
      )
      .execute()
    // The audit log records the year and no amounts.
    return updated(auditedMember, before, await members.require(tx, input.id), { emolumentsYear: input.year })
  },
})

export const createMemberEmolumentsOperations = (): Operation[] => [
  getMemberEmoluments,
  recordMemberEmoluments,
]
