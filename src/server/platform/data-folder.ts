/** The folder of a development installation: its generated secrets, and a lock so that two processes never open one database. */
import { randomBytes } from 'node:crypto'
import { chmod, link, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

export interface GeneratedSecrets {
  SESSION_SECRET: string
  CSRF_SECRET: string
  PPS_ENCRYPTION_KEY: string
  PPS_INDEX_KEY: string
  CRON_TOKEN: string
  RAG_INGEST_TOKEN: string
  DEV_ACCOUNTS_PASSWORD: string
}

const generate = (): GeneratedSecrets => {
  const hex = () => randomBytes(32).toString('hex')
  return {
    SESSION_SECRET: hex(),
    CSRF_SECRET: hex(),
    PPS_ENCRYPTION_KEY: hex(),
    PPS_INDEX_KEY: hex(),
    CRON_TOKEN: hex(),
    RAG_INGEST_TOKEN: hex(),
    DEV_ACCOUNTS_PASSWORD: `demo-${randomBytes(9).toString('base64url')}`,
  }
}

const toCode = (error: unknown): string | undefined => (error as { code?: string }).code
const buildTemporaryName = (file: string): string => `${file}.${randomBytes(6).toString('hex')}`

/** Creates a file atomically and never overwrites one. False if it exists. */
async function createWhole(file: string, text: string): Promise<boolean> {
  const draft = buildTemporaryName(file)
  await writeFile(draft, text, { mode: 0o600 })
  try {
    await link(draft, file)
    return true
  } catch (error) {
    if (toCode(error) !== 'EEXIST') throw error
    return false
  } finally {
    await rm(draft, { force: true })
  }
}

/** A folder that the service cannot keep to itself. */
class FolderNotPrivate extends Error {}

const ANY_OTHER = 0o077
const STICKY = 0o1000

/** Creates a folder, or takes one that exists, and keeps all other users out of it. */
export async function makePrivateFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const { mode } = await stat(folder)
  // Windows has other means.
  if ((mode & ANY_OTHER) === 0 || process.platform === 'win32') return
  if (mode & STICKY)
    throw new FolderNotPrivate(
      `${folder} is shared by all users: set DATA_DIR to a folder that only the service uses`,
    )
  try {
    await chmod(folder, 0o700)
  } catch (error) {
    if (toCode(error) !== 'EPERM') throw error
    throw new FolderNotPrivate(
      `Other users can open ${folder}, and one of them owns it: make the user of the service its owner, or set DATA_DIR to another folder`,
    )
  }
}

/** The secrets of this folder, made on first use. Never called in production. */
export async function loadDevelopmentSecrets(folder: string): Promise<GeneratedSecrets> {
  await makePrivateFolder(folder)
  const file = join(folder, 'secrets.json')
  const read = async (): Promise<GeneratedSecrets> => ({
    ...generate(),
    ...(JSON.parse(await readFile(file, 'utf8')) as Partial<GeneratedSecrets>),
  })
  try {
    return await read()
  } catch (error) {
    if (toCode(error) !== 'ENOENT') throw error
  }
  const secrets = generate()
  return (await createWhole(file, `${JSON.stringify(secrets, null, 2)}\n`)) ? secrets : read()
}

export class FolderInUse extends Error {}

/** Takes the folder for this process; the returned function gives it back. A lock whose process is gone is taken over. */
export async function lockFolder(folder: string, pid: number): Promise<() => Promise<void>> {
  await makePrivateFolder(folder)
  const file = join(folder, 'lock')
  for (let attempt = 0; attempt < TAKEOVER_ATTEMPTS; attempt++) {
    if (await createWhole(file, `${pid} ${await readProcessStart(pid)}`.trim())) {
      await removeDeadDrafts(folder)
      return () => rm(file, { force: true })
    }
    const holder = await readFile(file, 'utf8').catch(() => '')
    if (await isHeld(holder, pid)) {
      throw new FolderInUse(`Another process uses ${folder}: stop it, or set DATA_DIR to another folder`)
    }
    await removeLock(file, holder, pid)
  }
  throw new FolderInUse(`${folder} could not be locked: check its permissions`)
}

const DRAFT = /^(lock|lock\.takeover|secrets\.json)\.[0-9a-f]{12}$/
const DRAFT_DEAD_AFTER_MS = 10_000

/** Of programs that died between a draft and its link. A program that waits for the lock has drafts too, for milliseconds. */
async function removeDeadDrafts(folder: string): Promise<void> {
  for (const name of (await readdir(folder)).filter((name) => DRAFT.test(name))) {
    const { mtimeMs } = await stat(join(folder, name)).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }))
    if (Date.now() - mtimeMs > DRAFT_DEAD_AFTER_MS) await rm(join(folder, name), { force: true })
  }
}

const TAKEOVER_ATTEMPTS = 100
const TAKEOVER_PAUSE_MS = 20
/** A takeover takes milliseconds; an older lock was left by a process that crashed. */
const TAKEOVER_DEAD_AFTER_MS = 10_000

/** Locks are removed by one program at a time, and only while they still say what was read: a fresh one stays. */
async function removeLock(file: string, holder: string, pid: number): Promise<void> {
  const takeover = `${file}.takeover`
  if (await createWhole(takeover, String(pid))) {
    try {
      if ((await readFile(file, 'utf8').catch(() => null)) === holder) await rm(file, { force: true })
    } finally {
      await rm(takeover, { force: true })
    }
    return
  }
  const { mtimeMs } = await stat(takeover).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }))
  if (Date.now() - mtimeMs > TAKEOVER_DEAD_AFTER_MS) await rm(takeover, { force: true })
  else await setTimeout(TAKEOVER_PAUSE_MS)
}

/** After a crash the number of the holder may be that of any other process: it is the holder only if it started at the same time. */
async function isHeld(lock: string, self: number): Promise<boolean> {
  const [holder, start] = lock.split(' ')
  if (!isAlive(Number(holder), self)) return false
  const startOfAlive = await readProcessStart(Number(holder))
  return start === undefined || startOfAlive === '' || start === startOfAlive
}

/** Clock ticks from the boot of the machine to the start of the process, with the boot: no clock moves them. Empty where the system does not tell. */
async function readProcessStart(pid: number): Promise<string> {
  try {
    const [boot, status] = await Promise.all([
      readFile('/proc/sys/kernel/random/boot_id', 'utf8'),
      readFile(`/proc/${pid}/stat`, 'utf8'),
    ])
    // proc_pid_stat(5): field 22; the name in field 2 may have spaces and brackets.
    const ticks = status.slice(status.lastIndexOf(')') + 2).split(' ')[19]
    return `${boot.trim()}:${ticks}`
  } catch {
    return ''
  }
}

function isAlive(pid: number, self: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0 || pid === self) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return toCode(error) === 'EPERM'
  }
}
