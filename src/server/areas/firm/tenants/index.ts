export { loadRuleSettings } from './load-rule-settings.ts'
export { createTenantOperations } from './operations.ts'
export { tenants } from './records.ts'
