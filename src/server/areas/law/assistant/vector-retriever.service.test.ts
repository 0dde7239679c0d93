/** Retrieval by vectors end to end: behind its setting, over the wire, and for all behaviours of the provider. */
import { readFileSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type Behaviour,
  type ModelServer,
  startModelServer,
} from '../../../../../test/harness/model-server.ts'
import { createAnonymousCaller, createFirm, type Firm } from '../../../../../test/harness/people.ts'
import { createRunQuery } from '../../../../../test/harness/public-chunks.ts'
import { TEST_SECRETS, useService } from '../../../../../test/harness/service.ts'
import { buildWordVector } from '../../../../../test/harness/word-vectors.ts'
import { type Answer, askAssistant } from '../../../../contract/assistant.ts'
import { ingestCorpus } from '../../../../contract/corpus.ts'
import type { App } from '../../../app.ts'
import { createLog } from '../../../platform/log.ts'
import type { EmbeddingSettings } from '../../../platform/model-provider/settings.ts'
import { loadPassages } from './retrieve.ts'

const service = useService({ ownDatabase: true })

const LAMPS = `## Section 7 — Lamps

The keeper shall light the lamp of the lighthouse within three hours of sunset and shall keep the lamp burning until sunrise.

## Section 8 — Reports

The harbour master shall report every failure of a lamp to the board before the end of March and keeps a register of failures.

## Section 9 — Absence

The keeper may not leave the lighthouse for more than three weeks unless the harbour master has agreed to a longer absence in writing.
`
const QUESTION = 'When must the keeper light the lamp?'

let server: ModelServer
let logLines: string[]
/** Entries of other tests, which remain in the disclosure log. */
let before: Set<string>
beforeAll(async () => {
  server = await startModelServer(buildWordVector)
})
afterAll(() => server.close())
beforeEach(async () => {
  logLines = []
  await forgetWritten()
})
afterEach(() => server.reset())

interface Entry {
  of: string
  hasEnded: boolean
  body: string
}
/** Returns the entries recorded in this test, oldest first. */
async function written(): Promise<Entry[]> {
  const rows = await service().asOwner<{ id: string } & Record<string, string | boolean>>(
    `select id, tenant_id as of, ended_at is not null as "hasEnded", body from ai_disclosures where purpose = 'EMBEDDING' order by began_at`,
  )
  return rows.filter(({ id }) => !before.has(id)).map(({ id: _, ...entry }) => entry) as unknown as Entry[]
}
async function forgetWritten(): Promise<void> {
  before = new Set(
    (await service().asOwner<{ id: string }>('select id from ai_disclosures')).map(({ id }) => id),
  )
}

/** Opens the service with these settings on the same database. */
const open = (
  embedding: EmbeddingSettings = server.settings['openai-compatible'],
  more: Partial<Parameters<ReturnType<typeof service>['open']>[0]> = {},
): Promise<App> =>
  service().open({
    config: { ...service().config, embedding, wantsDense: true },
    log: createLog('info', { write: (line) => void logLines.push(line) }),
    ...more,
  })

const listLogLines = (level: string): string[] =>
  logLines
    .map((line) => JSON.parse(line))
    .filter((line) => line.level === level)
    .map(({ msg }) => msg)

async function letPass(
  hasPassed: boolean | null,
  model = 'openai-compatible/model-of-a-test',
): Promise<void> {
  await service().asOwner(
    `insert into corpus_embedders (model, has_passed, measured_on) values ($1, $2, 'texts')
     on conflict (model) do update set has_passed = excluded.has_passed`,
    [model, hasPassed],
  )
}

const ingest = (app: App, text = LAMPS, docId = 'LAMPS') =>
  createAnonymousCaller({ ...service(), app }).send(
    ingestCorpus,
    { documents: [{ docId, title: `The text ${docId}`, kind: 'IE_ACT', text, versionDate: '2020-01-01' }] },
    { headers: { authorization: `Bearer ${TEST_SECRETS.RAG_INGEST_TOKEN}` } },
  )
const housekeeping = async (app: App): Promise<Record<string, number>> => {
  const { status, body, text } = await createAnonymousCaller({ ...service(), app }).request({
    method: 'POST',
    url: '/api/cron/housekeeping',
    headers: { authorization: `Bearer ${TEST_SECRETS.CRON_TOKEN}` },
  })
  expect(status, text).toBe(200)
  return (body as { did: Record<string, number> }).did
}
const vectors = async (): Promise<number> =>
  (await service().asOwner<{ count: number }>('select count(*)::int from corpus_embeddings'))[0]?.count ?? -1

async function askQuestion(app: App, question = QUESTION): Promise<{ firm: Firm; answer: Answer }> {
  const firm = await createFirm({ ...service(), app })
  return { firm, answer: await firm.broker.call(askAssistant, { question }) }
}
const isDense = ({ citations }: Answer): boolean => citations.some(({ why }) => why.dense !== undefined)

describe('the gate', () => {
  test.each<[string, boolean | null, string]>([
    ['were never measured', null, 'never measured'],
    ['did not pass', false, 'have not passed their gate'],
  ])('vectors that %s are neither created nor used, and the start logs it', async (_, hasPassed, why) => {
    await letPass(hasPassed)
    const app = await open()
    expect((await ingest(app)).status).toBe(200)
    expect(await housekeeping(app)).not.toHaveProperty('embeddedPassages')
    const { answer } = await askQuestion(app)
    expect(answer.refused).toBe(false)
    expect(isDense(answer)).toBe(false)
    expect(server.requests).toEqual([])
    expect(listLogLines('warn').filter((line) => line.includes(why))).toHaveLength(1)
  })

  test('that one model passed does not admit another model', async () => {
    await letPass(true)
    await open({ ...server.settings['openai-compatible'], model: 'another-model' })
    await open(server.settings.bedrock)
    expect(listLogLines('warn').filter((line) => line.includes('never measured'))).toHaveLength(2)
    await service().asOwner("delete from corpus_embedders where model <> 'openai-compatible/model-of-a-test'")
  })

  test('vectors that passed are not used if the setting is off', async () => {
    await letPass(true)
    const app = await service().open({
      config: { ...service().config, embedding: server.settings['openai-compatible'], wantsDense: false },
    })
    expect(isDense((await askQuestion(app)).answer)).toBe(false)
    expect(server.requests).toEqual([])
  })

  test('without pgvector passages are found by words only', async () => {
    await letPass(true)
    await service().asOwner('drop extension vector cascade')
    const app = await open().finally(() => service().asOwner('create extension vector'))
    expect(listLogLines('warn')).toEqual([expect.stringContaining('no pgvector')])
    expect((await askQuestion(app)).answer.refused).toBe(false)
  })
})

describe('with vectors that have passed', () => {
  let app: App
  beforeEach(async () => {
    await service().asOwner('delete from corpus_embeddings')
    await service().asOwner('update corpus_embedders set passages = 0, dimensions = null')
    await letPass(true)
    app = await open()
  })

  test('an ingested text gets its vectors soon afterwards, and the ingest request does not wait', async () => {
    await ingest(app, LAMPS.replaceAll('lamp', 'lantern'), 'LANTERNS')
    await expect.poll(vectors).toBe(await passages())
    // Existing vectors are not computed again.
    const calls = server.requests.length
    await ingest(app, LAMPS.replaceAll('lamp', 'lantern'), 'LANTERNS')
    expect(await housekeeping(app)).toMatchObject({ embeddedPassages: 0 })
    expect(server.requests).toHaveLength(calls)
  })

  test('only headings and text of public passages are sent, and each call is recorded before and after', async () => {
    expect(await housekeeping(app)).toMatchObject({ embeddedPassages: await passages() })
    const rows = await service().asOwner<{ text: string }>(
      "select array_to_string(heading_path, ' > ') || E'\\n' || body as text from corpus_chunks",
    )
    const sent = server.requests.flatMap(({ body }) => JSON.parse(body.toString()).input as string[])
    expect(sent.toSorted()).toEqual(rows.map(({ text }) => text).toSorted())
    expect(await written()).toEqual([
      { of: 'platform', hasEnded: true, body: server.requests[0]?.body.toString() },
    ])
  })

  test('a passage that differs from the ingested text is not sent, and the others are', async () => {
    await service().asOwner(
      "update corpus_chunks set body = body || ' Members: Mary Murphy.' where id = (select max(id) from corpus_chunks)",
    )
    expect(await housekeeping(app)).toMatchObject({ embeddedPassages: (await passages()) - 1 })
    expect(server.heard()).not.toContain('Murphy')
    expect(listLogLines('error')).toEqual([expect.stringContaining('differ from their ingested text')])
    await service().asOwner("update corpus_chunks set body = replace(body, ' Members: Mary Murphy.', '')")
  })

  test('an answer is found by words and by vector similarity, and says so', async () => {
    await housekeeping(app)
    server.reset()
    await forgetWritten()
    const { firm, answer } = await askQuestion(app)
    expect(answer.refused).toBe(false)
    expect(answer.citations[0]).toMatchObject({ citation: 'Section 7' })
    expect(answer.citations[0]?.why.dense).toBeGreaterThan(0)
    expect(await written()).toEqual([
      { of: firm.id, hasEnded: true, body: server.requests[0]?.body.toString() },
    ])
  })

  test('only words of a question that occur in the public texts are sent', async () => {
    await housekeeping(app)
    server.reset()
    const { answer } = await askQuestion(app, 'When must the keeper Zbigniew of Ballymun light the lamp?')
    expect(answer.refused).toBe(false)
    const [request] = server.requests
    expect(JSON.parse(String(request?.body)).input).toEqual([
      'When must the keeper […] of […] light the lamp?',
    ])
    expect(server.heard()).not.toMatch(/Zbigniew|Ballymun/)
  })

  test('the question is not embedded while passages still lack their vectors', async () => {
    const { answer } = await askQuestion(app)
    expect(answer.refused).toBe(false)
    expect(isDense(answer)).toBe(false)
    expect(server.requests).toEqual([])
  })

  const failures: [string, Behaviour[], string][] = [
    ['is at its limit', new Array(3).fill({ does: 'refuse', status: 429 }), 'RATE_LIMITED'],
    [
      'asks for patience',
      [{ does: 'refuse', status: 429, headers: { 'retry-after': '3600' } }],
      'RATE_LIMITED',
    ],
    ['has a fault', new Array(3).fill({ does: 'refuse', status: 500 }), 'SERVER'],
    ['refuses the key', [{ does: 'refuse', status: 401 }], 'REFUSED_KEY'],
    ['says nothing', [{ does: 'stall' }], 'TIMEOUT'],
    ['says half', [{ does: 'stall', pieces: [] }], 'TIMEOUT'],
    ['says something else', [{ does: 'garble' }], 'MALFORMED'],
    ['sends a page', [{ does: 'page' }], 'MALFORMED'],
    ['answers with fewer numbers', [{ does: 'embed', lengths: [200] }], 'MALFORMED'],
    ['answers with zeros', [zeros(256)], 'MALFORMED'],
    ['answers with more numbers', [ones(257)], 'MALFORMED'],
  ]
  test.each(failures)('if the provider %s, an answer is found by words', async (_, behaviours, reason) => {
    await housekeeping(app)
    server.plan(...behaviours)
    const { answer } = await askQuestion(app)
    expect(answer.refused).toBe(false)
    expect(answer.citations[0]).toMatchObject({ citation: 'Section 7' })
    expect(isDense(answer)).toBe(false)
    const warnings = logLines.map((line) => JSON.parse(line)).filter(({ level }) => level === 'warn')
    expect(warnings.at(-1)).toMatchObject({ code: reason })
    expect(logLines.join()).not.toContain('lamp')
  })

  test('if the ledger is unavailable, no request is sent and an answer is found by words', async () => {
    await housekeeping(app)
    server.reset()
    await service().asOwner('alter table ai_disclosures add constraint refuses_all check (false) not valid')
    const { answer } = await askQuestion(app).finally(() =>
      service().asOwner('alter table ai_disclosures drop constraint refuses_all'),
    )
    expect(answer.refused).toBe(false)
    expect(isDense(answer)).toBe(false)
    expect(server.requests).toEqual([])
  })

  // Excludes stalled responses: a test would wait for the full timeout.
  test.each(failures.filter(([, behaviours]) => behaviours.every(({ does }) => does !== 'stall')))(
    'if the provider %s, housekeeping continues and another run creates the missing vectors',
    async (_, behaviours) => {
      server.plan(...behaviours)
      const { embeddedPassages } = await housekeeping(app)
      expect(embeddedPassages).toBe(await vectors())
      await service().asOwner('delete from corpus_embeddings')
      await service().asOwner('update corpus_embedders set passages = 0')
      // An open circuit breaker closes after a while, or in another process.
      expect(await housekeeping(await open())).toMatchObject({ embeddedPassages: await passages() })
    },
  )

  test('vectors of a different length than before are not stored', async () => {
    await housekeeping(app)
    const before = await vectors()
    await service().asOwner(
      'delete from corpus_embeddings where chunk_id = (select max(chunk_id) from corpus_embeddings)',
    )
    server.plan({ does: 'embed', lengths: [200] })
    expect(await housekeeping(app)).toMatchObject({ embeddedPassages: 0 })
    expect(await vectors()).toBe(before - 1)
    expect(await housekeeping(app)).toMatchObject({ embeddedPassages: 1 })
  })

  test('an instance that is stopping creates no vectors', async () => {
    const draining = await open(undefined, { isDraining: () => true })
    expect(await housekeeping(draining)).toMatchObject({ embeddedPassages: 0 })
    expect(server.requests).toEqual([])
  })
})

function ones(length: number, value = 1): Behaviour {
  const data = [{ object: 'embedding', index: 0, embedding: new Array(length).fill(value) }]
  return {
    does: 'repeat',
    body: JSON.stringify({ object: 'list', data, usage: { prompt_tokens: 1, total_tokens: 1 } }),
  }
}
function zeros(length: number): Behaviour {
  return ones(length, 0)
}
async function passages(): Promise<number> {
  return (
    (await service().asOwner<{ count: number }>('select count(*)::int from corpus_chunks'))[0]?.count ?? -1
  )
}

describe('responses of hosted providers in their documented format', () => {
  const stored = (name: string) =>
    JSON.parse(
      readFileSync(new URL(`../../../../../test/fixtures/embeddings/${name}.json`, import.meta.url), 'utf8'),
    )
  const answers = {
    'openai-compatible': () => {
      const { passages: three, question } = stored('openai')
      return { passages: [three], question }
    },
    bedrock: () => stored('titan') as { passages: object[]; question: object },
  }
  beforeAll(async () => {
    await service().asOwner('delete from corpus_embeddings')
    await service().asOwner(
      "delete from corpus_chunk_terms t using corpus_chunks c, corpus_documents d where c.id = t.chunk_id and d.id = c.document_id and d.doc_id <> 'LAMPS'",
    )
    await service().asOwner(
      "delete from corpus_chunks c using corpus_documents d where d.id = c.document_id and d.doc_id <> 'LAMPS'",
    )
    await service().asOwner("update corpus_fields set chunks = 3 where field = 'WORD'")
  })

  test.each(['openai-compatible', 'bedrock'] as const)('%s', async (kind) => {
    const settings = { ...server.settings[kind], model: 'recorded' }
    await letPass(true, `${kind}/recorded`)
    const app = await open(settings)
    const { passages: bodies, question } = answers[kind]()
    const repeat = (body: object): Behaviour => ({ does: 'repeat', body: JSON.stringify(body) })
    server.plan(...bodies.map(repeat))
    expect(await housekeeping(app)).toMatchObject({ embeddedPassages: 3 })
    server.plan(repeat(question))
    const { answer } = await askQuestion(app)
    expect(answer.citations[0]).toMatchObject({ citation: 'Section 7' })
    expect(answer.citations[0]?.why.dense).toBeGreaterThan(0)
  })
})

test('a passage without a common word is found by vector similarity', async () => {
  const [embedder] = await service().asOwner<{ id: number }>(
    "select id from corpus_embedders where model = 'bedrock/recorded'",
  )
  const { question } = JSON.parse(
    readFileSync(new URL('../../../../../test/fixtures/embeddings/titan.json', import.meta.url), 'utf8'),
  )
  const { passages: found, coverage } = await loadPassages(
    { question: 'Illumination', synonyms: [], on: '2026-11-21', limit: 2 },
    createRunQuery(service()),
    async () => ({ embedderId: embedder?.id ?? 0, numbers: question.embedding }),
  )
  expect(found.map(({ citation }) => citation)).toEqual(['Section 7', expect.any(String)])
  expect(coverage).toBe(0)
})
