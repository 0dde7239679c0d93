/**
 * Reads files of an uploaded zip archive, one at a time and counted while they unpack: the sizes that an archive declares are not trusted,
 * and nothing is written to disk.
 */
import { crc32 } from 'node:zlib'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { SHEET_LIMITS, SheetRefusal } from './shape.ts'
import { createDamagedWorkbookRefusal } from './xml.ts'

export interface Archive {
  /** Names are compared case-insensitively, as in Office. */
  has(name: string): boolean
  /** Throws SheetRefusal, also if it unpacks to more than `bytes`. */
  read(name: string, bytes?: number): AsyncIterable<string>
}

const MEGABYTE = 1024 * 1024
const PIECE_BYTES = 64 * 1024

/** Throws SheetRefusal F07 for too many or too large entries, UNREADABLE for a damaged, ambiguous or encrypted archive. */
export async function openArchive(bytes: Buffer): Promise<Archive> {
  const zip = await throwIfDamaged(fromBufferPromise(bytes, { lazyEntries: true }))
  const entries = new Map<string, Entry>()
  for await (const entry of buildEntries(zip)) {
    if (entries.size === SHEET_LIMITS.zipEntries)
      throw new SheetRefusal('F07', `The workbook consists of more than ${SHEET_LIMITS.zipEntries} parts`)
    if (entry.isEncrypted())
      throw new SheetRefusal('UNREADABLE', 'The workbook is protected by a password. Save it without one')
    const name = entry.fileName.toLowerCase()
    // Two programs might each read a different one.
    if (entries.has(name)) throw createDamagedWorkbookRefusal()
    entries.set(name, entry)
  }
  let unpacked = 0

  async function* read(
    name: string,
    bytesAtMost: number = SHEET_LIMITS.unpackedBytes,
  ): AsyncGenerator<string> {
    const entry = entries.get(name.toLowerCase())
    if (!entry) throw createDamagedWorkbookRefusal()
    const textOf = createStrictUtf8Decoder()
    let size = 0
    let checksum = 0
    for await (const piece of streamPieces(zip, entry)) {
      size += piece.length
      unpacked += piece.length
      if (unpacked > SHEET_LIMITS.unpackedBytes || size > bytesAtMost || isBomb(size, entry.compressedSize))
        throw createTooLargeRefusal()
      checksum = crc32(piece, checksum)
      yield textOf(piece)
    }
    if (checksum !== entry.crc32) throw createDamagedWorkbookRefusal()
    yield textOf()
  }
  return { has: (name) => entries.has(name.toLowerCase()), read }
}

const isBomb = (size: number, packedSize: number): boolean =>
  size > SHEET_LIMITS.ratioFromBytes && size > SHEET_LIMITS.ratio * packedSize

export const createTooLargeRefusal = (): SheetRefusal =>
  new SheetRefusal(
    'F07',
    `The workbook is too large: unpacked it may have ${SHEET_LIMITS.unpackedBytes / MEGABYTE} MB and ${SHEET_LIMITS.ratio} times its size. Save the one sheet that is needed as CSV`,
  )

async function* buildEntries(zip: ZipFile): AsyncGenerator<Entry> {
  const entries = zip.eachEntry()
  for (;;) {
    const { done, value } = await throwIfDamaged(entries.next())
    if (done) return
    yield value
  }
}

async function* streamPieces(zip: ZipFile, entry: Entry): AsyncGenerator<Buffer> {
  const stream = await throwIfDamaged(zip.openReadStreamPromise(entry))
  const pieces = stream[Symbol.asyncIterator]()
  try {
    for (;;) {
      const { done, value } = await throwIfDamaged(pieces.next())
      if (done) return
      // A stored, uncompressed entry arrives in one piece.
      for (let at = 0; at < value.length; at += PIECE_BYTES) yield value.subarray(at, at + PIECE_BYTES)
    }
  } finally {
    stream.destroy()
  }
}

function createStrictUtf8Decoder(): (piece?: Buffer) => string {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  return (piece) => {
    try {
      return decoder.decode(piece, { stream: piece !== undefined })
    } catch {
      throw createDamagedWorkbookRefusal()
    }
  }
}

/** yauzl and zlib report errors in terms of the format; the user who sent the file can only save it again. */
async function throwIfDamaged<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch {
    throw createDamagedWorkbookRefusal()
  }
}
