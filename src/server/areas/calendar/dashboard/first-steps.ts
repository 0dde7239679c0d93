import type { FirstSteps } from '../../../../contract/dashboard.ts'
import type { AccessScope, Actor } from '../../../pipeline/access-scope.ts'
import { contributions } from '../../members/contributions/index.ts'
import { schemes } from '../../schemes/schemes/index.ts'
import { obligations } from '../obligations/index.ts'

/** The first steps of a firm as a SQL expression; null for a user who hides them. A SuperAdmin belongs to no firm. */
export function buildFirstStepsExpression(
  scope: AccessScope,
  { id, tenantId, role }: Actor,
  values: unknown[],
): string {
  if (role === 'SuperAdmin') return 'null'
  const [user, firm] = [`$${values.push(id)}`, `$${values.push(tenantId)}`]
  const ofExample =
    'r.employer_id in (select e.id from employers e where e.tenant_id = r.tenant_id and e.is_example)'
  const ofExampleScheme = `r.scheme_id in (select s.id from schemes s join employers e on e.tenant_id = s.tenant_id
      and e.id = s.employer_id where s.tenant_id = r.tenant_id and e.is_example)`
  const ofObligations = obligations.visible(scope, values)
  const steps: Record<keyof FirstSteps, string> = {
    colleagues: `(select count(*) from (select from users u where u.tenant_id = ${firm}
      and u.role in ('BrokerAdmin', 'BrokerUser') and u.status <> 'DEACTIVATED' limit 2) q) = 2`,
    settings: `(select t.version > 1 from tenants t where t.id = ${firm})`,
    schemes: `exists (select from schemes r where ${schemes.visible(scope, values)} and not ${ofExample})`,
    obligations: `exists (select from obligations r where ${ofObligations} and not ${ofExampleScheme})
      and not exists (select from obligations r where ${ofObligations} and r.state = 'TO_CONFIRM' and not ${ofExampleScheme})`,
    contributions: `exists (select from contribution_batches r where ${contributions.visible(scope, values)}
      and r.status not in ('EXPECTED', 'REJECTED', 'UNDONE') and not ${ofExample})`,
    feed: `exists (select from calendar_feeds f where f.tenant_id = ${firm} and f.user_id = ${user} and f.revoked_at is null)`,
  }
  const fields = Object.entries(steps).map(([name, expression]) => `'${name}', ${expression}`)
  return `(select json_build_object(${fields.join(', ')}) from users u where u.tenant_id = ${firm} and u.id = ${user} and u.shows_first_steps)`
}
