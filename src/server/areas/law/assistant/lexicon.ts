/** Looks up the words of a text in the corpus with the tokeniser that indexed its passages, in one statement. */
import type { Statement } from '../../../platform/batch.ts'

/** Entry of a lowercase word. Stop words ("the", "of") have no entry. */
export interface KnownWord {
  lexeme: string
  /** Inverse document frequency: higher for rarer words, and highest for words in no text. */
  weight: number
  /** Number of passages that contain the word. */
  passages: number
}
export type Lexicon = ReadonlyMap<string, KnownWord>

/** Selects one row with one column, for `readLexicon`. */
export const selectLexicon = (text: string): Statement => ({ text: LEXICON, values: [text] })

const LEXICON = `
with corpus as (select coalesce(max(chunks), 0)::float8 as size from corpus_fields where field = 'WORD'),
said as (
  select distinct lower(s.word) as word, w.lexeme
    from regexp_split_to_table($1, '[^A-Za-z0-9]+') s(word), unnest(app.corpus_words(s.word)) w)
select coalesce(json_agg(json_build_array(s.word, json_build_object('lexeme', s.lexeme, 'passages', coalesce(t.chunks, 0),
         'weight', ln(1 + (c.size - coalesce(t.chunks, 0) + 0.5) / (coalesce(t.chunks, 0) + 0.5))))), '[]')
  from corpus c, said s left join lateral (select * from corpus_terms t where t.lexeme = s.lexeme and t.field = 'WORD' offset 0) t on true`

export const readLexicon = (column: string): Lexicon =>
  new Map(JSON.parse(column) as [word: string, known: KnownWord][])

/** Passages. A word in only one passage may be a name that the text mentions. */
const OFTEN_ENOUGH = 2

export const toKnownWords = (lexicon: Lexicon): ReadonlySet<string> =>
  new Set([...lexicon].flatMap(([word, { passages }]) => (passages >= OFTEN_ENOUGH ? [word] : [])))
