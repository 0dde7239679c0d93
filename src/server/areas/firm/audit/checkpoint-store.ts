/** Checkpoints outside the database: a file for each firm in a folder, and an object each where files are in a bucket. */
import { mkdir, open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { FileMissing, type FileStore } from '../../../platform/files/file-store.ts'
import { Checkpoint } from './checkpoints.ts'

export interface CheckpointStore {
  /** Resolves when the checkpoint is durable. */
  append(checkpoint: Checkpoint): Promise<void>
  /** Those of a firm in the folder, and the latest one in the bucket, by sequence; lines that are none are left out. */
  of(tenantId: string): Promise<Checkpoint[]>
}

export function createCheckpointStore(
  folder: string,
  bucket: Pick<FileStore, 'write' | 'read'> | null = null,
): CheckpointStore {
  const fileOf = (tenantId: string): string => {
    if (!/^[a-z0-9]+$/.test(tenantId)) throw new Error('Not the id of a firm')
    return join(folder, `${tenantId}.jsonl`)
  }
  return {
    async append(checkpoint) {
      const line = Buffer.from(`${JSON.stringify(checkpoint)}\n`)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const file = await open(fileOf(checkpoint.tenantId), 'a', 0o600)
      try {
        await file.appendFile(line)
        await file.datasync()
      } finally {
        await file.close()
      }
      for (const name of [String(checkpoint.sequence), LATEST])
        await bucket?.write(buildObjectKey(checkpoint.tenantId, name), streamBytes(line), { mayExist: true })
    },
    async of(tenantId) {
      const inFolder = await readFile(fileOf(tenantId), 'utf8').catch(toEmptyWhereAbsent)
      const inBucket = bucket ? await readObject(bucket, buildObjectKey(tenantId, LATEST)) : ''
      return parseCheckpoints(`${inFolder}\n${inBucket}`)
        .filter((anchor) => anchor.tenantId === tenantId)
        .toSorted((a, b) => a.sequence - b.sequence)
    },
  }
}

/** A copy of the last object, so that no listing of thousands is needed to find it. */
const LATEST = 'latest'
const buildObjectKey = (tenantId: string, name: string): string => `auditanchors/${tenantId}/${name}`

async function readObject(bucket: Pick<FileStore, 'read'>, key: string): Promise<string> {
  try {
    const pieces: Uint8Array[] = []
    for await (const piece of await bucket.read(key)) pieces.push(piece)
    return Buffer.concat(pieces).toString('utf8')
  } catch (error) {
    if (error instanceof FileMissing) return ''
    throw error
  }
}

/** The checkpoints of a file of lines; a line that a crash cut off is left out. */
export const parseCheckpoints = (text: string): Checkpoint[] =>
  text.split('\n').flatMap((line) => {
    try {
      const parsed = Checkpoint.safeParse(JSON.parse(line))
      return parsed.success ? [parsed.data] : []
    } catch {
      return []
    }
  })

function toEmptyWhereAbsent(error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOENT') return ''
  throw error
}

async function* streamBytes(content: Buffer): AsyncGenerator<Uint8Array> {
  yield content
}
