/**
 * The passages that answer a question, best first, in one statement that is the same on both databases. Measured with it:
 * docs/evaluation.md.
 *
 * First BM25 over words, pairs of words, headings and reviewed questions; then, among the best, how much of the question a passage
 * covers, its neighbours in the same unit, and the score of its document. A guidance note that answers also raises the
 * provisions that it cites. A provision that the question names comes first. Synonyms count less than what was asked, an editor's note less than the law.
 *
 * Each look-up is a lateral join that may not be flattened (`offset 0`): it uses the index even where the planner has no statistics,
 * as in the embedded database.
 */
import type { FoundPassage } from '../../../../contract/corpus.ts'
import type { Statement } from '../../../platform/batch.ts'
import { splitClauses } from './clauses.ts'
import { findDefinedTerms } from './defined-terms.ts'
import { listCitationForms, type Synonyms } from './digest.ts'
import { findInstruments, findMentions } from './provisions.ts'
import { SMALL_TALK } from './stop-words.ts'

/** What a term counts by the field it stands in. */
const FIELD_WEIGHTS = { WORD: 1, PAIR: 0.5, HEADING: 0.15, QUESTION: 1 }
const SYNONYM = 0.5
/** Number of postings read for the terms with the highest weight, and number of terms always read in full: docs/evaluation.md. */
const POSTINGS_READ = 6000
const TELLING = 3
/** Of a long question, the terms that count most. */
const TERMS = 150
const LOOKED_AT_AGAIN = 100
const COVERAGE = 0.5
/** A synonym stands for what was said, and less surely than the word itself. */
const COVERED_BY_SYNONYM = 0.5
const NEIGHBOURS = 0.2
const DOCUMENT = 0.2
const OF_THE_DOCUMENT = 5
export const NOTE = 0.5
const PINNED = 3
/** A text named right behind a provision is meant before one named in front of it, and that before one named anywhere. */
const [NAMED_BEHIND, NAMED_BEFORE] = [2000, 1000]
/** Definitions stand behind the provisions that the question names. */
const DEFINED = 1000
/** What an amending act gives to another stands behind that other, and before what the act says for itself. */
const GIVEN_RANK = 3
const LENT = 0.7
const LENDING = 5
/** What a passage has of the whole question counts for each thing that is asked: "it" and "the fine" are of what went before. */
const OF_THE_WHOLE = 0.3

/** With its internal row number, which is not part of the API. */
export type PlacedPassage = FoundPassage & { id: number }

export interface Asked {
  question: string
  /** Other words for what the question says. */
  synonyms: Synonyms
  /** The law of this day. */
  on: string
  limit: number
}

/** One row with one column: a JSON object `{ coverage, unknown, absent, passages }`; absent are sources that the question names and that are not imported. */
export function rank({ question, synonyms, on, limit }: Asked): Statement {
  const references = findMentions(question).map((mention, index) => ({
    n: index,
    ...mention,
    cited: listCitationForms(mention),
  }))
  return {
    text: RANK,
    isPlannedOnce: true,
    values: [
      question,
      JSON.stringify(synonyms.map(({ written }) => written)),
      on,
      limit,
      JSON.stringify(references),
      JSON.stringify(findInstruments(question)),
      JSON.stringify(splitClauses(question)),
      synonyms.map(({ said }) => said).join(' '),
      `{${findDefinedTerms(question, synonyms)
        .map((term) => `"${term}"`)
        .join(',')}}`,
    ],
  }
}

const spoken = (words: string): string =>
  `(' ' || trim(lower(regexp_replace(${words}, '[^A-Za-z0-9]+', ' ', 'g'))) || ' ')`

/** Without the names of sources that are not imported. */
const without = (words: string): string => `regexp_replace(${spoken(words)}, m.names, ' ', 'g')`
/** Fields returned of a chunk `c` of a source `d`, in SQL. */
export const PASSAGE = `
      'id', c.id, 'sourceId', d.id, 'docId', d.doc_id, 'title', d.title, 'kind', d.kind, 'versionOn', d.version_on, 'anchor', c.anchor,
      'citation', c.citation, 'headingPath', c.heading_path, 'text', c.body, 'sources', c.sources, 'confidence', c.confidence,
      'validFrom', c.valid_from, 'validTo', c.valid_to`

const RANK = `
with phrase as (
  select 0 as n, $1::text as words, 1.0 as weight
  union all select n, words, ${SYNONYM} from jsonb_array_elements_text($2::jsonb) with ordinality as synonym(words, n)),
word as materialized (select p.n, p.weight, w.lexeme, w.positions from phrase p, unnest(app.corpus_words(p.words)) w),
place as (select w.n, w.weight, w.lexeme, row_number() over (partition by w.n order by p) as at from word w, unnest(w.positions) p),
small_talk as materialized (select lexeme from unnest(app.corpus_words('${SMALL_TALK.replace(/\s+/g, ' ')}'))),
wanted as (
  select field, lexeme, max(weight) as weight, max(covers) as covers from (
    select f.field, w.lexeme, w.weight * f.weight as weight,
           case when f.field <> 'WORD' or w.lexeme in (select lexeme from small_talk) then 0 when w.n = 0 then 1 else ${COVERED_BY_SYNONYM} end as covers
      from word w, (values ('WORD', ${FIELD_WEIGHTS.WORD}), ('HEADING', ${FIELD_WEIGHTS.HEADING}), ('QUESTION', ${FIELD_WEIGHTS.QUESTION})) f(field, weight)
    union all
    select 'PAIR', a.lexeme || ' ' || b.lexeme, a.weight * ${FIELD_WEIGHTS.PAIR}, 0
      from place a join place b on b.n = a.n and b.at = a.at + 1) each_way
   group by field, lexeme),
corpus as (select coalesce(max(chunks), 0)::float8 as size from corpus_fields where field = 'WORD'),
known as (
  select t.id, t.field, t.lexeme, t.chunks, w.weight * t.rarity as weight, w.covers * t.rarity as covers, w.covers = 1 as is_asked
    from corpus c, wanted w cross join lateral (
      select t.*, ln(1 + (c.size - t.chunks + 0.5) / (t.chunks + 0.5)) as rarity from corpus_terms t where t.lexeme = w.lexeme and t.field = w.field offset 0) t),
term as materialized (
  select *, sum(chunks) over by_weight <= ${POSTINGS_READ} or row_number() over by_weight <= ${TELLING} as is_telling
    from known window by_weight as (order by weight desc, id)),
-- A term in no passage counts like the rarest of all, unless a synonym has it.
asked as (
  select greatest(sum(coalesce(t.covers, ln(1 + (c.size + 0.5) / 0.5))), 1e-9) as weight, array_agg(w.lexeme) filter (where t.id is null) as unknown
    from corpus c, (select distinct lexeme from word where n = 0 and lexeme not in (select lexeme from small_talk)) w left join term t on t.lexeme = w.lexeme and t.is_asked
   where t.id is not null or w.lexeme not in (select lexeme from unnest(app.corpus_words($8)))),
-- The rarest terms of the question say which passages are looked at; what those have of the others is added.
likely as (
  select p.chunk_id, sum(t.weight * p.weight) as told
    from term t cross join lateral (select * from corpus_postings p where p.term_id = t.id offset 0) p
   where t.is_telling
   group by 1 order by 2 desc, 1 limit ${LOOKED_AT_AGAIN * 2}),
looked_at as materialized (
  select c.id, c.document_id, c.confidence is not null as is_note, c.rests_on, c.sources,
         (c.document_id || ' ' || array_to_string(c.heading_path, ' ')) collate "C" as unit
    from likely l cross join lateral (select * from corpus_chunks c where c.id = l.chunk_id offset 0) c
   where (c.valid_from is null or c.valid_from <= $3::date) and (c.valid_to is null or c.valid_to > $3::date)
   order by l.told desc, c.id limit ${LOOKED_AT_AGAIN}),
part as materialized (
  select h.chunk_id, t.id, t.field, t.lexeme, t.weight * h.weight as matched, t.covers
    from (select l.id as chunk_id, unnest(c.term_ids) as term_id, unnest(c.weights) as weight
            from looked_at l cross join lateral (select * from corpus_chunk_terms c where c.chunk_id = l.id offset 0) c) h
    join (select * from term order by weight desc, id limit ${TERMS}) t on t.id = h.term_id),
hit as (select chunk_id, sum(matched) as matched, sum(covers) as covered from part group by 1),
scored as (
  select l.*, h.matched, least(h.covered / a.weight, 1) as coverage, h.matched * (1 + ${COVERAGE} * least(h.covered / a.weight, 1)) as score
    from asked a, hit h join looked_at l on l.id = h.chunk_id),
placed as (select s.*, row_number() over (partition by document_id collate "C" order by score desc) as at from scored s),
whole as (
  select p.*, ${NEIGHBOURS} * max(score) over (partition by unit) as neighbours,
         ${DOCUMENT} * avg(score) filter (where at <= ${OF_THE_DOCUMENT}) over (partition by document_id collate "C") as document
    from placed p),
-- Where several things are asked, each has a ranking of its own beside that of the whole.
clause_word as materialized (
  select n, w.lexeme from jsonb_array_elements_text($7::jsonb) with ordinality as clause(words, n), unnest(app.corpus_words(clause.words)) w),
of_clause as materialized (
  select c.n, t.id from clause_word c join term t on t.lexeme = c.lexeme and t.field <> 'PAIR'
  union all
  select a.n, t.id from term t join clause_word a on a.lexeme = split_part(t.lexeme, ' ', 1) join clause_word b on b.n = a.n and b.lexeme = split_part(t.lexeme, ' ', 2)
   where t.field = 'PAIR'),
own as (
  select o.n, p.chunk_id, sum(p.matched) as matched
    from of_clause o join part p on p.id = o.id group by 1, 2),
view as (
  select 0::bigint as clause, id, is_note, rests_on, sources, coverage, neighbours, document, score, score + neighbours + document as total from whole
  union all
  select o.n, w.id, w.is_note, w.rests_on, w.sources, w.coverage, w.neighbours, w.document,
         o.matched * (1 + ${COVERAGE} * w.coverage) + ${OF_THE_WHOLE} * w.score, o.matched * (1 + ${COVERAGE} * w.coverage) + ${OF_THE_WHOLE} * (w.score + w.neighbours + w.document)
    from own o join whole w on w.id = o.chunk_id),
-- What a note that answers rests on: the law itself, which says it in other words than people ask with.
lent as (
  select clause, id, max(lent) as lent from (
    select n.clause, c.id, n.score * ${LENT} as lent,
           row_number() over (partition by n.clause, n.id, r order by r.provision is null or c.provisions @> array[r.provision] desc, w.score desc nulls last, c.ordinal) as nth
      from (select *, row_number() over (partition by clause order by score desc) as place from view where is_note) n
      cross join lateral jsonb_to_recordset(n.rests_on) as r("docId" text, kind text, number text, provision text)
      cross join lateral (
        select c.* from corpus_documents d join corpus_chunks c on c.document_id = d.id and c.unit_kind = r.kind and c.unit_number = r.number
         where d.doc_id = r."docId" and (c.valid_from is null or c.valid_from <= $3::date) and (c.valid_to is null or c.valid_to > $3::date) offset 0) c
      left join whole w on w.id = c.id
     where n.place <= ${LENDING}) each_place
   where nth = 1 group by 1, 2),
-- What the question names, in the text that it names for it, the longest name first; where it names none, in the one with the most
-- authority that has such a unit. A provision in the text of another authority only, or in no text, is not available; what an amending act gives is.
reference as (select * from jsonb_to_recordset($5::jsonb) as r(n int, kind text, number text, provision text, before text, after text, cited text[])),
name as (
  select d.id, ${spoken('n')} as said from corpus_documents d, unnest(d.aliases || regexp_replace(d.title, '\\s*(\\([^()]*\\)|,.*)$', '') || case d.kind when 'IE_ACT' then array['Act of ' || substring(d.title from '[0-9]{4}'), substring(d.title from '[0-9]{4}') || ' Act'] else '{}' end) n
   where d.kind <> 'DIGEST' and n ~ '[ 0-9]|^[A-Z]+$'),
-- Texts that the question names and that are not imported: no other text replaces them, also where their name contains its name.
missing as (
  select i.name from jsonb_array_elements_text($6::jsonb) as i(name)
   where not exists (select from name n where strpos(n.said, ${spoken('i.name')}) > 0 or ${spoken('i.name')} like '%' || n.said and n.said ~ ' [0-9]{4} $')),
around as materialized (
  select r.n, ${without('r.before')} as before, ${without('r.after')} as after, ${without('$1')} as whole
    from reference r, (select coalesce(string_agg(trim(${spoken('name')}), '|'), '^$') as names from missing) m),
called as (
  select r.n, a.id, max(length(a.said) + case when strpos(r.after, a.said) > 0 then ${NAMED_BEHIND} when strpos(r.before, a.said) > 0 then ${NAMED_BEFORE} else 0 end) as force
    from around r join name a on strpos(r.whole, a.said) > 0 group by 1, 2),
held as (
  select r.n, c.id, r.provision is not null and c.provisions @> array[r.provision] as is_exact, c.ordinal,
         rank() over (partition by r.n order by coalesce(k.force, 0) desc, r.provision is null or c.provisions @> array[r.provision] desc,
           case when c.is_of_another then ${GIVEN_RANK} else d.authority_rank end, d.version_on desc, d.id) as place
    from reference r
    join corpus_chunks c on c.unit_kind = r.kind and c.unit_number = r.number
    join corpus_documents d on d.id = c.document_id
    left join called k on k.n = r.n and k.id = d.id
   where (c.valid_from is null or c.valid_from <= $3::date) and (c.valid_to is null or c.valid_to > $3::date)
     and (k.id is not null or c.is_of_another or not exists (select from called other where other.n = r.n))
     and (not exists (select from missing) or exists (select from called other where other.n = r.n and other.force >= ${NAMED_BEFORE}))),
-- Where the meaning of a term is asked for: its definitions, that of a text that the question names first.
defined as (
  select c.id, row_number() over (order by (select max(length(a.said)) from name a where a.id = d.id and strpos(${spoken('$1')}, a.said) > 0) desc nulls last,
           d.authority_rank, d.version_on desc, d.id, c.ordinal)::int as place
    from corpus_chunks c join corpus_documents d on d.id = c.document_id
   where c.citation like '%”' and app.defined_term(c.citation) = any ($9::text[])
     and (c.valid_from is null or c.valid_from <= $3::date) and (c.valid_to is null or c.valid_to > $3::date)),
-- Notes replace a provision whose text is not stored.
named as (
  select n, id, is_exact, ordinal, 0::float8 as score from held where place = 1
  union all
  select ${DEFINED}, id, true, place, 0 from defined
  union all
  select r.n, w.id, w.sources[1] = any(r.cited), 0, w.score from reference r join whole w on w.is_note and w.sources && r.cited
   where not exists (select from held where held.n = r.n)),
pinned as (
  select id, min(pin) as pin, min(n) as n from (select id, row_number() over (partition by n order by is_exact desc, ordinal, score desc) as pin, n from named) best
   where pin <= ${PINNED} group by id),
ranked as (
  select clause, id, v.coverage, v.neighbours, v.document, l.lent,
         coalesce(v.total * case when v.is_note then ${NOTE} else 1 end, 0) + coalesce(l.lent, 0) as score
    from view v full join lent l using (clause, id)),
-- The best of each thing that is asked, then the second of each.
turn as (select distinct on (id) * from (select *, row_number() over (partition by clause order by score desc, id) as turn from ranked) each_one order by id, turn, clause),
result as (
  select id, p.pin, p.n, t.turn, t.clause, t.coverage, t.neighbours, t.document, t.lent, coalesce(t.score, 0) as score
    from turn t full join pinned p using (id)
   order by p.pin nulls last, p.n, t.turn nulls last, t.clause limit $4),
why as (
  select chunk_id as id, json_agg(json_build_object('field', field, 'term', lexeme, 'score', matched) order by matched desc, lexeme) as terms
    from part where chunk_id in (select id from result) group by 1)
select json_build_object(
  'coverage', coalesce((select max(coverage) from result), 0),
  'unknown', (select coalesce(unknown, '{}') from asked),
  'absent', (select coalesce(json_agg(name), '[]') from missing),
  'passages', coalesce((select json_agg(json_build_object(
      ${PASSAGE},
      'why', json_build_object('isNamed', r.pin is not null, 'score', r.score, 'coverage', coalesce(r.coverage, 0), 'neighbours', coalesce(r.neighbours, 0),
        'document', coalesce(r.document, 0), 'lent', coalesce(r.lent, 0), 'terms', coalesce(w.terms, '[]')))
      order by r.pin nulls last, r.n, r.turn nulls last, r.clause)
    from result r join corpus_chunks c on c.id = r.id join corpus_documents d on d.id = c.document_id left join why w on w.id = r.id), '[]'))`
