/**
 * Checks that a file is a whole PNG or JPEG picture and reads its size. Mail programs and the PDF writer decode logos, so that the declared
 * size and the data must agree: a small file must not expand to gigabytes, and nothing may follow the picture.
 */

import { promisify } from 'node:util'
import { crc32, inflate } from 'node:zlib'
import { LOGO_PIXELS, type LogoType } from '../../../../contract/tenants.ts'
import { formatNumber } from '../../../../contract/value-format.ts'
import { createBusinessRuleRefusal, type Refusal } from '../../../pipeline/refusal.ts'

export interface ImageSize {
  contentType: LogoType
  widthPixels: number
  heightPixels: number
}

const createImageRefusal = (code: string, message: string): Refusal =>
  createBusinessRuleRefusal(code, message, { field: 'file' })
const createWrongTypeRefusal = (): Refusal =>
  createImageRefusal('TYPE_NOT_ALLOWED', 'The logo must be a PNG or JPEG file')
const createDamagedLogoError = (): Refusal =>
  createImageRefusal('LOGO_DAMAGED', 'The picture is damaged: export it again as PNG or JPEG')

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** 422 unless the bytes are a logo. */
export async function requireLogo(bytes: Buffer): Promise<ImageSize> {
  if (bytes.subarray(0, 8).equals(PNG_SIGNATURE)) return requirePng(bytes)
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return requireJpeg(bytes)
  throw createWrongTypeRefusal()
}

function requireSize(widthPixels: number, heightPixels: number): void {
  const { min, max } = LOGO_PIXELS
  if (Math.min(widthPixels, heightPixels) < min || Math.max(widthPixels, heightPixels) > max)
    throw createImageRefusal(
      'LOGO_SIZE',
      `The logo must be from ${min} to ${formatNumber(max)} pixels wide and high`,
    )
}

// --- PNG

const inflateAsync = promisify(inflate)
/** Samples of a pixel, by colour type. */
const SAMPLES: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }
const DEPTHS: Record<number, readonly number[]> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
}

async function requirePng(bytes: Buffer): Promise<ImageSize> {
  const chunks = readChunks(bytes)
  const [header] = chunks
  if (header?.type !== 'IHDR' || header.data.length !== 13 || chunks.at(-1)?.type !== 'IEND')
    throw createDamagedLogoError()
  const { data } = header
  const [widthPixels, heightPixels] = [data.readUInt32BE(0), data.readUInt32BE(4)]
  const [depth, colour, compression, filter, interlacing] = data.subarray(8)
  if (!DEPTHS[colour as number]?.includes(depth as number) || compression !== 0 || filter !== 0)
    throw createDamagedLogoError()
  requireSize(widthPixels, heightPixels)
  if (interlacing !== 0 || chunks.some(({ type }) => type === 'acTL'))
    throw createImageRefusal('LOGO_INTERLACED', 'Export the PNG without interlacing and animation')
  const hasPalette = chunks.some(({ type }) => type === 'PLTE')
  if (colour === 3 && !hasPalette) throw createDamagedLogoError()
  const rowBytes =
    1 + Math.ceil((widthPixels * (SAMPLES[colour as number] as number) * (depth as number)) / 8)
  await requirePixels(chunks, rowBytes * heightPixels)
  return { contentType: 'image/png', widthPixels, heightPixels }
}

interface Chunk {
  type: string
  data: Buffer
}

/** The chunks up to the end of the file; each has the right checksum. */
function readChunks(bytes: Buffer): Chunk[] {
  const chunks: Chunk[] = []
  let at = PNG_SIGNATURE.length
  while (at < bytes.length) {
    if (at + 12 > bytes.length || chunks.at(-1)?.type === 'IEND') throw createDamagedLogoError()
    const end = at + 8 + bytes.readUInt32BE(at)
    if (end + 4 > bytes.length || bytes.readUInt32BE(end) !== crc32(bytes.subarray(at + 4, end)))
      throw createDamagedLogoError()
    chunks.push({ type: bytes.toString('latin1', at + 4, at + 8), data: bytes.subarray(at + 8, end) })
    at = end + 4
  }
  return chunks
}

async function requirePixels(chunks: readonly Chunk[], expectedBytes: number): Promise<void> {
  const compressed = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data))
  const pixels = await inflateAsync(compressed, { maxOutputLength: expectedBytes }).catch(() => null)
  if (pixels?.length !== expectedBytes) throw createDamagedLogoError()
}

// --- JPEG

/** Start of frame: baseline, extended and progressive. Other codings are rare, and mail programs do not show them. */
const FRAMES = new Set([0xc0, 0xc1, 0xc2])
const [START_OF_SCAN, END_OF_IMAGE] = [0xda, 0xd9]

function requireJpeg(bytes: Buffer): ImageSize {
  let size: ImageSize | null = null
  let at = 2
  for (;;) {
    const marker = bytes[at + 1]
    if (bytes[at] !== 0xff || marker === undefined) throw createDamagedLogoError()
    if (marker === END_OF_IMAGE) break
    if (at + 4 > bytes.length) throw createDamagedLogoError()
    const end = at + 2 + bytes.readUInt16BE(at + 2)
    if (end > bytes.length) throw createDamagedLogoError()
    if (FRAMES.has(marker)) size = readFrame(bytes.subarray(at + 4, end))
    at = marker === START_OF_SCAN ? findMarker(bytes, end) : end
  }
  if (!size || at + 2 !== bytes.length) throw createDamagedLogoError()
  return size
}

function readFrame(frame: Buffer): ImageSize {
  if (frame.length < 6 || frame[0] !== 8 || ![1, 3, 4].includes(frame[5] as number))
    throw createDamagedLogoError()
  const [heightPixels, widthPixels] = [frame.readUInt16BE(1), frame.readUInt16BE(3)]
  requireSize(widthPixels, heightPixels)
  return { contentType: 'image/jpeg', widthPixels, heightPixels }
}

/** The next marker after compressed data, in which 0xff is followed by 0x00 or by a restart marker. */
function findMarker(bytes: Buffer, from: number): number {
  let at = bytes.indexOf(0xff, from)
  while (at !== -1) {
    const next = bytes[at + 1] as number
    if (next !== 0 && !(next >= 0xd0 && next <= 0xd7)) return at
    at = bytes.indexOf(0xff, at + 2)
  }
  throw createDamagedLogoError()
}
