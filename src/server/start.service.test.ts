/** Refusals of a production start because of its database. Needs logins of a PostgreSQL server; the embedded database has none. */
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { copyTemplate, type TestDatabase, withClient } from '../../test/harness/test-database.ts'
import { type Config, ConfigError, readConfig } from './config.ts'
import { createLog } from './platform/log.ts'
import { openMigratedDatabase } from './start.ts'

const server = inject('postgresqlUrl')

describe.runIf(server)('the database login', () => {
  let database: TestDatabase
  const suffix = randomBytes(4).toString('hex')
  const logins = { fit: `fit_${suffix}`, owner: `owner_${suffix}`, bypass: `bypass_${suffix}` }
  beforeAll(async () => {
    database = await copyTemplate(inject('template'), 'migrated')
    await withClient(server as string, async (client) => {
      await client.query(`create role ${logins.fit} login password 'x' in role pcs_app`)
      await client.query(`create role ${logins.owner} login password 'x' in role pcs_app, pcs_owner`)
      await client.query(`create role ${logins.bypass} login password 'x' bypassrls in role pcs_app`)
    })
  })
  afterAll(async () => {
    await database?.close()
    await withClient(server as string, async (client) => {
      for (const login of Object.values(logins)) await client.query(`drop role if exists ${login}`)
    })
  })

  function configWith(login: string | null, environment = 'production'): Config {
    const url = new URL(database.target.url as string)
    if (login) [url.username, url.password] = [login, 'x']
    const secret = (): string => randomBytes(32).toString('hex')
    const reading = readConfig(
      {
        NODE_ENV: environment,
        APP_URL: 'https://pensions.example.com',
        SMTP_URL: 'smtp://localhost',
        DATABASE_URL: url.href,
        MIGRATION_DATABASE_URL: database.target.url,
        ...Object.fromEntries(
          [
            'SESSION_SECRET',
            'CSRF_SECRET',
            'CRON_TOKEN',
            'RAG_INGEST_TOKEN',
            'PPS_ENCRYPTION_KEY',
            'PPS_INDEX_KEY',
          ].map((name) => [name, secret()]),
        ),
      },
      null,
    )
    if (reading.state !== 'ready') throw new Error(reading.missing.join(', '))
    return reading.config
  }
  const open = async (config: Config, lines: string[] = []): Promise<void> => {
    const log = createLog('info', { write: (line) => void lines.push(line) })
    const opened = await openMigratedDatabase(config, log, process.pid)
    await opened.database.ping(2_000)
    await opened.close()
  }

  test.each([
    ['a superuser', null],
    ['a member of the owner of the tables', logins.owner],
    ['one that bypasses row-level security', logins.bypass],
  ])('is refused in production when it is %s', async (_what, login) => {
    const opening = open(configWith(login))
    await expect(opening).rejects.toThrow(ConfigError)
    await expect(opening).rejects.toThrow(/DATABASE_URL can bypass row-level security/)
  })

  test('is accepted when it is a member of pcs_app only', async () => {
    await open(configWith(logins.fit))
  })

  test('may be any in development', async () => {
    const lines: string[] = []
    await open(configWith(null, 'development'), lines)
    expect(lines.join('')).not.toContain('DATABASE_URL')
  })
})
