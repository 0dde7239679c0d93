/**
 * One test of each kind that the system project covers in full: the program starts, survives SIGKILL, rotates a key and stops, and
 * the web application is built.
 */
import { execFile } from 'node:child_process'
import { access, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { WEB_FOLDER } from '../src/server/platform/build-folders.ts'
import { type RunningProgram, startService } from './service-process.ts'

const runNode = (args: string[], env: Record<string, string> = {}) =>
  promisify(execFile)(process.execPath, args, {
    cwd: join(import.meta.dirname, '..'),
    env: { PATH: process.env.PATH ?? '', ...env },
  })

const KEY = 'd4'.repeat(32)
const NEXT_KEY = 'e5'.repeat(32)
const PASSWORD = 'a few words for one morning'

/** A browser's part of the conversation: the session cookie and the CSRF token. */
async function signIn({ url }: RunningProgram) {
  const cookies = new Map<string, string>()
  const send = async (path: string, init: RequestInit = {}) => {
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
  const tokenOf = async () =>
    ((await (await send('/api/auth/csrf')).json()) as { csrfToken: string }).csrfToken
  await send('/api/auth/signin', {
    method: 'POST',
    body: new URLSearchParams({
      csrfToken: await tokenOf(),
      email: 'brokeradmin@dev.local',
      password: PASSWORD,
    }),
  })
  return {
    get: async (path: string) => (await send(path)).json() as Promise<never>,
    async post(path: string, body: object) {
      const headers = { 'content-type': 'application/json', 'x-csrf-token': await tokenOf() }
      const reply = await send(path, { method: 'POST', headers, body: JSON.stringify(body) })
      expect(reply.ok, await reply.clone().text()).toBe(true)
      return reply.json() as Promise<never>
    },
  }
}

test('the program keeps what it acknowledged when it is killed, rotates the PPS key, and stops', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'smoke-'))
  let program: RunningProgram | undefined
  onTestFinished(async () => {
    await program?.kill()
    await rm(folder, { recursive: true, force: true })
  })
  const settings = {
    DATA_DIR: folder,
    TMPDIR: folder,
    DEV_ACCOUNTS_PASSWORD: PASSWORD,
    PPS_ENCRYPTION_KEY: KEY,
  }

  program = await startService(settings)
  const before = await signIn(program)
  const { id } = await before.post('/api/employers', { legalName: 'Smoke Test Limited' })
  await program.kill()

  const rotated = { ...settings, PPS_ENCRYPTION_KEY: NEXT_KEY, PPS_ENCRYPTION_KEY_PREVIOUS: KEY }
  const { stdout } = await runNode(['scripts/rotate-pps-key.ts'], rotated)
  expect(stdout).toMatch(/re-encrypted/)

  program = await startService({ ...settings, PPS_ENCRYPTION_KEY: NEXT_KEY })
  const after = await signIn(program)
  expect(await after.get(`/api/employers/${id}`)).toMatchObject({ legalName: 'Smoke Test Limited' })
  expect(await after.get('/api/audit-log/verification')).toMatchObject({ intact: true })
  const { data } = (await after.get('/api/members?limit=1')) as { data: { id: string }[] }
  const revealed = await after.post(`/api/members/${data[0]?.id}/reveal-pps`, { reason: 'Smoke test' })
  expect(revealed).toMatchObject({ ppsNumber: expect.stringMatching(/^\d{7}[A-W][A-I]?$/) })
  await program.stop()
  program = undefined
})

test('the web application is built and up to date', async () => {
  await runNode(['scripts/build-web.ts'])
  await access(join(WEB_FOLDER, 'index.html'))
})
