/** A refund of contributions is recorded only for a member without a preserved benefit (PA ss.28, 32). */
import { formatCitations } from '../../../../contract/citations.ts'
import type { Member } from '../../../../contract/members.ts'
import { hasQualifyingService } from '../../../../contract/qualifying-service.ts'
import { createBusinessRuleRefusal, createLegalRuleRefusal } from '../../../pipeline/refusal.ts'
import type { Tx } from '../../../platform/database.ts'
import { runRows } from '../../../platform/statements.ts'

const FIELD = { field: 'noPreservedBenefitReason' }

/** The memberships of the same person with the same employer, found by the PPS number. */
const loadService = (tx: Tx, { tenantId, id }: Member) =>
  runRows<{ type: string; fromOn: string | null; untilOn: string | null }>(
    tx,
    `select s.type, m.joined_scheme_on as "fromOn", coalesce(m.left_service_on, m.retired_on, m.ended_on) as "untilOn"
       from members r
       join members m on m.tenant_id = r.tenant_id and m.employer_id = r.employer_id
        and (m.id = r.id or m.pps_number_hash = r.pps_number_hash)
       join schemes s on s.tenant_id = m.tenant_id and s.id = m.scheme_id
      where r.tenant_id = $1 and r.id = $2 and s.type in ('DB', 'DC') and m.status not in ('PROSPECTIVE', 'OPTED_OUT')
      order by m.id = r.id desc`,
    [tenantId, id],
  )

export async function refusePreservedBenefit(tx: Tx, member: Member, endsOn: string): Promise<void> {
  const service = await loadService(tx, member)
  // Part III of the Act is about occupational schemes.
  if (service.length === 0) return
  if (member.normalRetirementOn !== null && endsOn >= member.normalRetirementOn) return
  const known = service.flatMap(({ fromOn, untilOn }) =>
    fromOn === null ? [] : [{ fromOn, untilOn: untilOn ?? endsOn }],
  )
  if (hasQualifyingService(known, endsOn))
    throw createLegalRuleRefusal(
      'PRESERVED_BENEFIT',
      'PA 28',
      'After two years of qualifying service a member has a preserved benefit, and contributions are not refunded: record the leaving instead, or enter why the member has no preserved benefit. Changes of the law since 2002 are not verified',
      { ...FIELD, source: formatCitations('PA 28', 'PA 32') },
    )
  if (member.joinedSchemeOn === null)
    throw createBusinessRuleRefusal(
      'QUALIFYING_SERVICE_UNKNOWN',
      'Without the date of joining the scheme, it is not known whether the member has a preserved benefit: enter the date, or why the member has no preserved benefit',
      { ...FIELD, source: formatCitations('PA 28', 'PA 32') },
    )
}
