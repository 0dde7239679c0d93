/** Feeders ingest legal sources, and all users of a firm can read them. */

import { beforeAll, describe, expect, test } from 'vitest'
import { assertNotInLogs } from '../../../../../test/harness/canaries.ts'
import { buildMultipart } from '../../../../../test/harness/multipart.ts'
import {
  createAnonymousCaller,
  createFirm,
  type Firm,
  generatePpsNumber,
  nextUniqueText,
  type Reply,
} from '../../../../../test/harness/people.ts'
import { TEST_SECRETS, useService } from '../../../../../test/harness/service.ts'
import { getSource, ingestCorpus, listSources, searchCorpus } from '../../../../contract/corpus.ts'
import { ingestStarterDigest } from './starter-content.ts'

const service = useService({ emptyDatabase: true })
const AUTHORIZATION = { authorization: `Bearer ${TEST_SECRETS.RAG_INGEST_TOKEN}` }
let firm: Firm
beforeAll(async () => {
  firm = await createFirm(service())
})

type Sent = Record<string, unknown>
const feed = (...documents: Sent[]): Promise<Reply> =>
  createAnonymousCaller(service()).send(ingestCorpus, { documents } as never, { headers: AUTHORIZATION })

const buildText = (docId: string, text: string, more: Sent = {}): Sent => ({
  docId,
  title: `The ${docId} Regulations`,
  kind: 'IE_SI',
  text,
  versionDate: '2024-01-01',
  ...more,
})
const REGULATIONS = `# Regulations

## Regulation 1 — Citation

These Regulations may be cited as the Lighthouse Regulations and shall be read with whatever amends them from then on.

## Regulation 2 — Keeping of the lamp

(1) The keeper shall light the lamp of the lighthouse at sunset and shall keep it burning until sunrise on every day of the year.

(2) Where the lamp fails, the keeper shall, within three hours, inform the harbour master in writing of the failure, its cause and the remedy.
`

describe('an ingested text', () => {
  test('is listed, shown by passage and found', async () => {
    const docId = `SI-${nextUniqueText()}`
    const reply = await feed(
      buildText(docId, REGULATIONS, { sourceUrl: 'https://example.com/si', licence: 'Open' }),
    )
    expect(reply).toMatchObject({
      status: 200,
      body: {
        documents: [{ docId, outcome: 'ADDED', passagesAdded: 2, passagesChanged: 0, passagesRemoved: 0 }],
      },
    })
    const { data } = await firm.broker.call(listSources, {})
    const listed = data.find((one) => one.docId === docId)
    expect(listed).toMatchObject({
      kind: 'IE_SI',
      versionOn: '2024-01-01',
      passageCount: 2,
      version: 1,
      licence: 'Open',
    })
    const source = await firm.broker.call(getSource, { id: listed?.id ?? '' })
    expect(source.passages.map(({ citation }) => citation)).toEqual(['Regulation 1', 'Regulation 2'])
    expect(source.passages[1]?.text).toContain('within three hours')
    const found = await firm.broker.call(searchCorpus, {
      q: 'When must the keeper inform the harbour master?',
    })
    expect(found.data[0]).toMatchObject({ docId, citation: 'Regulation 2', sourceId: listed?.id })
    expect(found.data[0]?.why.terms.length).toBeGreaterThan(2)
  })

  test('is not added a second time, and has one audit entry in the chain of the platform', async () => {
    const docId = `SI-${nextUniqueText()}`
    await feed(buildText(docId, REGULATIONS))
    expect((await feed(buildText(docId, REGULATIONS))).body.documents).toMatchObject([
      { docId, outcome: 'UNCHANGED' },
    ])
    const entries = await service().asOwner(
      "select actor_id, entity_type, previous_state is null as is_new from audit_log where tenant_id = 'platform' and action = 'corpus.ingest' and new_state ->> 'docId' = $1",
      [docId],
    )
    expect(entries).toEqual([{ actor_id: 'system', entity_type: 'corpusDocument', is_new: true }])
  })

  test('keeps its earlier text for questions about a date before its next version', async () => {
    const docId = `SI-${nextUniqueText()}`
    await feed(buildText(docId, REGULATIONS))
    const next = REGULATIONS.replace('within three hours', 'within two hours')
    expect((await feed(buildText(docId, next, { versionDate: '2026-02-01' }))).body.documents).toMatchObject([
      { outcome: 'CHANGED', passagesAdded: 0, passagesChanged: 1, passagesRemoved: 0 },
    ])
    const { data } = await firm.broker.call(listSources, {})
    const id = data.find((one) => one.docId === docId)?.id ?? ''
    const textOn = async (on: string): Promise<string> =>
      (await firm.broker.call(getSource, { id, on })).passages.map(({ text }) => text).join(' ')
    expect(await textOn('2026-01-31')).toContain('within three hours')
    expect(await textOn('2026-02-01')).toContain('within two hours')
    expect(await textOn('2026-02-01')).not.toContain('three')
  })

  test('lists the rules, policies and guidance notes that cite its changed text', async () => {
    const text = (words: string): Sent =>
      buildText('EU-32016L2341', `## Article 28 — Own-risk assessment\n\n1. ${words}`, {
        kind: 'EU_DIRECTIVE',
      })
    expect(
      (await feed(text('Institutions shall assess their own risk every three years.'))).body.documents,
    ).toMatchObject([{ citedBy: { rules: [], policyKinds: [], notes: [] } }])
    const changed = await feed(text('Institutions shall assess their own risk every two years.'))
    const { rules } = changed.body.documents[0].citedBy
    expect(rules).toContain('GOV-01')
    expect(rules).not.toContain('CON-01')
  })
})

describe('a refused ingest stores nothing', () => {
  const bad: [what: string, documents: Sent[], status: number][] = [
    ['no text at all', [buildText('A', ''), buildText('B', REGULATIONS)], 400],
    ['text twice', [buildText('A', REGULATIONS, { html: '<p>x</p>' })], 400],
    ['one name twice', [buildText('A', REGULATIONS), buildText('A', REGULATIONS)], 400],
    ['a day that does not exist', [buildText('A', REGULATIONS, { versionDate: '2024-02-30' })], 400],
    ['an unknown kind', [buildText('A', REGULATIONS, { kind: 'NOVEL' })], 400],
    ['an address that is none', [buildText('A', REGULATIONS, { sourceUrl: 'javascript:alert(1)' })], 400],
    ['headings alone', [buildText('A', '# One\n\n## Two\n')], 422],
    [
      'an IBAN',
      [buildText('A', REGULATIONS), buildText('B', `${REGULATIONS}\n\nPay to IE29 AIBK 9311 5212 3456 78.`)],
      422,
    ],
    ['the address of a person', [buildText('A', `${REGULATIONS}\n\nWrite to aoife.byrne@gmail.com.`)], 422],
    ['nothing', [], 400],
  ]
  test.each(bad)('%s', async (_what, documents, status) => {
    const count = () => service().asOwner('select count(*)::int as n from corpus_documents')
    const before = await count()
    const named = documents.map((one) => ({ ...one, docId: `${one.docId}-refused` }))
    expect((await feed(...named)).status).toBe(status)
    expect(await count()).toEqual(before)
  })

  test('neither a session nor the token for jobs grants access', async () => {
    const documents = [buildText('A', REGULATIONS)] as never
    expect((await firm.admin.send(ingestCorpus, { documents })).status).toBe(401)
    const cron = { authorization: `Bearer ${TEST_SECRETS.CRON_TOKEN}` }
    expect(
      (await createAnonymousCaller(service()).send(ingestCorpus, { documents }, { headers: cron })).status,
    ).toBe(401)
  })

  test('an unknown text gets 404', async () => {
    expect((await firm.broker.send(getSource, { id: 'nosuchtext' })).status).toBe(404)
  })
})

describe('a file', () => {
  test('with its fields is ingested as one text', async () => {
    const docId = `SI-${nextUniqueText()}`
    const { payload, contentType } = buildMultipart(
      { docId, title: 'The Harbour Regulations', kind: 'IE_SI', versionDate: '2024-01-01' },
      { name: 'harbour.md', bytes: REGULATIONS },
    )
    const reply = await createAnonymousCaller(service()).request({
      method: 'POST',
      url: '/api/rag/ingest',
      headers: { ...AUTHORIZATION, 'content-type': contentType },
      payload,
    })
    expect(reply).toMatchObject({
      status: 200,
      body: { documents: [{ docId, outcome: 'ADDED', passagesAdded: 2 }] },
    })
  })
})

test('a text with a PPS number is refused, and the error does not repeat the number', async () => {
  const ppsNumber = generatePpsNumber()
  assertNotInLogs(service().runFolder, ppsNumber)
  const reply = await feed(
    buildText('WITH-PPS', `${REGULATIONS}\n\nThe PPS number ${ppsNumber} belongs to the keeper.`),
  )
  expect(reply).toMatchObject({
    status: 422,
    body: { details: { code: 'PERSONAL_DATA', docId: 'WITH-PPS', kinds: ['PPS_NUMBER'] } },
  })
  expect(reply.text).not.toContain(ppsNumber)
})

test('a page of the statute book is split into its sections', async () => {
  const docId = `ACT-${nextUniqueText()}`
  const html = `<!doctype html><html><head><title>x</title></head><body><nav>Home</nav>
    <h2>Section 3 — Duty of the keeper</h2><p>3.—(1) The keeper of a lighthouse shall keep a record of each failure of the lamp.</p>
    <p>(2) The record shall be shown to the harbour master on request and is kept for six years from the failure.</p></body></html>`
  const { text: _, ...fields } = buildText(docId, '', { kind: 'IE_ACT' })
  expect((await feed({ ...fields, html })).body.documents).toMatchObject([{ outcome: 'ADDED' }])
  const found = await firm.broker.call(searchCorpus, { q: 'section 3 record of each failure of the lamp' })
  expect(found.data.find((one) => one.docId === docId)?.citation).toContain('Section 3')
})

test('the service ingests its own guidance notes at start, once', async () => {
  const { pipeline } = service().app
  expect(await ingestStarterDigest(pipeline, '2026-11-21')).toBeGreaterThan(20)
  expect(await ingestStarterDigest(pipeline, '2026-11-22')).toBe(0)
  const { data } = await firm.broker.call(searchCorpus, {
    q: 'How many days notice ends a contract with a registered administrator?',
  })
  expect(data.some(({ kind, confidence }) => kind === 'DIGEST' && confidence !== null)).toBe(true)
})
