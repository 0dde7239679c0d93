/**
 * Answers a question with citations: retrieves passages, decides whether they answer it, then generates an answer or quotes them. Stores
 * nothing.
 */
import type {
  AnswerCitation,
  AnswerSentence,
  MadeAnswer,
  RefusalReason,
} from '../../../../contract/assistant.ts'
import { CITATIONS, type CitationId } from '../../../../contract/citations.ts'
import { INSTRUMENTS } from '../../../../contract/instruments.ts'
import type { RunQuery } from '../../../pipeline/define-operation.ts'
import { findReferences, formatProvision, type PlacedPassage, selectSynonyms } from '../corpus/index.ts'
import {
  addBestOfParts,
  type Candidate,
  chooseExplanation,
  chooseExtracts,
  hasCountAskedFor,
  hasFigure,
  isQuestionForFigure,
  listCandidates,
  listOpening,
  listOutline,
  type Opening,
  scoreForPart,
} from './extracts.ts'
import type { NoteSearch } from './note-search.ts'
import { findForeignWord } from './other-countries.ts'
import { listBodiesUnmentioned } from './parties.ts'
import { expandShorthand, MOST_PARTS, splitQuestion } from './question-parts.ts'
import {
  isForAdvice,
  isOfTheTrade,
  isOnAnotherSubject,
  isOnSocialWelfare,
  namesPensions,
} from './refused-subjects.ts'
import {
  findMatchingNotes,
  findPassages,
  listRelatedQuestions,
  type MatchingNote,
  type VectorOf,
} from './retrieve.ts'
import { scoreSentences, type Weighed } from './score-sentences.ts'

const PASSAGES = 8
/** Minimum coverage of the question. Below it, the legal sources do not address the question and the answer is refused. */
const OUTSIDE = 0.3
/**
 * Lower minimum for a question with a term of the subject: questions in everyday words share few words with the law. The answer gets a
 * note.
 */
const OUTSIDE_THE_SUBJECT = 0.15
/** Higher minimum for a question about a place, person or product in no legal source, with fewer than ASKED_OF_A_NAME other known words. */
const UNHEARD_OF = 0.5
const ASKED_OF_A_NAME = 2
/** Below this coverage, unless a provision is named, the answer is only quoted and carries a note that its passages may not be relevant. */
const UNSURE = 0.5

export interface Asking extends NoteSearch {
  question: string
  /** Only passages in force on this date are used. */
  on: string
  runQuery: RunQuery
  /** Null: no model writes the answer, and the sources are quoted. */
  write: Write | null
  /** Null: passages are found by words only. */
  vectorOf: VectorOf | null
  /** Sends parts of the answer to the reader while the rest is being prepared. */
  emit: TellReader
}

export type TellReader = (event: 'sources' | 'sentence' | 'dropped', data: unknown) => void

/**
 * Generates the answer from these passages, best first. `sources` are emitted before the request is sent, `cites` of sentences are indices into
 * them from 1. Null: no sentence may be shown, and emitted sentences are retracted.
 */
export type Write = (input: {
  question: string
  passages: readonly PlacedPassage[]
  emitSources: (passages: readonly PlacedPassage[]) => void
  emit: TellReader
}) => Promise<Written | null>

export interface Written {
  model: string
  sentQuestion: string | null
  /** The passages sent to the model. `cites` are indices into them, from 1. */
  passages: readonly PlacedPassage[]
  sentences: (AnswerSentence & { quote: string })[]
}

export async function makeAnswer(asking: Asking): Promise<MadeAnswer> {
  const foreign = findForeignWord(asking.question)
  if (foreign)
    return refused(
      'OTHER_COUNTRY',
      `“${foreign.word}” belongs to the law of ${foreign.country}, not of Ireland. The texts here are those of Ireland and of the European Union.`,
    )
  if (isForAdvice(asking.question))
    return refused(
      'OUTSIDE_CORPUS',
      'The assistant gives no advice on investments or on the choice of a pension: ask a regulated financial adviser. It answers questions about the rules for schemes.',
    )
  if (isOnSocialWelfare(asking.question))
    return refused(
      'OUTSIDE_CORPUS',
      'The assistant answers questions on occupational pension schemes, PRSAs and automatic enrolment. The State pension and social welfare payments are matters of social welfare law: ask the Department of Social Protection.',
    )
  if (isOnAnotherSubject(asking.question)) return refused('OUTSIDE_CORPUS', OTHER_SUBJECT)
  const question = expandShorthand(asking.question)
  const read = await readQuestion(question, asking)
  const unknownWords = read.words.flatMap(({ word, isKnown }) => (isKnown ? [] : [word]))
  const corrected = asking.correctSpelling(question, unknownWords)
  const reread = corrected === null ? null : await readQuestion(corrected, asking)
  // A word of another subject also has a neighbour among the words of this one.
  return reread && reread.coverage >= UNSURE && isOfTheTrade(reread.question)
    ? answer(reread, asking, [`Answered as “${corrected}”.`])
    : answer(read, asking)
}

/** A question with the passages and sentences that may answer it. */
interface ReadQuestion {
  question: string
  absent: readonly string[]
  coverage: number
  passages: readonly PlacedPassage[]
  /** The short answer and the explanation of each matching guidance note, and the short answers of those on similar questions. */
  openings: readonly Opening[]
  candidates: readonly Candidate[]
  /** Scores of the candidates, in their order. */
  sentences: Weighed['sentences']
  /** The same for each part of a question with several. */
  parts: readonly { question: string; sentences: Weighed['sentences'] }[]
  /** Places of the passages of each provision that the matching notes rest on. */
  provisions: readonly ReadonlySet<number>[]
  words: Weighed['words']
  unknownNames: readonly string[]
}

async function readQuestion(
  question: string,
  { on, synonyms, matchNotes, runQuery, vectorOf }: Asking,
): Promise<ReadQuestion> {
  const widening = selectSynonyms(question, synonyms)
  const found = await findPassages({ question, synonyms: widening, on, limit: PASSAGES }, runQuery, vectorOf)
  const named = new Set(found.passages.flatMap(({ id, why }) => (why.isNamed ? [id] : [])))
  const near = await findMatchingNotes(question, on, matchNotes, runQuery)
  // With a named provision, only notes that rest on it: the words around its name say little. A term whose definition was found names none.
  const isForTerm = findReferences(question).length === 0
  const matching =
    named.size === 0
      ? near
      : near.filter(
          ({ passages, nearQuestion }) =>
            (isForTerm && nearQuestion === null) || passages.some(({ id }) => named.has(id)),
        )
  const passages = addMatching(found.passages, matching)
  const isCertain = matching.some((match) => match.isCertain)
  const openings = matching.map(({ note, nearQuestion }) => listOpening(note, nearQuestion, passages))
  const opening = openings.flatMap(({ answer, explanation }) => [...answer, ...explanation])
  const candidates = [
    ...opening,
    ...listCandidates(passages, found.passages.length).filter((one) => !isAmong(one, opening)),
  ]
  const texts = candidates.map(({ leadIn, text }) => `${leadIn ?? ''} ${text}`)
  const parts = splitQuestion(question).slice(0, MOST_PARTS)
  const [weighed, ...ofParts] = (
    await runQuery(
      scoreSentences(
        question,
        widening.map(({ written }) => written),
        texts,
      ),
      ...parts.map((part) => scoreSentences(part, [], texts)),
    )
  ).map((rows) => JSON.parse(rows[0]?.[0] as string) as Weighed)
  const { words: said, sentences, unknownNames } = weighed as Weighed
  const widened = ` ${widening.map(({ said }) => said).join(' ')} `
  const words = said.filter(
    ({ word, isSmallTalk, isKnown }) =>
      !isSmallTalk && (isKnown || !widened.includes(` ${word.toLowerCase()} `)),
  )
  return {
    question,
    absent: found.absent,
    coverage: isCertain ? Math.max(found.coverage, UNSURE) : found.coverage,
    passages,
    openings,
    candidates,
    sentences,
    parts: parts.map((part, place) => ({ question: part, sentences: ofParts[place]?.sentences ?? [] })),
    provisions: matching.flatMap(({ nearQuestion, passages: [, ...sources] }) =>
      nearQuestion === null ? listProvisions(sources, passages) : [],
    ),
    words,
    unknownNames,
  }
}

/** A note names the provision that it rests on most first. */
const PROVISIONS_OF_A_NOTE = 2

const listProvisions = (
  sources: readonly PlacedPassage[],
  passages: readonly PlacedPassage[],
): ReadonlySet<number>[] =>
  [...Map.groupBy(sources, ({ docId, headingPath }) => [docId, ...headingPath].join('\n')).values()]
    .slice(0, PROVISIONS_OF_A_NOTE)
    .map((unit) => new Set(unit.map((source) => passages.findIndex(({ id }) => id === source.id))))

async function answer(
  read: ReadQuestion,
  { write, emit, matchNotes }: Asking,
  remarks: readonly string[] = [],
): Promise<MadeAnswer> {
  const isDirect = read.openings.some(({ nearQuestion }) => nearQuestion === null)
  const related = isDirect ? [] : listRelatedQuestions(read.question, matchNotes)
  const offered =
    related.length > 0
      ? [`Questions with a reviewed answer: ${related.map((one) => `“${one}”`).join(' ')}`]
      : []
  const refusal = findRefusal(read)
  if (refusal)
    return refusal.reasonCode === 'OUTSIDE_CORPUS'
      ? refused('OUTSIDE_CORPUS', [refusal.reason, ...offered].join(' '))
      : refusal
  const { question, coverage, passages } = read
  const notes = (
    said: Noted['said'],
    citations: Noted['citations'],
    { short, more }: { short: Noted['short']; more: readonly string[] },
  ): string[] => [...remarks, ...notesOn(read, { said, short, citations }), ...(isNamed(read) ? [] : more)]
  if (write && (isNamed(read) || coverage >= UNSURE)) {
    const opening = listShortAnswers(read)
    const emitSources = (sent: readonly PlacedPassage[]): void => {
      const shown = addNotes(sent, opening)
      emit('sources', { citations: shown.map((passage, place) => citationOf(passage, place, passage.text)) })
      for (const sentence of toSentences(opening, shown)) emit('sentence', sentence)
    }
    const written = await write({ question, passages, emitSources, emit })
    if (written)
      return joinWritten(written, opening, (said, citations, short) =>
        notes(said, citations, { short, more: offered }),
      )
  }

  const { chosen, parts } = chooseSentences(read)
  if (chosen.length === 0) return refused('OUTSIDE_CORPUS', OUTSIDE_WORDS)
  const citations = citationsOf(chosen, passages)
  emit('sources', { citations })
  const quoted = chosen.map((candidate): AnswerSentence => {
    const { leadIn, text, passage } = candidate
    const cites = [numberOf(citations, passages[passage] as PlacedPassage)]
    const part = parts.get(candidate)
    const sentence = { leadIn, text, cites, ...(part && { part }) }
    emit('sentence', sentence)
    return sentence
  })
  return {
    ...ANSWERED,
    mode: 'EXTRACTS',
    answer: joined(quoted),
    sentences: quoted,
    citations,
    notes: notes(chosen, citations, {
      short: chosen.flatMap((one) => (isShortAnswer(parts.get(one)) ? [one.text] : [])),
      more: isDirect ? [] : read.openings.length > 0 ? [ONLY_NEAR] : [ONLY_QUOTED, ...offered],
    }),
    model: null,
    sentQuestion: null,
  }
}

/** States that guidance notes are no law. */
export const OF_NOTES =
  'A guidance note is our own explanation: the provisions it is based on are named with it.'
const ONLY_NEAR =
  'No guidance note clearly answers this question. These notes answer similar questions: choose the one that you mean, or ask in other words.'

const ONLY_QUOTED =
  'No guidance note answers this question. The quoted passages are the closest in the sources and may be about another subject.'
/** Remarks on an answer that no guidance note opens. */
export const WITHOUT_A_NOTE: readonly string[] = [ONLY_NEAR, ONLY_QUOTED]
/** Caveats that name no gap in the answer: the evaluation does not count them. */
export const GENERAL_CAVEATS: readonly string[] = [OF_NOTES, ONLY_QUOTED]

const isShortAnswer = (part: AnswerSentence['part']): boolean =>
  part === 'SHORT_ANSWER' || part === 'NEAR_ANSWER'

/** A sentence of the short answer of a matching note, with the note. */
interface ShortAnswer {
  text: string
  note: PlacedPassage
}

const listShortAnswers = ({ openings, passages }: ReadQuestion): ShortAnswer[] =>
  openings.flatMap(({ answer, nearQuestion }) =>
    (nearQuestion === null ? answer : []).map(({ text, passage }) => ({
      text,
      note: passages[passage] as PlacedPassage,
    })),
  )

/** Adds the notes that were not sent to the provider, after the passages that were: sentences cite passages by their places. */
const addNotes = (
  sent: readonly PlacedPassage[],
  opening: readonly ShortAnswer[],
): readonly PlacedPassage[] => [
  ...new Map([...sent, ...opening.map(({ note }) => note)].map((passage) => [passage.id, passage])).values(),
]

const toSentences = (
  opening: readonly ShortAnswer[],
  shown: readonly PlacedPassage[],
): (AnswerSentence & { quote: string })[] =>
  opening.map(({ text, note }) => ({
    leadIn: null,
    text,
    cites: [shown.findIndex(({ id }) => id === note.id) + 1],
    part: 'SHORT_ANSWER',
    quote: text,
  }))

/** The short answers of the matching notes come first; then what the model wrote. */
function joinWritten(
  written: Written,
  opening: readonly ShortAnswer[],
  notes: (said: Noted['said'], citations: Noted['citations'], short: Noted['short']) => string[],
): MadeAnswer {
  const shown = addNotes(written.passages, opening)
  const sentences = [...toSentences(opening, shown), ...written.sentences]
  const citations = shown.flatMap((passage, place) =>
    sentences.some(({ cites }) => cites.includes(place + 1))
      ? [citationOf(passage, place, quoteFrom(passage, place, sentences))]
      : [],
  )
  const short = opening.map(({ text }) => text)
  return {
    ...ANSWERED,
    mode: 'WRITTEN',
    answer: joined(sentences),
    sentences,
    citations,
    notes: notes(
      sentences.map(({ text }) => ({ leadIn: null, text })),
      citations,
      short,
    ),
    model: written.model,
    sentQuestion: written.sentQuestion,
  }
}

const isNamed = ({ passages }: Pick<ReadQuestion, 'passages'>): boolean =>
  passages.some(({ why }) => why.isNamed)

/** Returns the refusal of a question that the sources do not answer; null where they may. */
function findRefusal(read: ReadQuestion): MadeAnswer | null {
  const { question, absent, coverage, openings, passages, words, unknownNames } = read
  const [reference] = findReferences(question)
  const notHeld = absent.find(
    (name) => !ACT.test(name) && !passages.some((passage) => isNoteOn(passage, name)),
  )
  const isMissing = reference !== undefined && !isNamed(read)
  if (isMissing || notHeld !== undefined)
    return refused(
      'PROVISION_NOT_HELD',
      `${isMissing ? formatProvision(reference) : `“${notHeld}”`} is not in the legal sources. An operator can import its text from the official site; until then the assistant cannot answer from it.`,
    )
  if (passages.length === 0 && words.every(({ isKnown }) => !isKnown))
    return refused('OUTSIDE_CORPUS', OUTSIDE_WORDS)
  // Everyday words that no source has, "is there a fine for Septembers contributions", do not lower the nearness of a note.
  if (isOfTheTrade(question) && openings.length > 0) return null
  const known = words.filter(({ isKnown }) => isKnown).length
  const unknown = words.filter(({ isKnown }) => !isKnown)
  const isUnheardOf =
    known < ASKED_OF_A_NAME &&
    (unknownNames.length > 0 || unknown.some(({ word }) => isNamedIn(question, word)))
  // "The best restaurant in Cork": a word of no source, and no term of the subject.
  const isElsewhere = !isOfTheTrade(question) && unknown.length > 0 && known <= ASKED_OF_A_NAME
  const floor = namesPensions(question)
    ? OUTSIDE_THE_SUBJECT
    : isUnheardOf || isElsewhere
      ? UNHEARD_OF
      : OUTSIDE
  return !isNamed(read) && coverage < floor ? refused('OUTSIDE_CORPUS', OUTSIDE_WORDS) : null
}

/**
 * Chooses the sentences: the short answers of the matching notes and of those on similar questions, the explanations, then quotations. Where the wording of a named
 * provision is asked for, it is quoted before the notes.
 */
function chooseSentences(read: ReadQuestion): {
  chosen: Candidate[]
  parts: ReadonlyMap<Candidate, AnswerSentence['part']>
} {
  const { question, passages, openings, candidates, sentences, words } = read
  const scoreOf = (candidate: Candidate): number => {
    const at = candidates.indexOf(candidate)
    return Math.max(
      ...[sentences, ...read.parts.map((part) => part.sentences)].map((scores) => scores[at]?.score ?? 0),
    )
  }
  const direct = openings.filter(({ nearQuestion }) => nearQuestion === null)
  const answers = direct.flatMap(({ answer }) => answer)
  const near = openings.flatMap(({ answer, nearQuestion }) => (nearQuestion === null ? [] : answer))
  const explanations = openings.flatMap(({ explanation }) =>
    chooseExplanation(explanation, explanation.map(scoreOf), direct.length === 1),
  )
  const opening = [...answers, ...near, ...explanations]
  const ofNotes = openings.flatMap(({ answer, explanation }) => [...answer, ...explanation])
  const others = candidates
    .map((candidate, at) => ({ candidate, weighed: sentences[at] as Weighed['sentences'][number] }))
    .filter(({ candidate }) => !ofNotes.includes(candidate))
  const extracts = addBestOfParts(
    chooseExtracts(
      question,
      passages,
      others.map(({ candidate }) => candidate),
      { sentences: others.map(({ weighed }) => weighed), words },
    ),
    read.parts.map((part) =>
      scoreForPart(
        part.question,
        others.map(({ candidate }) => candidate),
        others.map(({ candidate }) => part.sentences[candidates.indexOf(candidate)]?.score ?? 0),
      ),
    ),
    read.provisions,
  )
  const outline = listOutline(question, passages)
  const outlined = outline.map((candidate) => [candidate, 'OUTLINE'] as const)
  if (isNamed(read) && asksForWording(question))
    return { chosen: [...outline, ...extracts, ...opening], parts: new Map(outlined) }
  return {
    chosen: [...opening, ...outline, ...extracts],
    parts: new Map([
      ...outlined,
      ...answers.map((candidate) => [candidate, 'SHORT_ANSWER'] as const),
      ...near.map((candidate) => [candidate, 'NEAR_ANSWER'] as const),
      ...explanations.map((candidate) => [candidate, 'EXPLANATION'] as const),
    ]),
  }
}

/** Adds the matching notes and the sources that they rest on to what was found, as good as the best of it where the match is certain. */
function addMatching(
  found: readonly PlacedPassage[],
  matching: readonly MatchingNote[],
): readonly PlacedPassage[] {
  const known = new Set(found.map(({ id }) => id))
  const best = Math.max(0, ...found.map(({ why }) => why.score))
  const added = matching
    .flatMap(({ passages, isCertain }) =>
      passages.map((passage) => (isCertain ? { ...passage, why: { ...passage.why, score: best } } : passage)),
    )
    .filter(({ id }) => !known.has(id))
  return [...new Map([...found, ...added].map((passage) => [passage.id, passage])).values()]
}

const isAmong = (one: Candidate, others: readonly Candidate[]): boolean =>
  others.some(({ passage, text }) => passage === one.passage && text === one.text)

const ANSWERED = { refused: false, reason: null, reasonCode: null } as const

const joined = (sentences: readonly AnswerSentence[]): string =>
  sentences
    .map(({ leadIn, text, cites }) => `${leadIn ? `${leadIn} ` : ''}${text} [${cites.join(', ')}]`)
    .join('\n\n')

/** Returns the first quote from this passage that a sentence was verified against. A sentence may cite one passage and quote another. */
const quoteFrom = (
  { text }: PlacedPassage,
  place: number,
  sentences: readonly (AnswerSentence & { quote: string })[],
): string =>
  sentences.find(({ cites, quote }) => cites.includes(place + 1) && text.includes(quote))?.quote ?? text

/** Whether the question asks for the words of a provision: then it is quoted first, and the guidance note after it. */
const asksForWording = (question: string): boolean =>
  /\b(?:text|wording) of\b|\bquote\b/i.test(question) ||
  (/\bwhat (?:do|does)\b/i.test(question) && /\b(?:say|provide|state|require)\b/i.test(question))

/** Whether the word is capitalised within a sentence, as a name is. */
const isNamedIn = (question: string, word: string): boolean =>
  /^[A-Z]/.test(word) && new RegExp(`[a-z,’']\\s+${word}\\b`).test(question)

/** No kind of legal source exists for court decisions, so they cannot be ingested. */
const DECISIONS =
  /\b(?:case law|judgments?|courts? (?:decide|decided|say|said|held|hold|rule|ruled)|(?:High|Supreme) Court)\b/i

/** Rates and fees change every year, and the text with the current amount may not be ingested. */
const AMOUNT_OF_A_YEAR =
  /(?<=\b(?:rates?|fees?|amounts?|limits?|thresholds?|ceilings?|percentages?|much)\b.*)\b20\d\d\b(?!\/)/i

/** An Act stored under another of its names would be refused wrongly. A missing Act therefore adds a note instead of a refusal. */
const ACT = /\bAct\b/

/** Whether the passage is a guidance note based on the named legal source. */
const isNoteOn = ({ kind, sources }: PlacedPassage, name: string): boolean =>
  kind === 'DIGEST' &&
  sources.some((id) =>
    INSTRUMENTS[CITATIONS[id as CitationId].instrument].name.toLowerCase().includes(name.toLowerCase()),
  )

const OTHER_SUBJECT =
  'The assistant answers questions on occupational pension schemes, PRSAs and automatic enrolment. This question is about another subject.'

const OUTSIDE_WORDS =
  'No answer: we found nothing close enough in the sources. Rephrase the question or name the provision.'

const refused = (reasonCode: RefusalReason, reason: string): MadeAnswer => ({
  mode: 'REFUSED',
  refused: true,
  reason,
  reasonCode,
  answer: reason,
  sentences: [],
  citations: [],
  notes: [],
  model: null,
  sentQuestion: null,
})

/** Returns a citation for each quoted passage, numbered in the order of the answer. */
const citationsOf = (chosen: readonly Candidate[], passages: readonly PlacedPassage[]): AnswerCitation[] =>
  [...new Set(chosen.map(({ passage }) => passage))].map((index, place) =>
    citationOf(
      passages[index] as PlacedPassage,
      place,
      chosen.find(({ passage }) => passage === index)?.text ?? '',
    ),
  )

const citationOf = (
  {
    sourceId,
    docId,
    title,
    kind,
    versionOn,
    anchor,
    citation,
    headingPath,
    sources,
    confidence,
    laterText,
    why,
  }: PlacedPassage,
  place: number,
  quote: string,
): AnswerCitation => ({
  number: place + 1,
  sourceId,
  docId,
  title,
  kind,
  versionOn,
  anchor,
  citation,
  headingPath,
  quote,
  sources,
  confidence,
  ...(laterText.length > 0 && { laterText }),
  why,
})

const numberOf = (citations: readonly AnswerCitation[], { sourceId, anchor }: PlacedPassage): number =>
  citations.find((one) => one.sourceId === sourceId && one.anchor === anchor)?.number ?? 0

export const OF_UNCONFIRMED = 'No stored source confirms a part of this answer: it names the part.'
/** How guidance notes name what no stored source confirms. */
const SAYS_UNCONFIRMED = /\bnot (?:held|verified|checked)\b/

interface Noted {
  /** The sentences of the answer. */
  said: readonly Pick<Candidate, 'leadIn' | 'text'>[]
  /** Short answers of guidance notes among them. */
  short: readonly string[]
  citations: readonly AnswerCitation[]
}

function notesOn(read: ReadQuestion, { said, short, citations }: Noted): string[] {
  const { question, coverage, absent, words, unknownNames, passages } = read
  const notes: string[] = []
  const named = passages.filter(({ why }) => why.isNamed)
  if (named.length > 0 && named.every(({ kind }) => kind === 'DIGEST'))
    notes.push('The text of this provision is not in the sources: this answer is based on a guidance note.')
  if (absent.length > 0)
    notes.push(
      `${listed(absent.map((name) => `“${name}”`))} is not in the legal sources. This answer uses other sources.`,
    )
  if (!isNamed(read) && coverage < UNSURE)
    notes.push('These passages match only part of the question and may not be relevant.')
  const unknown = [...unknownNames, ...words.filter(({ isKnown }) => !isKnown).map(({ word }) => word)].map(
    (word) => `“${word}”`,
  )
  if (unknown.length > 0) notes.push(`No legal source mentions ${listed(unknown)}.`)
  const rarest = words.find(({ isKnown }) => isKnown)
  const has = new Set(passages.flatMap(({ why }) => why.terms.map(({ term }) => term)))
  if (rarest && !isNamed(read) && !has.has(rarest.lexeme))
    notes.push(`The passages found do not mention “${rarest.word}”.`)
  if (
    isQuestionForFigure(question) &&
    !said.some(({ leadIn, text }) =>
      [text, leadIn ?? ''].some((part) => hasFigure(part) && hasCountAskedFor(question, part)),
    )
  )
    notes.push('The question asks for a figure, but these sentences give none.')
  const bodies = listBodiesUnmentioned(
    question,
    said.map(({ leadIn, text }) => `${leadIn} ${text}`).join('\n'),
  )
  if (bodies.length > 0) notes.push(`These sentences do not mention the ${listed(bodies)}.`)
  const [year] = AMOUNT_OF_A_YEAR.exec(question) ?? []
  if (year && !said.some(({ leadIn, text }) => `${leadIn} ${text}`.includes(year)))
    notes.push(`These sentences do not mention ${year}: the amount for that year may differ.`)
  if (DECISIONS.test(question)) notes.push('The sources do not include court decisions.')
  if (citations.some(({ kind }) => kind === 'DIGEST')) notes.push(OF_NOTES)
  if (short.some((text) => SAYS_UNCONFIRMED.test(text))) notes.push(OF_UNCONFIRMED)
  const outdated = citations
    .filter(({ laterText }) => laterText !== undefined)
    .map(({ number }) => String(number))
  if (outdated.length > 0)
    notes.push(
      outdated.length === 1
        ? `Source ${outdated[0]} is quoted as enacted, and a later Act changed it. The later text is named at the source.`
        : `Sources ${listed(outdated, 'and')} are quoted as enacted, and later Acts changed them. The later text is named at each source.`,
    )
  return notes
}

const listed = (words: readonly string[], conjunction: 'or' | 'and' = 'or'): string =>
  words.length === 1
    ? (words[0] as string)
    : `${words.slice(0, -1).join(', ')} ${conjunction} ${words.at(-1)}`
