/**
 * The second wall alone: the database keeps firms, employers and members apart when everything in front of it is open.
 * Tables, columns, references and functions come from the catalogue, so that a new one is tried without being named.
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
import { RESOURCES } from '../src/server/operation/resources.ts'
import { runRows } from '../src/server/pipeline/owners.ts'
import { createId } from '../src/server/platform/ids.ts'
import { IsolationError, verifyIsolation } from '../src/server/platform/isolation.ts'
import { assertNotInLogs } from './harness/canaries.ts'
import { seedFirmWithEverything, seedSecondEmployer } from './harness/firm-fixture.ts'
import type { FirmFixture } from './harness/fixture-records.ts'
import { type Caller, createCaller, nextUniqueText, type Reply } from './harness/people.ts'
import { findSample, isForPeople } from './harness/samples.ts'
import { useService } from './harness/service.ts'
import { isOfNobody, listTables, readStoredDigests } from './harness/stored-rows.ts'

const service = useService({ ownDatabase: true })

let firm: FirmFixture
let neighbour: FirmFixture
let otherFirm: FirmFixture
let everyTable: string[]
/** Those that hold what belongs to firms. */
let tables: string[]
/** Names that only the other firm uses. */
let othersNames: string[]
beforeAll(async () => {
  firm = await seedFirmWithEverything(service())
  neighbour = await seedSecondEmployer(firm)
  otherFirm = await seedFirmWithEverything(service())
  everyTable = await listTables(service())
  tables = everyTable.filter((table) => !isOfNobody(table))
  // Every table holds rows of both firms, or their absence would prove nothing.
  for (const { people, records } of [firm, otherFirm]) {
    const headers = { 'idempotency-key': 'a key' }
    const sent = { employerId: records.employer, name: `Scheme ${nextUniqueText()}`, type: 'DC' }
    expect((await people.BrokerUser.send(createScheme, sent, { headers })).status).toBe(201)
    await service().asOwner(
      'insert into revoked_sessions (tenant_id, user_id, session_id) values ($1, $2, $3), ($1, $4, $5)',
      [records.tenant, people.BrokerUser.id, createId(), people.EmployerUser.id, createId()],
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

/** A transaction as the service makes them, with the reach of this person or with none; it is taken back at the end. */
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

/** The SQL state that the work is refused with, or what it did. */
async function refusalOf(work: () => Promise<unknown[]>): Promise<string> {
  try {
    return `${(await work()).length} rows`
  } catch (error) {
    return (error as { code?: string }).code ?? String(error)
  }
}
const DENIED = '42501'

/** Only the person they belong to can access these, in any role. */
const PERSONAL = ['idempotency_keys', 'inbox_items', 'revoked_sessions', 'saved_views']

/** Tables that are no records of anybody: functions with rights of their own look into them. */
const OF_FUNCTIONS = ['key_checks', 'kinds_of_firms', 'mail_outbox']

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

  test('what only functions read is out of reach of the service', async () => {
    expect(
      await asOwner(`select c.relname as name,
          has_table_privilege('pcs_app', c.oid, 'select, insert, update, delete, truncate, references, trigger') as granted
        from pg_class c where c.relnamespace = 'app'::regnamespace and c.relkind in ('r', 'p', 'f') order by 1`),
    ).toEqual(OF_FUNCTIONS.map((name) => ({ name, granted: false })))
  })

  test('app.owner_of knows every kind of record, and no other', async () => {
    for (const kind of Object.keys(RESOURCES))
      expect(await asOwner('select * from app.owner_of($1, $2)', [kind, 'cabsent']), kind).toEqual([])
    await expect(asOwner('select * from app.owner_of($1, $2)', ['complaint', 'cabsent'])).rejects.toThrow(
      'Unknown kind of record',
    )
  })

  test('there is no view, which would be seen with the rights of its owner', async () => {
    expect(
      await asOwner(`select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname in ('public', 'app') and c.relkind in ('v', 'm')
          and not coalesce('security_invoker=true' = any (c.reloptions), false)`),
    ).toEqual([])
  })

  test('the role of the service owns nothing, creates nothing, and is a member of nothing', async () => {
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
   * A document may be removed, with its versions, a risk from a register in draft, and a comment by its author; a note of a file on
   * its way goes when the file has arrived.
   */
  const REMOVABLE = [
    'comments',
    'document_versions',
    'documents',
    'risk_items',
    'saved_views',
    'unclaimed_files',
  ]

  test('the role of the service deletes documents, risks in draft, comments and nothing else, and empties nothing', async () => {
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

  test('every policy for the role of the service asks for the reach', async () => {
    const policies = await asOwner<{ tablename: string; qual: string | null; with_check: string | null }>(
      "select tablename, qual, with_check from pg_policies where schemaname = 'public' and 'pcs_app' = any (roles)",
    )
    expect(new Set(policies.map(({ tablename }) => tablename))).toEqual(new Set(everyTable))
    for (const { tablename, qual, with_check } of policies.filter((one) => !isOfNobody(one.tablename))) {
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
      (one) => !isOfNobody(one.name.split(' -> ')[0] ?? ''),
    )) {
      expect(['tenant_id', 'id'], name).toContain(columns[0])
      expect(foreign[0], name).toBe(name.endsWith('-> tenants') ? 'id' : 'tenant_id')
    }
    const referring = await asOwner<{ name: string }>(`
      select c.relname || '.' || a.attname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
        join pg_namespace n on n.oid = c.relnamespace
       where n.nspname = 'public' and c.relkind in ('r', 'p') and a.attname like '%\\_id' and a.attnum > 0
         and not exists (select from pg_constraint k where k.conrelid = c.oid and k.contype = 'f' and a.attnum = any (k.conkey))
       order by 1`)
    // The log refers to what may be gone, and its actor may belong to the platform; a session is no record, nor is a rule. Of which
    // table the subject of a draft is, its kind says.
    // The log refers to what may be gone, and its actor may belong to the platform; a session is no record, nor is a rule.
    // The public texts belong to no firm; a review, a comment and an inbox item are about records of several kinds.
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
      'inbox_items.entity_id',
      'obligations.rule_id',
      'revoked_sessions.session_id',
      'rule_decisions.rule_id',
    ])
  })

  test('what is unique is unique within a firm, but for addresses and tokens', async () => {
    const rows = await asOwner<{ name: string; table: string }>(`
      select i.indexrelid::regclass::text as name, c.relname as table from pg_index i join pg_class c on c.oid = i.indrelid
        join pg_namespace n on n.oid = c.relnamespace
        join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
       where n.nspname = 'public' and i.indisunique and a.attname <> 'tenant_id' and c.relname not in ('tenants', 'schema_migrations')
       order by 1`)
    expect(rows.filter(({ table }) => !isOfNobody(table)).map(({ name }) => name)).toEqual([
      'calendar_feeds_by_token',
      'password_tokens_hash',
      'users_email',
    ])
  })

  test('every function with the rights of its owner is closed to the public and finds no temporary table', async () => {
    const functions = await asOwner<{ name: string; settings: string[]; owner: string; open: boolean }>(`
      select p.oid::regprocedure::text as name, p.proconfig as settings, r.rolname as owner,
             p.proacl is null or exists (select from aclexplode(p.proacl) x where x.grantee = 0) as open
        from pg_proc p join pg_namespace n on n.oid = p.pronamespace join pg_roles r on r.oid = p.proowner
       where n.nspname not in ('pg_catalog', 'information_schema') and p.prosecdef`)
    expect(functions.length).toBeGreaterThan(4)
    for (const { name, settings, owner, open } of functions) {
      expect({ settings, owner, open }, name).toEqual({
        // Where pg_temp is not named it comes first.
        settings: ['search_path=pg_catalog, public, pg_temp'],
        owner: 'pcs_owner',
        open: false,
      })
    }
  })
})

describe('without a reach', () => {
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

  test('an ended session and an unknown scope reach nothing', async () => {
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

  test('a reach ends with its transaction', async () => {
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

/** A column that the role of the service may write, or null. */
async function writableColumn(table: string): Promise<string | null> {
  const [row] = await asOwner<{ name: string }>(
    `select a.attname as name from pg_attribute a
      where a.attrelid = $1::regclass and a.attnum > 0 and a.attgenerated = '' and a.attidentity = '' and not a.attisdropped
        and has_column_privilege('pcs_app', a.attrelid, a.attnum, 'update') order by a.attname <> 'tenant_id', a.attnum limit 1`,
    [table],
  )
  return row?.name ?? null
}

/** Puts in a row like one of that firm, with what the test says instead; answers the refusal. */
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
  const open = (): string[] => everyTable.filter(isOfNobody)

  test('are readable only for people who work in a firm', async () => {
    expect(open().length).toBeGreaterThan(0)
    for (const table of open()) {
      expect(await within(firm.people.BrokerUser, (run) => countOf(run, table)), table).toBeGreaterThan(0)
      for (const person of [null, firm.people.EmployerAdmin, firm.people.Member])
        expect(await within(person, (run) => countOf(run, table)), table).toBe(0)
    }
  })

  test('are written by the platform alone', async () => {
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

describe("a firm's reach", () => {
  test.each(['BrokerAdmin', 'BrokerUser'] as const)(
    'of a %s covers every row of the firm and none of another',
    async (role) => {
      const person = firm.people[role]
      for (const table of tables) {
        const column = tenantColumn(table)
        // The log is for BrokerAdmins (Spec 2.6 rule 4), and so is the ledger, but for one's own part of it.
        const own = [...PERSONAL, ...(role === 'BrokerUser' ? ['ai_disclosures'] : [])].includes(table)
          ? 'user_id = $2'
          : ['audit_log', 'audit_checkpoints'].includes(table) && role === 'BrokerUser'
            ? 'false'
            : 'true'
        const all = await countOf(asOwner, table, `${column} = $1 and $2::text is not null and ${own}`, [
          firm.records.tenant,
          person.id,
        ])
        const seen = await within(person, (run) => countOf(run, table))
        const others = await within(person, (run) =>
          countOf(run, table, `t.${column} <> $1`, [firm.records.tenant]),
        )
        expect({ table, seen, others }).toEqual({ table, seen: all, others: 0 })
      }
    },
  )

  test('changes no row of another firm, and gives none of its own away', async () => {
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

  test('puts no row into another firm', async () => {
    for (const table of tables) {
      for (const person of [firm.people.BrokerAdmin, firm.people.EmployerUser, firm.people.Member]) {
        expect(await insertCopy(person, table), `${table} by ${person.role}`).toBe(DENIED)
      }
    }
  })

  test('the platform reaches everything', async () => {
    for (const table of tables.filter((one) => !PERSONAL.includes(one))) {
      expect(await within(firm.people.SuperAdmin, (run) => countOf(run, table)), table).toBe(
        await countOf(asOwner, table),
      )
    }
  })
})

/** How far the reach of an employer and of a member goes in a table, as a condition on the rows of their firm. Other tables: no row. */
const NARROWER: Record<string, { employer: string; member: string }> = {
  tenants: { employer: 'id = $1', member: 'id = $1' },
  employers: { employer: 'id = $2', member: 'false' },
  // Their own account, and for an employer those of their employer.
  users: { employer: 'employer_id = $2', member: 'member_id = $3' },
  password_tokens: {
    employer: 'user_id in (select id from users where employer_id = $2)',
    member: 'user_id in (select id from users where member_id = $3)',
  },
  idempotency_keys: { employer: 'user_id = $4', member: 'user_id = $4' },
  revoked_sessions: { employer: 'user_id = $4', member: 'user_id = $4' },
  // The end of the chain, which every new entry needs.
  audit_chains: { employer: 'true', member: 'true' },
  schemes: { employer: 'employer_id = $2', member: 'false' },
  members: { employer: 'employer_id = $2', member: 'id = $3' },
  member_pay: { employer: 'employer_id = $2', member: 'member_id = $3' },
  contribution_batches: { employer: 'employer_id = $2', member: 'false' },
  contribution_lines: { employer: 'employer_id = $2', member: 'member_id = $3' },
  contribution_receipts: { employer: 'employer_id = $2', member: 'false' },
  contribution_reports: { employer: 'employer_id = $2', member: 'false' },
  import_mappings: { employer: 'employer_id = $2', member: 'false' },
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
  // Keys of uploads in progress; every role that can create audit entries can create these.
  unclaimed_files: { employer: 'true', member: 'true' },
}

describe("an employer's and a member's reach", () => {
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
    "of a %s changes and adds nothing at another employer's",
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
    'of a %s reads the records of the firm and writes none',
    async (role) => {
      const person = firm.people[role]
      for (const table of ['tenants', 'employers', 'schemes', 'members']) {
        const seen = await within(person, (run) => countOf(run, table))
        const touch = `update ${table} set updated_at = updated_at returning 1`
        const refusal = await refusalOf(() => within(person, (run) => run(touch)))
        expect({ table, refusal }).toEqual({ table, refusal: seen > 0 ? DENIED : '0 rows' })
        expect(await insertCopy(person, table, {}, firm.records.tenant), table).toBe(DENIED)
      }
    },
  )

  test('a person of a firm cannot create a SuperAdmin, not even in the database', async () => {
    for (const role of ROLES.filter((one) => one !== 'SuperAdmin')) {
      const person = firm.people[role]
      const promoted = "role = 'SuperAdmin', employer_id = null, member_id = null"
      for (const change of [promoted, `${promoted}, tenant_id = 'platform'`]) {
        const refusal = await refusalOf(() =>
          within(person, (run) => run(`update users set ${change} where id = $1 returning 1`, [person.id])),
        )
        // Of the two walls, the one of the reach, or the check that SuperAdmins belong to the platform.
        expect([DENIED, '23514'], `${role}: ${change}`).toContain(refusal)
      }
    }
  })
})

describe('what the role of the service may never do', () => {
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

  test('a temporary table does not stand in for a real one', async () => {
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

  test('not even the owner of the tables changes the audit log', async () => {
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
    // What is null in every row can be tried all the same; the breach of an obligation is generated from its subject.
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

describe('with every guard of the application open', () => {
  /** The person as the database knows them, and as the application takes them for: nothing in front refuses. */
  const taken = (person: Caller): Promise<Caller> =>
    createCaller(service(), {
      id: person.id,
      email: person.email,
      name: '',
      role: 'SuperAdmin',
      tenantId: person.tenantId,
    })

  test('a list that asks for everything holds the own firm only', async () => {
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

  /** The number that the next transaction that writes will have. */
  const writtenTransactions = async (): Promise<string | undefined> =>
    (await asOwner<{ next: string }>('select pg_snapshot_xmax(pg_current_snapshot())::text as next'))[0]?.next
  /** What the other firm has before the first of these tests; none of them changes it. */
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
    // Most operations write nothing at all; where one did, every row of the other firm is compared.
    if ((await writtenTransactions()) !== written) expect(await rowsOfOtherFirm()).toEqual(rowsBefore)
  })

  test.each(['EmployerUser', 'Member'] as const)(
    "a %s sees and changes nothing of another employer's",
    async (role) => {
      const person = await taken(firm.people[role])
      const before = await readStoredDigests(service())
      for (const contract of operations.filter((one) => findSample(one).names)) {
        // The name of one's own firm is for everybody to read.
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

describe('the proof at start', () => {
  /** A client whose changes are taken back: the proof ends with a rollback of its own. */
  const client = {
    query: async (text: string, values?: unknown[]) => ({ rows: await service().asOwner(text, values) }),
    escapeIdentifier: pg.escapeIdentifier,
    escapeLiteral: pg.escapeLiteral,
  } as unknown as pg.ClientBase

  test('passes on the database as it is migrated', async () => {
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
