/**
 * One test of each kind that the system project covers in full: the program starts, survives SIGKILL and rotates a key, and the
 * web application is built.
 */
import { execFile } from 'node:child_process'
import { access, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { WEB_FOLDER } from '../src/server/platform/build-folders.ts'
import { createPool } from '../src/server/platform/database.ts'
import { openEmbeddedDatabase } from '../src/server/platform/embedded-database.ts'
import { type RunningProgram, startService } from './service-process.ts'

const runNode = (args: string[], env: Record<string, string> = {}) =>
  promisify(execFile)(process.execPath, args, {
    cwd: join(import.meta.dirname, '..'),
    env: { PATH: process.env.PATH ?? '', ...env },
  })

const KEY = 'd4'.repeat(32)
const NEXT_KEY = 'e5'.repeat(32)
const PASSWORD = 'a few words for one morning'

/** Signs the administrator of the demo firm in, creates an employer, and answers its id. */
async function createEmployer({ url }: RunningProgram): Promise<string> {
  const cookies = new Map<string, string>()
  const send = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ')
    const reply = await fetch(url + path, {
      redirect: 'manual',
      ...init,
      headers: { ...init.headers, cookie },
    })
    for (const line of reply.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=')
      cookies.set(name, value)
    }
    return reply
  }
  const csrfToken = async () =>
    ((await (await send('/api/auth/csrf')).json()) as { csrfToken: string }).csrfToken
  const credentials = { csrfToken: await csrfToken(), email: 'brokeradmin@dev.local', password: PASSWORD }
  await send('/api/auth/signin', { method: 'POST', body: new URLSearchParams(credentials) })
  const reply = await send('/api/employers', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-csrf-token': await csrfToken() },
    body: JSON.stringify({ legalName: 'Smoke Test Limited' }),
  })
  expect(reply.status).toBe(201)
  return ((await reply.json()) as { id: string }).id
}

/** Three starts of a process, each with an embedded database: on a slow machine they take longer than other tests may. */
const THREE_STARTS_MS = 120_000

test('the program starts, keeps acknowledged changes when it is killed, and its PPS key can be rotated', {
  timeout: THREE_STARTS_MS,
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'smoke-'))
  let program: RunningProgram | undefined
  onTestFinished(async () => {
    await program?.kill()
    await rm(folder, { recursive: true, force: true })
  })
  const settings = { DATA_DIR: folder, TMPDIR: folder, PPS_ENCRYPTION_KEY: KEY }
  program = await startService({ ...settings, DEV_ACCOUNTS_PASSWORD: PASSWORD })
  const id = await createEmployer(program)
  await program.kill()

  const rotated = { ...settings, PPS_ENCRYPTION_KEY: NEXT_KEY, PPS_ENCRYPTION_KEY_PREVIOUS: KEY }
  const { stdout } = await runNode(['scripts/rotate-pps-key.ts'], rotated)
  expect(stdout).toMatch(/(\d+) of \1 re-encrypted/)

  const database = await openEmbeddedDatabase({ dataDir: join(folder, 'database') })
  const pool = createPool({ openStream: database.openStream, poolSize: 1 })
  const { rows } = await pool.query(
    "select e.legal_name, a.action from employers e join audit_log a on a.entity_id = e.id where e.id = $1 and a.entity_type = 'employer'",
    [id],
  )
  await pool.end()
  await database.close()
  expect(rows).toEqual([{ legal_name: 'Smoke Test Limited', action: 'employer.create' }])
})

test('the web application is built and up to date', async () => {
  await runNode(['scripts/build-web.ts'])
  await access(join(WEB_FOLDER, 'index.html'))
})
