/**
 * Differences between two versions of a text: block by block, and word by word inside rewritten blocks. The algorithm is jsdiff's; this
 * module decides which old block became which new one, by the words they share.
 */
import { diffArrays, diffWordsWithSpace } from 'diff'
import { type Block, parseTextBlocks } from './text-blocks.ts'

export interface Piece {
  is: 'same' | 'removed' | 'added'
  text: string
}
export type Change =
  | { is: 'same' | 'removed' | 'added'; block: Block }
  /** Both sides, in the order in which they are read. */
  | { is: 'rewritten'; before: Block; after: Block; pieces: Piece[] }

export interface Counts {
  rewritten: number
  added: number
  removed: number
}

const buildKey = ({ kind, level, mark, text }: Block): string => `${kind} ${level} ${mark ?? ''} ${text}`

/** Texts with more blocks than this, or with more of them added and removed, are not compared: the cost grows with the square. */
const MOST_BLOCKS = 10_000
const MOST_BLOCK_EDITS = 2_000

/** A block that shares fewer of its words than this with another is a block of its own. */
const LEAST_LIKENESS = 0.4
/** A block with more changed words than this is shown as removed and added. */
const MOST_EDITS = 2_000
/** Of the word comparisons of all blocks together; each costs the square of the words it changes. */
const MOST_WORD_STEPS = 8_000_000
/** So many blocks against so many are compared with each other; beyond it in their order. */
const MOST_PAIRS = 40_000

/** Null where the texts are too long or too different to be compared block by block. */
export function compareTexts(before: string, after: string): Change[] | null {
  const [old, fresh] = [parseTextBlocks(before), parseTextBlocks(after)]
  if (Math.max(old.length, fresh.length) > MOST_BLOCKS) return null
  const numbers = new Map<string, number>()
  const numberOf = (block: Block): number => {
    const key = buildKey(block)
    const number = numbers.get(key) ?? numbers.size + 1
    numbers.set(key, number)
    return number
  }
  const runs = diffArrays(old.map(numberOf), fresh.map(numberOf), { maxEditLength: MOST_BLOCK_EDITS })
  if (!runs) return null
  const changes: Change[] = []
  const words = new WordBudget()
  let removed: Block[] = []
  let added: Block[] = []
  let [fromOld, fromFresh] = [0, 0]
  const settle = (): void => {
    changes.push(...pairBlocks(removed, added, words))
    removed = []
    added = []
  }
  for (const run of runs) {
    if (run.removed) removed.push(...old.slice(fromOld, fromOld + run.count))
    else if (run.added) added.push(...fresh.slice(fromFresh, fromFresh + run.count))
    else {
      settle()
      const same = fresh.slice(fromFresh, fromFresh + run.count)
      changes.push(...same.map((block): Change => ({ is: 'same', block })))
    }
    if (!run.added) fromOld += run.count
    if (!run.removed) fromFresh += run.count
  }
  settle()
  return changes
}

/** How many changed words may still be looked for. A class, because all blocks of a comparison share one. */
class WordBudget {
  #steps = MOST_WORD_STEPS

  get mostEdits(): number {
    return Math.min(MOST_EDITS, Math.floor(Math.sqrt(this.#steps)))
  }

  spend(edits: number): void {
    this.#steps = Math.max(0, this.#steps - edits ** 2)
  }
}

export const countTextChanges = (changes: readonly Change[]): Counts => ({
  rewritten: changes.filter(({ is }) => is === 'rewritten').length,
  added: changes.filter(({ is }) => is === 'added').length,
  removed: changes.filter(({ is }) => is === 'removed').length,
})

/** Pairs old and new blocks without crossing, so that as many words as possible are kept; the rest was removed or added. */
function pairBlocks(removed: readonly Block[], added: readonly Block[], words: WordBudget): Change[] {
  const partners =
    removed.length * added.length > MOST_PAIRS
      ? matchInOrder(removed, added)
      : listBestPartners(removed, added)
  const changes: Change[] = []
  let next = 0
  for (const [index, before] of removed.entries()) {
    const partner = partners.get(index)
    if (partner === undefined) {
      changes.push({ is: 'removed', block: before })
      continue
    }
    for (; next < partner; next++) changes.push({ is: 'added', block: added[next] as Block })
    const after = added[partner] as Block
    const pieces = streamPieces(before.text, after.text, words)
    if (pieces) changes.push({ is: 'rewritten', before, after, pieces })
    else changes.push({ is: 'removed', block: before }, { is: 'added', block: after })
    next = partner + 1
  }
  for (; next < added.length; next++) changes.push({ is: 'added', block: added[next] as Block })
  return changes
}

/** Null where hardly anything is left of it. */
function streamPieces(before: string, after: string, words: WordBudget): Piece[] | null {
  const { mostEdits } = words
  const parts = diffWordsWithSpace(before, after, { maxEditLength: mostEdits })
  words.spend(
    parts?.reduce((edits, { count, added, removed }) => edits + (added || removed ? count : 0), 0) ??
      mostEdits,
  )
  if (!parts) return null
  const pieces: Piece[] = []
  let [gone, come] = ['', '']
  const settle = (): void => {
    // Trailing space that both share is unchanged text.
    const end = gone.slice(gone.trimEnd().length)
    const isShared = end !== '' && come.endsWith(end)
    if (isShared) [gone, come] = [gone.slice(0, -end.length), come.slice(0, -end.length)]
    if (gone) pieces.push({ is: 'removed', text: gone })
    if (come) pieces.push({ is: 'added', text: come })
    if (isShared) pieces.push({ is: 'same', text: end })
    gone = ''
    come = ''
  }
  for (const [index, { value, removed, added }] of parts.entries()) {
    const next = parts[index + 1]
    if (removed) gone += value
    else if (added) come += value
    else if (value.trim() === '' && (gone || come) && (next?.removed || next?.added)) {
      // A space between two changes belongs to what changed.
      gone += value
      come += value
    } else {
      settle()
      pieces.push({ is: 'same', text: value })
    }
  }
  settle()
  return pieces
}

function matchInOrder(removed: readonly Block[], added: readonly Block[]): Map<number, number> {
  const partners = new Map<number, number>()
  for (let index = 0; index < Math.min(removed.length, added.length); index++) {
    if (
      calculateLikeness(splitIntoWords(removed[index] as Block), splitIntoWords(added[index] as Block)) >=
      LEAST_LIKENESS
    )
      partners.set(index, index)
  }
  return partners
}

/** The alignment of greatest likeness: as for sequences, one row of the table after the other. */
function listBestPartners(removed: readonly Block[], added: readonly Block[]): Map<number, number> {
  const [old, fresh] = [removed.map(splitIntoWords), added.map(splitIntoWords)]
  const score: number[][] = Array.from({ length: old.length + 1 }, () =>
    new Array<number>(fresh.length + 1).fill(0),
  )
  const at = (row: number, column: number): number => score[row]?.[column] ?? 0
  const likenesses = old.map((one) =>
    fresh.map((other) => {
      const alike = calculateLikeness(one, other)
      return alike >= LEAST_LIKENESS ? alike : 0
    }),
  )
  for (let row = old.length - 1; row >= 0; row--) {
    for (let column = fresh.length - 1; column >= 0; column--) {
      const alike = likenesses[row]?.[column] ?? 0
      const together = alike > 0 ? alike + at(row + 1, column + 1) : 0
      ;(score[row] as number[])[column] = Math.max(together, at(row + 1, column), at(row, column + 1))
    }
  }
  const partners = new Map<number, number>()
  let [row, column] = [0, 0]
  while (row < old.length && column < fresh.length) {
    const alike = likenesses[row]?.[column] ?? 0
    if (alike > 0 && at(row, column) === alike + at(row + 1, column + 1)) {
      partners.set(row, column)
      row++
      column++
    } else if (at(row, column) === at(row + 1, column)) row++
    else column++
  }
  return partners
}

/** How often each word occurs, and how many words there are in all. */
interface Words {
  counts: ReadonlyMap<string, number>
  size: number
}

function splitIntoWords({ text }: Block): Words {
  const counts = new Map<string, number>()
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return { counts, size: words.length }
}

/** 1 where all words are shared, 0 where none are. */
function calculateLikeness(one: Words, other: Words): number {
  const size = one.size + other.size
  if (size === 0) return 0
  // Of the shorter block, so that one long block beside many short ones is not read once for each.
  const [few, many] = one.counts.size <= other.counts.size ? [one, other] : [other, one]
  let shared = 0
  for (const [word, count] of few.counts) shared += Math.min(count, many.counts.get(word) ?? 0)
  return (2 * shared) / size
}
