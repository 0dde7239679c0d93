/**
 * Ranks the passages that answer a question in one statement, which is the same on both databases. docs/evaluation.md has its measurements.
 *
 * First, BM25 over words, pairs of words, headings and reviewed questions. Then the best passages are scored again by their coverage of the
 * question, their neighbours in the same unit, and the score of their document. A guidance note that matches also raises the provisions
 * that it cites. A provision that the question names comes first. Synonyms have less weight than words of the question, guidance notes less
 * than the law.
 *
 * Each look-up is a lateral join with `offset 0`, which prevents flattening: it uses the index even if the planner has no statistics, as in
 * the embedded database.
 */
import type { FoundPassage } from '../../../../contract/corpus.ts'
import type { Statement } from '../../../platform/batch.ts'
import { splitClauses } from './clauses.ts'
import { listDefinedTerms } from './defined-terms.ts'
import { listCitationForms, type Synonyms } from './digest.ts'
import { listInstruments, listMentions } from './provisions.ts'
import { SMALL_TALK } from './stop-words.ts'

/** Weight of a term by field. */
const FIELD_WEIGHTS = { WORD: 1, PAIR: 0.5, HEADING: 0.15, QUESTION: 1 }
const SYNONYM = 0.5
/** Number of postings read for the terms with the highest weight, and number of terms always read in full: docs/evaluation.md. */
const POSTINGS_READ = 6000
const TELLING = 3
/** Maximum number of terms of a question, by weight. */
const TERMS = 150
const LOOKED_AT_AGAIN = 100
const COVERAGE = 0.5
/** Coverage of a word of the question that only its synonym matches: less certain than the word itself. */
const COVERED_BY_SYNONYM = 0.5
const NEIGHBOURS = 0.2
const DOCUMENT = 0.2
const OF_THE_DOCUMENT = 5
export const NOTE = 0.5
const PINNED = 3
/** Bonus of a text named directly after a provision, and of one named before it. Both outrank a text named elsewhere in the question. */
const [NAMED_BEHIND, NAMED_BEFORE] = [2000, 1000]
/** Position of the later parts of a named section: after all named sections. At most LATER_PARTS of each are added. */
const [AFTER_THE_SECTION, LATER_PARTS] = [500, 2]
/** Position of definitions: after the provisions that the question names. */
const DEFINED = 1000
/** Authority rank of text that an amending act inserts into another act: after the other act, before the amending act's own provisions. */
const GIVEN_RANK = 3
const LENT = 0.708
/** How many of the best notes raise the provisions that they cite: about one in a hundred of all notes. */
const LENDING = 7
/** Share of a passage's score for the whole question that is added for each clause: "it" and "the fine" refer to an earlier clause. */
const OF_THE_WHOLE = 0.3

/** Includes the internal row number, which is not part of the API. */
export type PlacedPassage = FoundPassage & { id: number }

export interface RetrievalQuery {
  question: string
  /** Synonyms of terms in the question. */
  synonyms: Synonyms
  /** Only passages in force on this date are found. */
  on: string
  limit: number
}

/**
 * Selects one row with a JSON object `{ coverage, unknown, absent, passages }`. `absent` are sources that the question names and that are
 * not ingested.
 */
export function selectRankedPassages({ question, synonyms, on, limit }: RetrievalQuery): Statement {
  const references = listMentions(question).map((mention, index) => ({
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
      JSON.stringify(listInstruments(question)),
      JSON.stringify(splitClauses(question)),
      synonyms.map(({ said }) => said).join(' '),
      `{${listDefinedTerms(question, synonyms)
        .map((term) => `"${term}"`)
        .join(',')}}`,
    ],
  }
}

const toSpokenWords = (words: string): string =>
  `(' ' || trim(lower(regexp_replace(${words}, '[^A-Za-z0-9]+', ' ', 'g'))) || ' ')`

/** Returns SQL that removes the names of sources that are not ingested. */
const removeNames = (words: string): string => `regexp_replace(${toSpokenWords(words)}, m.names, ' ', 'g')`
/**
 * Citations of the words that a later text gives for the provisions of a chunk `c` of a source `d`, the latest first. The name of an Act has
 * no comma before its year in citations, and may have one in titles.
 */
const MOST_LATER = 3
const LATER_TEXT = `(select coalesce(json_agg(l.citation), '[]') from (
        select g.citation || ', ' || regexp_replace(t.title, ' \\([^()]*\\)$', '') as citation
          from corpus_chunks g join corpus_documents t on t.id = g.document_id
         where c.unit_kind = 'SECTION' and d.kind = 'IE_ACT' and g.given_section = coalesce(c.given_section, c.unit_number)
           and replace(coalesce(c.given_act, d.title), ',', '') like g.given_act || '%' and t.version_on > d.version_on
           and (g.is_of_another or g.given_provisions && (case when c.given_section is null then c.provisions else c.given_provisions end))
           and g.valid_to is null
         order by t.version_on desc, g.ordinal limit ${MOST_LATER}) l)`

/** Fields returned of a chunk `c` of a source `d`, in SQL. */
export const PASSAGE = `
      'id', c.id, 'sourceId', d.id, 'docId', d.doc_id, 'title', d.title, 'kind', d.kind, 'versionOn', d.version_on, 'anchor', c.anchor,
      'citation', c.citation, 'headingPath', c.heading_path, 'text', c.body, 'sources', c.sources, 'confidence', c.confidence,
      'validFrom', c.valid_from, 'validTo', c.valid_to, 'laterText', ${LATER_TEXT}`

/**
 * Selects one row with a JSON list of passages without `why`: a guidance note, then the passages of the stored sources that it rests on, one
 * for each place. Empty if the note is not stored.
 */
export const selectNoteWithSources = (docId: string, anchor: string, on: string): Statement => ({
  text: NOTE_WITH_SOURCES,
  values: [docId, anchor, on],
})

const NOTE_WITH_SOURCES = `
with note as (
  select c.* from corpus_documents d join corpus_chunks c on c.document_id = d.id
   where d.doc_id = $1 and d.kind = 'DIGEST' and c.anchor = $2
     and (c.valid_from is null or c.valid_from <= $3::date) and (c.valid_to is null or c.valid_to > $3::date)),
wanted as (
  select id, 0 as place from note
  union all
  select id, min(place)::int from (
    select c.id, r.place, row_number() over (partition by r.place order by r.provision is null or c.provisions @> array[r.provision] desc, c.ordinal) as nth
      from note n
      cross join lateral rows from (jsonb_to_recordset(n.rests_on) as ("docId" text, kind text, number text, provision text))
        with ordinality as r("docId", kind, number, provision, place)
      join corpus_documents d on d.doc_id = r."docId"
      join corpus_chunks c on c.document_id = d.id and c.unit_kind = r.kind and c.unit_number = r.number
     where (c.valid_from is null or c.valid_from <= $3::date) and (c.valid_to is null or c.valid_to > $3::date)) each_place
   where nth = 1 group by id)
select coalesce(json_agg(json_build_object(${PASSAGE}) order by w.place), '[]')
  from wanted w join corpus_chunks c on c.id = w.id join corpus_documents d on d.id = c.document_id`

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
  select p.chunk_id, sum(t.weight * p.weight) as matched
    from term t cross join lateral (select * from corpus_postings p where p.term_id = t.id offset 0) p
   where t.is_telling
   group by 1 order by 2 desc, 1 limit ${LOOKED_AT_AGAIN * 2}),
looked_at as materialized (
  select c.id, c.document_id, c.confidence is not null as is_note, c.rests_on, c.sources,
         (c.document_id || ' ' || array_to_string(c.heading_path, ' ')) collate "C" as unit
    from likely l cross join lateral (select * from corpus_chunks c where c.id = l.chunk_id offset 0) c
   where (c.valid_from is null or c.valid_from <= $3::date) and (c.valid_to is null or c.valid_to > $3::date)
   order by l.matched desc, c.id limit ${LOOKED_AT_AGAIN}),
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
  select d.id, ${toSpokenWords('n')} as said from corpus_documents d, unnest(d.aliases || regexp_replace(d.title, '\\s*(\\([^()]*\\)|,.*)$', '') || case d.kind when 'IE_ACT' then array['Act of ' || substring(d.title from '[0-9]{4}'), substring(d.title from '[0-9]{4}') || ' Act'] else '{}' end) n
   where d.kind <> 'DIGEST' and n ~ '[ 0-9]|^[A-Z]+$'),
-- Texts that the question names and that are not imported: no other text replaces them, also where their name contains its name.
missing as (
  select i.name from jsonb_array_elements_text($6::jsonb) as i(name)
   where not exists (select from name n where strpos(n.said, ${toSpokenWords('i.name')}) > 0 or ${toSpokenWords('i.name')} like '%' || n.said and n.said ~ ' [0-9]{4} $')),
around as materialized (
  select r.n, ${removeNames('r.before')} as before, ${removeNames('r.after')} as after, ${removeNames('$1')} as whole
    from reference r, (select coalesce(string_agg(trim(${toSpokenWords('name')}), '|'), '^$') as names from missing) m),
called as (
  select r.n, a.id, max(length(a.said) + case when strpos(r.after, a.said) > 0 then ${NAMED_BEHIND} when strpos(r.before, a.said) > 0 then ${NAMED_BEFORE} else 0 end) as force
    from around r join name a on strpos(r.whole, a.said) > 0 group by 1, 2),
-- Own provisions of a section, and the words that amending Acts give for it. A lettered subsection that is not stored is not its parent.
placed_in as (
  select r.n, c.id, c.ordinal, c.document_id, c.valid_from, c.valid_to, c.unit_number, c.is_of_another or c.given_section is not null and c.by_given as is_given,
         c.given_act, c.given_how, c.is_of_another as is_whole,
         case when c.by_given then c.given_provisions else c.provisions end as provisions
    from reference r cross join lateral (
      select o.*, false as by_given from corpus_chunks o where o.unit_kind = r.kind and o.unit_number = r.number
      union all
      select g.*, true from corpus_chunks g where r.kind = 'SECTION' and g.given_section = r.number and not g.is_of_another offset 0) c
   where (c.valid_from is null or c.valid_from <= $3::date) and (c.valid_to is null or c.valid_to > $3::date)),
fitting as (
  select p.*, r.provision is not null and p.provisions @> array[r.provision] as is_exact, coalesce(k.force, g.force, 0) as force,
         case when p.is_given then ${GIVEN_RANK} else d.authority_rank end as authority, d.version_on, d.id as source_id,
         replace(d.title, ',', '') as title
    from placed_in p join reference r on r.n = p.n join corpus_documents d on d.id = p.document_id
    left join called k on k.n = p.n and k.id = d.id
    -- What is given for a text is named as that text is.
    left join lateral (
      select max(other.force) as force from called other join corpus_documents t on t.id = other.id
       where other.n = p.n and p.is_given and replace(t.title, ',', '') like p.given_act || '%') g on true
   where (k.id is not null or p.is_given or not exists (select from called other where other.n = p.n))
     and (p.given_act is null or not p.is_given or k.id is not null or g.force is not null or not exists (select from called other where other.n = p.n))
     and (not exists (select from missing) or exists (select from called other where other.n = p.n and other.force >= ${NAMED_BEFORE}))
     and (r.provision is null or split_part(r.provision, '.', 1) !~ '^[0-9]+[a-z]' or p.provisions @> array[split_part(r.provision, '.', 1)])),
-- Replaced by a later text of the same Act: the whole section, or the provision that is asked for.
held as (
  select f.n, f.id, f.is_exact, f.ordinal,
         rank() over (partition by f.n order by s.is_superseded, f.force desc, f.is_exact or r.provision is null desc, f.authority, f.version_on desc, f.source_id) as place
    from fitting f join reference r on r.n = f.n
    cross join lateral (select exists (
      select from fitting l where l.n = f.n and l.is_given and l.version_on > f.version_on
         and coalesce(f.given_act, f.title) like l.given_act || '%' and (l.is_whole or l.given_how = 'SUBSTITUTED' and l.is_exact and f.is_exact)) as is_superseded) s
   where r.provision is not null or f.is_whole or not f.is_given),
-- Parts of the section that later Acts insert or replace, the latest first.
later as (
  select n, id, row_number() over (partition by n order by version_on desc, ordinal) as place
    from (select f.* from fitting f join reference r on r.n = f.n where r.provision is null and f.is_given and not f.is_whole
            and exists (select from held h join fitting b on b.id = h.id and b.n = h.n where h.n = f.n and h.place = 1 and b.version_on < f.version_on)) each_part),
-- Where the meaning of a term is asked for: its definitions, that of a text that the question names first.
defined as (
  select c.id, row_number() over (order by (select max(length(a.said)) from name a where a.id = d.id and strpos(${toSpokenWords('$1')}, a.said) > 0) desc nulls last,
           d.authority_rank, d.version_on desc, d.id, c.ordinal)::int as place
    from corpus_chunks c join corpus_documents d on d.id = c.document_id
   where c.citation like '%”' and app.defined_term(c.citation) = any ($9::text[])
     and (c.valid_from is null or c.valid_from <= $3::date) and (c.valid_to is null or c.valid_to > $3::date)),
-- Notes replace a provision whose text is not stored.
named as (
  select n, id, is_exact, ordinal, 0::float8 as score from held where place = 1
  union all
  select n + ${AFTER_THE_SECTION}, id, false, place::int, 0 from later where place <= ${LATER_PARTS}
  union all
  select ${DEFINED}, id, true, place, 0 from defined
  union all
  select r.n, w.id, w.sources[1] = any(r.cited), 0, w.score from reference r join whole w on w.is_note and w.sources && r.cited
   where not exists (select from held where held.n = r.n)
     -- A note on the section says nothing of a lettered subsection that is not stored.
     and (r.provision is null or split_part(r.provision, '.', 1) !~ '^[0-9]+[a-z]'
       or exists (select from unnest(w.sources) s where strpos(lower(s), '(' || split_part(r.provision, '.', 1) || ')') > 0))),
pinned as (
  select id, min(pin) as pin, min(n) as n from (select id, row_number() over (partition by n order by is_exact desc, ordinal, score desc) as pin, n from named) best
   where pin <= ${PINNED} group by id),
ranked as (
  select clause, id, v.coverage, v.neighbours, v.document, l.lent,
         coalesce(v.total * case when v.is_note then ${NOTE} else 1 end, 0) + coalesce(l.lent, 0) as score
    from view v full join lent l using (clause, id)),
-- The best of each thing that is asked, then the best for the whole question, which is often one of those, and the second of each.
turn as (
  select distinct on (id) * from (
    select *, row_number() over (partition by clause order by score desc, id)
              + case when clause = 0 and (select max(clause) from ranked) > 0 then 1 else 0 end as turn from ranked) each_one order by id, turn, clause),
result as (
  select id, p.pin, p.n, t.turn, t.clause, t.coverage, t.neighbours, t.document, t.lent, coalesce(t.score, 0) as score
    from turn t full join pinned p using (id)
   order by p.pin nulls last, p.n, t.turn nulls last, t.clause limit $4),
why as (
  select chunk_id as id, json_agg(json_build_object('field', field, 'term', lexeme, 'score', matched) order by matched desc, lexeme) as terms
    from part where chunk_id in (select id from result) group by 1)
select json_build_object(
  'coverage', coalesce((select max(coverage) from ranked), 0),
  'unknown', (select coalesce(unknown, '{}') from asked),
  'absent', (select coalesce(json_agg(name), '[]') from missing),
  'passages', coalesce((select json_agg(json_build_object(
      ${PASSAGE},
      'why', json_build_object('isNamed', r.pin is not null, 'score', r.score, 'coverage', coalesce(r.coverage, 0), 'neighbours', coalesce(r.neighbours, 0),
        'document', coalesce(r.document, 0), 'lent', coalesce(r.lent, 0), 'terms', coalesce(w.terms, '[]')))
      order by r.pin nulls last, r.n, r.turn nulls last, r.clause)
    from result r join corpus_chunks c on c.id = r.id join corpus_documents d on d.id = c.document_id left join why w on w.id = r.id), '[]'))`
