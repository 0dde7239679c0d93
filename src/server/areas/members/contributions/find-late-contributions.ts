import type { ReadDb, Tx } from '../../../platform/database.ts'
import { runRows } from '../../../platform/statements.ts'
import { loadRuleSettings } from '../../firm/tenants/index.ts'
import type { LateBatch } from './findings.ts'
import {
  buildBoundMoneyInvestedOnExpression,
  buildDaysLateExpression,
  buildInvestmentDueDateExpression,
  buildLiveCondition,
} from './records.ts'

/**
 * Batches of a firm with late money, past or present, that was due in the last twelve months: older imported history does not enter
 * the register. All Trust RACs, because their investments are due by the month of each receipt.
 */
export async function loadLateContributions(db: ReadDb | Tx, tenantId: string): Promise<LateBatch[]> {
  const rows = await runRows<{ batch: Omit<LateBatch, 'settings'> }>(
    db,
    `select json_build_object('id', r.id, 'schemeId', r.scheme_id, 'employerId', r.employer_id, 'payrollMonth', r.payroll_month,
        'schemeType', r.scheme_type, 'legalForm', r.legal_form, 'benefitBasis', r.benefit_basis, 'status', r.status,
        'eeCents', r.ee_cents, 'avcCents', r.avc_cents, 'totalCents', r.total_cents, 'receivedCents', r.received_cents,
        'fundedOn', r.funded_on, 'investedOn', r.invested_on, 'deductionsInvestedOn', r.deductions_invested_on, 'statementIssuedOn', r.statement_issued_on, 'dueOn', r.due_on,
        'investByOn', ${buildInvestmentDueDateExpression('r')}, 'receiptMonths', r.receipt_months,
        'receipts', coalesce((select json_agg(json_build_object('receivedOn', p.received_on, 'amountCents', p.amount_cents,
            'employeeCents', p.employee_cents, 'isDirect', p.is_direct) order by p.received_on, p.created_at, p.id)
          from contribution_receipts p where p.tenant_id = r.tenant_id and p.batch_id = r.id), '[]'),
        'lateMonths', coalesce((select json_agg(o.payroll_month) from (
          select r.payroll_month from contribution_batches r
           where r.tenant_id = own.tenant_id and r.scheme_id = own.scheme_id and r.employer_id = own.employer_id
             and r.id <> own.id and ${buildLiveCondition('r')} and ${buildDaysLateExpression('r')} > 0) o), '[]')) as batch
      from contribution_batches r, lateral (select r.tenant_id, r.scheme_id, r.employer_id, r.id) own
     where r.tenant_id = $1 and ${buildLiveCondition('r')} and r.due_on >= app.today() - interval '12 months'
       and (${buildDaysLateExpression('r')} > 0 or ${buildInvestmentDueDateExpression('r')} < coalesce(${buildBoundMoneyInvestedOnExpression('r')}, app.today()) or r.legal_form = 'TRUST_RAC')
     order by r.id`,
    [tenantId],
  )
  if (rows.length === 0) return []
  const settings = await loadRuleSettings(db, tenantId)
  return rows.map(({ batch }) => ({ ...batch, settings }))
}
