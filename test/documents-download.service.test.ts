/** Downloads are streamed, the file is closed however the request ends, and a damaged file is never served. */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { open, rm } from 'node:fs/promises'
import { type ClientRequest, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { beforeAll, expect, inject, test } from 'vitest'
import { createDocument, downloadDocument } from '../src/contract/documents.ts'
import type { FileStore } from '../src/server/platform/files/file-store.ts'
import { createLocalFileStore } from '../src/server/platform/files/local-file-store.ts'
import { createLog } from '../src/server/platform/log.ts'
import { type Caller, createFirm } from './harness/people.ts'
import { useService } from './harness/service.ts'

/** How many files are being read, and how much was. */
const reading = { files: 0, bytes: 0 }
const counted = (store: FileStore): FileStore => ({
  ...store,
  async read(key) {
    const source = await store.read(key)
    return (async function* () {
      reading.files += 1
      try {
        for await (const chunk of source) {
          reading.bytes += chunk.length
          yield chunk
        }
      } finally {
        reading.files -= 1
      }
    })()
  },
})
const folder = join(inject('runFolder'), `store-${randomBytes(4).toString('hex')}`)
const logged: string[] = []
const service = useService({
  parts: {
    fileStore: counted(await createLocalFileStore({ folder })),
    log: createLog('trace', { write: (line) => void logged.push(line) }),
  },
})
let broker: Caller
let url: string
beforeAll(async () => {
  broker = (await createFirm(service())).broker
  await service().app.http.listen({ port: 0, host: '127.0.0.1' })
  url = `http://127.0.0.1:${(service().app.http.server.address() as AddressInfo).port}`
})

const LARGE = 24 * 1024 * 1024
const pdf = (bytes: number, name = 'deed.pdf') => ({
  name,
  bytes: Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(bytes - 9, 'x')]),
})
const added = async (file = pdf(1_000)): Promise<string> => {
  const reply = await broker.upload(createDocument, { kind: 'OTHER', title: 'Deed' }, file)
  expect(reply.status, reply.text).toBe(201)
  return reply.body.id
}
const fileOf = (storageKey: string): string =>
  join(folder, storageKey.split('/').at(-1)?.slice(0, 2) ?? '', storageKey.replaceAll('/', '.'))
const opened = async (id: string): Promise<[ClientRequest, IncomingMessage]> => {
  const request = get(`${url}/api/documents/${id}/content`, { headers: { cookie: broker.cookie } })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  return [request, response]
}

test('an aborted download closes its file and stops reading', async () => {
  const id = await added(pdf(LARGE))
  reading.bytes = 0
  const [request, response] = await opened(id)
  await once(response, 'readable')
  request.destroy()
  await expect.poll(() => reading.files).toBe(0)
  expect(reading.bytes).toBeLessThan(LARGE)
})

test('the download waits for a slow reader and does not buffer the file in memory', async () => {
  const id = await added(pdf(LARGE))
  reading.bytes = 0
  const [, response] = await opened(id)
  // Nothing is read from the connection: its buffers fill, and then the file has to wait.
  let before = -1
  await expect
    .poll(() => {
      const stands = reading.bytes === before
      before = reading.bytes
      return stands
    })
    .toBe(true)
  expect(reading.bytes).toBeLessThan(LARGE)
  let received = 0
  for await (const chunk of response) received += (chunk as Buffer).length
  expect(received).toBe(LARGE)
  await expect.poll(() => reading.files).toBe(0)
})

test('a HEAD request gets the headers of the download', async () => {
  const id = await added()
  const reply = await broker.request({ method: 'HEAD', url: `/api/documents/${id}/content` })
  expect(reply).toMatchObject({
    status: 200,
    text: '',
    headers: { 'content-length': '1000', 'content-type': 'application/pdf' },
  })
  await expect.poll(() => reading.files).toBe(0)
})

test.each([
  ['quotes', 'the "deed".pdf'],
  ['a colour', 'deed 🟢.pdf'],
  ['Irish', 'Scéim phinsin.pdf'],
])('a file name with %s is kept in the download', async (_, name) => {
  const id = await added(pdf(100))
  // Browsers send a quote as %22.
  await service().asOwner('update document_versions set file_name = $1 where document_id = $2', [name, id])
  const { headers } = await broker.send(downloadDocument, { id })
  const disposition = String(headers['content-disposition'])
  expect(disposition).toMatch(/^attachment; /)
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1]
  const plain = /filename="((?:[^"\\]|\\.)+)"/.exec(disposition)?.[1]?.replaceAll('\\', '')
  expect(encoded ? decodeURIComponent(encoded) : plain).toBe(name)
})

test.each(['missing', 'damaged'] as const)(
  'a %s file causes a 500, and the log has only its key',
  async (kind) => {
    const id = await added(pdf(100, 'private.pdf'))
    const [row] = await service().asOwner<{ storage_key: string }>(
      'select storage_key from document_versions where document_id = $1',
      [id],
    )
    const storageKey = row?.storage_key ?? ''
    if (kind === 'missing') await rm(fileOf(storageKey))
    else
      await service().asOwner(
        'update document_versions set size_bytes = size_bytes + 1 where document_id = $1',
        [id],
      )
    logged.length = 0
    const reply = await broker.send(downloadDocument, { id })
    expect(reply).toMatchObject({ status: 500, headers: { 'x-request-id': expect.any(String) } })
    expect(reply.text).not.toContain(storageKey)
    const lines = logged.map((line) => JSON.parse(line)).filter(({ level }) => level === 'error')
    expect(lines).toContainEqual(expect.objectContaining({ storageKey }))
    expect(logged.join()).not.toContain('private.pdf')
    expect(reading.files).toBe(0)
  },
)

test('damage in the middle of a file ends the download early, and the log has the key', async () => {
  const id = await added(pdf(LARGE))
  const [row] = await service().asOwner<{ storage_key: string }>(
    'select storage_key from document_versions where document_id = $1',
    [id],
  )
  const storageKey = row?.storage_key ?? ''
  const file = await open(fileOf(storageKey), 'r+')
  await file.write(Buffer.from('damage'), 0, 6, LARGE / 2)
  await file.close()
  logged.length = 0
  const [, response] = await opened(id)
  let received = 0
  await expect(async () => {
    for await (const chunk of response) received += (chunk as Buffer).length
  }).rejects.toThrow('aborted')
  expect(received).toBeLessThanOrEqual(LARGE / 2)
  const lines = logged.map((line) => JSON.parse(line)).filter(({ level }) => level === 'error')
  expect(lines).toContainEqual(expect.objectContaining({ storageKey }))
  await expect.poll(() => reading.files).toBe(0)
})
