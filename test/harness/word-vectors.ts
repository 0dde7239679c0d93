/**
 * A deterministic stand-in for a model of meaning: texts that share words, or beginnings of words, have vectors that are near. It knows
 * nothing that the words do not say, so it proves the way of a vector and not its worth.
 */
import { crc32 } from 'node:zlib'

const DIMENSIONS = 256
/** A word that begins alike is partly the same. */
const BEGINNING = 5
const SAYS_NOTHING = new Set(
  'a an and are as at be been by for from has have in is it its may must not of on or shall such that the this to was where which who will with'.split(
    ' ',
  ),
)

/** Random numbers from -1 to 1 that are always the same for the same word (xorshift). */
function* numbersOf(word: string): Generator<number> {
  let state = crc32(word) || 1
  for (let at = 0; at < DIMENSIONS; at++) {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    yield state / 2 ** 31
  }
}

/** Of length 1; a text without words points somewhere too. */
export function buildWordVector(text: string): number[] {
  const words = text.toLowerCase().match(/[a-z0-9]+/g) ?? []
  const contentWords = words.filter((word) => !SAYS_NOTHING.has(word))
  const sum = new Array<number>(DIMENSIONS).fill(0)
  for (const [word, uses] of Map.groupBy(
    contentWords.length > 0 ? contentWords : ['nothing'],
    (word) => word,
  ))
    for (const part of [word, word.slice(0, BEGINNING)])
      for (const [at, number] of [...numbersOf(part)].entries())
        sum[at] = (sum[at] ?? 0) + number * Math.log1p(uses.length)
  const length = Math.hypot(...sum)
  return sum.map((number) => Number((number / length).toFixed(6)))
}
