/**
 * The program is killed without warning while administrators invite users. After the last restart the mail of each acknowledged
 * invitation has arrived at least once, complete, and no mail of a request that was not stored has arrived.
 */
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { signIn } from '../bench/sign-in.ts'
import { buildDatabaseUrl, withClient } from './harness/test-database.ts'
import { type RunningProgram, startService } from './service-process.ts'

const PASSWORD = 'a few words of this test alone'
const ROUNDS = 4
const WRITERS = 3
const PATIENCE = { timeout: 30_000, interval: 100 }
const postgres = inject('postgresqlUrl')
const DATABASE = `pcs_mail_crash_${process.pid}`

/** Addresses and texts of the mails that the relay accepted. */
const arrived: { to: string; text: string }[] = []
const relay = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  closeTimeout: 100,
  onData(stream, { envelope }, done) {
    const chunks: Buffer[] = []
    stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    stream.on('end', async () => {
      // Slower than the invitations, so that mails wait when the program is killed.
      await pause(20)
      arrived.push({ to: envelope.rcptTo[0]?.address ?? '', text: Buffer.concat(chunks).toString() })
      done()
    })
  },
})
// Ignores broken connections of a killed client.
relay.on('error', () => {})

let folder: string
let program: RunningProgram | null = null

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mail-crash-'))
  relay.listen(0, '127.0.0.1')
  await once(relay.server, 'listening')
  if (postgres) await withClient(postgres, (client) => client.query(`create database ${DATABASE}`))
})
afterAll(async () => {
  await program?.kill()
  await new Promise<void>((resolve) => relay.close(() => resolve()))
  await rm(folder, { recursive: true, force: true })
  if (postgres)
    await withClient(postgres, (client) =>
      client.query(`drop database if exists ${DATABASE} with (force)`).then(() => {}),
    )
}, 60_000)

/** Invites users one after the other until the program is gone; returns no result, because a broken response acknowledges nothing. */
async function invite(
  cookie: string,
  csrfToken: string,
  prefix: string,
  tried: Set<string>,
  acknowledged: Set<string>,
): Promise<void> {
  for (let i = 0; ; i++) {
    const email = `${prefix}-${i}@example.com`
    tried.add(email)
    try {
      const answer = await fetch(`${program?.url}/api/users`, {
        method: 'POST',
        headers: { cookie, 'x-csrf-token': csrfToken, 'content-type': 'application/json' },
        body: JSON.stringify({ email, name: 'Invited person', role: 'BrokerUser' }),
      })
      await answer.text()
      expect(answer.status).toBe(201)
      acknowledged.add(email)
    } catch (error) {
      if (error instanceof TypeError) return
      throw error
    }
  }
}

const smtpUrl = () => `smtp://127.0.0.1:${(relay.server.address() as AddressInfo).port}`
const outbox = () => join(folder, 'outbox')

async function listWritten(): Promise<{ to: string; text: string }[]> {
  const names = (await readdir(outbox()).catch(() => [])).filter((name) => name.endsWith('.eml'))
  const texts = await Promise.all(names.map((name) => readFile(join(outbox(), name), 'utf8')))
  return texts.map((text) => ({ to: /^To: (.+)$/m.exec(text)?.[1]?.trim() ?? '', text }))
}

const CASES = [
  { name: 'embedded database, mail relay', database: false, isRelay: true },
  { name: 'embedded database, folder', database: false, isRelay: false },
  ...(postgres ? [{ name: 'PostgreSQL, mail relay', database: true, isRelay: true }] : []),
]

test.each(CASES)(
  'killed while users are invited: each acknowledged invitation is sent ($name)',
  async ({ name, database, isRelay }) => {
    arrived.length = 0
    const settings = {
      NODE_ENV: 'development',
      DATA_DIR: join(folder, name.replaceAll(/\W+/g, '-')),
      ...(database && postgres ? { DATABASE_URL: buildDatabaseUrl(postgres, DATABASE), DEMO: '1' } : {}),
      ...(isRelay ? { SMTP_URL: smtpUrl() } : { OUTBOX_DIR: outbox() }),
      DEV_ACCOUNTS_PASSWORD: PASSWORD,
      SCHEDULER: 'off',
      RATE_LIMIT_SCALE: '10000',
      LOG_LEVEL: 'error',
      // Sockets of killed programs stay behind; these are removed with the folder.
      TMPDIR: folder,
    }
    const listArrived = async () => (isRelay ? arrived : listWritten())
    const tried = new Set<string>()
    const acknowledged = new Set<string>()
    program = await startService(settings)
    const cookie = await signIn(program.url, { email: 'brokeradmin@dev.local', password: PASSWORD })
    const csrf = await fetch(`${program.url}/api/auth/csrf`, { headers: { cookie } })
    const { csrfToken } = (await csrf.json()) as { csrfToken: string }
    let unsent = 0
    for (let round = 0; round < ROUNDS; round++) {
      const before = acknowledged.size
      const writers = Array.from({ length: WRITERS }, (_, writer) =>
        invite(cookie, csrfToken, `crash-${round}-${writer}`, tried, acknowledged),
      )
      while (acknowledged.size < before + 6) await pause(5)
      await pause(Math.random() * 200)
      await program.kill()
      await Promise.all(writers)
      const addresses = new Set((await listArrived()).map(({ to }) => to))
      unsent += [...acknowledged].filter((email) => !addresses.has(email)).length
      program = await startService(settings)
    }
    // On PostgreSQL, mails that were in flight are sent again after their lease, for which the test does not wait.
    if (database && postgres)
      await withClient(buildDatabaseUrl(postgres, DATABASE), (client) =>
        client.query('update app.mail_outbox set due_at = clock_timestamp()').then(() => {}),
      )
    const missing = async () => {
      const addresses = new Set((await listArrived()).map(({ to }) => to))
      return [...acknowledged].filter((email) => !addresses.has(email))
    }
    await expect.poll(missing, PATIENCE).toEqual([])
    const mails = (await listArrived()).filter(({ to }) => to.startsWith('crash-'))
    for (const { to, text } of mails) {
      expect(tried.has(to), `${to} was asked for`).toBe(true)
      expect(text, `the mail to ${to} is complete`).toMatch(/accept-invitation\?token=(3D)?[\w=\r\n-]{20,}/)
    }
    process.stdout.write(
      `${name}: ${acknowledged.size} acknowledged, ${unsent} unsent at a kill, ${mails.length - new Set(mails.map(({ to }) => to)).size} repeated\n`,
    )
    // Otherwise the kills came too late to prove anything.
    if (isRelay) expect(unsent).toBeGreaterThan(0)
    expect(acknowledged.size).toBeGreaterThanOrEqual(ROUNDS * 6)
    await program.stop()
    program = null
  },
  240_000,
)
