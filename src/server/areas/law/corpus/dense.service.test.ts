/** Vectors of passages on the database, and two rankings as one. */
import { CompiledQuery } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { useService } from '../../../../../test/harness/service.ts'
import type { Tx } from '../../../platform/database.ts'
import { mergeRankings, type NearPassage, selectNearest } from './dense.ts'
import {
  createVectorIndex,
  findPassagesWithoutVector,
  keepVectors,
  keepVerdict,
  openEmbedder,
  selectWholeVectors,
} from './embeddings.ts'
import { ingest } from './ingest.ts'
import { readMarkdown } from './readers/markdown.ts'
import type { PlacedPassage } from './retrieval.ts'
import { splitIntoChunks } from './split-into-chunks.ts'

const service = useService({ ownDatabase: true })
const AS_PLATFORM = "select set_config('role', 'pcs_app', true), set_config('app.scope', 'platform', true)"
const TODAY = '2026-11-21'

const write = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
  service().database.write(async (tx) => {
    await tx.executeQuery(CompiledQuery.raw(AS_PLATFORM))
    return work(tx)
  })

const sections = (count: number, words: string): string =>
  Array.from(
    { length: count },
    (_, at) => `## Section ${at + 1}\n\nThe keeper of lamp ${at + 1} shall ${words} before the night begins.`,
  ).join('\n\n')

const ingestMarkdown = (versionOn: string, markdown: string) =>
  write((tx) =>
    ingest(
      tx,
      [
        {
          docId: 'LAMPS',
          title: 'The Lamps Act',
          kind: 'IE_ACT',
          aliases: [],
          authorityRank: 10,
          versionOn,
          inForceFrom: null,
          inForceTo: null,
          sourceUrl: null,
          licence: null,
          attribution: null,
          chunks: splitIntoChunks(readMarkdown(markdown), 'The Lamps Act'),
        },
      ],
      null,
    ),
  )

const MODEL = 'openai-compatible/a-model'
const opened = async (model = MODEL) => {
  const embedder = await write((tx) => openEmbedder(tx, model))
  if (!embedder) throw new Error('No pgvector')
  return embedder
}
const missingOf = (id: number, after = 0, limit = 100) =>
  write((tx) => findPassagesWithoutVector(tx, id, { after, limit }))
const isWhole = async (id: number): Promise<number | null> => {
  const [, rows] = await service().database.batch([{ text: AS_PLATFORM, values: [] }, selectWholeVectors(id)])
  return rows?.[0] ? Number(rows[0][0]) : null
}
async function near(embedderId: number, numbers: number[], on = TODAY): Promise<NearPassage[]> {
  const rows = await service().database.batch([
    { text: AS_PLATFORM, values: [] },
    ...selectNearest({ embedderId, numbers }, on),
  ])
  return JSON.parse(rows.at(-1)?.[0]?.[0] as string)
}
/** Each points its own way. */
const ownWay = (at: number): number[] => [Math.cos(at / 20), Math.sin(at / 20), 0.1]

beforeAll(() => ingestMarkdown('2020-01-01', sections(12, 'light it')))

describe('stored vectors', () => {
  test('are missing for a passage until they are stored, batch by batch', async () => {
    const { id, dimensions } = await opened()
    expect(dimensions).toBeNull()
    const first = await missingOf(id, 0, 5)
    expect(first.map(({ citation }) => citation)).toEqual([1, 2, 3, 4, 5].map((at) => `Section ${at}`))
    await write((tx) =>
      keepVectors(
        tx,
        id,
        first,
        first.map((_, at) => ownWay(at)),
      ),
    )
    expect(await isWhole(id)).toBeNull()
    const rest = await missingOf(id)
    expect(rest.map(({ citation }) => citation)).toEqual(
      [6, 7, 8, 9, 10, 11, 12].map((at) => `Section ${at}`),
    )
    expect(await missingOf(id, rest[5]?.id)).toEqual(rest.slice(6))
    await write((tx) =>
      keepVectors(
        tx,
        id,
        rest,
        rest.map((_, at) => ownWay(at + 5)),
      ),
    )
    expect(await missingOf(id)).toEqual([])
    expect(await isWhole(id)).toBe(3)
    expect((await opened()).dimensions).toBe(3)
  })

  test('are returned nearest first, with all fields of the passage', async () => {
    const { id } = await opened()
    const found = await near(id, ownWay(7))
    const [first, ...others] = found.map(({ citation }) => citation)
    expect(first).toBe('Section 8')
    expect(new Set(others.slice(0, 2))).toEqual(new Set(['Section 7', 'Section 9']))
    expect(found[0]).toMatchObject({ docId: 'LAMPS', kind: 'IE_ACT', validTo: null })
    expect(found).toHaveLength(12)
    expect(found.map(({ nearness }) => nearness)).toEqual(
      found.map(({ nearness }) => nearness).toSorted((a, b) => b - a),
    )
  })

  test('are stored once if they are stored again', async () => {
    const { id } = await opened()
    const [before] = await service().asOwner<{ count: number }>('select count(*)::int from corpus_embeddings')
    const one = {
      id: (await service().asOwner<{ id: number }>('select min(id) as id from corpus_chunks'))[0]
        ?.id as number,
      contentHash: 'other words',
    }
    await write((tx) => keepVectors(tx, id, [one], [[1, 1, 1]]))
    expect(await service().asOwner('select count(*)::int from corpus_embeddings')).toEqual([before])
    // Its vector is of words that it does not have.
    const missing = await missingOf(id)
    expect(missing.map(({ citation }) => citation)).toEqual(['Section 1'])
    await write((tx) => keepVectors(tx, id, missing, [ownWay(0)]))
    expect(await missingOf(id)).toEqual([])
  })

  test.each([
    ['of another length', [1, 2], 'Vectors of this model had 3 numbers and now have 2'],
    ['of zeros', [0, 0, 0], 'The response contains no vectors'],
    ['with what is no number', [1, Number.NaN, 1], 'The response contains no vectors'],
    ['that are too long', new Array(16_001).fill(1), 'The response contains no vectors'],
  ])('are refused without a change if they are %s', async (_, vector, refusal) => {
    const { id } = await opened()
    const [passage] = await service().asOwner<{ id: number; contentHash: string }>(
      'select id, content_hash as "contentHash" from corpus_chunks order by id limit 1',
    )
    await expect(
      write((tx) => keepVectors(tx, id, [passage as never], [vector as number[]])),
    ).rejects.toThrow(refusal)
    expect(await near(id, ownWay(0))).toHaveLength(12)
  })

  test('are separate for each model, with its own length', async () => {
    const other = await opened('bedrock/another')
    const passages = await missingOf(other.id)
    expect(passages).toHaveLength(12)
    await write((tx) =>
      keepVectors(
        tx,
        other.id,
        passages,
        passages.map((_, at) => [at, 1, 2, 3, 4]),
      ),
    )
    expect(await near(other.id, [0, 1, 2, 3, 4])).toHaveLength(12)
    expect(await near((await opened()).id, ownWay(0))).toHaveLength(12)
  })

  test('get an index above a number of passages, once, with the same results', async () => {
    const { id } = await opened()
    const before = await near(id, ownWay(3))
    expect(await write((tx) => createVectorIndex(tx, id, 12))).toBe(false)
    expect(await write((tx) => createVectorIndex(tx, id, 11))).toBe(true)
    expect(await write((tx) => createVectorIndex(tx, id, 11))).toBe(false)
    const definitions = await service().asOwner<{ indexdef: string }>(
      "select indexdef from pg_indexes where tablename = 'corpus_embeddings' and indexdef like '%hnsw%'",
    )
    expect(definitions).toMatchObject([{ indexdef: expect.stringContaining(`embedder_id = ${id}`) }])
    expect(await near(id, ownWay(3))).toEqual(before)
    // The statement is one that the index answers: without other ways it goes that way.
    const [, { text, values }] = selectNearest({ embedderId: id, numbers: ownWay(3) }, TODAY)
    const plan = () =>
      write(async (tx) => {
        await tx.executeQuery(
          CompiledQuery.raw(
            'set local enable_seqscan = off; set local enable_sort = off; set local enable_bitmapscan = off',
          ),
        )
        const { rows } = await tx.executeQuery<Record<string, string>>(
          CompiledQuery.raw(`explain ${text}`, [...values]),
        )
        return JSON.stringify(rows)
      })
    // A new index serves once every transaction that began before it is over, those of other test files among them.
    await expect.poll(plan, { timeout: 20_000 }).toContain(`corpus_embeddings_near_${id}`)
  })

  test('of a date find the passages in force on that date', async () => {
    await ingestMarkdown(
      '2026-06-01',
      sections(12, 'light it').replace('lamp 4 shall light it', 'lamp 4 shall put it out'),
    )
    const { id } = await opened()
    const missing = await missingOf(id)
    expect(missing.map(({ citation }) => citation)).toEqual(['Section 4'])
    await write((tx) => keepVectors(tx, id, missing, [ownWay(3)]))
    const textOn = async (on: string) =>
      (await near(id, ownWay(3), on))
        .filter(({ citation }) => citation === 'Section 4')
        .map(({ text }) => text)
    expect(await textOn('2025-01-01')).toEqual([expect.stringContaining('light it')])
    expect(await textOn(TODAY)).toEqual([expect.stringContaining('put it out')])
  })

  test('keep the verdict of the gate', async () => {
    const { id, hasPassed, corpus } = await opened()
    expect(hasPassed).toBeNull()
    await write((tx) =>
      keepVerdict(tx, id, {
        hasPassed: true,
        measuredOn: corpus,
        measuredAt: new Date(),
        figures: { questions: 1 },
      }),
    )
    expect(await opened()).toMatchObject({ hasPassed: true, measuredOn: corpus })
    await ingestMarkdown('2026-07-01', sections(12, 'clean it'))
    const now = await opened()
    expect(now.corpus).not.toBe(now.measuredOn)
  })
})

describe('without pgvector', () => {
  test('there is no embedder; after pgvector is installed, vectors are created again', async () => {
    await service().asOwner('drop extension vector cascade')
    expect(await write((tx) => openEmbedder(tx, MODEL))).toBeNull()
    await service().asOwner('create extension vector')
    const { id } = await opened()
    expect(await service().asOwner('select 1 from corpus_embeddings')).toEqual([])
    expect(await missingOf(id)).not.toEqual([])
    // Of a length that no connection has been asked for: it remembers the type that is gone.
    expect(await near(id, [1, 2])).toEqual([])
  })
})

function passage(anchor: string, score: number, more: Partial<PlacedPassage['why']> = {}): PlacedPassage {
  return {
    id: 1,
    anchor,
    citation: anchor,
    headingPath: [],
    laterText: [],
    text: '',
    sources: [],
    confidence: null,
    validFrom: null,
    validTo: null,
    sourceId: 'source',
    docId: 'LAW',
    title: 'A law',
    kind: 'IE_ACT',
    versionOn: '2020-01-01',
    why: { isNamed: false, score, coverage: 0.5, neighbours: 0, document: 0, lent: 0, terms: [], ...more },
  }
}
function nearPassage(anchor: string, nearness: number, kind: PlacedPassage['kind'] = 'IE_ACT'): NearPassage {
  const { why: _, ...actual } = passage(anchor, 0)
  return { ...actual, kind, nearness }
}
const placed = (passages: readonly PlacedPassage[]) =>
  passages.map(({ anchor, why }) => [
    anchor,
    Number(why.score.toFixed(4)),
    Number((why.dense ?? 0).toFixed(4)),
  ])

describe('two merged rankings', () => {
  test('are combined linearly, each scaled from 0 to 1, on the scale of the word scores', () => {
    const byWords = [passage('a', 12), passage('b', 9), passage('c', 2)]
    const near = [nearPassage('c', 0.9), nearPassage('d', 0.8), nearPassage('a', 0.4)]
    // The words span 10, and nearness is worth 3 / 7 of that.
    expect(placed(mergeRankings(byWords, near))).toEqual([
      ['a', 12, 0],
      ['b', 9, 0],
      ['c', 6.2857, 4.2857],
      ['d', 5.4286, 3.4286],
    ])
  })

  test('keep named provisions in first place', () => {
    const byWords = [passage('named', 1, { isNamed: true }), passage('a', 12), passage('b', 2)]
    const fused = mergeRankings(byWords, [nearPassage('b', 0.9), nearPassage('named', 0.2)])
    expect(placed(fused)).toEqual([
      ['named', 1, 0],
      ['a', 12, 0],
      ['b', 6.2857, 4.2857],
    ])
  })

  test('give guidance notes a lower weight', () => {
    const byWords = [passage('a', 10), passage('b', 0)]
    const near = [nearPassage('note', 0.9, 'DIGEST'), nearPassage('law', 0.8), nearPassage('b', 0.4)]
    expect(placed(mergeRankings(byWords, near)).map(([anchor]) => anchor)).toEqual(['a', 'law', 'note', 'b'])
  })

  test.each<[string, PlacedPassage[], NearPassage[], string[]]>([
    ['nothing is near', [passage('a', 2), passage('b', 1)], [], ['a', 'b']],
    ['no word is found', [], [nearPassage('a', 0.9), nearPassage('b', -0.3)], ['a', 'b']],
    ['neither finds anything', [], [], []],
    ['each finds one', [passage('a', 5)], [nearPassage('b', -0.2)], ['a', 'b']],
  ])('where %s', (_, byWords, near, order) =>
    expect(mergeRankings(byWords, near).map(({ anchor }) => anchor)).toEqual(order),
  )

  test('mark a passage without a word of the question', () =>
    expect(mergeRankings([], [nearPassage('a', 0.9)])[0]?.why).toMatchObject({
      isNamed: false,
      coverage: 0,
      terms: [],
    }))
})
