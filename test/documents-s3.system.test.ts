/** Documents in a bucket: the same behaviour as in a folder, and 503 while the bucket is unavailable. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  addDocumentVersion,
  createDocument,
  downloadDocument,
  getDocument,
  listDocuments,
  removeDocument,
} from '../src/contract/documents.ts'
import { housekeeping } from '../src/contract/jobs.ts'
import { createS3FileStore } from '../src/server/platform/files/s3-file-store.ts'
import { type Caller, createAnonymousCaller, createFirm } from './harness/people.ts'
import { type S3Server, startS3Server } from './harness/s3-server.ts'
import { type Service, startService, TEST_SECRETS } from './harness/service.ts'

let bucket: S3Server
let service: Service
let broker: Caller
beforeAll(async () => {
  bucket = await startS3Server()
  service = await startService({
    parts: { fileStore: await createS3FileStore(bucket.options, { answerWithinMs: 2_000 }) },
  })
  broker = (await createFirm(service)).broker
}, 60_000)
afterAll(async () => {
  await service?.close()
  await bucket?.close()
})
beforeEach(() => bucket.intercept((_request, _response, pass) => pass()))

const pdf = (bytes: number) => ({
  name: 'deed.pdf',
  bytes: Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(bytes - 9, 'x')]),
})
const add = (bytes = 1_000) => broker.upload(createDocument, { kind: 'OTHER', title: 'Deed' }, pdf(bytes))
const rows = async (table: string): Promise<number> =>
  (await service.asOwner<{ count: number }>(`select count(*)::int as count from ${table}`))[0]?.count ?? -1
const isAway = () => bucket.intercept((_request, response) => void response.writeHead(503).end())
const runHousekeeping = () =>
  createAnonymousCaller(service).send(
    housekeeping,
    {},
    { headers: { authorization: `Bearer ${TEST_SECRETS.CRON_TOKEN}` } },
  )

test('versions of any size are stored, downloaded and removed', async () => {
  const { body } = await add()
  const { id } = body
  // Uploaded in several parts.
  const second = await broker.upload(addDocumentVersion, { id }, pdf(12 * 1024 * 1024))
  expect(second, second.text).toMatchObject({ status: 201, body: { number: 2 } })
  expect((await broker.send(downloadDocument, { id, version: 1 })).text).toBe(pdf(1_000).bytes.toString())
  expect((await broker.send(downloadDocument, { id })).text).toBe(pdf(12 * 1024 * 1024).bytes.toString())
  expect(await bucket.contents()).toHaveLength(2)
  expect((await broker.send(removeDocument, { id })).status).toBe(204)
  await expect.poll(() => bucket.contents()).toEqual([])
  await expect.poll(() => rows('unclaimed_files')).toBe(0)
}, 30_000)

test('a refused upload leaves no object in the bucket', async () => {
  for (const bytes of ['just text', Buffer.concat([pdf(7_000_000).bytes, Buffer.alloc(20_000_000)])])
    expect(
      (await broker.upload(createDocument, { kind: 'OTHER', title: 'Deed' }, { name: 'deed.pdf', bytes }))
        .status,
    ).toBe(typeof bytes === 'string' ? 422 : 413)
  expect(await bucket.contents()).toEqual([])
  expect(await rows('unclaimed_files')).toBe(0)
}, 30_000)

test('an unavailable bucket causes a 503 with Retry-After, and no record is stored', async () => {
  const { body } = await add()
  const [documents, versions] = [await rows('documents'), await rows('document_versions')]
  isAway()
  for (const reply of [await add(), await broker.send(downloadDocument, { id: body.id })])
    expect(reply).toMatchObject({ status: 503, headers: { 'retry-after': '5' } })
  expect((await broker.send(getDocument, { id: body.id })).status).toBe(200)
  expect([await rows('documents'), await rows('document_versions')]).toEqual([documents, versions])
  // The record is removed all the same: its file follows when the bucket is available again.
  expect((await broker.send(removeDocument, { id: body.id })).status).toBe(204)
  await service.asOwner(`update unclaimed_files set created_at = created_at - interval '61 minutes'`)
  expect(await runHousekeeping()).toMatchObject({ status: 200, body: { did: { removedFiles: 0 } } })
  expect(await bucket.contents()).toHaveLength(1)

  bucket.intercept((_request, _response, pass) => pass())
  // The removal that began after the response retries for a while, and may remove one of the two files before housekeeping.
  expect([1, 2]).toContain((await runHousekeeping()).body.did.removedFiles)
  await expect.poll(() => bucket.contents()).toEqual([])
  await expect.poll(() => rows('unclaimed_files')).toBe(0)
  expect((await broker.call(listDocuments, {})).data).toEqual([])
}, 60_000)
