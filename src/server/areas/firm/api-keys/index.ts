import * as contract from '../../../../contract/api-keys.ts'
import { addDays } from '../../../../contract/civil-dates.ts'
import { defineAuditedRecord } from '../../../operation/audited-record.ts'
import { defineChange } from '../../../operation/record-commands.ts'
import { defineGet, defineList } from '../../../operation/record-queries.ts'
import { recordSet } from '../../../operation/record-set.ts'
import { created, defineCommand, type Operation } from '../../../pipeline/define-operation.ts'
import { createBusinessRuleRefusal, createRoleRefusal } from '../../../pipeline/refusal.ts'
import { createApiKeyToken, hashApiKey } from '../../../platform/api-key-token.ts'
import { type Clock, getTodayInDublin } from '../../../platform/clock.ts'
import { createId } from '../../../platform/ids.ts'
import { schemes } from '../../schemes/schemes/index.ts'

const apiKeys = recordSet({
  record: contract.ApiKey,
  from: 'api_keys r left join users u on u.tenant_id = r.tenant_id and u.id = r.owner_id',
  columns: {
    ownerName: 'u.name',
    status: `case when r.revoked_at is not null then 'REVOKED' when r.expires_on < current_setting('app.today')::date then 'EXPIRED' else 'ACTIVE' end`,
  },
  owner: { tenant: 'r.tenant_id', employer: null, member: null },
  filters: {},
  sorts: { '-createdAt': { by: 'r.created_at', type: 'timestamptz', descending: true } },
})

const auditedApiKey = defineAuditedRecord('apiKey', contract.ApiKey, {
  shown: ['name', 'prefix', 'operations'],
  leftOut: ['ownerName', 'lastUsedAt'],
})

const createApiKey = (today: () => string): Operation =>
  defineCommand({
    contract: contract.createApiKey,
    owner: (_, find, actor) => find.self(actor),
    async handle({ input: { name, operations, schemeIds, expiresOn }, tx, actor }) {
      // A SuperAdmin belongs to no firm.
      if (actor.role === 'SuperAdmin') throw createRoleRefusal()
      const latest = addDays(today(), contract.LONGEST_LIFE_DAYS)
      if (expiresOn < today() || expiresOn > latest)
        throw createBusinessRuleRefusal('EXPIRY_OUT_OF_RANGE', `Enter a day from today to ${latest}`, {
          field: 'expiresOn',
        })
      for (const id of schemeIds ?? []) await schemes.require(tx, id)
      const { prefix, token } = createApiKeyToken()
      const id = createId()
      await tx
        .insertInto('api_keys')
        .values({
          tenant_id: actor.tenantId,
          id,
          owner_id: actor.id,
          name,
          prefix,
          secret_hash: hashApiKey(token),
          operations: [...new Set(operations)],
          scheme_ids: schemeIds && [...new Set(schemeIds)],
          expires_on: expiresOn,
          created_by: actor.id,
        })
        .execute()
      const apiKey = await apiKeys.require(tx, id)
      const { changes } = created(auditedApiKey, apiKey)
      return { answer: { ...apiKey, token }, changes }
    },
  })

const revokeApiKey = defineChange(
  contract.revokeApiKey,
  { records: apiKeys, audited: auditedApiKey },
  ({ before }) => (before.revokedAt ? null : { revoked_at: new Date() }),
)

export function createApiKeyOperations({ clock }: { clock: Clock }): Operation[] {
  return [
    defineList(contract.listApiKeys, apiKeys),
    defineGet(contract.getApiKey, 'apiKey', apiKeys),
    createApiKey(() => getTodayInDublin(clock)),
    revokeApiKey,
  ]
}
