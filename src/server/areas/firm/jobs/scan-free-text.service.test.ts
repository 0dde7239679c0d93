import { beforeAll, describe, expect, test } from 'vitest'
import { assertNotInLogs } from '../../../../../test/harness/canaries.ts'
import {
  createAnonymousCaller,
  createFirm,
  type Firm,
  generatePpsNumber,
} from '../../../../../test/harness/people.ts'
import { TEST_SECRETS, useService } from '../../../../../test/harness/service.ts'
import { listAuditEntries } from '../../../../contract/audit.ts'
import { scanStoredTexts } from '../../../../contract/jobs.ts'
import { NOT_SCANNED_COLUMN, SCANNED_TABLES } from './scan-free-text.ts'

const service = useService({ emptyDatabase: true })
const PPS_NUMBER = generatePpsNumber()

const scan = async () => {
  const headers = { authorization: `Bearer ${TEST_SECRETS.CRON_TOKEN}` }
  const reply = await createAnonymousCaller(service()).send(scanStoredTexts, {}, { headers })
  expect(reply.status).toBe(200)
  return reply.body
}
const found = async (firm: Firm) =>
  (
    await (
      await firm.hires('BrokerAdmin')
    ).call(listAuditEntries, { action: 'job.scan-free-text', limit: 200 })
  ).data.map(({ entityType, entityId, newState }) => ({ entityType, entityId, newState }))

/** Tables that belong to firms and hold no text of people, or none that stays. */
const WITHOUT_TEXTS: Record<string, string> = {
  audit_chains: 'sequence and hash',
  audit_checkpoints: 'hash and signature',
  authenticator_apps: 'encrypted secrets',
  calendar_feeds: 'hash of a secret',
  compliance_snapshots: 'computed',
  factor_challenges: 'hashes, ids and random texts',
  inbox_items: 'ids',
  member_pay: 'amounts, days and ids',
  member_emoluments: 'amounts, codes and ids',
  idempotency_keys: 'deleted after 24 hours',
  passkeys: 'keys, and names that were checked for PPS numbers since the table exists',
  password_tokens: 'hash; deleted after it expired',
  policy_acknowledgements: 'ids and a digest',
  recovery_codes: 'hashes',
  revoked_sessions: 'ids',
  scheme_data_changes: 'ids',
  scheme_data_quality: 'counts',
  sessions: 'ids, networks and names of programs',
  single_sign_on_domains: 'domain names',
  single_sign_on_links: 'ids, and subjects that a provider issued',
  single_sign_ons: 'address, client id and sealed secret of a provider',
  unclaimed_files: 'names of stored files',
}

test('every table of firms is scanned, or listed with the reason', async () => {
  const rows = await service().asOwner<{ name: string }>(
    `select distinct c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and (a.attname = 'tenant_id' or c.relname = 'tenants') order by 1`,
  )
  expect(rows.map(({ name }) => name).sort()).toEqual(
    [...Object.keys(SCANNED_TABLES), ...Object.keys(WITHOUT_TEXTS)].sort(),
  )
})

test('of the scanned tables, only digests, keys, ids and numbers of employers are not read', async () => {
  const rows = await service().asOwner<{ name: string }>(
    `select distinct a.attname::text as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
      where c.relnamespace = 'public'::regnamespace and c.relname = any($1) and a.atttypid in ('text'::regtype, 'text[]'::regtype, 'jsonb'::regtype)`,
    [Object.keys(SCANNED_TABLES)],
  )
  const skipped = rows.map(({ name }) => name).filter((name) => NOT_SCANNED_COLUMN.test(name))
  expect(skipped.filter((name) => !/(^|_)(id|ids|by)$/.test(name)).sort()).toEqual([
    'corpus_snapshot',
    'detection_key',
    'file_sha256',
    'hash',
    'ip_address',
    'key_fingerprint',
    'logo_key_fingerprint',
    'logo_sealed_key',
    'logo_sha256',
    'logo_storage_key',
    'name_key',
    'name_keys',
    'password_hash',
    'period_key',
    'pps_key_fingerprint',
    'pps_number_binding',
    'pps_number_encrypted',
    'pps_number_hash',
    'previous_hash',
    'prompt_sha256s',
    'sealed_key',
    'search_key',
    'secret_hash',
    'sha256',
    'signature',
    'storage_key',
  ])
})

describe('texts stored by an earlier version', () => {
  let firm: Firm
  let other: Firm
  let records: Record<string, string>
  beforeAll(async () => {
    assertNotInLogs(service().runFolder, PPS_NUMBER)
    firm = await createFirm(service())
    other = await createFirm(service())
    const employer = await firm.hasEmployer()
    const scheme = await firm.hasScheme({ employerId: employer.id })
    records = { employer: employer.id, scheme: scheme.id }
  })

  test('a scan of texts of the present version finds none and records no entry', async () => {
    expect(await scan()).toEqual({ job: 'scan-free-text', ran: true, did: { found: 0 }, failedFirms: 0 })
    expect(await found(firm)).toEqual([])
  })

  test('the administrator reads record, table and columns in the audit log of the firm, and never the text', async () => {
    const spaced = PPS_NUMBER.replace(/(\d{4})(\d{3})/, '$1 $2 ')
    await service().asOwner('update employers set address = $2, group_name = $3 where id = $1', [
      records.employer,
      `The number is ${spaced}`,
      PPS_NUMBER,
    ])
    await service().asOwner('update schemes set trustee_body = $2::jsonb where id = $1', [
      records.scheme,
      JSON.stringify({ name: 'Trustees', members: [{ note: PPS_NUMBER }] }),
    ])
    await service().asOwner(
      `insert into breaches (tenant_id, id, source, category, title, search_key, description, occurred_on, detected_on, aware_at, severity, is_restricted)
        values ($1, 'brestricted', 'MANUAL', 'OTHER', 'Case', 'case', $2, '2026-01-01', '2026-01-01', now(), 'LOW', true)`,
      [firm.id, PPS_NUMBER],
    )
    expect((await scan()).did).toEqual({ found: 3 })
    const entries = await found(firm)
    expect(entries).toHaveLength(3)
    expect(entries).toEqual(
      expect.arrayContaining([
        {
          entityType: 'employer',
          entityId: records.employer,
          newState: {
            id: records.employer,
            kind: 'employer',
            table: 'employers',
            columns: ['address', 'group_name'],
          },
        },
        expect.objectContaining({ entityType: 'scheme', entityId: records.scheme }),
        expect.objectContaining({ entityType: 'breach', entityId: 'brestricted' }),
      ]),
    )
    expect(JSON.stringify(entries)).not.toContain(PPS_NUMBER)
    expect(await found(other)).toEqual([])
  })

  test('a corrected text is not reported again', async () => {
    await service().asOwner('update employers set address = null, group_name = null where id = $1', [
      records.employer,
    ])
    expect((await scan()).did).toEqual({ found: 2 })
  })

  test('a table with more rows than a batch is scanned completely', async () => {
    await service().asOwner(
      `insert into employers (tenant_id, id, legal_name, search_key, address)
        select $1, 'e' || lpad(n::text, 8, '0'), 'E' || n, 'e' || n, case when n in (1, 500, 501, 1203) then $2 end
          from generate_series(1, 1203) n`,
      [other.id, PPS_NUMBER],
    )
    await scan()
    expect((await found(other)).map(({ entityId }) => entityId).sort()).toEqual([
      'e00000001',
      'e00000500',
      'e00000501',
      'e00001203',
    ])
  })
})
