/** The program on a machine whose disk is full or whose clock is moved, and which is put right without a restart. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { mkdtemp, open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type ApiSession, openApiSession, type Reply, send } from './harness/api-session.ts'
import { copyTemplate, type TestDatabase } from './harness/test-database.ts'
import { type RunningProgram, startService } from './service-process.ts'

const PASSWORD = 'a few words of this test alone'
const PATIENCE = { timeout: 30_000, interval: 100 }
const isUnavailable = { status: 503, retryAfter: expect.stringMatching(/^\d+$/) }
const isIntact = { status: 200, body: { intact: true, firstProblem: null } }
const BROKER = { email: 'brokeradmin@dev.local', password: PASSWORD }
const SETTINGS = { NODE_ENV: 'development', DEV_ACCOUNTS_PASSWORD: PASSWORD, RATE_LIMIT_SCALE: '10000' }

const createEmployer = (broker: ApiSession, legalName: string): Promise<Reply> =>
  broker.post('/api/employers', { legalName })

/** All employers of the firm whose name begins so. */
async function listNames(broker: ApiSession, prefix: string): Promise<string[]> {
  const { body } = await broker.get(`/api/employers?limit=200&q=${encodeURIComponent(prefix)}`)
  return body.data.map(({ legalName }: { legalName: string }) => legalName)
}

const DISK = '640m'
/** A small disk of its own: only root may mount one. */
const canMount = (() => {
  const at = mkdtempSync(join(tmpdir(), 'mount-'))
  const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', at]).status === 0
  if (isMounted) spawnSync('umount', [at])
  rmSync(at, { recursive: true })
  return isMounted
})()

describe.skipIf(!canMount)('a full disk (skipped where no disk can be mounted)', () => {
  let disk: string
  let program: RunningProgram
  let broker: ApiSession
  beforeAll(async () => {
    disk = await mkdtemp(join(tmpdir(), 'disk-'))
    expect(spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK}`, 'tmpfs', disk]).status).toBe(0)
    program = await startService({ ...SETTINGS, DATA_DIR: join(disk, 'data') })
    broker = await openApiSession(() => program.url, BROKER)
  }, 120_000)
  afterAll(async () => {
    await program?.stop()
    spawnSync('umount', [disk])
    await rm(disk, { recursive: true, force: true })
  }, 60_000)

  const ready = () => send(`${program.url}/api/health/ready`)
  const upload = () =>
    broker.upload(
      '/api/documents',
      { kind: 'OTHER', title: 'Minutes' },
      {
        name: 'minutes.pdf',
        bytes: Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(2_000_000, 'x')]),
      },
    )
  const countDocuments = async (): Promise<number> =>
    (await broker.get('/api/documents?limit=200')).body.data.length

  /** Writes until nothing fits. */
  async function fill(path: string): Promise<void> {
    const file = await open(path, 'w')
    try {
      for (let bytes = 4 * 1024 * 1024; bytes >= 512; bytes /= 2) {
        const block = Buffer.alloc(bytes)
        while (
          await file.write(block).then(
            ({ bytesWritten }) => bytesWritten === bytes,
            () => false,
          )
        );
      }
    } finally {
      await file.close()
    }
  }

  test('changes and uploads are refused, reads go on, and every acknowledged change is stored', async () => {
    expect(await ready()).toMatchObject({ status: 200, body: { status: 'ok' } })
    const documents = await countDocuments()
    const filler = join(disk, 'filler')
    await fill(filler)
    const acknowledged: string[] = []
    const refused: Reply[] = []
    for (let at = 0; at < 400 && refused.length < 5; at++) {
      const legalName = `Full disk ${at}`
      const reply = await createEmployer(broker, legalName)
      if (reply.status === 201) acknowledged.push(legalName)
      else refused.push(reply)
      // Space that the database frees for itself is filled again.
      await fill(join(disk, `filler-${at}`))
    }
    expect(refused).toHaveLength(5)
    for (const reply of refused) expect(reply).toMatchObject(isUnavailable)
    expect(await upload()).toMatchObject(isUnavailable)
    expect((await listNames(broker, 'Full disk')).toSorted()).toEqual(acknowledged.toSorted())
    await expect
      .poll(ready, PATIENCE)
      .toMatchObject({ status: 200, body: { details: { disk: 'nearly full' } } })

    spawnSync('sh', ['-c', `rm -f ${disk}/filler*`])
    await expect
      .poll(async () => (await createEmployer(broker, 'Full disk, freed')).status, PATIENCE)
      .toBe(201)
    expect(await upload()).toMatchObject({ status: 201 })
    expect(await countDocuments()).toBe(documents + 1)
    const names = await listNames(broker, 'Full disk')
    expect(names.filter((name) => name !== 'Full disk, freed').toSorted()).toEqual(acknowledged.toSorted())
    expect(await broker.get('/api/audit-log/verification')).toMatchObject(isIntact)
    await expect.poll(async () => (await ready()).body, PATIENCE).toEqual({ status: 'ok' })
  }, 120_000)
})

// The clock of the database stays: on the embedded one both are the same.
describe.runIf(inject('postgresqlUrl'))('a clock of an instance that is moved', () => {
  const HOUR = 3_600_000
  const DAY = 24 * HOUR
  let folder: string
  let database: TestDatabase
  let program: RunningProgram
  const clockFile = () => join(folder, 'shift')
  const setClock = async (shiftMs: number): Promise<void> => {
    await writeFile(`${clockFile()}.new`, String(shiftMs))
    await rename(`${clockFile()}.new`, clockFile())
    await expect
      .poll(() => readFile(`${clockFile()}.read`, 'utf8').catch(() => ''), PATIENCE)
      .toBe(String(shiftMs))
  }
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'clock-'))
    await writeFile(clockFile(), '0')
    database = await copyTemplate(inject('template'), 'migrated')
    program = await startService({
      ...SETTINGS,
      DATABASE_URL: database.target.url as string,
      DEMO: '1',
      DATA_DIR: join(folder, 'data'),
      CLOCK_SHIFT_FILE: clockFile(),
      NODE_OPTIONS: `--import=${fileURLToPath(new URL('harness/shifted-clock.mjs', import.meta.url))}`,
    })
  }, 120_000)
  afterAll(async () => {
    await program?.stop()
    await database?.close()
    await rm(folder, { recursive: true, force: true })
  })

  test('forward and back: people sign in and work, limits do not freeze, and the audit log stays sound', async () => {
    let before = await openApiSession(() => program.url, BROKER)
    for (const [step, shiftMs] of [3 * HOUR, -2 * DAY, 40 * DAY, 0].entries()) {
      await setClock(shiftMs)
      // A session from before is valid or ended; it is never an error.
      expect([200, 401]).toContain((await before.get('/api/employers')).status)
      const broker = await openApiSession(() => program.url, BROKER)
      const name = `Moved clock ${step}`
      expect(await createEmployer(broker, name)).toMatchObject({ status: 201 })
      expect(await listNames(broker, name)).toEqual([name])
      for (let at = 0; at < 5; at++) expect((await broker.get('/api/schemes')).status).toBe(200)
      expect(await broker.get('/api/audit-log/verification')).toMatchObject(isIntact)
      before = broker
    }
    const { body } = await send(`${program.url}/api/health/ready`)
    expect(body).toEqual({ status: 'ok' })
  }, 60_000)
})
