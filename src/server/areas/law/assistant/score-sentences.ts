/** Scores sentences against a question with the tokeniser and the word weights of the passage ranking, in one statement. */
import type { Statement } from '../../../platform/batch.ts'
import { SMALL_TALK } from '../corpus/index.ts'

/** Average number of words of a sentence in the law. In longer sentences each word counts less. */
const MEAN_WORDS = 25
/** Weight of a word of a synonym, relative to a word of the question. */
const SYNONYM = 0.5

export interface Weighed {
  /** Words of the question, as written there. A word in no text has the highest weight. */
  words: { word: string; lexeme: string; weight: number; isKnown: boolean; isSmallTalk: boolean }[]
  sentences: { score: number; lexemes: string[] }[]
  /** Names of several words that the question contains and no text does. */
  unknownNames: string[]
}

/** Names such as "Universal Social Charge". The beginning of a sentence does not match, because every first word is capitalised. */
const NAME = /(?<=[a-z,’']\s+)[A-Z][a-z]+(?:\s+[A-Z][a-z]+)+/g

/** Selects one row with one column: a JSON object of type `Weighed`, with the sentences in the given order. */
export const scoreSentences = (
  question: string,
  synonyms: readonly string[],
  sentences: readonly string[],
): Statement => ({
  text: WEIGH,
  values: [
    question,
    JSON.stringify(sentences),
    SMALL_TALK,
    synonyms.join(' '),
    JSON.stringify(question.match(NAME) ?? []),
  ],
})

const WEIGH = `
with corpus as (select coalesce(max(chunks), 0)::float8 as size from corpus_fields where field = 'WORD'),
said as (
  select w.lexeme, min(s.word) as word from regexp_split_to_table($1, '[^A-Za-z0-9]+') s(word), unnest(app.corpus_words(s.word)) w group by 1),
word as materialized (
  select s.word, s.lexeme, t.id is not null as is_known, s.lexeme in (select lexeme from unnest(app.corpus_words($3))) as is_small_talk, ln(1 + (c.size - coalesce(t.chunks, 0) + 0.5) / (coalesce(t.chunks, 0) + 0.5)) as weight
    from corpus c, said s left join lateral (select * from corpus_terms t where t.lexeme = s.lexeme and t.field = 'WORD' offset 0) t on true),
sentence as materialized (select n, words from jsonb_array_elements_text($2::jsonb) with ordinality as each_one(words, n)),
has as materialized (select s.n, w.lexeme, cardinality(w.positions) as times from sentence s, unnest(app.corpus_words(s.words)) w),
size as (select n, sum(times) as words from has group by n),
counted as materialized (
  select lexeme, max(weight) as weight from (
    select lexeme, weight from word where not is_small_talk
    union all
    select w.lexeme, ${SYNONYM} * ln(1 + (c.size - t.chunks + 0.5) / (t.chunks + 0.5))
      from corpus c, unnest(app.corpus_words($4)) w cross join lateral (select * from corpus_terms t where t.lexeme = w.lexeme and t.field = 'WORD' offset 0) t) each_way
   group by lexeme),
scored as (
  select h.n, sum(w.weight * h.times * 1.9 / (h.times + 0.9 * (0.25 + 0.75 * z.words / ${MEAN_WORDS}))) as score
    from has h join size z using (n) join counted w using (lexeme) group by h.n),
name_place as (
  select n.name, w.lexeme, row_number() over (partition by n.name order by p) as at
    from (select distinct name from jsonb_array_elements_text($5::jsonb) as each_one(name)) n, unnest(app.corpus_words(n.name)) w, unnest(w.positions) p)
select json_build_object(
  'unknownNames', coalesce((
    select json_agg(distinct a.name) from name_place a join name_place b on b.name = a.name and b.at = a.at + 1
     where not exists (select from corpus_terms t where t.lexeme = a.lexeme || ' ' || b.lexeme and t.field = 'PAIR')), '[]'),
  'words', coalesce((select json_agg(json_build_object('word', word, 'lexeme', lexeme, 'weight', weight, 'isKnown', is_known, 'isSmallTalk', is_small_talk) order by weight desc, lexeme) from word), '[]'),
  'sentences', coalesce((
    select json_agg(json_build_object('score', coalesce(c.score, 0), 'lexemes', coalesce((select json_agg(h.lexeme) from has h where h.n = s.n), '[]')) order by s.n)
      from sentence s left join scored c using (n)), '[]'))`
