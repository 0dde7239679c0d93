/** The passages that an answer is made of: found by words, and where a question has a vector by its nearness too. */
import { formatCitationsWithStatus } from '../../../../contract/citations.ts'
import type { RunQuery } from '../../../pipeline/define-operation.ts'
import type { StatedPeriod } from '../../calendar/obligations/index.ts'
import {
  FUSED,
  listCitationForms,
  listMentions,
  mergeRankings,
  type NearPassage,
  type PlacedPassage,
  type QuestionVector,
  type RetrievalQuery,
  selectNearest,
  selectNoteWithSources,
  selectRankedPassages,
} from '../corpus/index.ts'
import type { MatchNotes, NoteMatch } from './note-matcher.ts'
import { expandShorthand, listParts, MOST_PARTS, type QuestionPart } from './question-parts.ts'
import { isOfTheTrade } from './refused-subjects.ts'

export interface Found {
  /** How much of the question the best passage holds: 0 to 1. */
  coverage: number
  /** Sources that the question names and that are not imported. */
  absent: string[]
  passages: PlacedPassage[]
}

/** Null where there is none to be had; never fails for what a provider did. */
export type VectorOf = (question: string, runQuery: RunQuery) => Promise<QuestionVector | null>

export async function loadPassages(
  query: RetrievalQuery,
  runQuery: RunQuery,
  vectorOf: VectorOf | null,
): Promise<Found> {
  if (!vectorOf) return parseFound(await runQuery(selectRankedPassages(query)))
  const [rows, vector] = await Promise.all([
    runQuery(selectRankedPassages({ ...query, limit: FUSED })),
    vectorOf(query.question, runQuery),
  ])
  const byWords = parseFound(rows)
  const [, near] = vector ? await runQuery(...selectNearest(vector, query.on)) : []
  const fused = near
    ? mergeRankings(byWords.passages, JSON.parse(near[0]?.[0] as string) as NearPassage[])
    : byWords.passages
  const passages = fused.slice(0, query.limit)
  return { ...byWords, passages, coverage: Math.max(0, ...passages.map(({ why }) => why.coverage)) }
}

/**
 * Minimum nearness of a guidance note that opens the answer, and its minimum similarity: below them the nearest note is mostly about
 * something else. From a similarity of CERTAIN the question is not refused.
 */
const [NEAR_ENOUGH, LEAST_SIMILAR, CERTAIN] = [0.52, 0.12, 0.33]
/**
 * From this confidence the nearest note is the direct answer, and from the higher one alone: between them the notes beside it are offered
 * too. Below both, or between them without a pensions term in the question, it is offered together with them.
 */
const [SURE, SURE_ALONE] = [0.5, 0.65]
/** Minimum nearness of a note that is offered, and the number of them, for all parts of a question and for one. */
const [OFFERED, MOST_OFFERED, MOST_OF_A_PART] = [0.4, 3, 3]
/** Minimum similarity of a note that is offered: words that no note has do not lower its nearness. */
const LEAST_SIMILAR_OFFERED = 0.18
/** From this confidence a note is offered although few of the question's words are in a reviewed one: "a letter asking for documents by Friday". */
const SURE_ENOUGH_TO_OFFER = 0.45
const MOST_NOTES = 3
/** Minimum nearness of a question that is offered instead. */
const [RELATED, MOST_RELATED] = [0.25, 3]

export interface MatchingNote {
  note: PlacedPassage
  /** The note, then passages of the sources that it rests on. */
  passages: PlacedPassage[]
  isCertain: boolean
  /** Null: the note answers the question. Otherwise the similar question that it answers, for the reader to choose. */
  nearQuestion: string | null
}

/** Returns the calendar rules that the matching guidance notes describe, and the periods of the law that they state. */
export function listRulesAndPeriods(
  question: string,
  matchNotes: MatchNotes,
): { ruleIds: readonly string[]; periods: readonly StatedPeriod[] } {
  const { direct, offered } = matchParts(expandShorthand(question), matchNotes)
  const unique = [...direct, ...listNearest(offered.filter(isNear))]
  return {
    ruleIds: [...new Set(unique.flatMap(({ rules }) => rules))],
    periods: unique.flatMap(({ anchor, periods, sources }) =>
      periods.map((period) => ({
        noteId: anchor,
        ...period,
        source: formatCitationsWithStatus(...sources),
      })),
    ),
  }
}

const PROVISION =
  /\b(?:sections?|s\.|ss\.|articles?|arts?\.?|regulations?|regs?\.?) ?\d{1,4}[A-Z]{0,3}(?: ?\([0-9a-zA-Z]{1,5}\)){0,4}/gi
/** Fewer words say nothing without the provision. */
const FEWEST_WORDS = 4

/**
 * Returns the stored guidance notes whose reviewed questions match the question: one for each part of it where it has several, otherwise
 * one, then those on similar questions where it is not sure which one is meant.
 */
export async function loadMatchingNotes(
  question: string,
  on: string,
  matchNotes: MatchNotes,
  runQuery: RunQuery,
): Promise<MatchingNote[]> {
  const { direct, offered } = matchParts(question, matchNotes)
  const matches = [
    ...direct.slice(0, MOST_NOTES).map((match) => ({ match, nearQuestion: null })),
    ...offered.slice(0, MOST_OFFERED).map((match) => ({ match, nearQuestion: match.question })),
  ]
  if (matches.length === 0) return []
  const stored = await runQuery(
    ...matches.map(({ match: { docId, anchor } }) => selectNoteWithSources(docId, anchor, on)),
  )
  return matches.flatMap(({ match, nearQuestion }, at) => readNote(match, nearQuestion, stored[at]) ?? [])
}

/** "Under IORP II" says which law is meant, as every question here does; as words they lead to the notes on the law itself. */
const CONTEXT =
  /\b(?:under|by|per|according to) (?:the )?(?:iorp(?: ii| 2)?(?: directive)?|pensions acts?(?: 1990)?|irish law|law|legislation|regulations|rules)\b/gi
/** The law that a named provision belongs to, "Article 28 of IORP II": its name leads to the notes on the law itself. */
const LAW_OF_A_PROVISION =
  /\b(?:(?:under|by|in|of|to|per) )?(?:the )?(?:iorp(?: ii| 2)?(?: directive)?|(?:pensions?|pensions? \(amendment\)) acts?(?:,? 1990)?|directive(?: \(eu\))?(?: 2016\/2341)?|tca(?: 1997)?|taxes consolidation act(?:,? 1997)?)\b/gi
/** Names of laws that are also the subject of their notes: they are left out only to find the note on a provision. */
const LAW_AND_SUBJECT =
  /\b(?:(?:under|by|in|of|to|per) )?(?:the )?(?:gdpr|dora|sfdr|auto(?:matic)?[- ]?enrolment (?:retirement savings system )?act(?:,? 2024)?)\b/gi
const MONTHS = 'january|february|march|april|may|june|july|august|september|october|november|december'
/** A date is what is counted from, not what the question is about. */
const DATE = new RegExp(
  `\\b(?:on )?(?:the )?\\d{1,2}(?:st|nd|rd|th)? (?:of )?(?:${MONTHS})\\b,?(?: 20\\d\\d)?|\\b(?:${MONTHS}) 20\\d\\d\\b|\\b(?:in|for|during) (?:${MONTHS})\\b`,
  'gi',
)
/** An amount is what is calculated with. */
const AMOUNT =
  /(?:€|\beur(?:os?)?\s?)\s?\d[\d,.]{0,14}\s?(?:k|m|million)?\b|\b\d{1,3}(?:,\d{3}){1,3}\b|\b\d{1,3}(?:\.\d+)?\s?(?:k|million)\b/gi
/** A note whose score is nearly that of the direct answer may be the right one: it is offered too. The second is for a less sure answer. */
const [AS_NEAR, AS_NEAR_IF_LESS_SURE] = [0.97, 0.91]

const isNear = ({ similarity, nearness }: NoteMatch): boolean =>
  similarity >= LEAST_SIMILAR && nearness >= NEAR_ENOUGH

/** One pensions term is enough to know the subject of a question; one other word is not. */
const isAbout = (question: string, { isByOneWord }: NoteMatch): boolean =>
  !isByOneWord || isOfTheTrade(question)

/** From this nearness the words of the note say that the question is on pensions: "the maximum tax free lump sum in Ireland". */
const NEAR_TO_A_NOTE = 0.8
const isOnPensions = (question: string, { nearness }: NoteMatch): boolean =>
  isOfTheTrade(question) || nearness >= NEAR_TO_A_NOTE

/** A date in the question belongs to the note with a rule, even if another note scores slightly higher. */
const NEARLY = 0.94
const listNearest = (offered: readonly NoteMatch[]): readonly NoteMatch[] => {
  const best = Math.max(...offered.map(({ score }) => score))
  return offered.filter(({ score }) => score >= NEARLY * best)
}

const isToOffer = (question: string, { similarity, nearness, confidence }: NoteMatch): boolean =>
  nearness >= OFFERED &&
  (similarity >= LEAST_SIMILAR_OFFERED || (confidence >= SURE_ENOUGH_TO_OFFER && isOfTheTrade(question)))

/** Returns reviewed questions that are near to a question without a matching note, nearest first. */
export const listRelatedQuestions = (question: string, matchNotes: MatchNotes): string[] =>
  (matchNotes([expandShorthand(question)])[0] ?? [])
    .filter(({ nearness }) => nearness >= RELATED)
    .slice(0, MOST_RELATED)
    .map(({ question }) => question)

/** Weight of a note that rests on the named provision most. */
const OF_THE_MAIN_SOURCE = 0.1

interface Matches {
  /** The notes that answer the question, one for each part. */
  direct: readonly NoteMatch[]
  /** Notes on similar questions, nearest first. */
  offered: readonly NoteMatch[]
}

const isSureOf = (match: NoteMatch, minimum: number): boolean => isNear(match) && match.confidence >= minimum

/**
 * Two notes of one subject that are as good as each other take the confidence from each other. Together they are right as often as a sure
 * one, and both are shown: "how long do we keep minutes" may be answered by the note on records and by the note on minutes.
 */
const [NEAR_AS_ONE_OF_TWO, SURE_OF_BOTH] = [0.7, 0.5]
const isAnsweredByTwo = (question: string, [first, second]: readonly NoteMatch[]): boolean =>
  first !== undefined &&
  second !== undefined &&
  isOfTheTrade(question) &&
  first.docId === second.docId &&
  [first, second].every(isNear) &&
  first.nearness >= NEAR_AS_ONE_OF_TWO &&
  first.confidence + second.confidence >= SURE_OF_BOTH

const listToOffer = (question: string, near: readonly NoteMatch[]): readonly NoteMatch[] =>
  near.filter((match) => isToOffer(question, match)).slice(0, MOST_OF_A_PART)

/**
 * Returns the matches of a part with its sure note first, if the part as it was typed has one: the words of the other parts, with which it is
 * ranked, are about other notes.
 */
function preferAlone(
  { question, typed, needsSubject }: QuestionPart,
  near: readonly NoteMatch[],
  matchNotes: MatchNotes,
): readonly NoteMatch[] {
  const [nearest] = near
  if (nearest && isSureOf(nearest, SURE_ALONE)) return near
  const [alone] = matchNotes([typed])[0] ?? []
  if (!alone || !isSureOf(alone, SURE_ALONE)) return near
  // Without its subject, a part only confirms the note that is the nearest with it.
  const isConfirmed = question !== typed && nearest?.anchor === alone.anchor
  if (needsSubject && !isConfirmed) return near
  return [alone, ...near.filter(({ anchor }) => anchor !== alone.anchor)]
}

/** Returns the nearest note of each part of the question, if it is near enough, and what to offer for parts without a sure one. */
function matchParts(question: string, matchNotes: MatchNotes): Matches {
  const cited = new Set(listMentions(question).flatMap(listCitationForms))
  // A number is not what the question is about: "s.58A(1): does it apply to weekly paid staff?".
  const unnumbered = question.replaceAll(PROVISION, ' ')
  const words = (cited.size > 0 ? unnumbered.replaceAll(LAW_OF_A_PROVISION, ' ') : unnumbered)
    .replaceAll(CONTEXT, ' ')
    .replaceAll(DATE, ' ')
    .replaceAll(AMOUNT, ' ')
  // A number alone does not say which note on the provision is meant.
  if (cited.size > 0 && !/\p{L}{3}/u.test(words)) return { direct: [], offered: [] }
  const asked = words.split(/\s+/).filter(Boolean).length >= FEWEST_WORDS ? words : question
  const parts = listParts(asked).slice(0, MOST_PARTS)
  const ofParts = matchNotes(
    parts.map((part) => part.question),
    asked,
  ).map((near, place) => preferAlone(parts[place] as QuestionPart, near, matchNotes))
  const matches = (parts.length === 0 ? matchNotes([asked]) : ofParts).map((near) =>
    near.filter((match) => isAbout(question, match)),
  )
  const isOnProvision = ({ sources }: NoteMatch): boolean => sources.some((source) => cited.has(source))
  // The number tells the notes on the provision apart.
  const onProvisions =
    cited.size > 0
      ? [question, asked, asked.replaceAll(LAW_AND_SUBJECT, ' ')]
          .flatMap((text) => matchNotes([text])[0] ?? [])
          .filter(isOnProvision)
      : []
  const value = ({ nearness, sources: [main] }: NoteMatch): number =>
    nearness + (main !== undefined && cited.has(main) ? OF_THE_MAIN_SOURCE : 0)
  const [named] = onProvisions.toSorted((one, other) => value(other) - value(one))
  const direct: NoteMatch[] = []
  const offered: NoteMatch[] = []
  for (const [place, near] of matches.entries()) {
    const onProvision = (place === 0 ? named : undefined) ?? near.find(isOnProvision)
    const [first] = near
    const best = onProvision ?? first
    if (!best || direct.some(({ anchor }) => anchor === best.anchor)) continue
    const isSure =
      onProvision === undefined
        ? isSureOf(best, parts.length > 0 || !isOnPensions(question, best) ? SURE_ALONE : SURE)
        : isNear(best)
    if (isSure) direct.push(best)
    const isPair = !isSure && parts.length === 0 && isAnsweredByTwo(question, near)
    if (isPair) direct.push(...near.slice(0, 2))
    else if (!isSure) offered.push(...listToOffer(question, near))
    else if (parts.length === 0 && onProvision === undefined) {
      const share = best.confidence >= SURE_ALONE ? AS_NEAR : AS_NEAR_IF_LESS_SURE
      offered.push(...near.filter(({ score }) => score >= share * best.score).slice(0, MOST_OF_A_PART))
    }
  }
  if (direct.length === 0 && parts.length > 0) {
    // "We lost a file. What must we do?": the parts are one question, and the words of all of them lead to its note.
    const whole = (matchNotes([asked])[0] ?? []).filter((match) => isAbout(question, match))
    const [best] = whole
    if (best && isSureOf(best, SURE)) direct.push(best)
    else offered.unshift(...listToOffer(question, whole))
  }
  const unique = [...new Map(direct.map((match) => [match.anchor, match])).values()]
  // With a direct answer to one part, only notes that are as near as one are offered for another.
  const others = offered.filter(
    (match) =>
      unique.length === 0 || (isNear(match) && unique.every(({ anchor }) => anchor !== match.anchor)),
  )
  return { direct: unique, offered: [...new Map(others.map((match) => [match.anchor, match])).values()] }
}

/** Of a note on a similar question only the note is read: the law that it rests on is about another question. */
function readNote(
  { similarity }: NoteMatch,
  nearQuestion: string | null,
  rows: Awaited<ReturnType<RunQuery>>[number] | undefined,
): MatchingNote | null {
  const stored = JSON.parse(rows?.[0]?.[0] as string) as Omit<PlacedPassage, 'why'>[]
  const passages = (nearQuestion === null ? stored : stored.slice(0, 1)).map(
    (passage, place): PlacedPassage => ({
      ...passage,
      why: { ...UNRANKED, lent: place === 0 ? 0 : similarity },
    }),
  )
  const [note] = passages
  return note ? { note, passages, isCertain: similarity >= CERTAIN, nearQuestion } : null
}

const UNRANKED = { isNamed: false, score: 0, coverage: 0, neighbours: 0, document: 0, lent: 0, terms: [] }

const parseFound = ([rows]: Awaited<ReturnType<RunQuery>>): Found => JSON.parse(rows?.[0]?.[0] as string)
