import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type Manifest,
  readBackupFile,
  type SourcePart,
  writeBackupFile,
} from '../scripts/backup/backup-file.ts'

const HEADER_BYTES = 48
const SEGMENT_BYTES = 64 * 1024 + 16
const KEY = randomBytes(32)
const CONTENTS: Record<string, Buffer> = {
  empty: Buffer.alloc(0),
  small: Buffer.from('Minutes of the trustees'),
  large: randomBytes(300_000),
}

async function* chunksOf(bytes: Buffer): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 10_007) yield bytes.subarray(at, at + 10_007)
}
async function* buildParts(): AsyncGenerator<SourcePart> {
  for (const [name, bytes] of Object.entries(CONTENTS))
    yield { kind: 'stored-file', name, content: chunksOf(bytes) }
}
const buildManifest = (parts: Manifest['parts']): Manifest => ({
  format: 1,
  serviceVersion: '0.1.0',
  createdAt: '2026-11-28T07:00:00.000Z',
  database: { kind: 'postgresql', version: 150_020, embeddedVersion: null },
  migrations: { '0001-baseline.sql': 'ab' },
  rows: { 'public.members': 3 },
  keys: { pps: [], index: 'aa', files: [], seal: 'bb' },
  files: { store: 'folder', count: 3, removedMeanwhile: [] },
  parts,
})

let folder = ''
let file = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backup-file-'))
  file = join(folder, 'one.backup')
  await writeBackupFile(file, KEY, buildParts(), buildManifest)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const DAMAGED = 'The backup file is damaged or incomplete'
let copies = 0
async function readDamaged(damage: (bytes: Buffer) => Buffer): Promise<unknown> {
  copies += 1
  const copy = join(folder, `damaged-${copies}`)
  await writeFile(copy, damage(await readFile(file)))
  return readBackupFile(copy, KEY)
}
const at = (segment: number): number => HEADER_BYTES + segment * SEGMENT_BYTES

describe('a backup file', () => {
  test('returns its parts and its manifest unchanged', async () => {
    const found: Record<string, Buffer> = {}
    const manifest = await readBackupFile(file, KEY, async ({ name }, content) => {
      found[name] = Buffer.concat(await Array.fromAsync(content))
    })
    expect(found).toEqual(CONTENTS)
    expect(manifest).toEqual(
      buildManifest({ 'stored-file': { parts: 3, bytes: 300_023, sha256: expect.any(String) as never } }),
    )
  })

  test('can be read without reading the parts', async () => {
    const names: string[] = []
    await readBackupFile(file, KEY, async ({ name }) => void names.push(name))
    expect(names).toEqual(Object.keys(CONTENTS))
  })

  test('is different each time, so that two backups do not share a key stream', async () => {
    const second = join(folder, 'two.backup')
    await writeBackupFile(second, KEY, buildParts(), buildManifest)
    const [one, two] = [await readFile(file), await readFile(second)]
    expect(one.subarray(at(0), at(1)).equals(two.subarray(at(0), at(1)))).toBe(false)
    expect(one.includes('Minutes')).toBe(false)
    await rm(second)
  })

  test.each<[string, (bytes: Buffer) => Buffer]>([
    ['cut in the middle', (bytes) => bytes.subarray(0, bytes.length / 2)],
    ['cut after each whole segment', (bytes) => bytes.subarray(0, at(2))],
    ['cut after its header', (bytes) => bytes.subarray(0, at(0))],
    ['without its last byte', (bytes) => bytes.subarray(0, -1)],
    ['with a byte more', (bytes) => Buffer.concat([bytes, Buffer.from([0])])],
    [
      'with two segments exchanged',
      (bytes) =>
        Buffer.concat([
          bytes.subarray(0, at(0)),
          bytes.subarray(at(1), at(2)),
          bytes.subarray(at(0), at(1)),
          bytes.subarray(at(2)),
        ]),
    ],
    ['without a segment', (bytes) => Buffer.concat([bytes.subarray(0, at(1)), bytes.subarray(at(2))])],
    [
      'with another salt',
      (bytes) => Buffer.concat([bytes.subarray(0, 8), randomBytes(32), bytes.subarray(40)]),
    ],
  ])('%s is refused', async (_what, damage) => {
    await expect(readDamaged(damage)).rejects.toThrow(DAMAGED)
  })

  test('with any flipped bit is refused', async () => {
    const { length } = await readFile(file)
    await fc.assert(
      fc.asyncProperty(fc.nat(length - 1), fc.nat(7), async (position, bit) => {
        const reading = readDamaged((bytes) => {
          bytes.writeUInt8(bytes.readUInt8(position) ^ (1 << bit), position)
          return bytes
        })
        await expect(reading).rejects.toThrow(/damaged or incomplete|is not a backup file|BACKUP_KEY is not/)
      }),
      { numRuns: 40 },
    )
  })

  test('with another key is refused and names the fingerprint of its own', async () => {
    await expect(readBackupFile(file, randomBytes(32))).rejects.toThrow(
      /BACKUP_KEY is not the key of this backup \(fingerprint [0-9a-f]{16}\)/,
    )
  })

  test('that fails while it is written leaves no file', async () => {
    async function* failing(): AsyncGenerator<SourcePart> {
      yield* buildParts()
      throw new Error('The database went away')
    }
    const before = await readdir(folder)
    const failed = join(folder, 'failed.backup')
    await expect(writeBackupFile(failed, KEY, failing(), buildManifest)).rejects.toThrow(
      'The database went away',
    )
    expect(await readdir(folder)).toEqual(before)
  })

  test('never replaces an unfinished file of another backup', async () => {
    const other = join(folder, 'other.backup')
    await writeFile(`${other}.unfinished`, 'of another process')
    await expect(writeBackupFile(other, KEY, buildParts(), buildManifest)).rejects.toThrow('EEXIST')
    expect(await readFile(`${other}.unfinished`, 'utf8')).toBe('of another process')
  })
})
