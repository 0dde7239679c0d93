/** Corrects misspelt words of a question by a vocabulary, such as that of the guidance notes. */
import MiniSearch from 'minisearch'

/** Returns the question with the unknown words corrected; null if no word has a near one in the vocabulary. */
export type CorrectSpelling = (question: string, unknownWords: readonly string[]) => string | null

/** Shorter words have too many neighbours. */
const SHORTEST = 5
/** A rarer word may be misspelt itself, or a name. */
const FEWEST_USES = 3
/** A short word with two different letters is a different word: "merging" is not "meeting". */
const LONG = 8
const FUZZY = { fuzzy: 0.25, maxFuzzy: 2 }
const ONE_SLIP = { fuzzy: 1, maxFuzzy: 1 }
/** The ranking by edit distance decides first; words of nearly the same rank are compared by use. */
const NEARLY = 0.95
/** The beginning of a word is written for the whole: "contribs" is contributions, not countries. Shorter beginnings have too many words. */
const SHORTEST_BEGINNING = 5
/** Frequent slips in short words, which have too many neighbours. */
const SLIPS: Readonly<Record<string, string>> = {
  teh: 'the',
  hte: 'the',
  wat: 'what',
  whta: 'what',
  wich: 'which',
  whcih: 'which',
  hav: 'have',
  hv: 'have',
  ofter: 'often',
  oftn: 'often',
  shud: 'should',
  shoud: 'should',
  wen: 'when',
  whn: 'when',
  dose: 'does',
  recieve: 'receive',
  recieved: 'received',
  penson: 'pension',
}

/** `texts` are the vocabulary; a word is corrected to one that they use at least `fewestUses` times. */
export function createSpellingCorrection(
  texts: readonly string[],
  fewestUses = FEWEST_USES,
): CorrectSpelling {
  const uses = new Map<string, number>()
  for (const text of texts)
    for (const word of text.toLowerCase().split(/[^a-z]+/))
      if (word.length >= SHORTEST) uses.set(word, (uses.get(word) ?? 0) + 1)
  const index = new MiniSearch({ fields: ['word'], idField: 'word', processTerm: (term) => term })
  index.addAll([...uses].flatMap(([word, times]) => (times >= fewestUses ? [{ word }] : [])))

  const correct = (word: string): string | null => {
    if (word.length < SHORTEST || /[^a-z]/.test(word) || uses.has(word)) return null
    const swapped = listSwapped(word).find((other) => (uses.get(other) ?? 0) >= fewestUses)
    if (swapped !== undefined) return swapped
    const plural = word.replace(/(?<=[^aeiou])ys$/, 'ies')
    if ((uses.get(plural) ?? 0) >= fewestUses) return plural
    const whole = findWhole(word, uses, fewestUses)
    if (whole !== undefined) return whole
    const near = index
      .search(word, word.length < LONG ? ONE_SLIP : FUZZY)
      // A slip in the first letter is rare: "sacked" is not "asked".
      .filter(({ id }) => String(id).startsWith(word.charAt(0)))
    const best = near.filter(({ score }) => score >= NEARLY * (near[0]?.score ?? 0))
    const [mostUsed] = best.sort((a, b) => (uses.get(b.id) ?? 0) - (uses.get(a.id) ?? 0))
    return mostUsed?.id ?? null
  }
  return (question, unknownWords) => {
    let corrected = question.replaceAll(/[a-z]+/gi, (word) =>
      Object.hasOwn(SLIPS, word.toLowerCase()) ? (SLIPS[word.toLowerCase()] as string) : word,
    )
    for (const unknown of unknownWords) {
      const word = correct(unknown.toLowerCase())
      if (word) corrected = corrected.replaceAll(new RegExp(`\\b${unknown}\\b`, 'gi'), word)
    }
    return corrected.toLowerCase() === question.toLowerCase() ? null : corrected
  }
}

/** Returns the word that is used most of those that begin like an abbreviation, in the plural for a plural; undefined if there is none. */
function findWhole(word: string, uses: ReadonlyMap<string, number>, fewestUses: number): string | undefined {
  const isPlural = word.endsWith('s')
  const beginning = isPlural ? word.slice(0, -1) : word
  if (beginning.length < SHORTEST_BEGINNING) return undefined
  const [whole] = [...uses]
    .filter(
      ([other, times]) =>
        times >= fewestUses && other.startsWith(beginning) && other.endsWith('s') === isPlural,
    )
    .sort(([, times], [, others]) => others - times)
  return whole?.[0]
}

/** Words with two neighbouring letters exchanged, which count as two slips otherwise. */
const listSwapped = (word: string): string[] =>
  Array.from(
    { length: word.length - 2 },
    (_, at) => `${word.slice(0, at + 1)}${word[at + 2]}${word[at + 1]}${word.slice(at + 3)}`,
  )
