/**
 * The measured change: an employer gets another trading name, with its audit entry. As requests to the service, and as one transaction for
 * pgbench that makes the same two changes in one batch of statements.
 */
import type { Dataset, Writer } from './dataset.ts'
import { EMPLOYER, FIRM, runOnServer, WRITER } from './dataset.ts'
import { THREADS } from './load.ts'
import { signIn } from './sign-in.ts'

export interface WriteScripts {
  /** Lua, for wrk. */
  requests: string
  /** SQL, for pgbench. */
  transaction: string
}

export async function buildWriteScripts(
  url: string,
  { writers, reader, url: databaseUrl }: Dataset,
): Promise<WriteScripts> {
  const signedIn: SignedIn[] = []
  for (const writer of writers) {
    const cookie = await signIn(url, { email: writer.email, password: reader.password })
    const csrf = await fetch(`${url}/api/auth/csrf`, { headers: { cookie } })
    const { csrfToken } = (await csrf.json()) as { csrfToken: string }
    signedIn.push({ ...writer, cookie, csrfToken })
  }
  const states = await changeOne(url, databaseUrl, signedIn[0] as SignedIn)
  return { requests: buildRequests(url, signedIn), transaction: buildTransaction(writers, states) }
}

type SignedIn = Writer & { cookie: string; csrfToken: string }

const LEGAL_NAME = 'Employer of a writer Limited'

/** Changes an employer through the API and answers the states that its audit entry has, as JSON. */
async function changeOne(url: string, databaseUrl: string, writer: SignedIn): Promise<[string, string]> {
  for (const tradingName of ['first', 'second']) {
    const response = await fetch(`${url}/api/employers/${writer.employerId}`, {
      method: 'PUT',
      headers: {
        cookie: writer.cookie,
        origin: url,
        'x-csrf-token': writer.csrfToken,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ legalName: LEGAL_NAME, tradingName }),
    })
    if (response.status !== 200)
      throw new Error(`The change was refused: ${response.status} ${await response.text()}`)
  }
  return runOnServer(databaseUrl, async (client) => {
    const { rows } = await client.query<{ before: string; after: string }>(
      `select previous_state::text as before, new_state::text as after from audit_log
        where tenant_id = $1 and entity_id = $2 order by sequence desc limit 1`,
      [writer.tenantId, writer.employerId],
    )
    const [entry] = rows
    if (!entry?.before) throw new Error('The change has no audit entry')
    return [entry.before, entry.after]
  })
}

const buildRequests = (url: string, writers: readonly SignedIn[]): string => `
local writers = {
${writers.map(({ employerId, cookie, csrfToken }) => `  { "/api/employers/${employerId}", "${cookie}", "${csrfToken}" },`).join('\n')}
}
local threads = 0
function setup(thread)
  thread:set("number", threads)
  threads = threads + 1
end
function init() position = number * #writers / ${THREADS} end
-- Two changes of one employer at the same time are a conflict (409). The threads begin at different writers and take them in turn, so that
-- the next change of a writer begins long after the one before.
request = function()
  position = position % #writers + 1
  local writer = writers[position]
  local headers = { ["Cookie"] = writer[2], ["X-CSRF-Token"] = writer[3], ["Origin"] = "${url}", ["Content-Type"] = "application/json" }
  return wrk.format("PUT", writer[1], headers, '{"legalName":"${LEGAL_NAME}","tradingName":"Name ' .. math.random(1000000000) .. '"}')
end
`

const quote = (text: string): string => `'${text.replaceAll("'", "''")}'`

function buildTransaction(writers: readonly Writer[], [before, after]: [string, string]): string {
  const ofWriter = (sql: string): string => sql.replace(/\bf\b(?!')/g, ':writer')
  const [tenant, user, employer] = [FIRM, WRITER, EMPLOYER('1')].map(ofWriter)
  return `\\set writer random(1, ${writers.length})
\\set name random(1, 1000000000)
\\startpipeline
begin;
select set_config('role', 'pcs_app', true), set_config('app.scope', 'tenant', true), set_config('app.tenant', ${tenant}, true), set_config('app.user', ${user}, true), set_config('app.role', 'BrokerUser', true);
update employers set trading_name = 'Name ' || :name, version = version + 1, updated_at = clock_timestamp() where tenant_id = ${tenant} and id = ${employer};
select app.append_audit_entries(${tenant}, '127.0.0.1', 'pgbench', jsonb_build_array(jsonb_build_object('id', 'a' || left(md5(random()::text), 23), 'action', 'employer.update', 'entityType', 'employer', 'entityId', ${employer}, 'previousState', ${quote(before)}::jsonb, 'newState', ${quote(after)}::jsonb)));
commit;
\\endpipeline
`
}
