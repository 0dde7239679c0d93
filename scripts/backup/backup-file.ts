/**
 * Format of a backup file. Header: 8 bytes that name the format, a random salt (32 bytes), and the fingerprint of BACKUP_KEY (8 bytes).
 * After it one stream, encrypted in segments (segment-cipher.ts) with a key that is derived from BACKUP_KEY and the salt, and bound to the
 * header. Decrypted it is a sequence of frames: one byte for the kind, four for the length, the content. A part is a header frame, data
 * frames and an end frame with its SHA-256. The manifest is the last frame, because counts and hashes are known only after the parts.
 */
import { createHash, hkdfSync, randomBytes } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { z } from 'zod'
import {
  buildNonce,
  decryptBytes,
  encryptBytes,
  FileDamaged,
  SEGMENT_BYTES,
  splitIntoSegments,
  TAG_BYTES,
} from '../../src/server/platform/files/segment-cipher.ts'
import { calculateFingerprint } from '../../src/server/platform/key-fingerprint.ts'
import { CommandError } from '../command.ts'

const MAGIC = Buffer.from('PCSBKUP1')
const SALT_BYTES = 32
const FINGERPRINT_BYTES = 8
const HEADER_BYTES = MAGIC.length + SALT_BYTES + FINGERPRINT_BYTES
const FRAME_HEADER_BYTES = 5
const MAX_FRAME_BYTES = 16 * 1024 * 1024
const READ_BYTES = 256 * 1024

const Part = z.object({
  /** database: a dump of PostgreSQL. database-folder: a folder of the embedded database. database-file: a file of it. */
  kind: z.enum(['database', 'database-folder', 'database-file', 'stored-file', 'bucket-keys']),
  /** Path in the folder of the embedded database, or key of the stored file. */
  name: z.string(),
})
export type Part = z.infer<typeof Part>

const Totals = z.object({ parts: z.number(), bytes: z.number(), sha256: z.string() })
const PartEnd = z.object({ bytes: z.number(), sha256: z.string() })

export const Manifest = z.object({
  format: z.literal(1),
  serviceVersion: z.string(),
  createdAt: z.iso.datetime(),
  database: z.object({
    kind: z.enum(['postgresql', 'embedded']),
    /** `server_version_num` of PostgreSQL, also of the embedded one */
    version: z.number(),
    /** Version of PGlite, whose files only the same version can surely open; null for PostgreSQL */
    embeddedVersion: z.string().nullable(),
  }),
  /** Applied migrations, with the SHA-256 of their files. */
  migrations: z.record(z.string(), z.string()),
  /** Number of rows by table. */
  rows: z.record(z.string(), z.number()),
  /** Fingerprints of the keys that the stored data needs. The keys themselves are never in a backup. */
  keys: z.object({
    pps: z.array(z.string()),
    index: z.string(),
    files: z.array(z.string()),
    seal: z.string(),
  }),
  files: z.object({
    store: z.enum(['folder', 'bucket']),
    count: z.number(),
    /** Files that were removed with their records while the backup ran: the database of the backup still names them. */
    removedMeanwhile: z.array(z.string()),
  }),
  /** By kind of part. `sha256` is that of the lines "SHA-256 of the part, its name". */
  parts: z.record(z.string(), Totals),
})
export type Manifest = z.infer<typeof Manifest>

/** The file is cut, altered or made with another key. */
class BackupUnreadable extends CommandError {}

const buildDamaged = (): BackupUnreadable =>
  new BackupUnreadable('The backup file is damaged or incomplete. Use another copy. No data was changed')

const deriveFileKey = (backupKey: Buffer, salt: Buffer): Buffer =>
  Buffer.from(hkdfSync('sha256', backupKey, salt, 'backup-file', 32))

/** Counts and hashes the parts of each kind. */
class PartTotals {
  readonly #byKind = new Map<
    string,
    { parts: number; bytes: number; digest: ReturnType<typeof createHash> }
  >()

  add({ kind, name }: Part, { bytes, sha256 }: z.infer<typeof PartEnd>): void {
    const total = this.#byKind.get(kind) ?? { parts: 0, bytes: 0, digest: createHash('sha256') }
    total.parts += 1
    total.bytes += bytes
    total.digest.update(`${sha256} ${name}\n`)
    this.#byKind.set(kind, total)
  }

  build(): Manifest['parts'] {
    return Object.fromEntries(
      [...this.#byKind].map(([kind, { parts, bytes, digest }]) => [
        kind,
        { parts, bytes, sha256: digest.copy().digest('hex') },
      ]),
    )
  }
}

const JSON_KINDS = { part: 'H', end: 'E', manifest: 'M' } as const
const DATA = 'D'

const buildFrame = (kind: string, content: Uint8Array): Buffer => {
  const header = Buffer.alloc(FRAME_HEADER_BYTES)
  header.write(kind, 0, 'latin1')
  header.writeUInt32BE(content.length, 1)
  return Buffer.concat([header, content])
}
const buildJsonFrame = (kind: keyof typeof JSON_KINDS, content: unknown): Buffer =>
  buildFrame(JSON_KINDS[kind], Buffer.from(JSON.stringify(content)))

export interface SourcePart extends Part {
  content: AsyncIterable<Uint8Array>
}

/**
 * Writes the parts as they come and never holds one in memory. The file gets its name when it is complete and durable; a failure leaves
 * no file behind.
 */
export async function writeBackupFile(
  file: string,
  backupKey: Buffer,
  parts: AsyncIterable<SourcePart>,
  buildManifest: (parts: Manifest['parts']) => Manifest,
): Promise<{ bytes: number; manifest: Manifest }> {
  const draft = `${file}.unfinished`
  const salt = randomBytes(SALT_BYTES)
  const header = Buffer.concat([MAGIC, salt, Buffer.from(calculateFingerprint(backupKey), 'hex')])
  const fileKey = deriveFileKey(backupKey, salt)
  let manifest: Manifest | undefined

  async function* frames(): AsyncGenerator<Uint8Array> {
    const totals = new PartTotals()
    for await (const { kind, name, content } of parts) {
      yield buildJsonFrame('part', { kind, name })
      const digest = createHash('sha256')
      let bytes = 0
      for await (const chunk of content) {
        digest.update(chunk)
        bytes += chunk.length
        yield buildFrame(DATA, chunk)
      }
      const end = { bytes, sha256: digest.digest('hex') }
      yield buildJsonFrame('end', end)
      totals.add({ kind, name }, end)
    }
    manifest = buildManifest(totals.build())
    yield buildJsonFrame('manifest', manifest)
  }

  async function* encrypted(): AsyncGenerator<Uint8Array> {
    yield header
    for await (const { index, bytes, isLast } of splitIntoSegments(frames(), SEGMENT_BYTES)) {
      const { ciphertext, tag } = encryptBytes(fileKey, buildNonce(index, isLast), header, bytes)
      yield Buffer.concat([ciphertext, tag])
    }
  }

  try {
    const handle = await open(draft, 'wx', 0o600)
    let bytes = 0
    try {
      await handle.writeFile(encrypted())
      await handle.sync()
      bytes = (await handle.stat()).size
    } finally {
      await handle.close()
    }
    await rename(draft, file)
    await syncFolder(dirname(resolve(file)))
    return { bytes, manifest: manifest as Manifest }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') await rm(draft, { force: true })
    throw error
  }
}

async function syncFolder(folder: string): Promise<void> {
  // Windows opens no folder as a file.
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Handles one part. It must read the content, or leave it; the rest is then skipped. */
type PartHandler = (part: Part, content: AsyncIterable<Uint8Array>) => Promise<void>

/**
 * Reads the whole file: every segment, the hash of every part and the totals of the manifest. A part is passed on before its hash is
 * known, so that a restore reads the file twice, first without a handler.
 */
export async function readBackupFile(
  file: string,
  backupKey: Buffer,
  handle: PartHandler = async () => {},
): Promise<Manifest> {
  const frames = readFrames(decryptedBytes(file, backupKey))
  const totals = new PartTotals()
  try {
    while (true) {
      const { value: frame } = await frames.next()
      if (!frame) throw buildDamaged()
      if (frame.kind === JSON_KINDS.manifest) {
        const manifest = parseManifest(frame.content)
        const after = await frames.next()
        if (!after.done || JSON.stringify(totals.build()) !== JSON.stringify(manifest.parts))
          throw buildDamaged()
        return manifest
      }
      if (frame.kind !== JSON_KINDS.part) throw buildDamaged()
      const part = parseJson(Part, frame.content)
      const reading = readPart(frames)
      await handle(part, reading.content)
      totals.add(part, await reading.finish())
    }
  } catch (error) {
    if (error instanceof FileDamaged) throw buildDamaged()
    throw error
  } finally {
    await frames.return(undefined)
  }
}

interface Frame {
  kind: string
  content: Buffer
}

function readPart(frames: AsyncGenerator<Frame>) {
  const digest = createHash('sha256')
  let bytes = 0
  let end: z.infer<typeof PartEnd> | null = null
  const content: AsyncIterableIterator<Uint8Array> = {
    [Symbol.asyncIterator]: () => content,
    async next() {
      if (end) return { done: true, value: undefined }
      const { value: frame } = await frames.next()
      if (frame?.kind === DATA) {
        digest.update(frame.content)
        bytes += frame.content.length
        return { done: false, value: frame.content }
      }
      if (frame?.kind !== JSON_KINDS.end) throw buildDamaged()
      end = parseJson(PartEnd, frame.content)
      if (end.bytes !== bytes || end.sha256 !== digest.digest('hex')) throw buildDamaged()
      return { done: true, value: undefined }
    },
  }
  return {
    content,
    async finish(): Promise<z.infer<typeof PartEnd>> {
      while (!(await content.next()).done);
      return end as unknown as z.infer<typeof PartEnd>
    },
  }
}

function parseJson<T>(schema: z.ZodType<T>, content: Buffer): T {
  const { data, success } = schema.safeParse(JSON.parse(content.toString('utf8')))
  if (!success) throw buildDamaged()
  return data
}

function parseManifest(content: Buffer): Manifest {
  const raw: unknown = JSON.parse(content.toString('utf8'))
  if ((raw as { format?: unknown }).format !== 1)
    throw new BackupUnreadable(
      'The backup file was made by a later version of the service: install that version',
    )
  return parseJson(Manifest, content)
}

async function* readFrames(source: AsyncIterable<Buffer>): AsyncGenerator<Frame> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const piece of source) {
    rest = rest.length === 0 ? piece : Buffer.concat([rest, piece])
    while (rest.length >= FRAME_HEADER_BYTES) {
      const length = rest.readUInt32BE(1)
      if (length > MAX_FRAME_BYTES && rest.toString('latin1', 0, 1) === DATA) throw buildDamaged()
      const end = FRAME_HEADER_BYTES + length
      if (rest.length < end) break
      yield { kind: rest.toString('latin1', 0, 1), content: rest.subarray(FRAME_HEADER_BYTES, end) }
      rest = rest.subarray(end)
    }
  }
  if (rest.length > 0) throw buildDamaged()
}

async function* decryptedBytes(file: string, backupKey: Buffer): AsyncGenerator<Buffer> {
  const handle = await open(file, 'r').catch(() => {
    throw new CommandError(`The file ${file} cannot be read: check its name and permissions`)
  })
  try {
    const header = Buffer.alloc(HEADER_BYTES)
    const { bytesRead } = await handle.read(header, 0, HEADER_BYTES, 0)
    if (bytesRead < HEADER_BYTES || !header.subarray(0, MAGIC.length).equals(MAGIC))
      throw new BackupUnreadable(`${file} is not a backup file of this service`)
    const salt = header.subarray(MAGIC.length, MAGIC.length + SALT_BYTES)
    const fingerprint = header.subarray(MAGIC.length + SALT_BYTES).toString('hex')
    if (fingerprint !== calculateFingerprint(backupKey))
      throw new BackupUnreadable(
        `BACKUP_KEY is not the key of this backup (fingerprint ${fingerprint}): set the key with which it was made`,
      )
    const fileKey = deriveFileKey(backupKey, salt)
    const source = handle.createReadStream({
      start: HEADER_BYTES,
      highWaterMark: READ_BYTES,
      autoClose: false,
    }) as AsyncIterable<Uint8Array>
    for await (const { index, bytes, isLast } of splitIntoSegments(source, SEGMENT_BYTES + TAG_BYTES)) {
      if (bytes.length < TAG_BYTES) throw buildDamaged()
      const ciphertext = bytes.subarray(0, -TAG_BYTES)
      yield decryptBytes(fileKey, buildNonce(index, isLast), header, ciphertext, bytes.subarray(-TAG_BYTES))
    }
  } finally {
    await handle.close()
  }
}
