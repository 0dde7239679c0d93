/** The program as it is run: `node src/server/main.ts`, a folder, a port, signals. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { request as secureRequest } from 'node:https'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { findFreePort } from './harness/free-port.ts'

const PROJECT = fileURLToPath(new URL('..', import.meta.url))
const PATIENCE = { timeout: 60_000, interval: 100 }

let parent = ''
beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'process-'))
})
afterAll(() => rm(parent, { recursive: true, force: true }))

interface Program {
  port: number
  url: string
  child: ChildProcess
  output(): string
  errors(): string
  /** Sends the signal and waits for the end. */
  end(signal: NodeJS.Signals): Promise<number | string | null>
  ended(): Promise<number | string | null>
}

/** Nothing of this process's environment reaches the program but the search path. */
async function run(settings: Record<string, string>): Promise<Program> {
  const port = await findFreePort()
  const child = spawn(process.execPath, [join(PROJECT, 'src/server/main.ts')], {
    cwd: parent,
    env: { PATH: process.env.PATH, PORT: String(port), ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let [output, errors] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk
  })
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk
  })
  const exited = once(child, 'close').then(() => child.exitCode ?? child.signalCode)
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    child,
    output: () => output,
    errors: () => errors,
    ended: () => exited,
    end(signal) {
      child.kill(signal)
      return exited
    },
  }
}

const statusOf = async (url: string): Promise<number> => {
  const reply = await fetch(url, { redirect: 'manual' }).catch(() => null)
  await reply?.body?.cancel()
  return reply?.status ?? 0
}

async function running(settings: Record<string, string>): Promise<Program> {
  const program = await run(settings)
  await expect
    .poll(
      () =>
        program.child.exitCode === null ? statusOf(`${program.url}/api/health/ready`) : program.errors(),
      PATIENCE,
    )
    .toBe(200)
  await expect.poll(() => program.output(), PATIENCE).toContain('Stop with Ctrl-C')
  return program
}

/** Signs in as a person would and answers a call with the session. */
async function signIn(url: string, email: string, password: string) {
  const csrf = await fetch(`${url}/api/auth/csrf`)
  const cookie = csrf.headers.get('set-cookie')?.split(';')[0] ?? ''
  const { csrfToken } = (await csrf.json()) as { csrfToken: string }
  const reply = await fetch(`${url}/api/auth/signin`, {
    method: 'POST',
    headers: { cookie, accept: 'application/json' },
    body: new URLSearchParams({ csrfToken, email, password }),
  })
  const session = reply.headers.get('set-cookie')?.split(';')[0] ?? ''
  const token = await fetch(`${url}/api/auth/csrf`, { headers: { cookie: session } })
  const headers = {
    cookie: session,
    'x-csrf-token': ((await token.json()) as { csrfToken: string }).csrfToken,
    'content-type': 'application/json',
  }
  return {
    status: reply.status,
    call: async (path: string, body?: object) => {
      const answer = await fetch(url + path, {
        headers,
        ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
      })
      return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
    },
  }
}

const passwordIn = (output: string): string => /password {2}(\S+)/.exec(output)?.[1] ?? ''
const ACCOUNTS = [
  'superadmin',
  'brokeradmin',
  'approver',
  'brokeruser',
  'employeradmin',
  'employeruser',
  'member',
  'brokeradmin2',
  'employeruser2',
].map((name) => `${name}@dev.local`)

test('on an empty folder it prints its address and the accounts; after a restart it has kept all data', async () => {
  const folder = join(parent, 'first')
  const first = await running({ DATA_DIR: folder })
  expect(first.output()).toContain(`http://localhost:${first.port}`)
  expect(first.output()).toContain(`listening on port ${first.port}`)
  for (const email of ACCOUNTS) expect(first.output()).toContain(email)
  const password = passwordIn(first.output())
  expect(password).toMatch(/^demo-[\w-]{12}$/)
  for (const email of ACCOUNTS) expect((await signIn(first.url, email, password)).status).toBe(200)
  expect((await signIn(first.url, 'brokeradmin@dev.local', `${password}x`)).status).toBe(401)
  const admin = await signIn(first.url, 'brokeradmin@dev.local', password)
  const created = await admin.call('/api/employers', { legalName: 'Kept Over The Night Limited' })
  expect(created.status).toBe(201)

  // One database, one process: the second says so and leaves the first alone.
  const second = await run({ DATA_DIR: folder })
  expect(await second.ended()).toBe(1)
  expect(second.errors()).toContain(`Another process uses ${folder}`)
  expect(second.errors()).not.toMatch(/^\s+at /m)
  expect(await statusOf(`${first.url}/api/health/db`)).toBe(200)

  // Ctrl-C: cleanly, with the lock given back.
  expect(await first.end('SIGINT')).toBe(0)
  await expect(access(join(folder, 'lock'))).rejects.toThrow()
  expect(first.errors()).toBe('')
  expect(await statusOf(`${first.url}/api/health/live`)).toBe(0)

  const again = await running({ DATA_DIR: folder })
  expect(passwordIn(again.output())).toBe(password)
  const same = await signIn(again.url, 'brokeradmin@dev.local', password)
  expect(await same.call(`/api/employers/${created.body.id}`)).toMatchObject({
    status: 200,
    body: { legalName: 'Kept Over The Night Limited' },
  })
  const listed = await same.call('/api/audit-log?action=employer.create&limit=200')
  expect(JSON.stringify(listed.body)).toContain(String(created.body.id))

  // Killed without a chance to say goodbye: the lock of a process that is gone is taken over.
  expect(await again.end('SIGKILL')).toBe('SIGKILL')
  expect(await readdir(folder)).toContain('lock')
  const after = await running({ DATA_DIR: folder })
  const afterwards = await signIn(after.url, 'brokeradmin@dev.local', password)
  expect(await afterwards.call(`/api/employers/${created.body.id}`)).toMatchObject({ status: 200 })
  expect(await after.end('SIGTERM')).toBe(0)
  expect((await stat(join(folder, 'secrets.json'))).mode & 0o777).toBe(0o600)
}, 120_000)

/** Production on the embedded database: no demo, and everything that protects something is given. */
const PRODUCTION = {
  NODE_ENV: 'production',
  HOST: '127.0.0.1',
  APP_URL: 'https://pensions.example.com',
  ALLOW_EMBEDDED_IN_PRODUCTION: '1',
  SESSION_SECRET: 'session-secret-of-more-than-32-characters',
  CSRF_SECRET: 'csrf-secret-of-more-than-32-characters',
  PPS_ENCRYPTION_KEY: 'f3a81c0561ceaeb20c81f2ac5368a7a0dcaeaef3d50adbd612b21550fa0db497',
  PPS_INDEX_KEY: '1bc04b5291c26a46d918139138b992d2de976d6851d0893b0476b85bfbdfc6e6',
  CRON_TOKEN: 'cron-token-of-more-than-32-characters',
  RAG_INGEST_TOKEN: 'ingest-token-of-more-than-32-characters',
}

async function createCertificate(): Promise<{ TLS_CERT_FILE: string; TLS_KEY_FILE: string }> {
  const files = { TLS_CERT_FILE: join(parent, 'cert.pem'), TLS_KEY_FILE: join(parent, 'key.pem') }
  await promisify(execFile)('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
    ...['-keyout', files.TLS_KEY_FILE, '-out', files.TLS_CERT_FILE, '-subj', '/CN=localhost'],
  ])
  return files
}

/** The status over HTTPS with the certificate of the test; 0 while nothing listens. */
async function statusOverHttps(port: number, path: string, ca: string): Promise<number> {
  const pending = secureRequest({ port, host: '127.0.0.1', servername: 'localhost', path, ca, agent: false })
  pending.end()
  const [reply] = await once(pending, 'response').catch(() => [null])
  reply?.resume()
  return reply?.statusCode ?? 0
}

test('in production it serves HTTPS with a certificate, and its plain HTTP port redirects all requests', async () => {
  const files = await createCertificate()
  const redirectPort = await findFreePort()
  const program = await run({
    ...PRODUCTION,
    DATA_DIR: join(parent, 'tls'),
    OUTBOX_DIR: join(parent, 'outbox'),
    HTTP_REDIRECT_PORT: String(redirectPort),
    ...files,
  })
  await expect
    .poll(
      () =>
        program.child.exitCode === null ? statusOf(`http://127.0.0.1:${redirectPort}/`) : program.errors(),
      PATIENCE,
    )
    .toBe(301)
  // The demo accounts are not printed, and no secrets were generated.
  expect(program.output()).not.toContain('dev.local')
  expect(await readdir(join(parent, 'tls'))).not.toContain('secrets.json')
  const pending = request({
    port: redirectPort,
    host: '127.0.0.1',
    path: '/schemes?q=1',
    headers: { host: 'evil.example' },
    agent: false,
  })
  pending.end()
  const [reply] = await once(pending, 'response')
  reply.resume()
  expect(reply.statusCode).toBe(301)
  expect(reply.headers.location).toBe('https://pensions.example.com/schemes?q=1')
  expect(reply.headers['strict-transport-security']).toBe('max-age=63072000; includeSubDomains; preload')
  expect(await statusOf(`${program.url}/api/health/live`)).toBe(0)
  expect(await program.end('SIGINT')).toBe(0)
}, 90_000)

/** Serial number of the certificate that a new connection gets, and the version of TLS. */
async function servedCertificate(port: number): Promise<{ serial: string; protocol: string | null }> {
  const socket = connect({ port, host: '127.0.0.1', servername: 'localhost', rejectUnauthorized: false })
  await once(socket, 'secureConnect')
  const served = { serial: socket.getPeerCertificate().serialNumber, protocol: socket.getProtocol() }
  socket.destroy()
  return served
}

test('a renewed certificate is served without a restart, with TLS 1.3 only; files that do not fit are not used', async () => {
  const files = await createCertificate()
  const program = await run({
    ...PRODUCTION,
    DATA_DIR: join(parent, 'tls-renewed'),
    OUTBOX_DIR: join(parent, 'outbox'),
    HTTP_REDIRECT_PORT: String(await findFreePort()),
    ...files,
  })
  const ca = await readFile(files.TLS_CERT_FILE, 'utf8')
  await expect.poll(() => statusOverHttps(program.port, '/api/health/ready', ca), PATIENCE).toBe(200)
  const first = await servedCertificate(program.port)
  const open = connect({ port: program.port, host: '127.0.0.1', servername: 'localhost', ca })
  await once(open, 'secureConnect')

  const oldKey = await readFile(files.TLS_KEY_FILE)
  await createCertificate()
  const newKey = await readFile(files.TLS_KEY_FILE)
  await writeFile(files.TLS_KEY_FILE, oldKey)
  program.child.kill('SIGHUP')
  await expect.poll(() => program.output(), PATIENCE).toContain('the former certificate stays')
  expect(await servedCertificate(program.port)).toEqual(first)

  await writeFile(files.TLS_KEY_FILE, newKey)
  program.child.kill('SIGHUP')
  await expect
    .poll(async () => (await servedCertificate(program.port)).serial, PATIENCE)
    .not.toBe(first.serial)
  const second = await servedCertificate(program.port)
  expect(second.protocol).toBe('TLSv1.3')
  const older = connect({
    ...{ port: program.port, host: '127.0.0.1', servername: 'localhost' },
    ...{ maxVersion: 'TLSv1.2', rejectUnauthorized: false },
  })
  await expect(once(older, 'secureConnect')).rejects.toThrow(/protocol version/)
  // The connection from before the renewal still works.
  open.write('GET /api/health/live HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
  const [answer] = (await once(open, 'data')) as [Buffer]
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 200 /)
  open.destroy()

  // Without a signal: the change of the files is noticed.
  await createCertificate()
  await expect
    .poll(async () => (await servedCertificate(program.port)).serial, PATIENCE)
    .not.toBe(second.serial)
  expect(await program.end('SIGINT')).toBe(0)
}, 120_000)

test('in production without HTTP_REDIRECT_PORT the plain port is 80; if it cannot be opened, the log reports it and HTTPS is served', async () => {
  const files = await createCertificate()
  const ca = await readFile(files.TLS_CERT_FILE, 'utf8')
  const settings = { ...PRODUCTION, OUTBOX_DIR: join(parent, 'outbox'), ...files }
  // Where this user may not open port 80, or another program has it, only the second half is tested.
  const holder = createServer()
  const isFree = await once(holder.listen(80, '127.0.0.1'), 'listening').then(
    () => true,
    () => false,
  )
  onTestFinished(() => void holder.close())
  const refused = await run({ ...settings, DATA_DIR: join(parent, 'tls-without-80') })
  await expect.poll(() => refused.output() + refused.errors(), PATIENCE).toContain('port 80 cannot be opened')
  expect(await statusOverHttps(refused.port, '/api/health/live', ca)).toBe(200)
  expect(await refused.end('SIGINT')).toBe(0)
  if (!isFree) return
  holder.close()
  const redirecting = await run({ ...settings, DATA_DIR: join(parent, 'tls-with-80') })
  await expect.poll(() => statusOf('http://127.0.0.1:80/schemes'), PATIENCE).toBe(301)
  expect(await statusOverHttps(redirecting.port, '/api/health/live', ca)).toBe(200)
  expect(await redirecting.end('SIGINT')).toBe(0)
}, 120_000)

test('in production without its variables it stays up: alive, not ready, and unavailable for all other requests', async () => {
  const folder = join(parent, 'production')
  const secret = 'a-secret-that-nobody-may-see-in-any-output'
  const program = await run({
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    DATA_DIR: folder,
    SESSION_SECRET: secret,
  })
  await expect.poll(() => statusOf(`${program.url}/api/health/live`), PATIENCE).toBe(200)
  const ready = await fetch(`${program.url}/api/health/ready`)
  expect([ready.status, await ready.json()]).toEqual([503, { error: 'Not ready', details: { missing: 8 } }])
  for (const path of ['/api/schemes', '/api/health/db', '/api/auth/csrf', '/', '/outbox'])
    expect(await statusOf(program.url + path)).toBe(503)
  await expect.poll(() => program.output(), PATIENCE).toContain('PPS_ENCRYPTION_KEY')
  const line = JSON.parse(program.output().split('\n')[0] ?? '')
  expect(line.names).toEqual([
    'CSRF_SECRET',
    'PPS_ENCRYPTION_KEY',
    'PPS_INDEX_KEY',
    'CRON_TOKEN',
    'RAG_INGEST_TOKEN',
    'APP_URL',
    'DATABASE_URL',
    'SMTP_URL',
  ])
  expect(await program.end('SIGINT')).toBe(0)
  expect(program.output() + program.errors()).not.toContain(secret)
  expect(program.output()).not.toContain('dev.local')
  // Nothing was generated: no folder, no secrets.
  await expect(readdir(folder)).rejects.toThrow()
})

test.each<[string, Record<string, string>, string, string]>([
  ['a malformed key', { PPS_ENCRYPTION_KEY: 'short-and-secret' }, 'PPS_ENCRYPTION_KEY', 'short-and-secret'],
  [
    'equal secrets',
    { CRON_TOKEN: 'c'.repeat(40), RAG_INGEST_TOKEN: 'c'.repeat(40) },
    'CRON_TOKEN and RAG_INGEST_TOKEN',
    'c'.repeat(40),
  ],
  [
    'a proxy that is no address',
    { TRUSTED_PROXIES: 'everybody-everywhere' },
    'TRUSTED_PROXIES',
    'everybody-everywhere',
  ],
])(
  'with %s it does not start, and the error names the variable but not its value',
  async (_name, settings, named, value) => {
    const program = await run({ DATA_DIR: join(parent, 'malformed'), ...settings })
    expect(await program.ended()).toBe(1)
    expect(program.errors()).toContain(named)
    expect(program.errors() + program.output()).not.toContain(value)
    expect(program.errors()).not.toMatch(/^\s+at /m)
  },
)

test('a used port prevents the start and releases the folder', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  onTestFinished(() => void taken.close())
  const folder = join(parent, 'taken')
  const program = await run({
    ...PRODUCTION,
    DATA_DIR: folder,
    OUTBOX_DIR: join(parent, 'outbox'),
    PORT: String((taken.address() as AddressInfo).port),
  })
  expect(await program.ended()).toBe(1)
  expect(program.errors()).toMatch(/EADDRINUSE|in use/)
  expect(await readFile(join(folder, 'lock'), 'utf8').catch(() => 'free')).toBe('free')
}, 60_000)
