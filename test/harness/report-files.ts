/** Reads files that the service generates, as people and programs read them. */
import { inflateRawSync, inflateSync } from 'node:zlib'
import type { Contract } from '../../src/contract/define.ts'
import { buildRequest } from '../../src/contract/request.ts'
import type { Service } from './open-service.ts'
import type { Caller } from './people.ts'

export async function fetchFile(
  service: Service,
  caller: Caller,
  contract: Contract,
  sent: Record<string, string>,
): Promise<{ status: number; headers: Record<string, unknown>; bytes: Buffer }> {
  const { url } = buildRequest(contract, sent as never)
  const reply = await service.app.http.inject({ url, headers: { cookie: caller.cookie } })
  return { status: reply.statusCode, headers: reply.headers, bytes: reply.rawPayload }
}

export interface Entry {
  name: string
  bytes: Buffer
  stamp: number
}

/** Reads a zip archive by its central directory, like an unzip program. */
export function readZip(zip: Buffer): Entry[] {
  const end = zip.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'))
  const entries: Entry[] = []
  let at = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [method, size] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 20)]
    const [nameSize, extraSize, noteSize] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ]
    const local = zip.readUInt32LE(at + 42)
    const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const packed = zip.subarray(from, from + size)
    entries.push({
      name: zip.toString('utf8', at + 46, at + 46 + nameSize),
      bytes: method === 8 ? inflateRawSync(packed) : Buffer.from(packed),
      stamp: zip.readUInt32LE(at + 12),
    })
    at += 46 + nameSize + extraSize + noteSize
  }
  return entries
}

/** Returns the text of a PDF, in the order in which it was written. */
export function readPdfWords(pdf: Buffer): string {
  return readPdfStreams(pdf)
    .flatMap((content) =>
      [...content.matchAll(/\[((?:<[0-9a-f]*>|[\s\d.-])+)\] TJ/g)].map(([, array]) =>
        [...(array as string).matchAll(/<([0-9a-f]*)>/g)]
          .map(([, hex]) => new TextDecoder('windows-1252').decode(Buffer.from(hex as string, 'hex')))
          .join(''),
      ),
    )
    .join(' ')
    .replace(/\s+/g, ' ')
}

/** Returns the decompressed content streams of the pages; the metadata are not compressed. */
export const readPdfStreams = (pdf: Buffer): string[] =>
  pdf
    .toString('latin1')
    .split('\nstream\n')
    .slice(1)
    .map((part) => Buffer.from(part.slice(0, part.indexOf('\nendstream')), 'latin1'))
    .filter((stream) => stream[0] === 0x78)
    .map((stream) => inflateSync(stream).toString('latin1'))
