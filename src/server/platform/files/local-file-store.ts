/**
 * Files in a folder. A file appears under its name whole and durable, or not at all: it is written elsewhere in the same
 * folder, synced, renamed, and the folders that lead to it are synced too.
 */
import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat, unlink } from 'node:fs/promises'
import { platform } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import {
  createIntake,
  FileMissing,
  type FileStore,
  FileStoreUnavailable,
  MAX_STORED_BYTES,
  requireFileKey,
} from './file-store.ts'

/** No key has a dot, so no file can be stored under this name. */
const DRAFTS = '.drafts'
/** A draft that nothing was written to for so long belongs to a program that died. */
const DRAFT_DEAD_AFTER_MS = 60 * 60 * 1000
const OWNER_ONLY = { folder: 0o700, file: 0o600 }
const READ_BYTES = 64 * 1024

export interface LocalFileStoreOptions {
  folder: string
  maxBytes?: number
  /** Every draft that is found belongs to a program that died. */
  isOnlyProcess?: boolean
}

export async function createLocalFileStore({
  folder,
  maxBytes = MAX_STORED_BYTES,
  isOnlyProcess = false,
}: LocalFileStoreOptions): Promise<FileStore> {
  const root = resolve(folder)
  const drafts = join(root, DRAFTS)
  await makeFolder(drafts)
  await removeDeadDrafts(drafts, isOnlyProcess ? 0 : DRAFT_DEAD_AFTER_MS)

  return {
    async write(key, source, { mayExist = false } = {}) {
      const place = getPath(root, key)
      const draft = join(drafts, randomBytes(16).toString('hex'))
      const intake = createIntake(source, maxBytes)
      let written = draft
      try {
        await writeSynced(draft, intake.bytes)
        await mkdir(place.folder, { recursive: true, mode: OWNER_ONLY.folder })
        // Every time: another process may have made that folder and not have synced its entry.
        await syncFolder(root)
        await rename(draft, place.file)
        written = place.file
        await syncFolder(place.folder)
      } catch (error) {
        if (written === draft || !mayExist) await rm(written, { force: true }).catch(() => {})
        throw intake.rejection(error)
      }
      return { storedBytes: intake.storedBytes() }
    },
    async read(key) {
      const { file } = getPath(root, key)
      await stat(file).catch(refuse)
      return contentsOf(file)
    },
    async remove(key) {
      const place = getPath(root, key)
      try {
        await unlink(place.file).catch(refuse)
      } catch (error) {
        if (error instanceof FileMissing) return
        throw error
      }
      await syncFolder(place.folder).catch(refuse)
    },
    close: () => {},
  }

  async function* contentsOf(file: string): AsyncGenerator<Uint8Array> {
    const handle = await open(file, 'r').catch(refuse)
    try {
      while (true) {
        const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(READ_BYTES)).catch(refuse)
        if (bytesRead === 0) return
        yield buffer.subarray(0, bytesRead)
      }
    } finally {
      await handle.close()
    }
  }

  async function refuse(error: unknown): Promise<never> {
    const isAbsent = (error as { code?: string }).code === 'ENOENT'
    // Without its folder of drafts this is not the store, but where it would be mounted: nothing is known of the file.
    const isStore = await stat(drafts).then(
      () => true,
      () => false,
    )
    throw isAbsent && isStore ? new FileMissing() : new FileStoreUnavailable(error)
  }
}

/** Removes the files of a firm that no record names: of a firm that is about to be created. */
export async function removeFilesOfFirm(folder: string, tenantId: string): Promise<void> {
  const root = resolve(folder)
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  for (const { parentPath, name } of entries)
    if (parentPath !== join(root, DRAFTS) && name.startsWith(`${tenantId}.`))
      await unlink(join(parentPath, name))
}

/** One name per key and no separator in it: a key cannot lead out of its folder, nor be the folder of another. */
function getPath(root: string, key: string): { folder: string; file: string } {
  const parts = requireFileKey(key).split('/')
  const folder = join(root, (parts.at(-1) as string).slice(0, 2))
  return { folder, file: join(folder, parts.join('.')) }
}

async function writeSynced(file: string, source: AsyncIterable<Uint8Array>): Promise<void> {
  const handle = await open(file, 'wx', OWNER_ONLY.file)
  try {
    await handle.writeFile(source)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Makes what is missing of a path, and the entries that lead to it durable. */
async function makeFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode: OWNER_ONLY.folder })
  if (first === undefined) return
  for (let at = path; at !== dirname(first); at = dirname(at)) await syncFolder(dirname(at))
}

async function syncFolder(folder: string): Promise<void> {
  // Windows opens no folder as a file; NTFS keeps the order of its entries in a journal.
  if (platform() === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function removeDeadDrafts(drafts: string, deadAfterMs: number): Promise<void> {
  for (const name of await readdir(drafts)) {
    const file = join(drafts, name)
    // Another process may be removing them too.
    const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }))
    if (Date.now() - mtimeMs >= deadAfterMs) await rm(file, { force: true })
  }
}
