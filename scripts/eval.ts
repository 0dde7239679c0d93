/**
 * How well the assistant finds. `npm run eval` asks the golden set (test/golden) of the starter digest and, where they stand beside the
 * checkout, the public texts. `npm run eval -- --passages FILE --questions FILE` ranks any set of passages and questions
 * (JSON Lines, also gzipped) with the statement that the service ships, and prints one line of JSON. On the embedded database, or where
 * DATABASE_URL names a server that a database may be made on, on PostgreSQL.
 */
import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { z } from 'zod'
import { type Chunk, type CorpusText, hashOf } from '../src/server/domains/corpus/index.ts'
import { askGoldenSet } from './evaluation/golden.ts'
import { type Measured, meanOf, measure, percentile } from './evaluation/measures.ts'
import { openScratchCorpus } from './evaluation/scratch-corpus.ts'

const SHORTEST = 40
const TODAY = new Date().toISOString().slice(0, 10)

const PassageLine = z.object({
  id: z.coerce.string(),
  doc: z.coerce.string(),
  title: z.string().nullish(),
  path: z.array(z.string()).nullish(),
  text: z.string().nullish(),
})
const QuestionLine = z.object({ q: z.string(), rel: z.array(z.coerce.string()) })

const { values } = parseArgs({
  options: {
    passages: { type: 'string' },
    questions: { type: 'string' },
    every: { type: 'string', default: '1' },
  },
})

function fail(message: string): never {
  process.stderr.write(`${message}\n`)
  process.exit(2)
}

async function linesOf<T>(path: string, schema: z.ZodType<T>): Promise<T[]> {
  const bytes = await readFile(path).catch(() => fail(`No such file: ${path}`))
  const text = (bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes).toString('utf8')
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line, index) => {
      const parsed = schema.safeParse(JSON.parse(line))
      return parsed.success
        ? parsed.data
        : fail(`${path}, line ${index + 1}: ${parsed.error.issues[0]?.message}`)
    })
}

if (!values.passages && !values.questions) await golden()
else if (values.passages && values.questions) await ranking(values.passages, values.questions)
else fail('Usage: npm run eval [-- --passages FILE --questions FILE]')

async function golden(): Promise<void> {
  const corpus = await openScratchCorpus(process.env.DATABASE_URL)
  try {
    const { results, p95Ms, missed } = await askGoldenSet(corpus, TODAY)
    for (const { kind, half, questions, hit1, hit5, coverage, answered, saysSo, complete } of results) {
      const share = (value: number | null): string => (value === null ? '   -' : value.toFixed(2).padStart(4))
      process.stdout.write(
        `${kind.padEnd(20)} ${half.padEnd(5)} ${String(questions).padStart(3)} questions  hit@1 ${share(hit1)}  hit@5 ${share(hit5)}  coverage ${coverage.toFixed(2)}  answered ${answered.toFixed(2)}  or says what it lacks ${share(saysSo)}  with all facts ${share(complete)}\n`,
      )
    }
    process.stdout.write(
      `p95 ${round(p95Ms, 1)} ms on ${corpus.database}; not among the first five (dev): ${missed.join(' ')}\n`,
    )
  } finally {
    await corpus.close()
  }
}

async function ranking(passagesFile: string, questionsFile: string): Promise<void> {
  const passages = (await linesOf(passagesFile, PassageLine)).filter(
    ({ text }) => (text?.length ?? 0) > SHORTEST,
  )
  const questions = (await linesOf(questionsFile, QuestionLine)).filter(
    (_, index) => index % Number(values.every) === 0,
  )

  const chunkOf = ({ id, title, path, text }: z.infer<typeof PassageLine>): Chunk => ({
    anchor: id,
    unitKind: 'PASSAGE',
    unitNumber: null,
    provisions: [],
    isOfAnother: false,
    citation: id,
    headingPath: [title ?? '', ...(path ?? [])].filter(Boolean),
    body: text ?? '',
    questions: [],
    sources: [],
    restsOn: [],
    confidence: null,
    contentHash: hashOf(id),
  })
  const texts = [...Map.groupBy(passages, ({ doc }) => doc)].map(
    ([doc, ofDocument]): CorpusText => ({
      docId: doc,
      title: ofDocument[0]?.title ?? doc,
      kind: 'REGULATOR_GUIDANCE',
      aliases: [],
      authorityRank: 1,
      versionOn: TODAY,
      inForceFrom: null,
      inForceTo: null,
      sourceUrl: null,
      licence: null,
      attribution: null,
      chunks: ofDocument.map(chunkOf),
    }),
  )

  const corpus = await openScratchCorpus(process.env.DATABASE_URL)
  try {
    const began = performance.now()
    await corpus.enter(texts)
    const ingestMs = performance.now() - began
    const answers: (Measured & { ms: number })[] = []
    for (const { q, rel } of questions) {
      const { passages: found, ms } = await corpus.rank({ question: q, synonyms: [], on: TODAY, limit: 10 })
      answers.push({
        ms,
        ...measure(
          found.map(({ anchor }) => anchor),
          new Set(rel),
        ),
      })
    }
    const mean = (name: 'recall10' | 'map10' | 'ndcg10'): number =>
      round(meanOf(answers.map((one) => one[name])), 4)
    const times = answers.map(({ ms }) => ms)
    process.stdout.write(
      `${JSON.stringify({
        recall10: mean('recall10'),
        map10: mean('map10'),
        ndcg10: mean('ndcg10'),
        p50Ms: round(percentile(times, 0.5), 1),
        p95Ms: round(percentile(times, 0.95), 1),
        questions: questions.length,
        passages: passages.length,
        ingestMs: Math.round(ingestMs),
        database: corpus.database,
      })}\n`,
    )
  } finally {
    await corpus.close()
  }
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits))
}
