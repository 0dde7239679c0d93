/**
 * How well the assistant finds and answers. `npm run eval` asks the golden set (test/golden) of the starter digest and, where they stand beside the
 * checkout, the public texts: it prints retrieval, complete answers and refusals, direct answers to everyday questions, and which sentences of a
 * model would be shown. `npm run eval -- --passages FILE --questions FILE` ranks any set of passages and questions
 * (JSON Lines, also gzipped) with the statement that the service ships, and prints one line of JSON. On the embedded database, or where
 * DATABASE_URL names a server that a database may be made on, on PostgreSQL. `--every N` asks every so many-th question, `--enlarge N`
 * makes the set so many times as large, for speed.
 *
 * `npm run eval -- --dense` is the gate of the dense leg: it asks the golden set with the vectors of AI_EMBEDDING_MODEL and without, and a
 * set that is given too, and keeps what it found of the golden set in the database of the service, which reads it at its start.
 */
import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { z } from 'zod'
import { formatEmbedderName } from '../src/server/areas/law/assistant/index.ts'
import {
  type Chunk,
  type CorpusText,
  hashText,
  keepVerdict,
  openEmbedder,
  readStarterDigest,
} from '../src/server/areas/law/corpus/index.ts'
import { createCompletePipeline } from '../src/server/operation/complete-pipeline.ts'
import { SYSTEM } from '../src/server/pipeline/act-as.ts'
import { getTodayInDublin, systemClock } from '../src/server/platform/clock.ts'
import { FolderInUse } from '../src/server/platform/data-folder.ts'
import type { Tx } from '../src/server/platform/database.ts'
import { createLog } from '../src/server/platform/log.ts'
import { type OpenedDatabase, openMigratedDatabase, readCommandConfig } from '../src/server/start.ts'
import { CommandError, print, runCommand, toStandardError } from './command.ts'
import { type Comparison, compare, type Judged } from './evaluation/dense-gate.ts'
import { countDirectAnswers } from './evaluation/direct-answers.ts'
import { enlargePassages } from './evaluation/enlarge-passages.ts'
import { loadGoldenJudgements, runGoldenSet } from './evaluation/golden.ts'
import { calculateMean, calculatePercentile, DEPTH, type Measured, measure } from './evaluation/measures.ts'
import { runRegulatoryQuestions } from './evaluation/regulatory-questions.ts'
import { openScratchCorpus } from './evaluation/scratch-corpus.ts'
import { loadPublicTexts } from './evaluation/texts.ts'
import { checkWrittenSentences, countWrittenSentences } from './evaluation/written-sentences.ts'

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
    enlarge: { type: 'string', default: '1' },
    dense: { type: 'boolean', default: false },
  },
})

function fail(message: string): never {
  process.stderr.write(`${message}\n`)
  process.exit(2)
}

async function linesOf<T>(path: string, schema: z.ZodType<T>): Promise<T[]> {
  const bytes = await readFile(path).catch(() => fail(`The file ${path} does not exist`))
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

if (Boolean(values.passages) !== Boolean(values.questions))
  fail(
    'Usage: npm run eval [-- [--dense] [--passages FILE --questions FILE]]\nMeasures how well the assistant finds passages (docs/evaluation.md). Give --passages and --questions together.',
  )
else if (values.dense) await runCommand('eval', denseGate)
else if (values.passages && values.questions) await ranking(await setOf(values.passages, values.questions))
else await golden()

async function golden(): Promise<void> {
  const corpus = await openScratchCorpus(process.env.DATABASE_URL)
  try {
    const { results, p95Ms, missed } = await runGoldenSet(corpus, TODAY)
    for (const { kind, half, questions, hit1, hit5, coverage, answered, saysSo, complete } of results) {
      const share = (value: number | null): string => (value === null ? '   -' : value.toFixed(2).padStart(4))
      process.stdout.write(
        `${kind.padEnd(20)} ${half.padEnd(5)} ${String(questions).padStart(3)} questions  hit@1 ${share(hit1)}  hit@5 ${share(hit5)}  coverage ${coverage.toFixed(2)}  answered ${answered.toFixed(2)}  or says what it lacks ${share(saysSo)}  with all facts ${share(complete)}\n`,
      )
    }
    process.stdout.write(
      `p95 ${round(p95Ms, 1)} ms on ${corpus.database}; not among the first five (dev): ${missed.join(' ')}\n`,
    )
    const direct = await countDirectAnswers(corpus, TODAY)
    process.stdout.write(
      `direct answers to ${direct.questions} everyday questions: ${direct.right} right, ${direct.wrong} wrong; without one: right note offered for ${direct.offered}, not for ${direct.none}\n`,
    )
    process.stdout.write('sentences of a model that are shown as checked:\n')
    for (const { name, sentences, shown } of countWrittenSentences(checkWrittenSentences()))
      process.stdout.write(
        `  ${name.padEnd(36)} ${String(sentences).padStart(3)} sentences  ${String(shown).padStart(3)} shown  ${String(sentences - shown).padStart(3)} not shown\n`,
      )
    const others = await runRegulatoryQuestions(corpus, TODAY)
    if (others) {
      const { questions, held, hit1, hit5, refused, saysSo, missed: astray } = others
      process.stdout.write(
        `${questions} questions from beside the checkout: of ${held} that the texts hold the provision is first for ${hit1}, among five for ${hit5} (not for: ${astray.join(' ')}); of ${questions - held} that they do not hold ${saysSo} say so; ${refused} refused\n`,
      )
    }
  } finally {
    await corpus.close()
  }
}

interface GivenSet {
  texts: CorpusText[]
  passages: number
  questions: z.infer<typeof QuestionLine>[]
}

async function setOf(passagesFile: string, questionsFile: string): Promise<GivenSet> {
  const passages = enlargePassages(await linesOf(passagesFile, PassageLine), Number(values.enlarge)).filter(
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
    given: null,
    citation: id,
    headingPath: [title ?? '', ...(path ?? [])].filter(Boolean),
    body: text ?? '',
    questions: [],
    sources: [],
    restsOn: [],
    confidence: null,
    contentHash: hashText(id, ...[title ?? '', ...(path ?? [])].filter(Boolean), text ?? ''),
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
  return { texts, passages: passages.length, questions }
}

async function ranking({ texts, passages, questions }: GivenSet): Promise<void> {
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
      round(calculateMean(answers.map((one) => one[name])), 4)
    const times = answers.map(({ ms }) => ms)
    process.stdout.write(
      `${JSON.stringify({
        recall10: mean('recall10'),
        map10: mean('map10'),
        ndcg10: mean('ndcg10'),
        p50Ms: round(calculatePercentile(times, 0.5), 1),
        p95Ms: round(calculatePercentile(times, 0.95), 1),
        questions: questions.length,
        passages,
        ingestMs: Math.round(ingestMs),
        database: corpus.database,
      })}\n`,
    )
  } finally {
    await corpus.close()
  }
}

async function denseGate(): Promise<void> {
  const config = await readCommandConfig(process.env)
  const settings = config.embedding
  if (!settings) throw new CommandError('Set AI_PROVIDER and AI_EMBEDDING_MODEL to the model to measure')
  // Opened first: what was measured and cannot be kept was paid for in vain.
  const service = await openService(config)
  try {
    const golden = await measured(
      [...readStarterDigest(TODAY), ...loadPublicTexts()],
      loadGoldenJudgements(TODAY),
    )
    tell('golden set', golden.comparison)
    if (values.passages && values.questions) {
      const { texts, questions } = await setOf(values.passages, values.questions)
      const judged = questions.map(
        ({ q, rel }): Judged => ({
          query: { question: q, synonyms: [], on: TODAY, limit: DEPTH },
          measure: (found) =>
            measure(
              found.map(({ anchor }) => anchor),
              new Set(rel),
            ),
        }),
      )
      tell('given set', (await measured(texts, judged)).comparison)
    }
    const { comparison, corpus } = golden
    const { hasPassed, ...figures } = comparison
    await inService(service, async (tx) => {
      const embedder = await openEmbedder(tx, formatEmbedderName(settings))
      if (!embedder)
        throw new CommandError(
          'The database of the service has no pgvector extension: create it and run this command again',
        )
      await keepVerdict(tx, embedder.id, { hasPassed, measuredOn: corpus, measuredAt: new Date(), figures })
    })
    print(
      `${hasPassed ? 'PASS' : 'FAIL'}: ${formatEmbedderName(settings)} on the texts ${corpus.slice(0, 12)}${hasPassed ? '' : ': passages are found by words alone'}`,
    )
    if (!hasPassed) process.exitCode = 1
  } finally {
    await service.close()
  }

  async function measured(texts: readonly CorpusText[], judged: readonly Judged[]) {
    const corpus = await openScratchCorpus(process.env.DATABASE_URL)
    try {
      await corpus.enter(texts)
      const vectors = await corpus.vectors(settings as NonNullable<typeof settings>)
      const comparison = await compare(corpus, vectors, judged)
      const { tokens, costCents } = vectors.spent()
      const cost = costCents === null ? '' : `, ${round(costCents, 2)} cents`
      print(`${tokens === null ? 'Tokens were not counted' : `${tokens} tokens were sent`}${cost}`)
      return { comparison, corpus: vectors.corpus }
    } finally {
      await corpus.close()
    }
  }
}

function tell(name: string, { questions, byWords, withVectors, hasPassed }: Comparison): void {
  const of = ({ recall10, map10 }: Comparison['byWords']): string =>
    `R@10 ${recall10.toFixed(4)}  MAP@10 ${map10.toFixed(4)}`
  print(
    `${name.padEnd(11)} ${questions} questions  by words ${of(byWords)}  with vectors ${of(withVectors)}  ${hasPassed ? 'PASS' : 'FAIL'}`,
  )
}

async function openService(config: Awaited<ReturnType<typeof readCommandConfig>>): Promise<OpenedDatabase> {
  try {
    return await openMigratedDatabase(config, createLog('warn', toStandardError), process.pid)
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error
    throw new CommandError(
      `The service is running with ${config.dataDir}. Stop it first: only one process can open the embedded database`,
    )
  }
}

async function inService({ database }: OpenedDatabase, work: (tx: Tx) => Promise<void>): Promise<void> {
  const pipeline = createCompletePipeline({
    database,
    refuseDevelopmentAccounts: true,
    today: () => getTodayInDublin(systemClock),
    onAfterCommitFailure: () => {},
    derive: async () => null,
  })
  await pipeline.actAs(SYSTEM, 'corpus.measure', async (tx) => ({ answer: await work(tx), changes: [] }))
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits))
}
