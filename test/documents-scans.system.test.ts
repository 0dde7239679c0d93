/** A version cannot be downloaded before its scan or after a positive one, also when the scanner fails meanwhile. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listAuditEntries, verifyAuditLog } from '../src/contract/audit.ts'
import {
  addDocumentVersion,
  createDocument,
  downloadDocument,
  finaliseDocument,
  getDocument,
  listDocumentVersions,
  removeDocument,
} from '../src/contract/documents.ts'
import { housekeeping } from '../src/contract/jobs.ts'
import { createLog } from '../src/server/platform/log.ts'
import { ScannerUnavailable, type Verdict, type VirusScanner } from '../src/server/platform/virus-scanner.ts'
import { type Clamd, hasClamd, INFECTED_TEXT, SIGNATURE, startClamd } from './harness/clamd.ts'
import { type Caller, createAnonymousCaller, createFirm, type Firm, type Reply } from './harness/people.ts'
import { buildRefusal } from './harness/refusal.ts'
import { type Service, startService, TEST_SECRETS, useService } from './harness/service.ts'

/** Knows one bad word, refuses one kind of file, and waits or is away where a test says so. */
class FakeScanner implements VirusScanner {
  isAway = false
  scans = 0
  #held: Promise<void> = Promise.resolve()
  #release: () => void = () => {}

  /** Verdicts wait until the function that this returns is called. */
  hold(): () => void {
    this.#held = new Promise((resolve) => {
      this.#release = resolve
    })
    return () => this.#release()
  }

  async scan(source: AsyncIterable<Uint8Array>): Promise<Verdict> {
    this.scans += 1
    const chunks: Uint8Array[] = []
    for await (const chunk of source) chunks.push(chunk)
    const text = Buffer.concat(chunks).toString()
    await this.#held
    if (this.isAway) throw new ScannerUnavailable('it is away')
    if (text.includes('too much for the scanner')) throw new ScannerUnavailable('too large')
    return text.includes('virus')
      ? { verdict: 'INFECTED', signature: 'Test.Signature' }
      : { verdict: 'CLEAN' }
  }

  async ping(): Promise<void> {
    if (this.isAway) throw new ScannerUnavailable('it is away')
  }
}

const scanner = new FakeScanner()
const logged: string[] = []
const log = createLog('trace', { write: (line) => void logged.push(line) })
const service = useService({ parts: { scanner, log } })
let firm: Firm
let broker: Caller
beforeAll(async () => {
  firm = await createFirm(service())
  broker = firm.broker
})
beforeEach(() => {
  logged.length = 0
  scanner.scans = 0
})

const textFile = (bytes: string) => ({ name: 'minutes.txt', bytes })
const add = async (text: string, caller = broker): Promise<string> => {
  const reply = await caller.upload(createDocument, { kind: 'OTHER', title: 'Minutes' }, textFile(text))
  expect(reply, reply.text).toMatchObject({ status: 201, body: { status: 'UPLOADED', avScan: 'PENDING' } })
  return reply.body.id
}
const addVersion = (id: string, text: string): Promise<Reply> =>
  broker.upload(addDocumentVersion, { id }, textFile(text))
const content = (id: string, version?: number): Promise<Reply> =>
  broker.send(downloadDocument, { id, version })
const scanOf = async (id: string): Promise<[string, string]> => {
  const { status, avScan } = await broker.call(getDocument, { id })
  return [status, avScan]
}
const waitForStatus = (id: string, status: string, avScan: string): Promise<void> =>
  expect.poll(() => scanOf(id), { timeout: 10_000 }).toEqual([status, avScan])
const runHousekeeping = (): Promise<Reply> =>
  createAnonymousCaller(service()).send(
    housekeeping,
    {},
    { headers: { authorization: `Bearer ${TEST_SECRETS.CRON_TOKEN}` } },
  )
const scansOf = async (entityId: string) =>
  (await firm.admin.call(listAuditEntries, { entityId, action: 'document.scan' })).data

describe('a scan', () => {
  test('runs after the response; until it has finished, the file cannot be downloaded; afterwards it is a draft', async () => {
    const goOn = scanner.hold()
    const id = await add('good news')
    expect(await content(id)).toMatchObject(buildRefusal(409, 'SCAN_PENDING'))
    expect(await broker.send(finaliseDocument, { id })).toMatchObject({ status: 409 })
    goOn()
    await waitForStatus(id, 'DRAFT', 'CLEAN')
    expect(await content(id)).toMatchObject({ status: 200, text: 'good news' })
    expect(await scansOf(id)).toMatchObject([
      {
        actorId: 'system',
        entityType: 'document',
        previousState: { status: 'UPLOADED', avScan: 'PENDING' },
        newState: { status: 'DRAFT', avScan: 'CLEAN', scannedVersion: 1, verdict: 'CLEAN' },
      },
    ])
    expect(await firm.admin.call(verifyAuditLog, {})).toMatchObject({ intact: true })
  })

  test('that finds a virus blocks the document with all its versions', async () => {
    const id = await add('good news')
    await waitForStatus(id, 'DRAFT', 'CLEAN')
    expect((await addVersion(id, 'a virus')).status).toBe(201)
    await waitForStatus(id, 'QUARANTINED', 'INFECTED')
    for (const version of [undefined, 1, 2])
      expect(await content(id, version)).toMatchObject(buildRefusal(422, 'QUARANTINED'))
    expect(await addVersion(id, 'good news')).toMatchObject({ status: 409 })
    expect(await broker.send(finaliseDocument, { id })).toMatchObject({ status: 409 })
    const [infected] = await scansOf(id)
    expect(infected).toMatchObject({ newState: { scannedVersion: 2, verdict: 'INFECTED' } })
    const stored = await service().asOwner(
      'select signature, scanned_at is not null as scanned from document_versions where document_id = $1 order by number',
      [id],
    )
    expect(stored).toEqual([
      { signature: null, scanned: true },
      { signature: 'Test.Signature', scanned: true },
    ])
    expect((await broker.send(removeDocument, { id })).status).toBe(204)
  })

  test('of an earlier version does not release the last one', async () => {
    const goOn = scanner.hold()
    const id = await add('good news')
    await expect.poll(() => scanner.scans).toBe(1)
    expect((await addVersion(id, 'too much for the scanner')).status).toBe(201)
    goOn()
    await expect.poll(async () => (await scansOf(id)).length).toBe(1)
    expect(await scanOf(id)).toEqual(['UPLOADED', 'PENDING'])
    expect(await content(id)).toMatchObject({ status: 409 })
    expect((await content(id, 1)).status).toBe(200)
    const { data } = await broker.call(listDocumentVersions, { id })
    expect(data.map(({ avScan }) => avScan)).toEqual(['PENDING', 'CLEAN'])
    await broker.call(removeDocument, { id })
  })

  test('of a document removed meanwhile is discarded', async () => {
    const goOn = scanner.hold()
    const id = await add('a virus')
    await expect.poll(() => scanner.scans).toBe(1)
    expect((await broker.send(removeDocument, { id })).status).toBe(204)
    goOn()
    expect((await runHousekeeping()).body.did).toMatchObject({ scannedDocuments: 0 })
    expect(await scansOf(id)).toEqual([])
    expect(logged.join()).not.toContain('"level":"error"')
  })

  test('by two concurrent instances is recorded once', async () => {
    scanner.isAway = true
    const ids = [await add('good news'), await add('a virus'), await add('other good news')]
    await expect.poll(() => scanner.scans).toBe(3)
    scanner.isAway = false
    const other = await service().open()
    const runs = await Promise.all([
      runHousekeeping(),
      other.http.inject({
        method: 'POST',
        url: '/api/cron/housekeeping',
        headers: { authorization: `Bearer ${TEST_SECRETS.CRON_TOKEN}` },
      }),
    ])
    expect(runs.map((run) => ('status' in run ? run.status : run.statusCode))).toEqual([200, 200])
    for (const id of ids) expect(await scansOf(id)).toHaveLength(1)
    expect(await Promise.all(ids.map(scanOf))).toEqual([
      ['DRAFT', 'CLEAN'],
      ['QUARANTINED', 'INFECTED'],
      ['DRAFT', 'CLEAN'],
    ])
  })
})

describe('an unavailable scanner', () => {
  test('blocks neither uploads nor the rest of housekeeping, which retries', async () => {
    scanner.isAway = true
    const ids = [await add('good news'), await add('more good news')]
    await expect.poll(() => scanner.scans).toBe(2)
    await service().asOwner(
      `insert into unclaimed_files (tenant_id, storage_key, created_at) values ($1, $1 || '/old', now() - interval '2 hours')`,
      [firm.id],
    )
    const run = await runHousekeeping()
    expect(run).toMatchObject({
      status: 200,
      body: { ran: true, did: { removedFiles: 1, scannedDocuments: 0 } },
    })
    // Found to be away by the first of the two.
    expect(scanner.scans).toBe(3)
    const lines = logged
      .map((line) => JSON.parse(line))
      .filter(({ msg }) => msg === 'virus scan failed for a file')
    expect(lines).toMatchObject([
      { level: 'error', storageKey: expect.stringContaining(firm.id), error: { type: 'ScannerUnavailable' } },
    ])
    expect(await content(ids[0] as string)).toMatchObject({ status: 409 })

    scanner.isAway = false
    expect((await runHousekeeping()).body.did).toMatchObject({ scannedDocuments: 2 })
    for (const id of ids) expect(await scanOf(id)).toEqual(['DRAFT', 'CLEAN'])
    expect((await runHousekeeping()).body.did).toMatchObject({ scannedDocuments: 0 })
  })

  test('is distinguished from a file that cannot be scanned, which does not block the others', async () => {
    scanner.isAway = true
    const ids = [await add('too much for the scanner'), await add('a damaged file'), await add('good news')]
    await expect.poll(() => scanner.scans).toBe(3)
    await service().asOwner(
      `update document_versions set sealed_key = case left(sealed_key, 1) when 'A' then 'B' else 'A' end || substr(sealed_key, 2) where document_id = $1`,
      [ids[1]],
    )
    scanner.isAway = false
    expect((await runHousekeeping()).body.did).toMatchObject({ scannedDocuments: 1 })
    expect(await Promise.all(ids.map(scanOf))).toEqual([
      ['UPLOADED', 'PENDING'],
      ['UPLOADED', 'PENDING'],
      ['DRAFT', 'CLEAN'],
    ])
    const messages = logged
      .map((line) => JSON.parse(line))
      .filter(({ msg }) => msg === 'virus scan failed for a file')
    expect(messages.map(({ error }) => error.type)).toEqual(['ScannerUnavailable', 'FileDamaged'])
  })
})

// A machine with Node alone has no clamd; where CI is set it has to be there (harness/clamd.ts).
describe.skipIf(!hasClamd)('ClamAV (skipped where clamd is not installed)', () => {
  let clamd: Clamd
  let scanned: Service
  beforeAll(async () => {
    clamd = await startClamd()
    scanned = await startService({ parts: { scanner: clamd.scanner } })
  }, 60_000)
  afterAll(async () => {
    await scanned?.close()
    await clamd?.stop()
  })

  test('releases a clean file, quarantines an infected one, and is reported while stopped', async () => {
    const { broker: caller } = await createFirm(scanned)
    const status = (id: string) => async () => (await caller.call(getDocument, { id })).avScan
    const [clean, infected] = [await add('good news', caller), await add(INFECTED_TEXT, caller)]
    await expect.poll(status(clean), { timeout: 20_000 }).toBe('CLEAN')
    await expect.poll(status(infected), { timeout: 20_000 }).toBe('INFECTED')
    expect((await caller.send(downloadDocument, { id: clean })).text).toBe('good news')
    expect((await caller.send(downloadDocument, { id: infected })).status).toBe(422)
    const rows = await scanned.asOwner('select signature from document_versions where document_id = $1', [
      infected,
    ])
    expect(rows).toEqual([{ signature: expect.stringContaining(SIGNATURE) }])
    await clamd.stop()
    const later = await add('more good news', caller)
    const run = await createAnonymousCaller(scanned).send(
      housekeeping,
      {},
      { headers: { authorization: `Bearer ${TEST_SECRETS.CRON_TOKEN}` } },
    )
    expect(run).toMatchObject({ status: 200, body: { did: { scannedDocuments: 0 } } })
    expect((await caller.send(downloadDocument, { id: later })).status).toBe(409)
  }, 60_000)
})
