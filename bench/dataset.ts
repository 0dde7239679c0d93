/** Creates a separate database with as many firms and schemes as a large installation has. */
import { hash } from 'bcrypt'
import pg from 'pg'
import { runMigrations } from '../src/server/platform/migrate.ts'

const NAME = 'pcs_bench'
const FIRMS = 1_000
const EMPLOYERS_PER_FIRM = 5
const SCHEMES_PER_FIRM = 50
// The smallest work factor is enough: sign-in happens once, before anything is measured.
export const BCRYPT_ROUNDS = 4

/** One in each of the first firms: changes of one firm wait for the end of its audit chain. */
const WRITERS = 320

export interface Writer {
  id: string
  email: string
  tenantId: string
  employerId: string
}

export interface Dataset {
  url: string
  firms: number
  schemes: number
  /** The user that sends the measured requests: a BrokerUser of a firm in the middle. */
  reader: { id: string; tenantId: string; email: string; password: string }
  /** Each changes an employer of a firm of its own; they have the password of the reader. */
  writers: Writer[]
  drop(): Promise<void>
}

/** SQL of identifiers; f is the number of the firm. */
export const FIRM = `'f' || left(md5('firm ' || f), 23)`
export const WRITER = `'ubenchwriter' || f`
export const EMPLOYER = (number: string) => `'e' || left(md5('employer ' || f || ' ' || ${number}), 23)`

/**
 * Statements that create firms, employers and schemes. `firms`: SQL of rows (f, employers, schemes), one for each firm.
 */
export const fillFirms = (firms: string): string => `
create temporary table firms_to_make as ${firms};

insert into tenants (id, name, search_key, settings)
select ${FIRM}, 'Firm ' || f, 'firm ' || f, '{}' from firms_to_make;

insert into employers (tenant_id, id, legal_name, search_key)
select ${FIRM}, ${EMPLOYER('e')}, 'Employer ' || e || ' of firm ' || f || ' Limited', 'employer ' || e || ' of firm ' || f || ' limited'
  from firms_to_make, generate_series(1, employers) e;

-- Scheme by scheme and not firm by firm, so that a firm's rows lie scattered as they do after years of use.
insert into schemes (tenant_id, id, employer_id, name, name_key, search_key, type, status, legal_form,
  pensions_authority_number, revenue_approval_reference, revenue_approval_on, revenue_approval_status, established_on,
  went_live_on, scheme_year_end, scheme_year_ends, normal_retirement_age, benefit_basis, contribution_basis, member_counts, trustee_body,
  registered_administrator_name, submitted_at, approved_at)
select ${FIRM}, 's' || left(md5('scheme ' || f || ' ' || s), 23), ${EMPLOYER('(1 + s % employers)')},
       name, lower(name), lower(name), 'DC', 'ACTIVE', 'OCCUPATIONAL_TRUST',
       'PB' || s || lpad(f::text, 4, '0'), 'SF' || f || '/' || s, date '2005-04-06' + s, 'APPROVED', date '2005-01-01' + s,
       date '2005-03-01' + s, '{"month": 12, "day": 31}', '[{"month": 12, "day": 31, "effectiveFrom": null}]', 65, 'MONEY_PURCHASE',
       '{"employeeRatePercent": 5, "employerRatePercent": 7.5, "additionalVoluntaryAllowed": true, "basis": "PENSIONABLE", "effectiveFrom": "2024-01-01"}',
       jsonb_build_object('active', s * 7, 'deferred', s * 3, 'pensioner', s, 'asOfOn', '2025-12-31'),
       '{"kind": "CORPORATE", "name": "Bench Trustees DAC", "croNumber": "123456"}',
       'Bench Administration Limited', now(), now()
  from firms_to_make, generate_series(1, schemes) s,
       lateral (select left(md5(s || ' ' || f), 6) || ' Retirement and Death Benefit Plan ' || s as name) named
 order by s, f;
`

export async function makeDataset(serverUrl: string, numberOfFirms = FIRMS): Promise<Dataset> {
  await runOnServer(serverUrl, async (client) => {
    await client.query(`drop database if exists ${NAME} with (force)`)
    await client.query(`create database ${NAME}`)
  })
  const own = new URL(serverUrl)
  own.pathname = `/${NAME}`
  const reader = {
    id: 'ubenchreader',
    email: 'reader@bench.example',
    password: 'only reads schemes',
    tenantId: '',
  }
  const writers: Writer[] = []
  const schemes = await runOnServer(own.href, async (client) => {
    await runMigrations(client)
    await client.query(
      fillFirms(
        `select f, ${EMPLOYERS_PER_FIRM} as employers, ${SCHEMES_PER_FIRM} as schemes from generate_series(1, ${numberOfFirms}) f`,
      ),
    )
    const { rows: firms } = await client.query(
      `select id from tenants where name = 'Firm ${Math.ceil(numberOfFirms / 2)}'`,
    )
    reader.tenantId = firms[0].id
    const passwordHash = await hash(reader.password, BCRYPT_ROUNDS)
    await client.query(
      `insert into users (tenant_id, id, email, name, search_key, role, status, password_hash)
       values ($1, $2, $3, 'Reader', 'reader', 'BrokerUser', 'ACTIVE', $4)`,
      [reader.tenantId, reader.id, reader.email, passwordHash],
    )
    const ofWriters = [Math.min(WRITERS, numberOfFirms)]
    await client.query(
      `insert into users (tenant_id, id, email, name, search_key, role, status, password_hash)
       select ${FIRM}, ${WRITER}, 'writer' || f || '@bench.example', 'Writer', 'writer', 'BrokerUser', 'ACTIVE', $2
         from generate_series(1, $1::int) f`,
      [...ofWriters, passwordHash],
    )
    const { rows: added } = await client.query<Writer>(
      `select ${WRITER} as id, 'writer' || f || '@bench.example' as email, ${FIRM} as "tenantId", ${EMPLOYER('1')} as "employerId"
         from generate_series(1, $1::int) f`,
      ofWriters,
    )
    writers.push(...added)
    await client.query('vacuum analyze')
    const { rows: counts } = await client.query('select count(*)::int as schemes from schemes')
    return counts[0].schemes as number
  })
  return {
    url: own.href,
    firms: numberOfFirms,
    schemes,
    reader,
    writers,
    drop: () =>
      runOnServer(serverUrl, (client) => client.query(`drop database ${NAME} with (force)`)).then(() => {}),
  }
}

export async function runOnServer<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
