import * as contract from '../../../../contract/tenants.ts'
import { defineCommand, defineQuery, type Operation } from '../../../pipeline/define-operation.ts'
import { createNotFoundRefusal } from '../../../pipeline/refusal.ts'
import type { Tx } from '../../../platform/database.ts'
import { claimFile } from '../../documents/documents/index.ts'
import type { FirmLogos } from './logo.ts'
import { auditedTenant, tenants } from './records.ts'

export interface LogoDependencies {
  logos: FirmLogos
  /** Removes files without a record, as the service itself. */
  release: (keys: readonly string[]) => Promise<unknown>
}

const NO_LOGO = {
  logo_content_type: null,
  logo_width_pixels: null,
  logo_height_pixels: null,
  logo_size_bytes: null,
  logo_sha256: null,
  logo_storage_key: null,
  logo_sealed_key: null,
  logo_key_fingerprint: null,
}

const getTenantLogo = ({ logos }: LogoDependencies): Operation =>
  defineQuery({
    contract: contract.getTenantLogo,
    // Users of an employer and members read the logo of their firm, which no employer owns.
    owner: ({ id }, find, actor) => (id === actor.tenantId ? find.self(actor) : find.tenant(id)),
    run: ({ input, runQuery }) => logos.open(runQuery, input.id, input.version),
  })

const setTenantLogo = ({ logos, release }: LogoDependencies): Operation =>
  defineCommand({
    contract: contract.setTenantLogo,
    file: logos.incoming,
    owner: ({ id }, find) => find.tenant(id),
    async handle({ input, upload, tx, afterCommit }) {
      if (input.id === 'platform') throw createNotFoundRefusal()
      const earlier = await lockLogo(tx, input.id)
      const before = await tenants.require(tx, input.id)
      const { content, sha256 } = upload
      await claimFile(tx, content.key)
      await saveLogo(tx, input.id, {
        logo_content_type: content.contentType,
        logo_width_pixels: content.widthPixels,
        logo_height_pixels: content.heightPixels,
        logo_size_bytes: content.sizeBytes,
        logo_sha256: sha256,
        logo_storage_key: content.key,
        logo_sealed_key: content.wrappedKey,
        logo_key_fingerprint: content.keyFingerprint,
      })
      if (earlier) afterCommit(async () => void (await release([earlier])))
      const after = await tenants.require(tx, input.id)
      return { answer: after, changes: [{ audited: auditedTenant, before, after }] }
    },
  })

const removeTenantLogo = ({ release }: LogoDependencies): Operation =>
  defineCommand({
    contract: contract.removeTenantLogo,
    owner: ({ id }, find) => find.tenant(id),
    async handle({ input, tx, afterCommit }) {
      const earlier = await lockLogo(tx, input.id)
      if (!earlier) throw createNotFoundRefusal()
      const before = await tenants.require(tx, input.id)
      await saveLogo(tx, input.id, NO_LOGO)
      afterCommit(async () => void (await release([earlier])))
      const after = await tenants.require(tx, input.id)
      return { answer: null, changes: [{ audited: auditedTenant, before, after }] }
    },
  })

/** Locks the firm and releases the file of its logo, which becomes unclaimed: housekeeping removes it, unless the caller does first. */
async function lockLogo(tx: Tx, id: string): Promise<string | null> {
  const row = await tx
    .selectFrom('tenants')
    .select('logo_storage_key')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  const key = row?.logo_storage_key ?? null
  if (key !== null)
    await tx.insertInto('unclaimed_files').values({ tenant_id: id, storage_key: key }).execute()
  return key
}

/** The version stays: a logo must not make another person's open form of the firm stale. */
async function saveLogo(tx: Tx, id: string, values: Record<keyof typeof NO_LOGO, string | number | null>) {
  await tx
    .updateTable('tenants')
    .set(({ fn }) => ({ ...values, updated_at: fn('clock_timestamp') }) as object)
    .where('id', '=', id)
    .execute()
}

export const createLogoOperations = (dependencies: LogoDependencies): Operation[] => [
  getTenantLogo(dependencies),
  setTenantLogo(dependencies),
  removeTenantLogo(dependencies),
]
