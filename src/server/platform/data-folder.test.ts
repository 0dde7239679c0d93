import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { FolderInUse, loadDevelopmentSecrets, lockFolder, makePrivateFolder } from './data-folder.ts'

async function createFolder(): Promise<string> {
  const parent = await mkdtemp(join(tmpdir(), 'data-'))
  onTestFinished(() => rm(parent, { recursive: true, force: true }))
  return join(parent, 'data')
}

/** Another process, alive until the test is over. */
function another(): number {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child.pid ?? 0
}

async function ended(): Promise<number> {
  const child = spawn(process.execPath, ['-e', ''], { stdio: 'ignore' })
  await once(child, 'exit')
  return child.pid ?? 0
}

test('the secrets of a folder are generated once, all different, and readable by its owner only', async () => {
  const folder = await createFolder()
  const secrets = await loadDevelopmentSecrets(folder)
  expect(await loadDevelopmentSecrets(folder)).toEqual(secrets)
  expect(new Set(Object.values(secrets)).size).toBe(7)
  for (const name of [
    'SESSION_SECRET',
    'CSRF_SECRET',
    'PPS_ENCRYPTION_KEY',
    'PPS_INDEX_KEY',
    'CRON_TOKEN',
    'RAG_INGEST_TOKEN',
  ] as const)
    expect(secrets[name]).toMatch(/^[0-9a-f]{64}$/)
  expect(secrets.DEV_ACCOUNTS_PASSWORD).toMatch(/^demo-[\w-]{12}$/)
  expect((await stat(join(folder, 'secrets.json'))).mode & 0o777).toBe(0o600)
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
})

test.each([0o755, 0o777, 0o750])('an existing folder with mode %o is closed to other users', async (mode) => {
  for (const use of [loadDevelopmentSecrets, (folder: string) => lockFolder(folder, process.pid)]) {
    const folder = await createFolder()
    await mkdir(folder)
    await chmod(folder, mode)
    await use(folder)
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
  }
})

test('a folder shared by all users is refused and left unchanged', async () => {
  const folder = await createFolder()
  await mkdir(folder)
  await chmod(folder, 0o1777)
  await expect(makePrivateFolder(folder)).rejects.toThrow(`${folder} is shared by all users`)
  expect((await stat(folder)).mode & 0o7777).toBe(0o1777)
})

test('two folders have different secrets', async () => {
  const [one, other] = [
    await loadDevelopmentSecrets(await createFolder()),
    await loadDevelopmentSecrets(await createFolder()),
  ]
  const all = [...Object.values(one), ...Object.values(other)]
  expect(new Set(all).size).toBe(14)
})

test('programs that start at the same time on an empty folder use the same secrets', async () => {
  for (let round = 0; round < 40; round++) {
    const folder = await createFolder()
    const made = await Promise.all(Array.from({ length: 8 }, () => loadDevelopmentSecrets(folder)))
    expect(new Set(made.map((secrets) => JSON.stringify(secrets))).size).toBe(1)
    expect(JSON.parse(await readFile(join(folder, 'secrets.json'), 'utf8'))).toEqual(made[0])
    expect(await readdir(folder)).toEqual(['secrets.json'])
  }
})

test('a damaged file of secrets prevents the start and is not replaced, because encrypted data would be lost', async () => {
  const folder = await createFolder()
  await loadDevelopmentSecrets(folder)
  const file = join(folder, 'secrets.json')
  await writeFile(file, '{"SESSION_SECRET": "')
  await expect(loadDevelopmentSecrets(folder)).rejects.toThrow()
  expect(await readFile(file, 'utf8')).toBe('{"SESSION_SECRET": "')
})

const readHolder = async (folder: string): Promise<string | undefined> =>
  (await readFile(join(folder, 'lock'), 'utf8')).split(' ')[0]

test('a folder in use is refused with its name, and free again after its release', async () => {
  const folder = await createFolder()
  const release = await lockFolder(folder, another())
  await expect(lockFolder(folder, process.pid)).rejects.toThrow(FolderInUse)
  await expect(lockFolder(folder, process.pid)).rejects.toThrow(folder)
  await release()
  const releaseOwn = await lockFolder(folder, process.pid)
  await releaseOwn()
  expect(await readdir(folder)).toEqual([])
})

test.each([
  ['a process that has ended', ended],
  ['a process of the same number before a restart', async () => process.pid],
])('a lock of %s is taken over', async (_name, holder) => {
  const folder = await createFolder()
  await lockFolder(folder, await holder())
  const release = await lockFolder(folder, process.pid)
  expect(await readHolder(folder)).toBe(String(process.pid))
  await release()
})

test.runIf(process.platform === 'linux')(
  'a lock is taken over if another process now has the process id of its holder',
  async () => {
    const folder = await createFolder()
    await lockFolder(folder, 1)
    const file = join(folder, 'lock')
    const [, start = ''] = (await readFile(file, 'utf8')).split(' ')
    expect(start).toMatch(/^[0-9a-f-]{36}:\d+$/)
    await writeFile(file, `1 ${start}0`)
    const release = await lockFolder(folder, process.pid)
    expect(await readHolder(folder)).toBe(String(process.pid))
    await release()
  },
)

test('a lock of an earlier version, without the start time of its holder, is respected', async () => {
  const folder = await createFolder()
  await makePrivateFolder(folder)
  await writeFile(join(folder, 'lock'), '1')
  await expect(lockFolder(folder, process.pid)).rejects.toThrow(FolderInUse)
})

test('a process of another user counts as running', async () => {
  const folder = await createFolder()
  await lockFolder(folder, 1)
  await expect(lockFolder(folder, process.pid)).rejects.toThrow(FolderInUse)
})

test.each(['no lock', 'a lock left over'])(
  'only one of several programs that start at the same time on a folder with %s gets it',
  async (state) => {
    const pids = Array.from({ length: 6 }, another)
    const gone = await ended()
    for (let round = 0; round < 40; round++) {
      const folder = await createFolder()
      if (state === 'a lock left over') await lockFolder(folder, gone)
      const outcomes = await Promise.allSettled(pids.map((pid) => lockFolder(folder, pid)))
      const winners = pids.filter((_, i) => outcomes[i]?.status === 'fulfilled')
      expect(winners).toHaveLength(1)
      expect(await readHolder(folder)).toBe(String(winners[0]))
      expect(await readdir(folder)).toEqual(['lock'])
    }
  },
)
