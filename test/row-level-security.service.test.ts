/**
 * Row-level security alone: PostgreSQL keeps firms, employers and members apart when all checks of the application are off.
 * Tables, columns, references and functions come from the PostgreSQL catalogue, so that a new one is tested automatically.
 */
import pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { ROLES } from '../src/contract/access.ts'
import { createFeed } from '../src/contract/calendar-feeds.ts'
import { recordFunds } from '../src/contract/contributions.ts'
import type { Role } from '../src/contract/define.ts'
import { CONTRACTS } from '../src/contract/index.ts'
import { recordMemberEmoluments } from '../src/contract/member-emoluments.ts'
import { createScheme } from '../src/contract/schemes.ts'
import { createUser } from '../src/contract/users.ts'
import { auditEntries } from '../src/server/areas/firm/audit/records.ts'
import { tenants } from '../src/server/areas/firm/tenants/records.ts'
import { users } from '../src/server/areas/firm/users/records.ts'
import {
  keyFunctionCoverage,
  keyFunctionHolders,
} from '../src/server/areas/governance/key-function-holders/index.ts'
import { outsourcingArrangements } from '../src/server/areas/governance/outsourcing-arrangements/index.ts'
import { serviceProviders } from '../src/server/areas/governance/service-providers/index.ts'
import { contributions } from '../src/server/areas/members/contributions/records.ts'
import { members } from '../src/server/areas/members/members/records.ts'
import { employers } from '../src/server/areas/schemes/employers/records.ts'
import { schemes } from '../src/server/areas/schemes/schemes/records.ts'
import { trustees } from '../src/server/areas/schemes/trustees/records.ts'
import { createId } from '../src/server/platform/ids.ts'
import { IsolationError, verifyIsolation } from '../src/server/platform/isolation.ts'
import { RESOURCES } from '../src/server/platform/resources.ts'
import { runRows } from '../src/server/platform/statements.ts'
import { assertNotInLogs } from './harness/canaries.ts'
import { seedFirmWithEverything, seedSecondEmployer } from './harness/firm-fixture.ts'
import type { FirmFixture } from './harness/fixture-records.ts'
import { type Caller, createCaller, nextUniqueText, type Reply } from './harness/people.ts'
import { findSample, isForPeople } from './harness/samples.ts'
import { useService } from './harness/service.ts'
import { isPlatformTable, listTables, readStoredDigests } from './harness/stored-rows.ts'

const service = useService({ ownDatabase: true })

let firm: FirmFixture
let neighbour: FirmFixture
let otherFirm: FirmFixture
let everyTable: string[]
/** Tables that hold records of firms. */
let tables: string[]
/** Names that only the other firm uses. */
let othersNames: string[]
beforeAll(async () => {
  firm = await seedFirmWithEverything(service())
  neighbour = await seedSecondEmployer(firm)
  otherFirm = await seedFirmWithEverything(service())
  everyTable = await listTables(service())
  tables = everyTable.filter((table) => !isPlatformTable(table))
  // Every table holds rows of both firms; otherwise their absence in a result would prove nothing.
  for (const { people, records } of [firm, otherFirm]) {
    const headers = { 'idempotency-key': 'a key' }
    const sent = { employerId: records.employer, name: `Scheme ${nextUniqueText()}`, type: 'DC' }
    expect((await people.BrokerUser.send(createScheme, sent, { headers })).status).toBe(201)
    await service().asOwner(
      'insert into revoked_sessions (tenant_id, user_id, session_id) values ($1, $2, $3), ($1, $4, $5)',
      [records.tenant, people.BrokerUser.id, createId(), people.EmployerUser.id, createId()],
    )
    for (const person of [people.BrokerUser, people.EmployerUser]) {
      const factor = [records.tenant, createId(), person.id]
      await service().asOwner(
        "insert into authenticator_apps (tenant_id, id, user_id, sealed_secret) values ($1, $2, $3, 'sealed')",
        factor,
      )
      await service().asOwner(
        `insert into passkeys (tenant_id, id, user_id, name, credential, public_key, counter) values ($1, $2, $3, 'Key', $2, 'key', 0)`,
        factor,
      )
      await service().asOwner(
        'insert into recovery_codes (tenant_id, id, user_id, code_hash) values ($1, $2, $3, $2)',
        factor,
      )
      await service().asOwner(
        `insert into factor_challenges (tenant_id, id, user_id, purpose, bound_to, session_version, expires_at)
         values ($1, $2, $3, 'SIGN_IN', $2, 1, now())`,
        factor,
      )
      await service().asOwner(
        `insert into sessions (tenant_id, id, user_id, session_version, method) values ($1, $2, $3, 1, 'PASSWORD')`,
        factor,
      )
    }
    await service().asOwner(
      `insert into single_sign_ons (tenant_id, id, issuer, client_id, sealed_client_secret, is_on, is_required, trusts_addresses, trusts_factor)
       values ($1, $2, 'https://login.example', 'client', 'sealed', false, false, false, false)`,
      [records.tenant, createId()],
    )
    await service().asOwner(
      'insert into single_sign_on_domains (tenant_id, id, domain) values ($1, $2, $2)',
      [records.tenant, createId()],
    )
    for (const person of [people.BrokerUser, people.EmployerUser])
      await service().asOwner(
        `insert into single_sign_on_links (tenant_id, id, user_id, issuer, subject) values ($1, $2, $3, 'https://login.example', $2)`,
        [records.tenant, createId(), person.id],
      )
    await service().asOwner(
      "insert into unclaimed_files (tenant_id, storage_key) values ($1, $1 || '/one'), ($1, $1 || '/other')",
      [records.tenant],
    )
    await people.BrokerUser.call(recordFunds, { id: records.contribution, amountCents: 1 })
    await service().asOwner(
      `insert into contribution_reports (tenant_id, batch_id, employer_id, columns, rows) values ($1, $2, $3, '[]', '[]')`,
      [records.tenant, records.contribution, records.employer],
    )
    await service().asOwner(
      `insert into import_mappings (tenant_id, scheme_id, employer_id, kind, mapping) values ($1, $2, $3, 'CONTRIBUTIONS', '{}')`,
      [records.tenant, records.scheme, records.employer],
    )
    await service().asOwner(
      `insert into policy_acknowledgements (tenant_id, policy_id, number, user_id, id, sha256) values ($1, $2, 1, $3, $4, 'sha256')`,
      [records.tenant, records.writtenPolicy, people.BrokerUser.id, createId()],
    )
    await people.BrokerUser.call(recordMemberEmoluments, {
      id: records.member,
      year: 2025,
      emolumentsCents: 4_000_000,
    })
    await service().asOwner(
      `insert into statement_checklists (tenant_id, id, document_id, document_number, answers) values ($1, $2, $3, 1, '[]')`,
      [records.tenant, createId(), records.document],
    )
    await people.BrokerUser.call(createFeed, {})
    await service().asOwner(
      `insert into audit_checkpoints (tenant_id, sequence, hash, sealed_at, public_key, signature) values ($1, 1, 'hash', now(), 'key', 'signature')`,
      [records.tenant],
    )
    await service().asOwner(
      `insert into sent_reminders (tenant_id, id, user_id, employer_id, kind, for_on, items) values ($1, $2, $3, $4, 'DIGEST', '2026-11-20', '[]')`,
      [records.tenant, createId(), people.BrokerUser.id, records.employer],
    )
    await service().asOwner(
      `insert into compliance_snapshots (tenant_id, scheme_id, taken_on, taken_at, id, rating, overdue, due_soon, digest)
       values ($1, $2, '2026-11-20', now(), $3, 'GREEN', 0, 0, 'digest')`,
      [records.tenant, records.scheme, createId()],
    )
    await service().asOwner(
      `insert into scheme_data_quality (tenant_id, scheme_id, member_count, pps_number_missing, birth_date_missing, birth_date_improbable,
         joining_date_missing, email_missing, pay_missing, expires_on) values ($1, $2, 1, 0, 0, 0, 0, 0, 0, 'infinity')`,
      [records.tenant, records.scheme],
    )
    await service().asOwner(
      `insert into ai_disclosures (tenant_id, id, user_id, purpose, url, model, body, sha256, began_at)
       select $1, id, user_id, 'ANSWER', 'https://provider.example', 'a model', '{}', 'sha256', now() from (values ($2, $4), ($3, $5)) v (id, user_id)`,
      [records.tenant, createId(), createId(), people.BrokerUser.id, people.BrokerAdmin.id],
    )
    for (const role of ['BrokerUser', 'EmployerUser'] as const) {
      const email = `invited-${nextUniqueText()}@example.com`
      assertNotInLogs(service().runFolder, email)
      const binding = role === 'EmployerUser' ? { employerId: records.employer } : {}
      await people.BrokerAdmin.call(createUser, { email, name: 'Invited person', role, ...binding })
    }
  }
  othersNames = (
    await service().asOwner<{ name: string }>(
      `select name from schemes where tenant_id = $1 union all select last_name from members where tenant_id = $1
       union all select person_name from trustees where tenant_id = $1 union all select holder_name from key_function_holders where tenant_id = $1 union all select email from users where tenant_id = $1`,
      [otherFirm.records.tenant],
    )
  ).map(({ name }) => name)
})

type Run = <T = Record<string, unknown>>(text: string, values?: unknown[]) => Promise<T[]>
const TAKEN_BACK = Symbol('taken back')

/** Runs a transaction like the service, with the scope of this person or with none, and rolls it back at the end. */
async function within<T>(person: Caller | null, work: (run: Run) => Promise<T>): Promise<T> {
  let result: T | undefined
  await service()
    .database.write(async (tx) => {
      const run: Run = (text, values = []) => runRows(tx, text, values)
      await run("select set_config('role', 'pcs_app', true)")
      if (person) {
        const [entered] = await run<{ firm: string | null }>('select app.enter($1, 1, null, false) as firm', [
          person.id,
        ])
        expect(entered?.firm).toBe('ACTIVE')
      }
      result = await work(run)
      throw TAKEN_BACK
    })
    .catch((error: unknown) => {
      if (error !== TAKEN_BACK) throw error
    })
  return result as T
}

const tenantColumn = (table: string): string => (table === 'tenants' ? 'id' : 'tenant_id')
const countOf = async (run: Run, table: string, where = 'true', values: unknown[] = []): Promise<number> => {
  const [row] = await run<{ count: number }>(
    `select count(*)::int as count from ${table} t where ${where}`,
    values,
  )
  return row?.count ?? -1
}
const asOwner: Run = (text, values) => service().asOwner(text, values) as Promise<never[]>

/** Returns the SQLSTATE of the refusal, or the number of rows that the work returned. */
async function refusalOf(work: () => Promise<unknown[]>): Promise<string> {
  try {
    return `${(await work()).length} rows`
  } catch (error) {
    return (error as { code?: string }).code ?? String(error)
  }
}
const DENIED = '42501'

/** Tables whose rows only their own user can access, in any role. */
const PERSONAL = [
  'authenticator_apps',
  'factor_challenges',
  'idempotency_keys',
  'inbox_items',
  'passkeys',
  'recovery_codes',
  'revoked_sessions',
  'saved_views',
  'sessions',
]

/** Tables that hold no records of a user or firm: only functions with the rights of their owner access them. */
const OF_FUNCTIONS = [
  'job_firms',
  'job_states',
  'key_checks',
  'kinds_of_firms',
  'mail_outbox',
  'sign_in_states',
]

describe('the catalogue', () => {
  test('every table forces row-level security and belongs to an owner who cannot log in', async () => {
    const rows = await asOwner<{ name: string }>(`
      select c.relname as name, c.relrowsecurity as enabled, c.relforcerowsecurity as forced, r.rolname as owner,
             r.rolcanlogin or r.rolsuper or r.rolbypassrls as mighty
        from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_roles r on r.oid = c.relowner
       where n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast') and c.relkind in ('r', 'p', 'f')
         and c.relname <> 'schema_migrations' order by 1`)
    expect(rows).toEqual(
      [...everyTable, ...OF_FUNCTIONS]
        .sort()
        .map((name) => ({ name, enabled: true, forced: true, owner: 'pcs_owner', mighty: false })),
    )
    expect(tables.length).toBeGreaterThan(8)
  })

  test("the service's role cannot access tables that only functions read", async () => {
    expect(
      await asOwner(`select c.relname as name,
          has_table_privilege('pcs_app', c.oid, 'select, insert, update, delete, truncate, references, trigger') as granted
        from pg_class c where c.relnamespace = 'app'::regnamespace and c.relkind in ('r', 'p', 'f') order by 1`),
    ).toEqual(OF_FUNCTIONS.map((name) => ({ name, granted: false })))
  })

  test('app.owner_of covers exactly the kinds of records', async () => {
    for (const kind of Object.keys(RESOURCES))
      expect(await asOwner('select * from app.owner_of($1, $2)', [kind, 'cabsent']), kind).toEqual([])
    await expect(asOwner('select * from app.owner_of($1, $2)', ['unknown', 'cabsent'])).rejects.toThrow(
      'Unknown kind of record',
    )
  })

  test('there is no view, because a view has the rights of its owner', async () => {
    expect(
      await asOwner(`select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname in ('public', 'app') and c.relkind in ('v', 'm')
          and not coalesce('security_invoker=true' = any (c.reloptions), false)`),
    ).toEqual([])
  })

  test('the role of the service owns no objects, can create none, and is a member of no role', async () => {
    expect(
      await asOwner(`
        select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolcanlogin, rolreplication,
               has_schema_privilege('pcs_app', 'public', 'create') as creates,
               has_schema_privilege('pcs_app', 'app', 'create') as "createsInApp",
               exists (select from pg_auth_members m where m.member = r.oid) as "isMember",
               exists (select from pg_shdepend d where d.refobjid = r.oid and d.deptype = 'o') as owns
          from pg_roles r where rolname = 'pcs_app'`),
    ).toEqual([
      {
        rolsuper: false,
        rolbypassrls: false,
        rolcreaterole: false,
        rolcreatedb: false,
        rolcanlogin: false,
        rolreplication: false,
        creates: false,
        createsInApp: false,
        isMember: false,
        owns: false,
      },
    ])
  })

  /**
   * A user may remove a document with its versions, a risk from a draft register, a saved view, and their own comment; an
   * administrator the single sign-on of the firm and the link of a user. The service
   * deletes the entry of an upload in progress when the file is stored.
   */
  const REMOVABLE = [
    'comments',
    'document_versions',
    'documents',
    'import_drafts',
    'risk_items',
    'saved_views',
    'scheme_data_changes',
    'single_sign_on_domains',
    'single_sign_on_links',
    'single_sign_ons',
    'unclaimed_files',
    'webhooks',
  ]

  test('the role of the service deletes from these tables only, and empties nothing', async () => {
    const mights = await asOwner(`
      select c.relname, p.privilege from pg_class c join pg_namespace n on n.oid = c.relnamespace,
             unnest(array['DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER']) as p (privilege)
       where n.nspname in ('public', 'app') and c.relkind in ('r', 'p') and has_table_privilege('pcs_app', c.oid, p.privilege)
       order by 1`)
    expect(mights).toEqual(REMOVABLE.map((relname) => ({ relname, privilege: 'DELETE' })))
    for (const table of tables) {
      const deletion = REMOVABLE.includes(table) ? [] : [`delete from ${table}`]
      for (const statement of [...deletion, `truncate ${table} cascade`]) {
        expect(
          await refusalOf(() => within(firm.people.SuperAdmin, (run) => run(statement))),
          statement,
        ).toBe(DENIED)
      }
    }
  })

  test('every policy for the role of the service checks the scope', async () => {
    const policies = await asOwner<{ tablename: string; qual: string | null; with_check: string | null }>(
      "select tablename, qual, with_check from pg_policies where schemaname = 'public' and permissive = 'PERMISSIVE' and 'pcs_app' = any (roles)",
    )
    expect(new Set(policies.map(({ tablename }) => tablename))).toEqual(new Set(everyTable))
    for (const { tablename, qual, with_check } of policies.filter((one) => !isPlatformTable(one.tablename))) {
      for (const expression of [qual, with_check].filter((text) => text !== null))
        expect(expression, tablename).toMatch(
          /app\.(reaches|reaches_document|writes_in)\(|FROM (users u|documents d)\b/,
        )
    }
    const others = await asOwner(
      "select tablename from pg_policies where schemaname = 'public' and roles && array['public']::name[]",
    )
    expect(others).toEqual([])
  })

  test('every reference between tables names the firm on both sides', async () => {
    const references = await asOwner<{ name: string; columns: string[]; foreign: string[] }>(`
      select k.conrelid::regclass || ' -> ' || k.confrelid::regclass as name,
             array(select a.attname::text from unnest(k.conkey) with ordinality u (n, i) join pg_attribute a on a.attrelid = k.conrelid and a.attnum = u.n order by i) as columns,
             array(select a.attname::text from unnest(k.confkey) with ordinality u (n, i) join pg_attribute a on a.attrelid = k.confrelid and a.attnum = u.n order by i) as foreign
        from pg_constraint k where k.contype = 'f'`)
    expect(references.length).toBeGreaterThan(8)
    for (const { name, columns, foreign } of references.filter(
      (one) => !isPlatformTable(one.name.split(' -> ')[0] ?? ''),
    )) {
      // The account of a person with a grant can be of any firm, or of none; app.enter_with_grant compares the person.
      const firm = name === 'grants -> users' ? ['user_tenant_id'] : ['tenant_id', 'id']
      expect(firm, name).toContain(columns[0])
      expect(foreign[0], name).toBe(name.endsWith('-> tenants') ? 'id' : 'tenant_id')
    }
    const referring = await asOwner<{ name: string }>(`
      select c.relname || '.' || a.attname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
        join pg_namespace n on n.oid = c.relnamespace
       where n.nspname = 'public' and c.relkind in ('r', 'p') and a.attname like '%\\_id' and a.attnum > 0
         and not exists (select from pg_constraint k where k.conrelid = c.oid and k.contype = 'f' and a.attnum = any (k.conkey))
       order by 1`)
    // The audit log refers to records that may be deleted, and its actor may belong to the platform. Sessions and rules are not
    // records. The table of a draft's subject depends on its kind. The public texts belong to no firm. A client of a provider is no record. Reviews, comments and inbox
    // items refer to records of several kinds, and so do papers for trustees. The user of a stored answer, of an acknowledgement and of a
    // response can be a trustee, whose account belongs to another firm or to none.
    expect(referring.map(({ name }) => name)).toEqual([
      'ai_disclosures.user_id',
      'audit_log.actor_id',
      'audit_log.entity_id',
      'comments.entity_id',
      'corpus_documents.doc_id',
      'corpus_postings.chunk_id',
      'corpus_postings.term_id',
      'corpus_reviews.document_id',
      'corpus_reviews.ingest_id',
      'corpus_reviews.record_id',
      'drafts.subject_id',
      'idempotency_keys.user_id',
      'inbox_items.entity_id',
      'obligations.rule_id',
      'policy_acknowledgements.user_id',
      'revoked_sessions.session_id',
      'rule_decisions.rule_id',
      'single_sign_ons.client_id',
      'trustee_review_responses.user_id',
      'trustee_reviews.subject_id',
      'webhook_deliveries.entity_id',
      'webhook_deliveries.scheme_id',
    ])
  })

  test('unique indexes apply within a firm, except for addresses, their domains and tokens', async () => {
    const rows = await asOwner<{ name: string; table: string }>(`
      select i.indexrelid::regclass::text as name, c.relname as table from pg_index i join pg_class c on c.oid = i.indrelid
        join pg_namespace n on n.oid = c.relnamespace
        join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
       where n.nspname = 'public' and i.indisunique and a.attname <> 'tenant_id' and c.relname not in ('tenants', 'schema_migrations')
       order by 1`)
    expect(rows.filter(({ table }) => !isPlatformTable(table)).map(({ name }) => name)).toEqual([
      'api_keys_by_secret',
      'calendar_feeds_by_token',
      'password_tokens_hash',
      'single_sign_on_domains_domain',
      'users_email',
    ])
  })

  test('every function with the rights of its owner is not public and ignores temporary tables', async () => {
    const functions = await asOwner<{ name: string; settings: string[]; owner: string; open: boolean }>(`
      select p.oid::regprocedure::text as name, p.proconfig as settings, r.rolname as owner,
             p.proacl is null or exists (select from aclexplode(p.proacl) x where x.grantee = 0) as open
        from pg_proc p join pg_namespace n on n.oid = p.pronamespace join pg_roles r on r.oid = p.proowner
       where n.nspname not in ('pg_catalog', 'information_schema') and p.prosecdef`)
    expect(functions.length).toBeGreaterThan(4)
    for (const { name, settings, owner, open } of functions) {
      // Settings of the planner change how rows are found, not which.
      const changesResults = settings?.filter((setting) => !setting.startsWith('enable_'))
      expect({ settings: changesResults, owner, open }, name).toEqual({
        // PostgreSQL searches pg_temp first unless the path names it.
        settings: ['search_path=pg_catalog, public, pg_temp'],
        owner: 'pcs_owner',
        open: false,
      })
    }
  })
})

describe('without a scope', () => {
  test('every table is empty', async () => {
    for (const table of tables) {
      expect(await countOf(asOwner, table), `${table} has rows to be hidden`).toBeGreaterThan(1)
      expect(await within(null, (run) => countOf(run, table)), table).toBe(0)
    }
  })

  test('nothing can be written', async () => {
    for (const table of tables) {
      const column = await writableColumn(table)
      if (column)
        expect(
          await within(null, (run) => run(`update ${table} set ${column} = ${column} returning 1`)),
          table,
        ).toEqual([])
      expect(await insertCopy(null, table), table).toBe(DENIED)
    }
  })

  test('an ended session and an unknown scope give access to no row', async () => {
    for (const open of [
      "select app.enter('nobody', 1, null, false)",
      `select app.enter('${firm.people.BrokerUser.id}', 99, null, false)`,
      "select set_config('app.scope', 'everything', true)",
      "select set_config('app.scope', 'tenant', true)",
      "select set_config('app.scope', 'tenant', true), set_config('app.tenant', '', true)",
    ]) {
      await within(null, async (run) => {
        await run(open)
        for (const table of tables) expect(await countOf(run, table), `${table} after ${open}`).toBe(0)
      })
    }
  })

  test.each([
    ['find_candidates', "app.find_candidates('scheme', $1, $2)"],
    ['find_obligations', 'app.find_obligations($1, $2)'],
  ])('%s finds what has the words for the firm itself only', async (_name, call) => {
    const [obligation] = await asOwner<{ scheme: string; words: string }>(
      `select o.scheme_id as scheme, s.search_key as words from obligations o join schemes s on s.tenant_id = o.tenant_id and s.id = o.scheme_id
        where o.tenant_id = $1 order by o.id limit 1`,
      [otherFirm.records.tenant],
    )
    const find = (person: Caller | null) =>
      within(person, async (run) => {
        const [found] = await run<{ ids: string[] | null }>(`select ${call} as ids`, [
          otherFirm.records.tenant,
          obligation?.words,
        ])
        return found?.ids
      })
    expect(await find(otherFirm.people.BrokerUser)).not.toEqual([])
    for (const person of [null, firm.people.BrokerAdmin, firm.people.EmployerUser, firm.people.Member])
      expect(await find(person), person?.role ?? 'nobody').toEqual([])
  })

  test('a scope ends with its transaction', async () => {
    for (let i = 0; i < 10; i++) {
      expect(await within(firm.people.SuperAdmin, (run) => countOf(run, 'schemes'))).toBeGreaterThan(0)
      expect(await within(null, (run) => countOf(run, 'schemes'))).toBe(0)
    }
    const role = { text: "select set_config('role', 'pcs_app', true)", values: [] }
    const enter = { text: 'select app.enter($1, 1, null, false)', values: [firm.people.SuperAdmin.id] }
    const count = { text: 'select count(*) from schemes', values: [] }
    const [, , inside] = await service().database.batch([role, enter, count])
    expect(Number(inside?.[0]?.[0])).toBeGreaterThan(0)
    expect((await service().database.batch([role, count]))[1]).toEqual([['0']])
  })
})

/** Finds a column that the service's database role may update, or null. */
async function writableColumn(table: string): Promise<string | null> {
  const [row] = await asOwner<{ name: string }>(
    `select a.attname as name from pg_attribute a
      where a.attrelid = $1::regclass and a.attnum > 0 and a.attgenerated = '' and a.attidentity = '' and not a.attisdropped
        and has_column_privilege('pcs_app', a.attrelid, a.attnum, 'update') order by a.attname <> 'tenant_id', a.attnum limit 1`,
    [table],
  )
  return row?.name ?? null
}

/** Inserts a copy of a row of that firm with the given values instead; returns the refusal. */
async function insertCopy(
  person: Caller | null,
  table: string,
  instead: Record<string, unknown> = {},
  tenant = otherFirm.records.tenant,
): Promise<string> {
  const columns = await asOwner<{ name: string }>(
    `select a.attname as name from pg_attribute a
      where a.attrelid = $1::regclass and a.attnum > 0 and a.attgenerated = '' and not a.attisdropped`,
    [table],
  )
  const [found] = await asOwner<{ row: object }>(
    `select to_jsonb(t) as row from ${table} t where ${tenantColumn(table)} = $1 limit 1`,
    [tenant],
  )
  if (!found) throw new Error(`${table} has no row of the firm`)
  const names = columns.map(({ name }) => name)
  const fresh = {
    ...found.row,
    ...(names.includes('id') ? { id: createId() } : {}),
    ...(names.includes('email') ? { email: `${createId()}@example.com` } : {}),
    ...(names.includes('key') ? { key: createId() } : {}),
    ...(names.includes('session_id') ? { session_id: createId() } : {}),
    ...(names.includes('sequence') ? { sequence: 1_000_000 } : {}),
    ...instead,
  }
  const list = names.join(', ')
  const text = `insert into ${table} (${list}) select ${list} from jsonb_populate_record(null::${table}, $1::jsonb) returning 1`
  return refusalOf(() => within(person, (run) => run(text, [JSON.stringify(fresh)])))
}

describe('the public texts', () => {
  beforeAll(() =>
    service().asOwner(`
      with document as (
        insert into corpus_documents (id, doc_id, title, kind, authority_rank, version_on, content_hash)
        values ('cpublic', 'A-LAW', 'A law', 'IE_ACT', 1, '2020-01-01', 'hash') returning id),
      ingest as (
        insert into corpus_ingests (id, document_id, outcome, version_on, passages_added, passages_changed, passages_removed)
        select 'cingest', id, 'ADDED', '2020-01-01', 1, 0, 0 from document),
      chunk as (
        insert into corpus_chunks (document_id, anchor, ordinal, unit_kind, citation, heading_path, body, content_hash)
        select id, 'article-1', 0, 'ARTICLE', 'Article 1', '{}', 'Words', 'hash' from document returning id),
      term as (insert into corpus_terms (field, lexeme, chunks) values ('WORD', 'word', 1) returning id),
      field as (insert into corpus_fields (field, chunks, terms, mean_length) values ('WORD', 1, 1, 1)),
      embedder as (insert into corpus_embedders (model) values ('a model') returning id),
      embedding as (
        insert into corpus_embeddings (embedder_id, chunk_id, content_hash, embedding)
        select embedder.id, chunk.id, 'hash', '[1,2]' from embedder, chunk),
      terms as (
        insert into corpus_chunk_terms (chunk_id, term_ids, weights) select chunk.id, array[term.id], array[1] from term, chunk)
      insert into corpus_postings (term_id, chunk_id, weight) select term.id, chunk.id, 1 from term, chunk`),
  )
  const open = (): string[] => everyTable.filter(isPlatformTable)

  test('can be read only by users of a firm', async () => {
    expect(open().length).toBeGreaterThan(0)
    for (const table of open()) {
      expect(await within(firm.people.BrokerUser, (run) => countOf(run, table)), table).toBeGreaterThan(0)
      for (const person of [null, firm.people.EmployerAdmin, firm.people.Member])
        expect(await within(person, (run) => countOf(run, table)), table).toBe(0)
    }
  })

  test('can be written only by the platform', async () => {
    for (const table of open()) {
      const column = await writableColumn(table)
      const write = (person: Caller | null) =>
        within(person, (run) => run(`update ${table} set ${column} = ${column} returning 1`))
      for (const person of [null, firm.people.BrokerAdmin, firm.people.EmployerAdmin, firm.people.Member])
        expect(await write(person), table).toEqual([])
      expect(await write(firm.people.SuperAdmin), table).not.toEqual([])
    }
    for (const person of [null, firm.people.BrokerAdmin, firm.people.Member])
      expect(
        await refusalOf(() =>
          within(person, (run) =>
            run(`insert into corpus_terms (field, lexeme, chunks) values ('WORD', 'another', 1) returning 1`),
          ),
        ),
      ).toBe(DENIED)
  })
})

describe("a firm's scope", () => {
  test.each(['BrokerAdmin', 'BrokerUser'] as const)(
    'of a %s covers every row of the firm and none of another',
    async (role) => {
      const person = firm.people[role]
      for (const table of tables) {
        const column = tenantColumn(table)
        // Only BrokerAdmins read the audit log (Spec 2.6 rule 4); a BrokerUser reads only their own rows of the AI disclosure log.
        const own = [...PERSONAL, ...(role === 'BrokerUser' ? ['ai_disclosures'] : [])].includes(table)
          ? 'user_id = $2'
          : ['audit_log', 'audit_checkpoints'].includes(table) && role === 'BrokerUser'
            ? 'false'
            : 'true'
        const all = await countOf(asOwner, table, `${column} = $1 and $2::text is not null and ${own}`, [
          firm.records.tenant,
          person.id,
        ])
        const visible = await within(person, (run) => countOf(run, table))
        const others = await within(person, (run) =>
          countOf(run, table, `t.${column} <> $1`, [firm.records.tenant]),
        )
        expect({ table, seen: visible, others }).toEqual({ table, seen: all, others: 0 })
      }
    },
  )

  test('cannot change a row of another firm or move its own row to another firm', async () => {
    for (const table of tables) {
      const column = await writableColumn(table)
      if (!column) continue
      const [own, foreign] = [firm.records.tenant, otherFirm.records.tenant]
      const person = firm.people.BrokerUser
      const tenant = tenantColumn(table)
      if (table !== 'audit_chains') {
        expect(
          await within(person, (run) =>
            run(`update ${table} set ${column} = ${column} where ${tenant} = $1 returning 1`, [foreign]),
          ),
          table,
        ).toEqual([])
        expect(
          await within(person, (run) =>
            run(`update ${table} set ${column} = ${column} where ${tenant} = $1 returning 1`, [own]),
          ),
          `${table}: its own it may`,
        ).not.toEqual([])
      }
      expect(
        await refusalOf(() =>
          within(person, (run) =>
            run(`update ${table} set ${tenant} = $2 where ${tenant} = $1 returning 1`, [own, foreign]),
          ),
        ),
        `${table}: given away`,
      ).toBe(DENIED)
    }
  })

  test('cannot insert a row of another firm', async () => {
    for (const table of tables) {
      for (const person of [firm.people.BrokerAdmin, firm.people.EmployerUser, firm.people.Member]) {
        expect(await insertCopy(person, table), `${table} by ${person.role}`).toBe(DENIED)
      }
    }
  })

  test('of the platform covers every row', async () => {
    for (const table of tables.filter((one) => !PERSONAL.includes(one))) {
      expect(await within(firm.people.SuperAdmin, (run) => countOf(run, table)), table).toBe(
        await countOf(asOwner, table),
      )
    }
  })
})

/** Rows of their firm within the scope of an employer and of a member, as SQL conditions. Other tables: no row. */
const NARROWER: Record<string, { employer: string; member: string }> = {
  tenants: { employer: 'id = $1', member: 'id = $1' },
  employers: { employer: 'id = $2', member: 'false' },
  // A member reads their own account, an employer's user those of the employer.
  users: { employer: 'employer_id = $2', member: 'member_id = $3' },
  password_tokens: {
    employer: 'user_id in (select id from users where employer_id = $2)',
    member: 'user_id in (select id from users where member_id = $3)',
  },
  idempotency_keys: { employer: 'user_id = $4', member: 'user_id = $4' },
  revoked_sessions: { employer: 'user_id = $4', member: 'user_id = $4' },
  authenticator_apps: { employer: 'user_id = $4', member: 'user_id = $4' },
  passkeys: { employer: 'user_id = $4', member: 'user_id = $4' },
  recovery_codes: { employer: 'user_id = $4', member: 'user_id = $4' },
  factor_challenges: { employer: 'user_id = $4', member: 'user_id = $4' },
  sessions: { employer: 'user_id = $4', member: 'user_id = $4' },
  single_sign_on_links: { employer: 'user_id = $4', member: 'user_id = $4' },
  // End of the hash chain, which every new audit entry needs.
  audit_chains: { employer: 'true', member: 'true' },
  schemes: { employer: 'employer_id = $2', member: 'false' },
  members: { employer: 'employer_id = $2', member: 'id = $3' },
  member_pay: { employer: 'employer_id = $2', member: 'member_id = $3' },
  contribution_batches: { employer: 'employer_id = $2', member: 'false' },
  contribution_lines: { employer: 'employer_id = $2', member: 'member_id = $3' },
  contribution_receipts: { employer: 'employer_id = $2', member: 'false' },
  contribution_reports: { employer: 'employer_id = $2', member: 'false' },
  import_mappings: { employer: 'employer_id = $2', member: 'false' },
  payment_accounts: { employer: 'employer_id = $2', member: 'false' },
  import_drafts: { employer: 'employer_id = $2', member: 'false' },
  documents: {
    employer: "employer_id = $2 and visibility <> 'BROKER'",
    member:
      "visibility = 'MEMBER' and coalesce(member_id = $3, scheme_id = (select scheme_id from members where id = $3))",
  },
  document_versions: {
    employer: "document_id in (select id from documents where employer_id = $2 and visibility <> 'BROKER')",
    member: `document_id in (select id from documents where visibility = 'MEMBER'
      and coalesce(member_id = $3, scheme_id = (select scheme_id from members where id = $3)))`,
  },
  // Keys of uploads in progress: every role that can create audit entries can create them.
  unclaimed_files: { employer: 'true', member: 'true' },
}

describe('a scope that is limited to schemes of the firm', () => {
  /** Bookkeeping of the firm and its users, and the registers of the whole firm: no row belongs to a scheme. */
  const OF_THE_FIRM = [
    'ai_disclosures',
    'audit_chains',
    'audit_checkpoints',
    'audit_log',
    'authenticator_apps',
    'factor_challenges',
    'idempotency_keys',
    'passkeys',
    'password_tokens',
    'recovery_codes',
    'revoked_sessions',
    'sent_reminders',
    'service_providers',
    'sessions',
    'tenants',
    'unclaimed_files',
    'users',
  ]
  const limitTo = (run: Run, ...ids: string[]) =>
    run("select set_config('app.schemes', $1, true)", [`{${ids.join(',')}}`])

  test('covers no row of another scheme in any table', async () => {
    const seen: string[] = []
    for (const table of tables) {
      const count = await within(firm.people.BrokerAdmin, async (run) => {
        await limitTo(run, createId())
        return countOf(run, table)
      })
      if (count > 0) seen.push(table)
    }
    expect(seen.filter((table) => !OF_THE_FIRM.includes(table))).toEqual([])
  })

  test('covers the rows of its schemes', async () => {
    const { scheme, employer } = firm.records
    for (const table of [
      'schemes',
      'members',
      'member_pay',
      'contribution_batches',
      'contribution_lines',
      'trustees',
    ]) {
      const count = await within(firm.people.BrokerAdmin, async (run) => {
        await limitTo(run, scheme)
        return countOf(run, table)
      })
      expect(count, table).toBeGreaterThan(0)
    }
    const employers = await within(firm.people.BrokerAdmin, async (run) => {
      await limitTo(run, scheme)
      return run<{ id: string }>('select id from employers')
    })
    expect(employers.map(({ id }) => id)).toContain(employer)
  })

  test('cannot change, add or move a row to another scheme', async () => {
    const { scheme, member } = firm.records
    const other = neighbour.records.scheme
    const refusal = await refusalOf(() =>
      within(firm.people.BrokerAdmin, async (run) => {
        await limitTo(run, scheme)
        return run('update members set scheme_id = $2 where id = $1 returning 1', [member, other])
      }),
    )
    expect(refusal).toBe(DENIED)
    const touched = await within(firm.people.BrokerAdmin, async (run) => {
      await limitTo(run, other)
      return run('update members set updated_at = updated_at where id = $1 returning 1', [member])
    })
    expect(touched).toEqual([])
  })
})

describe("an employer's and a member's scope", () => {
  test.each(['EmployerAdmin', 'EmployerUser', 'Member'] as const)(
    'of a %s is narrower than the firm in every table',
    async (role) => {
      const person = firm.people[role]
      const { tenant, employer, member } = firm.records
      const values = [tenant, employer, member, person.id]
      for (const table of tables) {
        const { employer: ofEmployer, member: ofMember } = NARROWER[table] ?? {
          employer: 'false',
          member: 'false',
        }
        const own = role === 'Member' ? ofMember : ofEmployer
        const all = await asOwner<{ id: string }>(
          `select count(*)::int as count from ${table} where ${tenantColumn(table)} = $1 and ${own}
             and $2::text is not null and $3::text is not null and $4::text is not null`,
          values,
        )
        expect({ table, seen: await within(person, (run) => countOf(run, table)) }).toEqual({
          table,
          seen: (all[0] as unknown as { count: number }).count,
        })
      }
    },
  )

  test.each(['EmployerAdmin', 'EmployerUser', 'Member'] as const)(
    'of a %s cannot change or add a row of another employer',
    async (role) => {
      const person = firm.people[role]
      const { employer, scheme, member, trustee, user } = neighbour.records
      const ids = { employers: employer, schemes: scheme, members: member, trustees: trustee, users: user }
      for (const [table, id] of Object.entries(ids)) {
        const touch = `update ${table} set updated_at = updated_at where id = $1 returning 1`
        expect(await within(person, (run) => run(touch, [id])), table).toEqual([])
        const instead = {
          ...(table === 'members' || table === 'schemes' ? { employer_id: employer } : {}),
          ...(table === 'users' ? { role: 'BrokerUser', employer_id: null, member_id: null } : {}),
        }
        expect(await insertCopy(person, table, instead, firm.records.tenant), table).toBe(DENIED)
      }
    },
  )

  test.each(['EmployerAdmin', 'EmployerUser', 'Member'] as const)(
    'of a %s can read but not write the records of the firm',
    async (role) => {
      const person = firm.people[role]
      for (const table of ['tenants', 'employers', 'schemes', 'members']) {
        const visible = await within(person, (run) => countOf(run, table))
        const touch = `update ${table} set updated_at = updated_at returning 1`
        const refusal = await refusalOf(() => within(person, (run) => run(touch)))
        expect({ table, refusal }).toEqual({ table, refusal: visible > 0 ? DENIED : '0 rows' })
        expect(await insertCopy(person, table, {}, firm.records.tenant), table).toBe(DENIED)
      }
    },
  )

  test('a user of a firm cannot create a SuperAdmin, not even in the database', async () => {
    for (const role of ROLES.filter((one) => one !== 'SuperAdmin')) {
      const person = firm.people[role]
      const promoted = "role = 'SuperAdmin', employer_id = null, member_id = null"
      for (const change of [promoted, `${promoted}, tenant_id = 'platform'`]) {
        const refusal = await refusalOf(() =>
          within(person, (run) => run(`update users set ${change} where id = $1 returning 1`, [person.id])),
        )
        // Refused by row-level security, or by the check constraint that SuperAdmins belong to the platform.
        expect([DENIED, '23514'], `${role}: ${change}`).toContain(refusal)
      }
    }
  })
})

describe("forbidden statements of the service's role", () => {
  test.each([
    ["update audit_log set action = 'nothing'"],
    ["update audit_log set new_state = '{}' where false"],
    ['delete from audit_log'],
    ['truncate audit_log'],
    ['delete from audit_chains'],
    ["update audit_checkpoints set hash = 'x'"],
    ['delete from audit_checkpoints'],
    ['update audit_chains set tenant_id = tenant_id'],
    ['select password_hash from users'],
    ['select * from users'],
    ['select u from users u'],
    ['update users set name = password_hash'],
    ["update users set name = name where password_hash like '$2b$%'"],
    ['update users set name = name returning password_hash'],
    ['copy users to stdout'],
    ['create table mine (id text)'],
    ['create schema mine'],
    ['alter table schemes no force row level security'],
    ['alter table schemes disable row level security'],
    ['create policy mine on schemes using (true)'],
    ['alter table audit_log disable trigger all'],
    ['drop table schemes'],
    ['drop policy reach on schemes'],
    ['alter role pcs_app bypassrls'],
    ['grant pcs_owner to pcs_app'],
    ["select set_config('session_replication_role', 'replica', true)"],
    ['select * from schema_migrations'],
  ])('%s', async (statement) => {
    expect(await refusalOf(() => within(firm.people.SuperAdmin, (run) => run(statement)))).toBe(DENIED)
  })

  test('a temporary table does not replace a real one', async () => {
    await within(firm.people.BrokerUser, async (run) => {
      await run("select set_config('app.scope', '', true)")
      await run(`create temporary table users (tenant_id text, id text, employer_id text, member_id text, email text,
        role text, status text, session_version integer)`)
      await run('create temporary table tenants (id text, status text)')
      await run('grant all on pg_temp.users, pg_temp.tenants to pcs_owner')
      await run(
        "insert into pg_temp.users values ('platform', 'forged', null, null, '', 'SuperAdmin', 'ACTIVE', 1)",
      )
      await run("insert into pg_temp.tenants values ('platform', 'ACTIVE')")
      expect(await run("select app.enter('forged', 1, null, false) as firm")).toEqual([{ firm: null }])
      expect(await run("select current_setting('app.scope') as scope")).toEqual([{ scope: '' }])
    })
  })

  test('not even the owner of the tables can change the audit log', async () => {
    for (const statement of [
      "update audit_log set action = 'nothing'",
      'delete from audit_log',
      'truncate audit_log',
      'delete from audit_chains',
      'truncate audit_chains',
      "update audit_checkpoints set hash = 'x'",
      'delete from audit_checkpoints',
      'truncate audit_checkpoints',
      'update audit_chains set sequence = sequence + 2',
      'update audit_chains set sequence = sequence - 1',
      "update audit_chains set tenant_id = 'platform'",
    ])
      expect(await refusalOf(() => service().asOwner(statement)), statement).toBe(DENIED)
  })
})

test('no record can refer to a record of another firm, also when the database owner writes it', async () => {
  const references = await asOwner<{ table: string; column: string; referred: string }>(`
    select k.conrelid::regclass::text as table, a.attname::text as column, k.confrelid::regclass::text as referred
      from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[2]
     where k.contype = 'f' and cardinality(k.conkey) = 2`)
  expect(references.length).toBeGreaterThan(70)
  for (const { table, column, referred } of references) {
    const [other] = await asOwner<{ id: string }>(`select id from ${referred} where tenant_id = $1 limit 1`, [
      otherFirm.records.tenant,
    ])
    // Also tries columns that are null in every row. The breach of an obligation is a generated column of its subject.
    const assignment =
      column === 'breach_id'
        ? "subject = jsonb_build_object('kind', 'breach', 'id', $2::text)"
        : `${column} = $2`
    const statement = `update ${table} set ${assignment} where ctid =
      (select ctid from ${table} where ${tenantColumn(table)} = $1 order by ${column} is null limit 1)`
    const foreign = [firm.records.tenant, other?.id]
    expect(await refusalOf(() => service().asOwner(statement, foreign)), `${table}.${column}`).toBe('23503')
  }
})

describe('with all checks of the application off', () => {
  /** Returns the person with a SuperAdmin's session: the application refuses nothing, the database sees their own role. */
  const taken = (person: Caller): Promise<Caller> =>
    createCaller(service(), {
      id: person.id,
      email: person.email,
      name: '',
      role: 'SuperAdmin',
      tenantId: person.tenantId,
    })

  test("an unrestricted list contains only the user's own firm", async () => {
    const page = { limit: 200 }
    const everything = { level: 'platform' } as const
    const lists = {
      schemes: schemes.list({ ...page, sort: 'name' }, everything),
      members: members.list({ ...page, sort: 'name' }, everything),
      employers: employers.list({ ...page, sort: 'legalName' }, everything),
      users: users.list({ ...page, sort: 'name' }, everything),
      tenants: tenants.list({ ...page, sort: 'name' }, everything),
      trustees: trustees.list({ ...page, sort: 'personName', id: firm.records.scheme }, everything),
      serviceProviders: serviceProviders.list({ ...page, sort: 'name' }, everything),
      arrangements: outsourcingArrangements.list({ ...page, sort: '-createdAt' }, everything),
      holders: keyFunctionHolders.list({ ...page, sort: '-createdAt' }, everything),
      coverage: keyFunctionCoverage.list({ ...page, sort: 'schemeName' }, everything),
      contributions: contributions.list({ ...page, sort: '-payrollMonth' }, everything),
      audit: auditEntries.list({ ...page, sort: 'sequence' }, everything),
    }
    for (const [name, { text, values }] of Object.entries(lists)) {
      const [row] = await within(firm.people.BrokerAdmin, (run) => run(text, [...values]))
      const data = JSON.parse(String(Object.values(row ?? {})[0])) as { tenantId?: string; id: string }[]
      expect(data.length, name).toBeGreaterThan(0)
      const firms = new Set(data.map(({ tenantId, id }) => (name === 'tenants' ? id : tenantId)))
      expect([...firms], name).toEqual([firm.records.tenant])
    }
    for (const [set, id] of [
      [schemes, otherFirm.records.scheme],
      [members, otherFirm.records.member],
      [employers, otherFirm.records.employer],
      [users, otherFirm.records.user],
      [tenants, otherFirm.records.tenant],
      [trustees, otherFirm.records.trustee],
      [serviceProviders, otherFirm.records.serviceProvider],
      [outsourcingArrangements, otherFirm.records.outsourcingArrangement],
      [keyFunctionHolders, otherFirm.records.keyFunctionHolder],
      [contributions, otherFirm.records.contribution],
    ] as const) {
      const { text, values } = set.one(id)
      expect(await within(firm.people.BrokerAdmin, (run) => run(text, [...values]))).toEqual([])
    }
  })

  const roles: Role[] = ROLES.filter((role) => role !== 'SuperAdmin')
  const operations = CONTRACTS.filter(isForPeople).filter(({ name }) => !name.startsWith('auth.'))

  /** Id of the next transaction that writes. */
  const writtenTransactions = async (): Promise<string | undefined> =>
    (await asOwner<{ next: string }>('select pg_snapshot_xmax(pg_current_snapshot())::text as next'))[0]?.next
  /** Rows of the other firm before the first of these tests; none of the tests may change them. */
  let rowsBefore: string[] | undefined
  const callers = new Map<Role, Promise<Caller>>()
  const takenAs = (role: Role): Promise<Caller> => {
    const caller = callers.get(role) ?? taken(firm.people[role])
    callers.set(role, caller)
    return caller
  }

  test.each(operations)("$name neither shows nor changes another firm's records", async (contract) => {
    rowsBefore ??= await rowsOfOtherFirm()
    const written = await writtenTransactions()
    for (const role of roles) {
      const person = await takenAs(role)
      const reply = await person.send(contract, findSample(contract).sent(otherFirm.records))
      for (const name of othersNames) expect(reply.text, `${contract.name} by ${role}`).not.toContain(name)
      if (findSample(contract).names) expect(isNothing(reply), `${role}: ${reply.text}`).toBe(true)
    }
    // Most operations write nothing. Only after a write does the test compare every row of the other firm.
    if ((await writtenTransactions()) !== written) expect(await rowsOfOtherFirm()).toEqual(rowsBefore)
  })

  test.each(['EmployerUser', 'Member'] as const)(
    'a %s cannot see or change records of another employer',
    async (role) => {
      const person = await taken(firm.people[role])
      const before = await readStoredDigests(service())
      for (const contract of operations.filter((one) => findSample(one).names)) {
        // Every user may read the name of their own firm.
        if (contract.name === 'tenant.get') continue
        const reply = await person.send(contract, findSample(contract).sent(neighbour.records))
        expect(isNothing(reply), `${contract.name}: ${reply.text}`).toBe(true)
      }
      expect(await readStoredDigests(service())).toEqual(before)
    },
  )

  const isNothing = ({ status, body }: Reply): boolean =>
    status >= 400 || (status === 200 && Array.isArray(body.data) && body.data.length === 0)

  async function rowsOfOtherFirm(): Promise<string[]> {
    const parts = tables.map(
      (table) => `select '${table}' || t::text as line from ${table} t where ${tenantColumn(table)} = $1`,
    )
    const rows = await asOwner<{ line: string }>(`${parts.join(' union all ')} order by 1`, [
      otherFirm.records.tenant,
    ])
    expect(rows.length).toBeGreaterThan(10)
    return rows.map(({ line }) => line)
  }
})

describe('the isolation check at start', () => {
  /** Minimal client for verifyIsolation, which rolls its changes back itself. */
  const client = {
    query: async (text: string, values?: unknown[]) => ({ rows: await service().asOwner(text, values) }),
    escapeIdentifier: pg.escapeIdentifier,
    escapeLiteral: pg.escapeLiteral,
  } as unknown as pg.ClientBase

  test('passes on the migrated database', async () => {
    await verifyIsolation(client)
  })

  test.each([
    ['a table no longer forces it', 'alter table schemes no force row level security'],
    ['a table no longer has it', 'alter table audit_log disable row level security'],
    ['a table has a policy that asks nothing', 'create policy open on schemes to pcs_app using (true)'],
    ['a table belongs to the role of the service', 'alter table schemes owner to pcs_app'],
    ['the role of the service bypasses it', 'alter role pcs_app bypassrls'],
    ['a new table stands outside', 'create table outside (tenant_id text)'],
    [
      'a function answers for everybody',
      'create or replace function app.reaches(tenant text, employer text, member text) returns boolean language sql stable parallel safe return true',
    ],
    [
      'a view shows what its owner sees',
      'create view everything as select * from schemes; grant select on everything to pcs_app',
    ],
  ])('fails where %s', async (_what, change) => {
    await service().asOwner('begin')
    try {
      for (const statement of change.split('; ')) await service().asOwner(statement)
      await expect(verifyIsolation(client)).rejects.toThrow(IsolationError)
    } finally {
      await service().asOwner('rollback')
    }
    await verifyIsolation(client)
  })
})
