/** Initial values of a payroll entry: members, expected amounts, amounts of the previous month. */
import { addMonthsToMonth } from '../../../../contract/civil-dates.ts'
import * as contract from '../../../../contract/contribution-entries.ts'
import { defineQuery, type Operation } from '../../../pipeline/define-operation.ts'
import type { ReadDb } from '../../../platform/database.ts'
import { runRows } from '../../../platform/statements.ts'
import { loadLiveBatches } from './batch-store.ts'
import { calculateExpectedAmounts, isActiveIn } from './expected-amounts.ts'
import { loadMembers } from './match.ts'
import { buildLiveCondition } from './records.ts'
import { getOwnerOfUpload, requireBatchTerms, type Terms } from './terms.ts'

export const listExpectedLines: Operation = defineQuery({
  contract: contract.listExpectedLines,
  owner: getOwnerOfUpload,
  async handle({ input, db, actor }) {
    const { payrollMonth } = input
    const terms = await requireBatchTerms(db, input, actor)
    const { schemeId, employerId, contributionBasis } = terms
    const [batch] = await loadLiveBatches(db, terms, payrollMonth, null)
    const lastMonth = await loadRegularAmounts(db, terms, addMonthsToMonth(payrollMonth, -1))
    const members = await loadMembers(db, terms)
    return {
      schemeId,
      employerId,
      payrollMonth,
      imported: batch && batch.status !== 'EXPECTED' ? { batchId: batch.id, status: batch.status } : null,
      lines: members
        .filter((member) => isActiveIn(member, payrollMonth))
        .sort((one, other) => formatMemberName(one).localeCompare(formatMemberName(other), 'en-IE'))
        .map((member) => ({
          memberId: member.id,
          firstName: member.firstName,
          lastName: member.lastName,
          worksNumber: member.worksNumber,
          status: member.status,
          ...calculateExpectedAmounts(member, contributionBasis, payrollMonth),
          lastMonth: lastMonth.get(member.id) ?? null,
        })),
    }
  },
})

const formatMemberName = ({ lastName, firstName }: { lastName: string; firstName: string }): string =>
  `${lastName} ${firstName}`

type Amounts = NonNullable<contract.ExpectedLine['lastMonth']>

/** By member; transfers and single premiums are not repeated. A correction counts with the line that it corrects. */
async function loadRegularAmounts(
  db: ReadDb,
  { tenantId, schemeId, employerId }: Terms,
  month: string,
): Promise<Map<string, Amounts>> {
  const rows = await runRows<Amounts & { memberId: string }>(
    db,
    `select l.member_id as "memberId", sum(l.ee_cents)::bigint as "eeCents", sum(l.er_cents)::bigint as "erCents",
            sum(l.avc_cents)::bigint as "avcCents"
       from contribution_batches r
       join contribution_lines l on l.tenant_id = r.tenant_id and l.batch_id = r.id
       left join contribution_lines c on c.tenant_id = l.tenant_id and c.batch_id = l.batch_id and c.number = l.corrects
      where r.tenant_id = $1 and r.scheme_id = $2 and r.employer_id = $3 and r.payroll_month = $4 and ${buildLiveCondition('r')}
        and coalesce(c.kind, l.kind) = 'REGULAR'
      group by l.member_id`,
    [tenantId, schemeId, employerId, month],
  )
  return new Map(rows.map(({ memberId, ...amounts }) => [memberId, amounts]))
}
