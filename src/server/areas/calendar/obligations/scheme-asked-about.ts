/** Finds the scheme that a question is about: the chosen one, or the one that it names in full or by one word. */
import type { RunQuery } from '../../../pipeline/define-operation.ts'

export interface SchemeAskedAbout {
  id: string
  name: string
  status: string
}

interface FoundScheme {
  scheme: SchemeAskedAbout
  /** The name in full, or the words of it that the question has: they are removed before the question is sent. */
  said: readonly string[]
}

/** Words of scheme names that a question also has without naming a scheme. */
const GENERIC =
  /\b(?:the|of|for|and|dc|db|prsa|rac|pensions?|retirement|benefits?|schemes?|plans?|funds?|trusts?|contribution|defined|executive|staff|group|master|members?|employees?)\b/gi
const FEWEST_LETTERS = 3
const MOST_NAMES = 20
/** A shorter word is an abbreviation that other names have too. */
const FEWEST_LETTERS_OF_A_WORD = 4
const MOST_WORDS = 40
/** More than the words of a question: with all of them in one scheme, another one is still seen. */
const MOST_NAMED_WORDS = MOST_WORDS + 1

/**
 * Returns the scheme of the firm that the question is about. Names of generic words alone name no scheme. Without a whole name, a word that may
 * be a name and that the names of one scheme alone have decides.
 */
export async function findSchemeAskedAbout(
  { tenantId, question, schemeId }: { tenantId: string; question: string; schemeId: string | null },
  mayBeName: (word: string, isFirst: boolean) => boolean,
  runQuery: RunQuery,
): Promise<FoundScheme | null> {
  const [rows] = await runQuery({
    text: `select s.id, s.name, s.status from schemes s where s.tenant_id = $1
      and case when $2::text is null then strpos(lower($3), lower(s.name)) > 0 else s.id = $2 end
      order by length(s.name) desc, s.id limit ${MOST_NAMES}`,
    values: [tenantId, schemeId, question],
  })
  const named = (rows ?? []).map(readScheme).find(({ name }) => schemeId !== null || isDistinctive(name))
  const words = listNameWords(question, mayBeName)
  if (named)
    return { scheme: named, said: [named.name, ...words.filter((word) => hasWord(named.name, word))] }
  if (schemeId !== null || words.length === 0) return null
  const [others] = await runQuery({
    text: `select s.id, s.name, s.status, w.word
      from (select id, name, status, ' ' || regexp_replace(lower(name), '[^[:alnum:]]+', ' ', 'g') || ' ' as words from schemes where tenant_id = $1) s
        join jsonb_array_elements_text($2::jsonb) w (word) on strpos(s.words, ' ' || w.word || ' ') > 0
      order by s.id limit ${MOST_NAMED_WORDS}`,
    values: [tenantId, JSON.stringify(words)],
  })
  const found = others ?? []
  const [first] = found
  return first && found.every(([id]) => id === first[0])
    ? { scheme: readScheme(first), said: found.map(([, , , word]) => word as string) }
    : null
}

const readScheme = ([id, name, status]: readonly unknown[]): SchemeAskedAbout => ({
  id: id as string,
  name: name as string,
  status: status as string,
})

const hasWord = (name: string, word: string): boolean =>
  name
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .includes(word)

const isDistinctive = (name: string): boolean =>
  name.replaceAll(GENERIC, '').replaceAll(/[^\p{L}\p{N}]/gu, '').length >= FEWEST_LETTERS

/** Returns the words of the question that may be names, in small letters. */
function listNameWords(
  question: string,
  mayBeName: (word: string, isFirst: boolean) => boolean,
): readonly string[] {
  const words = question.match(/[\p{L}\p{N}]+/gu) ?? []
  const names = words
    .filter(
      (word, place) =>
        word.length >= FEWEST_LETTERS_OF_A_WORD && isDistinctive(word) && mayBeName(word, place === 0),
    )
    .map((word) => word.toLowerCase())
  return [...new Set(names)].slice(0, MOST_WORDS)
}
