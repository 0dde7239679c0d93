/** The gate of the dense leg, measured on a corpus so small that it can be worked out by hand. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { compare, isPassed, type Judged } from '../scripts/evaluation/dense-gate.ts'
import { measure } from '../scripts/evaluation/measures.ts'
import { openScratchCorpus, type ScratchCorpus } from '../scripts/evaluation/scratch-corpus.ts'
import { readMarkdown, splitIntoChunks } from '../src/server/areas/law/corpus/index.ts'
import { type ModelServer, startModelServer } from './harness/model-server.ts'

test.each([
  ['a point gained, nothing lost', { recall10: 0.8, map10: 0.6 }, { recall10: 0.81, map10: 0.6 }, true],
  ['nearly a point', { recall10: 0.8, map10: 0.6 }, { recall10: 0.809, map10: 0.7 }, false],
  ['a point, and something lost', { recall10: 0.8, map10: 0.6 }, { recall10: 0.9, map10: 0.599 }, false],
  ['nothing at all', { recall10: 0.8, map10: 0.6 }, { recall10: 0.8, map10: 0.6 }, false],
])('%s', (_, byWords, withVectors, hasPassed) => expect(isPassed(byWords, withVectors)).toBe(hasPassed))

const ON = '2026-11-21'
/** Eleven sections speak of a lamp, so that one is missing of the first ten: that one is what is asked for. */
const SECTIONS = Array.from({ length: 11 }, (_, at) => `Section ${at + 1}`)
const TEXT = SECTIONS.map(
  (section, at) =>
    `## ${section}\n\nThe lamp is a lamp of the lighthouse and the keeper of ${'the lamp '.repeat(11 - at)}shall light it.`,
).join('\n\n')

describe.each([
  ['knows what is asked for', true],
  ['knows nothing', false],
])('a model that %s', (_, hasPassed) => {
  let sought = ''
  let server: ModelServer
  let corpus: ScratchCorpus
  beforeAll(async () => {
    server = await startModelServer((text) =>
      !text.includes('\n') || (hasPassed && text.includes(`> ${sought}\n`)) ? [1, 0.01] : [0.01, 1],
    )
    corpus = await openScratchCorpus(undefined)
    const title = 'The Lamps Act'
    await corpus.enter([
      {
        docId: 'LAMPS',
        title,
        kind: 'IE_ACT',
        aliases: [],
        authorityRank: 10,
        versionOn: '2020-01-01',
        inForceFrom: null,
        inForceTo: null,
        sourceUrl: null,
        licence: null,
        attribution: null,
        chunks: splitIntoChunks(readMarkdown(TEXT), title),
      },
    ])
  })
  afterAll(async () => {
    await corpus.close()
    await server.close()
  })

  test(`${hasPassed ? 'passes' : 'does not pass'}, and is asked in public words`, async () => {
    const query = { question: 'When is the lamp of the lighthouse lit?', synonyms: [], on: ON, limit: 10 }
    const all = await corpus.find({ ...query, limit: SECTIONS.length }, null)
    expect(all).toHaveLength(SECTIONS.length)
    sought = all.at(-1)?.citation ?? ''
    const judged: Judged = {
      query: query,
      measure: (found) =>
        measure(
          found.map(({ citation }) => citation),
          new Set([sought]),
        ),
    }
    const vectors = await corpus.vectors(server.settings['openai-compatible'])
    const { questions, byWords, withVectors, ...verdict } = await compare(corpus, vectors, [judged])
    expect({ questions, byWords }).toEqual({ questions: 1, byWords: { recall10: 0, map10: 0 } })
    expect(withVectors.recall10).toBe(hasPassed ? 1 : 0)
    expect(verdict).toEqual({ hasPassed })
    expect(vectors.spent()).toMatchObject({ tokens: expect.any(Number), costCents: expect.any(Number) })
    expect(vectors.corpus).toMatch(/^[0-9a-f]{64}$/)
  })

  test('is not measured if the model server does not answer', async () => {
    const vectors = await corpus.vectors(server.settings['openai-compatible'])
    server.plan({ does: 'refuse', status: 400 })
    const query = { question: 'When is the lamp lit?', synonyms: [], on: ON, limit: 10 }
    await expect(corpus.find(query, vectors.vectorOf)).rejects.toThrow('A question has no vector: REFUSED')
  })
})
