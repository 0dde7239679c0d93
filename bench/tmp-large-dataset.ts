/**
 * Creates the data of a large installation, a hundred times the usual: at scale 1 there are 1,000 firms, 50,000 schemes, 1,000,000 members,
 * 5,000,000 contribution lines, 1,000,000 audit entries and 500,000 obligations. One firm has 5,000 of the schemes and 200,000 of the members.
 *
 * Every noun is one statement of PostgreSQL. Records are written with `session_replication_role = replica`: foreign keys and triggers of
 * webhooks would only check what the statements state. Audit entries are appended with app.append_audit_entries and all triggers, so that
 * every chain is one that the verifier accepts. Members have no PPS number: the cipher is no part of a set-based statement.
 * Names are put together from lists, and no person has them all.
 */
import { createHash } from 'node:crypto'
import { hash } from 'bcrypt'
import type pg from 'pg'
import { PolicyKind } from '../src/contract/policy-kind.ts'
import { RULES } from '../src/server/areas/calendar/obligations/rules/index.ts'
import { buildStoreStatement } from '../src/server/areas/members/members/data-quality.ts'
import { calculateFingerprint } from '../src/server/platform/key-fingerprint.ts'
import { runMigrations } from '../src/server/platform/migrate.ts'
import { TEST_SECRETS } from '../test/harness/test-secrets.ts'
import { BCRYPT_ROUNDS, FIRM, fillFirms, runOnServer } from './dataset.ts'

const FIRMS = 60
const LARGE = { schemes: 5_000, employers: 2_000, membersPerScheme: 40 }
const SMALL = { schemes: 45, employers: 15, membersPerScheme: 18 }
const PAYROLL_MONTHS = 5
const ENTRIES_PER_SCHEME = 20
const OBLIGATIONS_PER_SCHEME = 10
/** Entries of one call of the audit function: one request writes as many at most. */
const ENTRIES_PER_CALL = 500
/** Secrets of a service that runs on the data: at its start it compares the keys of stored files with its own. */
export const SECRETS = {
  ...TEST_SECRETS,
  FILES_ENCRYPTION_KEY: createHash('sha256').update('files of a benchmark').digest('hex'),
}
const FILE_KEY = calculateFingerprint(Buffer.from(SECRETS.FILES_ENCRYPTION_KEY, 'hex'))
const PASSWORD = 'only reads large lists'

const FIRST_NAMES = `array['Aoife','Brian','Ciara','Declan','Eimear','Fergal','Grainne','Hugh','Isolde','Jarlath','Kate','Liam','Maeve','Niall','Orla',
  'Padraig','Roisin','Seamus','Tara','Una','Vincent','Winifred','Colm','Deirdre','Enda','Fionn','Gearoid','Harriet','Ivor','Joan','Kevin','Laura',
  'Malachy','Nora','Oisin','Peter','Ruth','Sorcha','Tadhg','Ultan']`
const LAST_NAMES = `array['Byrne','Walsh','Nolan','Murphy','Kelly','Ryan','Doyle','McCarthy','Gallagher','Doherty','Kennedy','Lynch','Murray','Quinn',
  'Moore','McLoughlin','Carroll','Connolly','Daly','Wilson','Dunne','Brennan','Burke','Collins','Campbell','Clarke','Johnston','Hughes','Farrell',
  'Fitzgerald','Brown','Martin','Maguire','Nolan','Flynn','Thompson','Callaghan','Duffy','Mahony','Boyle','Healy','Shea','White','Sweeney',
  'Hayes','Kavanagh','Power','McGrath','Moran','Brady','Stewart','Casey','Foley','Fitzpatrick','Leary','McDonnell','MacMahon','Donnelly','Regan',
  'Donovan','Burns','Flanagan','Mullan','Barry','Kane','Robinson','Cunningham','Griffin','Kenny','Sheehan','Ward','Whelan','Lyons','Reid','Graham',
  'Higgins','Cullen','Keane','King','Maher','McKenna','Bell','Scott','Hogan','Keeffe','Magee','McNamara','McDonald','McDermott','Moloney',
  'Rourke','Buckley','Dwyer']`
/** A name by a number: the same number has the same name. */
const pick = (names: string, number: string): string =>
  `(${names})[1 + (hashtext((${number})::text) & 2147483647) % cardinality(${names})]`
const code = (codes: readonly string[], number: string): string =>
  `(array[${codes.map((one) => `'${one}'`).join(',')}])[1 + (${number}) % ${codes.length}]`
const idOf = (letter: string, seed: string): string => `'${letter}' || left(md5(${seed}), 23)`

/** Schemes with a number within the installation, the number of the firm and the people who work on them. */
const NUMBERED = `
create temporary table numbered as
select s.tenant_id, s.id, s.employer_id, s.name, s.search_key, row_number() over (order by s.tenant_id, s.id)::int as n,
       row_number() over (partition by s.tenant_id order by s.id)::int as of_firm, f.f,
       case when f.f = 1 then ${LARGE.membersPerScheme} else ${SMALL.membersPerScheme} end as members
  from schemes s join firms_to_make f on ${FIRM} = s.tenant_id;
create index on numbered (tenant_id, id);
analyze numbered;
update schemes s set status = case when n.n % 10 = 0 then ${code(['DRAFT', 'PENDING_APPROVAL', 'CLOSED_TO_NEW', 'PAID_UP', 'WINDING_UP', 'WOUND_UP'], 'n.n / 10')} else s.status end,
       type = case when n.n % 9 = 0 then 'DB' else s.type end,
       scheme_year_end = jsonb_build_object('month', 1 + n.n % 12, 'day', 28),
       created_at = now() - make_interval(days => n.n % 1500), updated_at = now() - make_interval(hours => n.n % 900)
  from numbered n where n.tenant_id = s.tenant_id and n.id = s.id;
`

const buildUsers = (passwordHash: string): string => `
insert into users (tenant_id, id, email, name, search_key, role, status, password_hash)
select ${FIRM}, ${idOf('u', `'user ' || f || ' ' || u`)}, 'user' || u || '.firm' || f || '@bench.example', person, lower(person),
       case when u <= 2 then 'BrokerAdmin' else 'BrokerUser' end, 'ACTIVE', '${passwordHash}'
  from firms_to_make, generate_series(1, case when f = 1 then 40 else 4 end) u,
       lateral (select ${pick(FIRST_NAMES, 'f * 31 + u')} || ' ' || ${pick(LAST_NAMES, 'f * 17 + u')} as person) named;
insert into users (tenant_id, id, email, name, search_key, role, status, password_hash)
values ('platform', 'ubenchplatform', 'platform@bench.example', 'Platform', 'platform', 'SuperAdmin', 'ACTIVE', '${passwordHash}');
-- Someone of the firm, by a number.
create function pg_temp.user_of(f int, n int) returns text language sql immutable as
  $$ select ${idOf('u', `'user ' || f || ' ' || (1 + n % case when f = 1 then 40 else 4 end)`)} $$;
`

const MEMBERS = `
insert into members (tenant_id, id, scheme_id, employer_id, first_name, last_name, search_key, date_of_birth, status, joined_employment_on,
  joined_scheme_on, left_service_on, ended_on, works_number, email, created_at, updated_at)
select n.tenant_id, m.id, n.id, n.employer_id, first_name, last_name, lower(last_name || ' ' || first_name),
       case when m.n % 50 <> 0 then date '1955-01-01' + (m.seed % 18000) end, status,
       date '2000-01-01' + (m.seed % 8000), date '2000-02-01' + (m.seed % 8000), case when status <> 'ACTIVE' then date '2023-01-01' + (m.seed % 1000) end,
       case when status = 'TRANSFERRED_OUT' then date '2005-01-01' + (m.seed % 7000) end, 'W' || m.n,
       case when m.n % 4 = 0 then 'member' || m.seed || '@bench.example' end, now() - make_interval(mins => m.seed % 1500000), now()
  from numbered n,
       lateral (select k as n, ${idOf('m', "n.id || ' ' || k")} as id, hashtext(n.id || k) & 2147483647 as seed from generate_series(1, n.members) k) m,
       lateral (select ${pick(FIRST_NAMES, "'f' || m.seed")} as first_name, ${pick(LAST_NAMES, "'l' || m.seed")} as last_name,
                       ${code(['ACTIVE', 'ACTIVE', 'ACTIVE', 'ACTIVE', 'ACTIVE', 'DEFERRED', 'DEFERRED', 'PENSIONER', 'ACTIVE', 'TRANSFERRED_OUT'], 'm.seed')} as status) named
 order by m.n, n.n;

insert into member_pay (tenant_id, id, member_id, employer_id, valid_from, pensionable_salary_cents)
select tenant_id, ${idOf('y', 'id')}, id, employer_id, date '2025-01-01', 3000000 + (hashtext(id) & 4194303)
  from members where status = 'ACTIVE' and hashtext(id) % 2 = 0;
`

/** The last month has not been paid in full, and a tenth of the schemes has no report for it. */
const CONTRIBUTIONS = `
create temporary table months as
select n, to_char(month, 'YYYY-MM') as payroll_month, month::date as starts_on, (month + interval '1 month' - interval '1 day')::date as ends_on,
       (month + interval '1 month 20 days')::date as due_on
  from generate_series(1, ${PAYROLL_MONTHS}) n, lateral (select date_trunc('month', now()) - make_interval(months => n) as month) m;

insert into contribution_batches (tenant_id, id, scheme_id, scheme_name, scheme_type, legal_form, employer_id, payroll_month, status, source,
  file_name, file_sha256, row_count, line_count, ee_cents, er_cents, avc_cents, er_special_cents, single_premium_cents, received_cents, received_on, funded_on,
  invested_on, due_on, invest_by_on, created_at)
select n.tenant_id, ${idOf('b', "n.id || ' ' || m.n")}, n.id, n.name, 'DC', 'OCCUPATIONAL_TRUST', n.employer_id, m.payroll_month, status, 'CSV',
       'payroll.csv', case when status = 'EXPECTED' then '' else md5(n.id || m.n) || md5(n.id) end, lines, lines, lines * 15000, lines * 20000, 0, 0, 0,
       case status when 'CLOSED' then lines * 35000 when 'PART_FUNDED' then lines * 1000 else 0 end,
       case when status = 'CLOSED' then m.due_on end, case when status = 'CLOSED' then m.due_on + (n.n % 20 = 0)::int end,
       case when status = 'CLOSED' then m.due_on + 2 end, m.due_on, m.due_on + 10, m.due_on - 15
  from months m, numbered n,
       lateral (select case when m.n > 1 then 'CLOSED' when n.n % 10 = 0 then 'EXPECTED' when n.n % 10 < 4 then 'PART_FUNDED' else 'AWAITING_FUNDS' end as status) s,
       lateral (select case when status = 'EXPECTED' then 0 else n.members end as lines) l
 order by m.n desc, n.n;

insert into contribution_lines (tenant_id, batch_id, number, employer_id, member_id, row_number, kind, pay_on, period_start_on, period_end_on,
  pensionable_pay_cents, ee_cents, er_cents, avc_cents, er_special_cents, single_premium_cents, flags)
select n.tenant_id, ${idOf('b', "n.id || ' ' || m.n")}, k, n.employer_id, ${idOf('m', "n.id || ' ' || k")}, k, 'REGULAR', m.ends_on, m.starts_on,
       m.ends_on, 300000, 15000, 20000, 0, 0, 0, case when (n.n + k) % 50 = 0 then array['PAY_CHANGED'] else '{}' end
  from months m, numbered n, generate_series(1, n.members) k
 where not (m.n = 1 and n.n % 10 = 0)
 order by m.n desc, n.n;

insert into contribution_receipts (tenant_id, id, batch_id, employer_id, received_on, amount_cents)
select tenant_id, ${idOf('r', 'id')}, id, employer_id, due_on, received_cents from contribution_batches where received_cents > 0;
`

const buildCalendar = (rules: string): string => `
create temporary table rules as
select *, (row_number() over () - 1)::int as n, count(*) over ()::int as rules
  from jsonb_to_recordset('${rules}') as r (id text, version int, title text, who text, citations text[], "soonDays" int, severity text, confidence text);

insert into obligations (tenant_id, id, scheme_id, rule_id, period_key, rule_version, title, search_key, who, source, citations, anchor_on, due_on,
  soon_days, state, reason, completed_on, severity, confidence, assignee_id)
select n.tenant_id, ${idOf('o', "n.id || ' ' || k")}, n.id, r.id, 'bench ' || k, r.version, r.title, lower(r.title), r.who, 'S.I. 128/2021', r.citations,
       due_on - 90, case when state not in ('DATA_GAP', 'NOT_APPLICABLE') then due_on end, r."soonDays", state, 'Calculated from the scheme year',
       case when state = 'DONE' then due_on - 5 end, r.severity, r.confidence, case when k = 1 and n.n % 7 = 0 then pg_temp.user_of(n.f, n.n) end
  from numbered n, generate_series(1, ${OBLIGATIONS_PER_SCHEME}) k, rules r,
       lateral (select ${code(['OPEN', 'OPEN', 'DONE', 'OPEN', 'DONE', 'DONE', 'OPEN', 'TO_CONFIRM', 'DATA_GAP', 'NOT_APPLICABLE'], 'k')} as state,
                       -- A twentieth of the open obligations is overdue.
                       current_date + (hashtext(n.id || k) & 2147483647) % 700 - case when (n.n + k) % 20 = 0 then 700 else 0 end as due_on) s
 where r.n = (n.n * 7 + k) % r.rules
 order by k, n.n;

insert into rule_decisions (tenant_id, scheme_id, rule_id, id, rule_version, applies, reason)
select n.tenant_id, n.id, r.id, ${idOf('d', 'n.id || r.id')}, r.version, case when r.n % 3 = 0 then 'NO' else 'YES' end, 'Follows from the type of the scheme'
  from numbered n, rules r where r.n < 20;

insert into compliance_snapshots (tenant_id, scheme_id, taken_on, taken_at, id, rating, overdue, due_soon, digest)
select n.tenant_id, n.id, day, day, ${idOf('x', 'n.id || day')}, ${code(['GREEN', 'GREEN', 'AMBER', 'GREEN', 'RED'], 'n.n + month')}, n.n % 3, n.n % 5, md5(n.id || day)
  from generate_series(0, 11) month, lateral (select (date_trunc('month', now()) - make_interval(months => month) - interval '1 day')::date as day) d, numbered n;
`

const GOVERNANCE = `
insert into service_providers (tenant_id, id, name, search_key, kinds, contact_name)
select ${FIRM}, ${idOf('p', "'provider ' || f || ' ' || p")}, 'Provider ' || p || ' of firm ' || f, 'provider ' || p || ' of firm ' || f, array['RA'],
       ${pick(FIRST_NAMES, 'p')} || ' ' || ${pick(LAST_NAMES, 'p * f')}
  from firms_to_make, generate_series(1, case when f = 1 then 200 else 10 end) p;

insert into scheme_participations (tenant_id, id, scheme_id, employer_id, from_on)
select tenant_id, ${idOf('q', 'id')}, id, employer_id, date '2010-01-01' from numbered;

insert into trustees (tenant_id, id, scheme_id, person_name, search_key, role, status, fit_proper_assessed_on, appointed_on)
select n.tenant_id, ${idOf('t', "n.id || ' ' || k")}, n.id, person, lower(person), 'TRUSTEE', case when k < 3 then 'APPOINTED' else 'RETIRED' end, date '2024-01-01', date '2024-02-01'
  from numbered n, generate_series(1, 3) k, lateral (select ${pick(FIRST_NAMES, 'n.n * 3 + k')} || ' ' || ${pick(LAST_NAMES, 'n.n * 7 + k')} as person) named;

insert into trustee_trainings (tenant_id, id, trustee_id, scheme_id, completed_on, topic)
select tenant_id, ${idOf('g', 'id')}, id, scheme_id, date '2025-03-01', 'Risk management' from trustees where status = 'APPOINTED';

insert into key_function_holders (tenant_id, id, scheme_id, function, holder_kind, holder_name, search_key, relationship, proposed_on, effective_from, status, next_review_on, created_at)
select n.tenant_id, ${idOf('k', "n.id || ' ' || k")}, n.id, ${code(['RISK_MANAGEMENT', 'INTERNAL_AUDIT', 'RISK_MANAGEMENT'], 'k - 1')}, 'INDIVIDUAL', person, lower(person), 'INDEPENDENT', date '2023-01-01', date '2023-02-01',
       case when k < 3 then 'APPOINTED' else 'ENDED' end, case when k < 3 then current_date - 100 + (n.n * 13 + k) % 900 end, now() - make_interval(hours => n.n % 20000)
  from numbered n, generate_series(1, 3) k, lateral (select ${pick(FIRST_NAMES, 'n.n * 5 + k')} || ' ' || ${pick(LAST_NAMES, 'n.n * 11 + k')} as person) named
 where k = 1 or n.n % 8 <> 0;

insert into written_policies (tenant_id, id, scheme_id, kind, title, search_key, basis, review_interval_months, approved_on, effective_from, next_review_on, in_force_version, status, assignee_id, created_at)
select n.tenant_id, ${idOf('w', "n.id || ' ' || k")}, n.id, kind, title, lower(title), 'STATUTE', 36, date '2024-01-01', date '2024-01-01',
       case when status = 'IN_FORCE' then current_date - 60 + (n.n * 17 + k) % 1000 end, case when status = 'IN_FORCE' then 1 end, status,
       case when status = 'DRAFT' and n.n % 5 = 0 then pg_temp.user_of(n.f, n.n) end, now() - make_interval(hours => (n.n + k) % 20000)
  from numbered n, generate_series(1, 4) k,
       lateral (select ${code(PolicyKind.options, 'k - 1')} as kind, case when k = 4 then 'DRAFT' when k = 3 and n.n % 40 = 0 then 'IN_REVIEW' else 'IN_FORCE' end as status) p,
       lateral (select initcap(replace(kind, '_', ' ')) || ' policy' as title) named;

insert into policy_versions (tenant_id, policy_id, number, id, scheme_id, content, effective_from, sha256, status)
select tenant_id, id, 1, ${idOf('v', 'id')}, scheme_id, repeat('The trustees review this policy every three years. ', 20), effective_from, md5(id) || md5(id), status from written_policies;

insert into documents (tenant_id, id, scheme_id, employer_id, kind, title, search_key, status, visibility, received_on, retain_until_on, created_at)
select n.tenant_id, ${idOf('c', "n.id || ' ' || k")}, n.id, n.employer_id, kind, title, lower(title), ${code(['FINAL', 'SIGNED', 'FILED', 'DRAFT'], 'n.n + k')},
       ${code(['BROKER', 'EMPLOYER', 'BROKER', 'MEMBER'], 'k')}, current_date - (n.n + k * 91) % 2000, current_date - 30 + (n.n * 3 + k) % 4000, now() - make_interval(mins => (n.n * 7 + k * 131) % 2000000)
  from numbered n, generate_series(1, 4) k,
       lateral (select ${code(['TRUST_DEED_RULES', 'ANNUAL_REPORT', 'MEMBER_BOOKLET', 'AUDITED_ACCOUNTS', 'PENSION_BENEFIT_STATEMENT'], 'n.n + k')} as kind) d,
       lateral (select initcap(replace(kind, '_', ' ')) || ' ' || n.of_firm as title) named;

insert into document_versions (tenant_id, document_id, number, id, file_name, search_key, mime_type, size_bytes, sha256, storage_key, sealed_key, key_fingerprint, av_scan)
select tenant_id, id, 1, ${idOf('z', 'id')}, search_key || '.pdf', search_key || '.pdf', 'application/pdf', 100000, md5(id) || md5(id), id, 'absent', '${FILE_KEY}', 'CLEAN' from documents;

insert into breaches (tenant_id, id, scheme_id, employer_id, source, category, title, search_key, occurred_on, detected_on, due_on, severity, reportability, status, closed_on, assignee_id, created_at)
select n.tenant_id, ${idOf('h', "n.id || ' ' || k")}, n.id, n.employer_id, 'MANUAL', ${code(['LATE_REMITTANCE', 'LATE_INVESTMENT', 'DISCLOSURE', 'KFH_VACANCY'], 'n.n / 2')}, title, lower(title),
       found_on - 10, found_on, found_on - 5, ${code(['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'], 'n.n / 3')}, ${code(['UNDECIDED', 'NONE', 'VOLUNTARY_S84'], 'n.n / 5')},
       status, case when status = 'CLOSED' then found_on + 30 end, case when n.n % 4 = 0 then pg_temp.user_of(n.f, n.n) end, found_on
  from numbered n, generate_series(1, 2) k,
       lateral (select current_date - (n.n * 7 + k * 211) % 1500 as found_on, case when k = 1 and n.n % 4 = 0 then 'OPEN' when n.n % 4 = 0 then 'ASSESSED' else 'CLOSED' end as status,
                       'Statements of ' || n.of_firm || ' sent late' as title) b
 where n.n % 2 = 0;

insert into trustee_meetings (tenant_id, id, scheme_id, planned_for_on, held_on, title, search_key, status, created_at)
select n.tenant_id, ${idOf('j', "n.id || ' ' || k")}, n.id, day, case when day < current_date then day end, title, lower(title), case when day < current_date then 'HELD' else 'PLANNED' end, day - 60
  from numbered n, generate_series(1, 4) k, lateral (select current_date + 60 - (n.n * 3 + k * 120) % 500 as day, 'Quarterly meeting ' || k as title) d;

insert into meeting_actions (tenant_id, id, meeting_id, scheme_id, description, due_on, status)
select tenant_id, ${idOf('i', 'id')}, id, scheme_id, 'Review the risk register', held_on + 30, case when held_on < current_date - 100 then 'DONE' else 'OPEN' end
  from trustee_meetings where status = 'HELD';

insert into outsourcing_arrangements (tenant_id, id, scheme_id, provider_id, activity, signed_on, in_force_from, review_due_on, status, created_at)
select n.tenant_id, ${idOf('a', 'n.id')}, n.id, ${idOf('p', "'provider ' || n.f || ' ' || (1 + n.n % case when n.f = 1 then 200 else 10 end)")}, ${code(['RA', 'KFH_RISK', 'KFH_AUDIT', 'INVESTMENT'], 'n.n')},
       date '2024-01-01', date '2024-01-01', current_date - 100 + n.n % 900, case when n.n % 12 = 0 then 'ENDED' else 'IN_FORCE' end, now() - make_interval(hours => n.n % 20000)
  from numbered n;

insert into own_risk_assessments (tenant_id, id, scheme_id, cycle_number, scope, trigger, as_of_on, approved_on, status, created_at)
select n.tenant_id, ${idOf('n', 'n.id')}, n.id, 1, 'WHOLE_IORP', 'INITIAL', date '2024-06-30', case when n.n % 10 <> 0 then date '2024-09-30' end,
       case when n.n % 10 = 0 then 'TRUSTEE_REVIEW' else 'APPROVED' end, now() - make_interval(hours => n.n % 20000)
  from numbered n;

insert into risk_items (tenant_id, id, assessment_id, scheme_id, area, description, inherent_likelihood, inherent_impact, residual_likelihood, residual_impact)
select a.tenant_id, ${idOf('l', "a.id || ' ' || k")}, a.id, a.scheme_id, 'INVESTMENT', 'Returns below the target', 1 + k, 3, k, 2
  from own_risk_assessments a, generate_series(1, 4) k;

insert into scheme_events (tenant_id, id, scheme_id, kind, occurred_on, title, search_key)
select tenant_id, ${idOf('e', "'event ' || id")}, id, 'BULK_TRANSFER', date '2025-05-01', 'Transfer of members', 'transfer of members' from numbered;

insert into compliance_statements (tenant_id, id, scheme_id, acs_year, answers)
select tenant_id, ${idOf('f', "'statement ' || id")}, id, 2025, '[]' from numbered;

insert into comments (tenant_id, id, entity_type, entity_id, text, created_by)
select tenant_id, ${idOf('f', "'comment ' || id")}, 'scheme', id, 'The administrator was asked for the report', pg_temp.user_of(f, n) from numbered;

insert into inbox_items (tenant_id, id, user_id, kind, entity_type, entity_id, created_by, created_at)
select tenant_id, ${idOf('f', "'inbox ' || id || k")}, pg_temp.user_of(f, n), 'ASSIGNMENT', 'scheme', id, pg_temp.user_of(f, n + 1), now() - make_interval(hours => n)
  from numbered, generate_series(1, 2) k;

insert into drafts (tenant_id, id, scheme_id, kind, title, search_key, text, open_places, template_version, corpus_snapshot, passages, facts, filled_places, assignee_id, created_at)
select n.tenant_id, ${idOf('f', "'draft ' || n.id")}, n.id, 'RISK_MANAGEMENT_POLICY', 'Risk management policy', 'risk management policy', repeat('The trustees decide. ', 50), 2, 1, md5('corpus') || md5('corpus'),
       '[]', '{}', '{}', case when n.n % 5 = 0 then pg_temp.user_of(n.f, n.n) end, now() - make_interval(hours => n.n % 20000)
  from numbered n where n.n % 2 = 0;

insert into contribution_reminders (tenant_id, id, employer_id, payroll_month, contacted_on, channel, recipient)
select r.tenant_id, ${idOf('f', "'reminder ' || r.id || k")}, r.id, to_char(now() - make_interval(months => k), 'YYYY-MM'), current_date - k * 30, 'PHONE', 'PAYROLL_CONTACT'
  from employers r, generate_series(1, 3) k;
`

/** Entries of a scheme: its creation, and changes of its records. Calls of one firm follow each other, so that its chain is one. */
const AUDIT = `
select set_config('app.scope', 'platform', false), set_config('app.user', 'ubenchplatform', false), set_config('app.role', 'SuperAdmin', false);
select count(app.append_audit_entries(c.tenant_id, '192.0.2.1', 'bench', c.entries)) from (
  select e.tenant_id, jsonb_agg(e.entry order by e.place) as entries from (
    select n.tenant_id, k * 10000 + n.of_firm as place, (row_number() over (partition by n.tenant_id order by k, n.of_firm) - 1) / ${ENTRIES_PER_CALL} as call,
           jsonb_build_object('id', ${idOf('e', "n.id || ' ' || k")}, 'action', action, 'entityType', split_part(action, '.', 1),
             'entityId', case split_part(action, '.', 1) when 'scheme' then n.id when 'member' then ${idOf('m', "n.id || ' ' || k")} else ${idOf('b', "n.id || ' ' || k")} end,
             'previousState', null, 'newState', jsonb_build_object('schemeId', n.id, 'employerId', n.employer_id, 'status', 'ACTIVE', 'version', k)) as entry
      from numbered n, generate_series(1, ${ENTRIES_PER_SCHEME}) k,
           lateral (select ${code(['scheme.update', 'member.update', 'member.create', 'contribution.import', 'member.update'], 'k')} as action) a
  ) e group by e.tenant_id, e.call order by e.tenant_id, e.call
) c;
`

/** Creates the data in an empty database; `say` gets the name and the seconds of each part. */
export async function fillLargeDataset(
  url: string,
  scale: number,
  say: (line: string) => void,
): Promise<void> {
  const firms = Math.max(3, Math.round(FIRMS * scale))
  const sizes = `select f, case when f = 1 then ${Math.round(LARGE.employers * scale)} else ${SMALL.employers} end as employers,
    case when f = 1 then ${Math.round(LARGE.schemes * scale)} else ${SMALL.schemes} end as schemes from generate_series(1, ${firms}) f`
  const rules = RULES.map(({ sources, ...rule }) => ({ ...rule, citations: sources }))
  const parts: [name: string, work: string | ((client: pg.Client) => Promise<void>)][] = [
    ['firms and schemes', fillFirms(sizes) + NUMBERED],
    ['users', buildUsers(await hash(PASSWORD, BCRYPT_ROUNDS))],
    ['members', MEMBERS],
    ['contributions', CONTRIBUTIONS],
    ['calendar', buildCalendar(JSON.stringify(rules).replaceAll("'", "''"))],
    ['governance', GOVERNANCE],
    ['data quality', storeDataQuality],
    ['audit log', `set session_replication_role = origin; ${AUDIT}`],
    // The service runs autovacuum, which does the same: statistics, and the visibility map of index-only scans.
    ['statistics', 'vacuum analyze'],
  ]
  await runOnServer(url, async (client) => {
    await runMigrations(client)
    await client.query(
      "set session_replication_role = replica; set synchronous_commit = off; set work_mem = '256MB'; set maintenance_work_mem = '512MB'",
    )
    for (const [name, work] of parts) {
      const began = performance.now()
      if (typeof work === 'string') await client.query(work)
      else await work(client)
      say(`${name.padEnd(20)}${((performance.now() - began) / 1000).toFixed(1).padStart(7)} s`)
    }
  })
}

/** As the nightly run does. */
async function storeDataQuality(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ id: string }>('select id from tenants')
  for (const { id } of rows) {
    const { text, values } = buildStoreStatement(id, { after: '', last: null })
    await client.query(text, [...values])
  }
}

const ofUser = (email: string) => ({ email, password: PASSWORD })
export const CALLERS = {
  'large firm': ofUser('user1.firm1@bench.example'),
  'small firm': ofUser('user1.firm2@bench.example'),
  platform: ofUser('platform@bench.example'),
}
