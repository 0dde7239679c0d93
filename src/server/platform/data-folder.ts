/** The folder of a development installation: its generated secrets, and a lock so that two processes never open one database. */
import { randomBytes } from 'node:crypto'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

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

/** The secrets of this folder, made on first use. Never called in production. */
export async function developmentSecrets(folder: string): Promise<GeneratedSecrets> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, 'secrets.json')
  try {
    return { ...generate(), ...(JSON.parse(await readFile(file, 'utf8')) as Partial<GeneratedSecrets>) }
  } catch (error) {
    if ((error as { code?: string }).code !== 'ENOENT') throw error
  }
  const secrets = generate()
  await writeFile(file, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 })
  return secrets
}

export class FolderInUse extends Error {}

/** Takes the folder for this process; the returned function gives it back. A lock whose process is gone is taken over. */
export async function lockFolder(folder: string, pid: number): Promise<() => Promise<void>> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, 'lock')
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      await writeFile(file, String(pid), { flag: 'wx' })
      return () => rm(file, { force: true })
    } catch (error) {
      if ((error as { code?: string }).code !== 'EEXIST') throw error
      if (isAlive(Number(await readFile(file, 'utf8').catch(() => '')), pid)) {
        throw new FolderInUse(`Another process uses ${folder}: stop it, or set DATA_DIR to another folder`)
      }
      await rm(file, { force: true })
    }
  }
  throw new FolderInUse(`${folder} could not be locked`)
}

function isAlive(pid: number, self: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0 || pid === self) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as { code?: string }).code === 'EPERM'
  }
}
