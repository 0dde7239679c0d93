/** Checks of the database of a service. They change nothing: no migration runs and no row is written. */
import type pg from 'pg'
import type { Config } from '../../src/server/config.ts'
import type { ConnectionTarget } from '../../src/server/platform/database.ts'
import { isLoginTooMighty } from '../../src/server/platform/isolation.ts'
import { verifyKeys } from '../../src/server/platform/key-checks.ts'
import { loadPendingMigrations } from '../../src/server/platform/migrate.ts'
import { hasSharedConnections, runOnConnection } from '../../src/server/start.ts'
import { buildFailure, buildOk, buildWarning, type Finding, type Outcome, runCheck } from './check.ts'

const OLDEST_VERSION = 15
/** Codes of sign-in and jobs are compared with the clock: at most this far from that of the database. */
const MAX_OFFSET_SECONDS = 2

export function checkVersion(number: number): Finding {
  const major = Math.floor(number / 10_000)
  return major >= OLDEST_VERSION
    ? buildOk(`PostgreSQL ${major}`)
    : buildFailure(`PostgreSQL ${major}`, `Upgrade the server to PostgreSQL ${OLDEST_VERSION} or later`)
}

/** Both in milliseconds; half of the time that the question took is the uncertainty. */
export function checkClock(databaseAt: number, askedAt: number, answeredAt: number): Finding {
  const offset = databaseAt - (askedAt + answeredAt) / 2
  const seconds = Math.abs(offset) / 1000
  const detail = `${seconds.toFixed(1)} seconds from the clock of the database`
  return seconds <= MAX_OFFSET_SECONDS + (answeredAt - askedAt) / 2000
    ? buildOk(detail)
    : buildFailure(detail, 'Synchronise both machines by NTP, for example: apt install systemd-timesyncd')
}

export const checkPending = (names: readonly string[]): Finding =>
  names.length === 0
    ? buildOk('no migration is pending')
    : buildWarning(
        `${names.length} pending, the first is ${names[0]}`,
        'Back up the database, then run: npm run migrate (the next start does it too)',
      )

export const checkVector = (installed: boolean, available: boolean): Finding => {
  if (installed) return buildOk('installed')
  return available
    ? buildWarning('available, not installed', 'Run as superuser in this database: create extension vector')
    : buildWarning(
        'not available: the assistant finds passages by words only',
        'Install pgvector on the database server, for example: apt install postgresql-15-pgvector',
      )
}

async function findOne<Row extends object>(client: pg.ClientBase, query: string): Promise<Row> {
  const { rows } = await client.query<Row>(query)
  return rows[0] as Row
}

/** `isServer` false: the embedded database, which has one connection and one login. */
export async function checkDatabase(
  config: Pick<Config, 'database' | 'secrets' | 'isProduction'>,
  target: ConnectionTarget,
  migrationTarget: ConnectionTarget,
): Promise<Outcome[]> {
  const isServer = 'url' in config.database
  const reached = await runCheck('Database', 'Check DATABASE_URL, the server and the firewall', async () =>
    runOnConnection(target, async (client) =>
      checkVersion(
        Number((await findOne<{ n: string }>(client, "select current_setting('server_version_num') as n")).n),
      ),
    ),
  )
  if (reached.result === 'failed') return [reached]
  const outcomes = [reached]
  if (isServer) {
    outcomes.push(
      await runCheck('Service login', 'Create the login as in docs/operations.md, Installation', () =>
        runOnConnection(target, async (client) => checkServiceLogin(client, config.isProduction)),
      ),
      await runCheck('Migration login', 'Check MIGRATION_DATABASE_URL', () =>
        runOnConnection(migrationTarget, checkMigrationLogin),
      ),
      await runCheck('Pooler', 'Check the pooler', async () =>
        (await hasSharedConnections(target))
          ? buildFailure(
              'transaction mode',
              'Set pool_mode = session, or connect DATABASE_URL to PostgreSQL directly',
            )
          : buildOk('each connection has a server process of its own'),
      ),
    )
  }
  outcomes.push(
    await runCheck('pgvector', 'Check DATABASE_URL', () =>
      runOnConnection(target, async (client) => {
        const { installed, available } = await findOne<{ installed: boolean; available: boolean }>(
          client,
          `select exists (select from pg_extension where extname = 'vector') as installed,
                  exists (select from pg_available_extensions where name = 'vector') as available`,
        )
        return checkVector(installed, available)
      }),
    ),
  )
  const migrations = await runCheck('Migrations', 'Check MIGRATION_DATABASE_URL', () =>
    runOnConnection(migrationTarget, async (client) => checkPending(await loadPendingMigrations(client))),
  )
  outcomes.push(migrations)
  outcomes.push(
    await runCheck('Clock', 'Check DATABASE_URL', () =>
      runOnConnection(target, async (client) => {
        const askedAt = Date.now()
        const { at } = await findOne<{ at: number }>(
          client,
          'select (extract(epoch from clock_timestamp()) * 1000)::float8 as at',
        )
        return checkClock(at, askedAt, Date.now())
      }),
    ),
  )
  outcomes.push(
    await runCheck(
      'Keys',
      'Set the keys that were used before, from the backup of the environment file',
      async () =>
        migrations.result === 'ok'
          ? runOnConnection(migrationTarget, (client) => checkKeys(client, config.secrets))
          : buildWarning(
              'not compared, because migrations are pending',
              'Run npm run migrate, then this command again',
            ),
    ),
  )
  return outcomes
}

async function checkServiceLogin(client: pg.ClientBase, isProduction: boolean): Promise<Finding> {
  if (await isLoginTooMighty(client)) {
    const words = 'can bypass row-level security'
    const fix =
      'Use a login in DATABASE_URL that is a member of pcs_app only (docs/operations.md, Installation)'
    return isProduction ? buildFailure(words, fix) : buildWarning(words, fix)
  }
  const { isMember } = await findOne<{ isMember: boolean }>(
    client,
    `select coalesce((select pg_has_role(session_user, oid, 'member') from pg_roles where rolname = 'pcs_app'), false) as "isMember"`,
  )
  return isMember
    ? buildOk('member of pcs_app, cannot bypass row-level security')
    : buildFailure('not a member of pcs_app', 'Run as superuser: grant pcs_app to the login of DATABASE_URL')
}

async function checkMigrationLogin(client: pg.ClientBase): Promise<Finding> {
  const { may } = await findOne<{ may: boolean }>(
    client,
    `select rolsuper or rolcreaterole or coalesce(
        (select bool_and(pg_has_role(session_user, oid, 'member')) and count(*) = 2
           from pg_roles where rolname in ('pcs_owner', 'pcs_app')), false) as may
       from pg_roles where rolname = session_user`,
  )
  return may
    ? buildOk('can become pcs_owner and pcs_app')
    : buildFailure(
        'cannot become pcs_owner and pcs_app',
        'Set MIGRATION_DATABASE_URL to a login that is a member of pcs_owner and pcs_app',
      )
}

async function checkKeys(client: pg.ClientBase, secrets: Config['secrets']): Promise<Finding> {
  const leftBehind: string[] = []
  const pps = { current: secrets.PPS_ENCRYPTION_KEY, previous: secrets.previousPps }
  await verifyKeys(
    client,
    { pps, index: secrets.PPS_INDEX_KEY, files: secrets.files },
    { error: (message) => void leftBehind.push(message) },
    { keepsFirstCheck: false },
  )
  return leftBehind.length === 0
    ? buildOk('are those that the stored data was encrypted with')
    : buildWarning(
        leftBehind.join('; '),
        'Set the missing key as the previous key, then run npm run rotate-pps-key',
      )
}
