import { type Contract, can } from '../../../../contract/define.ts'
import type { NavigationCounts } from '../../../../contract/inbox.ts'
import { appointHolder } from '../../../../contract/key-function-holders.ts'
import { approveOwnRiskAssessment } from '../../../../contract/own-risk-assessments.ts'
import { approvePolicy } from '../../../../contract/policies.ts'
import { approveScheme } from '../../../../contract/schemes.ts'
import { appointTrustee } from '../../../../contract/trustees.ts'
import { buildMayApproveCondition } from '../../../operation/four-eyes.ts'
import type { AccessScope, Actor } from '../../../pipeline/access-scope.ts'
import type { Statement } from '../../../platform/batch.ts'
import { obligations } from '../../calendar/obligations/index.ts'
import { HOLDER_AWAITS_APPOINTMENT, keyFunctionHolders } from '../../governance/key-function-holders/index.ts'
import { listedOwnRiskAssessments } from '../../governance/own-risk-assessments/index.ts'
import { policies } from '../../governance/policies/index.ts'
import { corpusReviews } from '../../law/corpus-reviews/index.ts'
import { buildOverdueCondition, schemes } from '../../schemes/schemes/index.ts'
import { AWAITS_APPOINTMENT, trustees } from '../../schemes/trustees/index.ts'
import { inboxItems } from './records.ts'

const MOST = 1000

/** One row with one column: the counts as JSON text. A firm that starts with thousands of overdue obligations does not slow each page. */
export function selectNavigationCounts(scope: AccessScope, { id, role }: Actor): Statement {
  const values: unknown[] = [id]
  const ofApprover = (approve: Contract, expression: () => string): string =>
    can(role, approve) ? expression() : '0'
  const count = (rows: string): string => `(select count(*) from (select 1 from ${rows} limit ${MOST}) q)`
  // A scalar subquery: evaluated once, not per row.
  const today = '(select app.today())'
  const fields: Record<keyof NavigationCounts, string> = {
    inbox: count(
      `inbox_items r where ${inboxItems.visible(scope, values)} and r.user_id = $1 and r.read_at is null`,
    ),
    overdue: count(
      `obligations r where ${obligations.visible(scope, values)} and r.state = 'OPEN' and r.due_on < ${today} and ${buildOverdueCondition('r', today)}`,
    ),
    approvals: `least(${MOST}, ${[
      ofApprover(approveScheme, () =>
        count(`schemes r where ${schemes.visible(scope, values)} and r.status = 'PENDING_APPROVAL'
        and ${buildMayApproveCondition('schemes', 'r', '$1')}`),
      ),
      ofApprover(approvePolicy, () =>
        count(`written_policies r where ${policies.visible(scope, values)}
        and exists (select from policy_versions v where v.tenant_id = r.tenant_id and v.policy_id = r.id and v.status = 'IN_REVIEW'
          and ${buildMayApproveCondition('policy_versions', 'v', '$1')})`),
      ),
      ofApprover(approveOwnRiskAssessment, () =>
        count(
          `own_risk_assessments r where ${listedOwnRiskAssessments.visible(scope, values)} and r.status = 'TRUSTEE_REVIEW'
        and ${buildMayApproveCondition('own_risk_assessments', 'r', '$1')}`,
        ),
      ),
      ofApprover(appointTrustee, () =>
        count(`trustees r where ${trustees.visible(scope, values)} and ${AWAITS_APPOINTMENT}
        and ${buildMayApproveCondition('trustees', 'r', '$1')}`),
      ),
      ofApprover(appointHolder, () =>
        count(`key_function_holders r where ${keyFunctionHolders.visible(scope, values)} and ${HOLDER_AWAITS_APPOINTMENT}
        and ${buildMayApproveCondition('key_function_holders', 'r', '$1')}`),
      ),
    ].join('\n      + ')})`,
    lawChanges: count(`corpus_reviews r where ${corpusReviews.visible(scope, values)} and r.status = 'OPEN'`),
  }
  const object = Object.entries(fields).map(([name, expression]) => `'${name}', ${expression}`)
  return { text: `select json_build_object(${object.join(',\n  ')})::text`, values }
}
