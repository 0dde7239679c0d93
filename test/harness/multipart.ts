/** Builds a multipart body like a browser: the fields, then the file. */
import { randomBytes } from 'node:crypto'

export interface SentFile {
  name: string
  bytes: Uint8Array | string
  type?: string
}

/** Sends values other than text as JSON, and leaves out absent values. */
export function buildMultipart(
  fields: Record<string, unknown>,
  file: SentFile | undefined,
  order: 'fields first' | 'file first' = 'fields first',
): { payload: Buffer; contentType: string } {
  const boundary = `----form${randomBytes(12).toString('hex')}`
  const part = (headers: string, content: Uint8Array | string): Buffer[] => [
    Buffer.from(`--${boundary}\r\n${headers}\r\n\r\n`),
    Buffer.from(content as string),
    Buffer.from('\r\n'),
  ]
  const ofFields = Object.entries(fields)
    .filter(([, value]) => value !== undefined && value !== null)
    .flatMap(([name, value]) =>
      part(
        `content-disposition: form-data; name="${name}"`,
        typeof value === 'string' ? value : JSON.stringify(value),
      ),
    )
  const ofFile = file
    ? part(
        `content-disposition: form-data; name="file"; filename="${file.name.replaceAll('"', '%22')}"\r\ncontent-type: ${file.type ?? 'application/octet-stream'}`,
        file.bytes,
      )
    : []
  const parts = order === 'file first' ? [...ofFile, ...ofFields] : [...ofFields, ...ofFile]
  return {
    payload: Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]),
    contentType: `multipart/form-data; boundary=${boundary}`,
  }
}
