import { sql } from 'kysely'
import { z } from 'zod'
import * as contract from '../../../../contract/webhooks.ts'
import type { FailureLimit } from '../../../operation/failure-limit.ts'
import { lockFirm } from '../../../operation/hold-firm.ts'
import { defineChange } from '../../../operation/record-commands.ts'
import { defineGet, defineList } from '../../../operation/record-queries.ts'
import { updateUnlessStale } from '../../../operation/update-unless-stale.ts'
import type { Actor } from '../../../pipeline/access-scope.ts'
import { defineAudited } from '../../../pipeline/audit-log.ts'
import {
  type Changed,
  created,
  defineCommand,
  type Operation,
  refuseAndRecord,
  removed,
  updated,
} from '../../../pipeline/define-operation.ts'
import {
  createBusinessRuleRefusal,
  createConflictRefusal,
  createRateLimitRefusal,
  createRoleRefusal,
} from '../../../pipeline/refusal.ts'
import { type Clock, getTodayInDublin } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/database.ts'
import { createId } from '../../../platform/ids.ts'
import type { OutboundAddresses } from '../../../platform/outbound-addresses.ts'
import { encryptText, type TextKeys } from '../../../platform/sealed-text.ts'
import { auditedDelivery, auditedWebhook, webhookDeliveries, webhooks } from './records.ts'
import { createSecret } from './signatures.ts'
import type { WebhookSender } from './webhook-sender.ts'

export interface WebhookDependencies {
  clock: Clock
  addresses: OutboundAddresses
  keys: TextKeys
  sender: Pick<WebhookSender, 'wake'>
  failures: FailureLimit
}

/** Addresses of a firm that are refused. A refusal tells whether a name resolves in the network of the service. */
const REFUSED_ADDRESSES = { limit: 20, windowSeconds: 3_600 }
const HOUR_MS = 3_600_000

const auditedUser = defineAudited('user', z.object({}))

const isAddressAllowed = async (
  { addresses, failures }: WebhookDependencies,
  { tenantId }: Actor,
  url: string,
): Promise<boolean> => {
  const { isAllowed, retryAfterSeconds } = await failures.takeFailure(
    'webhook-address',
    tenantId,
    REFUSED_ADDRESSES,
    1,
  )
  if (!isAllowed) throw createRateLimitRefusal(retryAfterSeconds)
  const isAddressAllowed = (await addresses.findAddress(new URL(url))) !== null
  if (isAddressAllowed) await failures.takeFailure('webhook-address', tenantId, REFUSED_ADDRESSES, -1)
  return isAddressAllowed
}

/** Nothing but an entry about the caller is stored. It does not say which addresses were found. */
const refuseAddress = (actor: Actor, url: string): Changed<never> => {
  const self = { id: actor.id }
  return refuseAndRecord(
    createBusinessRuleRefusal(
      'ADDRESS_NOT_PUBLIC',
      'Enter an address that begins with https:// and whose host name leads to public servers only',
      { field: 'url' },
    ),
    {
      audited: auditedUser,
      before: self,
      after: self,
      note: { refusal: 'ADDRESS_NOT_PUBLIC', host: new URL(url).host },
    },
  )
}

const toValues = ({ name, url, eventTypes }: z.output<typeof contract.EditableWebhook>) => ({
  name,
  url,
  host: new URL(url).host,
  event_types: [...new Set(eventTypes)],
})

const createWebhook = (context: WebhookDependencies): Operation =>
  defineCommand({
    contract: contract.createWebhook,
    owner: (_, find, actor) => find.self(actor),
    prepare: ({ input, actor }) => isAddressAllowed(context, actor, input.url),
    async handle({ input, tx, actor, prepared: isAllowed }) {
      // A SuperAdmin belongs to no firm.
      if (actor.role === 'SuperAdmin') throw createRoleRefusal()
      if (!isAllowed) return refuseAddress(actor, input.url)
      await requireRoom(tx, actor.tenantId)
      const id = createId()
      const secret = createSecret()
      await tx
        .insertInto('webhooks')
        .values({
          tenant_id: actor.tenantId,
          id,
          ...toValues(input),
          sealed_secret: encryptText(context.keys, secret, id),
          followed_on: getTodayInDublin(context.clock),
          created_by: actor.id,
        })
        .execute()
      const webhook = await webhooks.require(tx, id)
      const { changes } = created(auditedWebhook, webhook)
      return { answer: { ...webhook, secret }, changes }
    },
  })

/** Creates of a firm run one after another here, so that two cannot both be the last one. */
async function requireRoom(tx: Tx, tenantId: string): Promise<void> {
  await lockFirm(tx, tenantId)
  const { count } = await tx
    .selectFrom('webhooks')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('tenant_id', '=', tenantId)
    .executeTakeFirstOrThrow()
  if (Number(count) >= contract.MOST_WEBHOOKS)
    throw createBusinessRuleRefusal(
      'TOO_MANY_WEBHOOKS',
      `Delete a webhook first: a firm has at most ${contract.MOST_WEBHOOKS} webhooks`,
    )
}

const updateWebhook = (context: WebhookDependencies): Operation =>
  defineCommand({
    contract: contract.updateWebhook,
    owner: ({ id }, find) => find.webhook(id),
    prepare: ({ input, actor }) => isAddressAllowed(context, actor, input.url),
    async handle({ input, tx, actor, prepared: isAllowed }) {
      const before = await webhooks.require(tx, input.id)
      if (!isAllowed) return refuseAddress(actor, input.url)
      await updateUnlessStale(tx, 'webhooks', before, toValues(input))
      return updated(auditedWebhook, before, await webhooks.require(tx, input.id))
    },
  })

const removeWebhook = defineCommand({
  contract: contract.removeWebhook,
  owner: ({ id }, find) => find.webhook(id),
  async handle({ input: { id }, tx }) {
    const webhook = await webhooks.require(tx, id)
    await tx.deleteFrom('webhooks').where('id', '=', id).execute()
    return removed(auditedWebhook, webhook)
  },
})

const pauseWebhook = defineChange(
  contract.pauseWebhook,
  { records: webhooks, audited: auditedWebhook },
  ({ before }) => (before.status === 'PAUSED' ? null : { status: 'PAUSED', pause_reason: 'USER' }),
)

const resumeWebhook = ({ clock, sender }: WebhookDependencies): Operation =>
  defineChange(
    contract.resumeWebhook,
    { records: webhooks, audited: auditedWebhook },
    ({ before, afterCommit }) => {
      if (before.status === 'ACTIVE') return null
      afterCommit(sender.wake)
      return {
        status: 'ACTIVE',
        pause_reason: null,
        followed_on: getTodayInDublin(clock),
      }
    },
  )

const rotateWebhookSecret = ({ clock, keys }: WebhookDependencies): Operation =>
  defineCommand({
    contract: contract.rotateWebhookSecret,
    owner: ({ id }, find) => find.webhook(id),
    async handle({ input: { id }, tx }) {
      const before = await webhooks.require(tx, id)
      const secret = createSecret()
      await updateUnlessStale(tx, 'webhooks', before, {
        sealed_secret: encryptText(keys, secret, id),
        previous_sealed_secret: sql`sealed_secret`,
        previous_secret_until: new Date(clock.now().getTime() + contract.PREVIOUS_SECRET_HOURS * HOUR_MS),
      })
      const after = await webhooks.require(tx, id)
      const { changes } = updated(auditedWebhook, before, after)
      return { answer: { ...after, secret }, changes }
    },
  })

const requireActive = async (tx: Tx, id: string): Promise<contract.Webhook> => {
  const webhook = await webhooks.require(tx, id)
  if (webhook.status !== 'ACTIVE')
    throw createConflictRefusal('Resume the webhook first: it is paused', { code: 'WEBHOOK_PAUSED' })
  return webhook
}

const sendTestEvent = ({ sender }: WebhookDependencies): Operation =>
  defineCommand({
    contract: contract.sendTestEvent,
    owner: ({ id }, find) => find.webhook(id),
    async handle({ input, tx, afterCommit }) {
      const webhook = await requireActive(tx, input.id)
      const id = createId()
      await tx
        .insertInto('webhook_deliveries')
        .values({
          tenant_id: webhook.tenantId,
          id,
          webhook_id: webhook.id,
          event_type: contract.TEST_EVENT,
          entity_type: 'webhook',
          entity_id: webhook.id,
          entity_status: webhook.status,
        })
        .execute()
      afterCommit(sender.wake)
      return created(auditedDelivery, await webhookDeliveries.require(tx, id))
    },
  })

const resendWebhookDelivery = ({ sender }: WebhookDependencies): Operation =>
  defineChange(
    contract.resendWebhookDelivery,
    { records: webhookDeliveries, audited: auditedDelivery },
    async ({ before, tx, afterCommit }) => {
      await requireActive(tx, before.webhookId)
      afterCommit(sender.wake)
      return {
        status: 'PENDING',
        attempts: 0,
        next_attempt_at: null,
        delivered_at: null,
      }
    },
  )

export function createWebhookOperations(context: WebhookDependencies): Operation[] {
  return [
    defineList(contract.listWebhooks, webhooks),
    defineGet(contract.getWebhook, 'webhook', webhooks),
    createWebhook(context),
    updateWebhook(context),
    removeWebhook,
    pauseWebhook,
    resumeWebhook(context),
    rotateWebhookSecret(context),
    sendTestEvent(context),
    defineList(contract.listWebhookDeliveries, webhookDeliveries, 'webhook'),
    resendWebhookDelivery(context),
  ]
}
