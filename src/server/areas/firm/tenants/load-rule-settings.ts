import { RuleSettings } from '../../../../contract/rule-settings.ts'
import type { ReadDb, Tx } from '../../../platform/database.ts'

/** The figures of a firm for rules, imports and the breach register, with the defaults of those that it has not set. */
export async function loadRuleSettings(db: ReadDb | Tx, tenantId: string): Promise<RuleSettings> {
  const { settings } = await db
    .selectFrom('tenants')
    .select('settings')
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow()
  return RuleSettings.parse(settings)
}
