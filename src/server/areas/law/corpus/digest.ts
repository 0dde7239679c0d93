/**
 * Reads the starter digest of `corpus/digest` and its synonyms. Guidance notes are written in our own words; corpus/README.md has the
 * format.
 */
import { CITATIONS, type Citation, type CitationId } from '../../../../contract/citations.ts'
import { INSTRUMENTS, type InstrumentId } from '../../../../contract/instruments.ts'
import { listInstruments, listReferences, type Mention, parseUnit, type Reference } from './provisions.ts'
import { type Chunk, hashText, type PlaceInText } from './split-into-chunks.ts'

export interface Note {
  id: string
  heading: string
  sources: CitationId[]
  confidence: 'H' | 'M' | 'L'
  /** Calendar rules that the note describes. */
  rules: string[]
  /** Periods that the law states, counted from an event in the question. */
  periods: StatedPeriod[]
  questions: string[]
  /** Further wordings of the questions, which only the match of a question with a note reads. */
  alsoAsked: string[]
  /** Answers the questions in one or two sentences that stand alone. */
  short: string
  body: string
}

/** "Payment of the transfer: 3 months after the receipt of the application". "after": the day of the event does not count. */
export interface StatedPeriod {
  title: string
  count: number
  unit: 'DAY' | 'MONTH'
  /** The event with its preposition. */
  start: string
}

export interface DigestFile {
  subject: string
  notes: Note[]
}

/** An error in a file of the digest, with its place. */
export class DigestError extends Error {}

const NOTE = /^## (?<heading>.+?) \{#(?<id>[a-z0-9-]+)\}$/
const FIELD = /^(?<name>Sources|Confidence|Rules|Questions|Also|Period|Short): (?<value>.+)$/
const PERIOD = /^(?<title>.+): (?<count>\d+) (?<unit>day|month)s? (?<start>after .+)$/

export function readDigestFile(name: string, text: string): DigestFile {
  const fail = (what: string): never => {
    throw new DigestError(`${name}: ${what}`)
  }
  const [opening = '', ...parts] = text.split(/^(?=## )/m)
  const subject = /^# (.+)$/m.exec(opening)?.[1] ?? fail('the first line names the subject: "# Subject"')
  const notes = parts.map((part): Note => {
    const [first = '', ...lines] = part.split(/\r?\n/)
    const { heading, id } = NOTE.exec(first)?.groups ?? fail(`"${first}" is not "## Heading {#id}"`)
    const fields = new Map<string, string>()
    let start = 0
    for (; start < lines.length; start++) {
      const found = FIELD.exec(lines[start] ?? '')?.groups
      if (!found?.name || !found.value) break
      fields.set(found.name, found.value)
    }
    const confidence = fields.get('Confidence')
    if (confidence !== 'H' && confidence !== 'M' && confidence !== 'L') fail(`${id}: Confidence is H, M or L`)
    const sources = listIn(fields.get('Sources'), ', ')
    if (sources.length === 0) fail(`${id}: a note names its sources`)
    for (const source of sources)
      if (!(source in CITATIONS)) fail(`${id}: ${source} is not a known reference`)
    const body = lines.slice(start).join('\n').trim()
    if (body === '') fail(`${id}: the note is empty`)
    return {
      id: id as string,
      heading: heading as string,
      sources: sources as CitationId[],
      confidence: confidence as Note['confidence'],
      rules: listIn(fields.get('Rules'), ', '),
      periods: listIn(fields.get('Period'), ' | ').map(
        (period) => parsePeriod(period) ?? fail(`${id}: a period is "title: 3 months after the event"`),
      ),
      questions: listIn(fields.get('Questions'), ' | '),
      alsoAsked: listIn(fields.get('Also'), ' | '),
      short: fields.get('Short') ?? fail(`${id}: a note has a short answer`),
      body,
    }
  })
  return { subject, notes }
}

function parsePeriod(text: string): StatedPeriod | null {
  const { title, count, unit, start } = PERIOD.exec(text)?.groups ?? {}
  return title && count && unit && start
    ? { title, count: Number(count), unit: unit === 'day' ? 'DAY' : 'MONTH', start }
    : null
}

const listIn = (text: string | undefined, separator: string): string[] =>
  text === undefined ? [] : text.split(separator).map((item) => item.trim())

/** Converts a guidance note to a passage: under its subject, with the provisions it is based on. */
export const toChunk = (subject: string, note: Note): Chunk => {
  const headingPath = [subject, note.heading]
  const body = `${note.short}\n\n${note.body}`
  return {
    anchor: note.id,
    unitKind: 'PASSAGE',
    unitNumber: null,
    provisions: [],
    isOfAnother: false,
    given: null,
    citation: note.heading,
    headingPath,
    body,
    questions: note.questions,
    sources: note.sources,
    restsOn: note.sources.flatMap(listPlaces),
    confidence: note.confidence,
    contentHash: hashText(
      note.heading,
      note.confidence,
      JSON.stringify(note.sources.map(listPlaces)),
      ...note.sources,
      ...note.questions,
      body,
    ),
  }
}

/** Returns the places in legal sources that a citation of the registry refers to. Empty if the citation was not found in a source. */
export function listPlaces(id: CitationId): PlaceInText[] {
  const { unit, label }: Citation = CITATIONS[id]
  const { kind, number } = parseUnit(unit?.heading.replace(/\s*(?:—\s*)?$/, '') ?? '')
  if (unit === null || number === null) return []
  // "s.58A(1)" is paragraph 1 of the unit only if the unit is the section that it names.
  const isOfUnit = label
    .toLowerCase()
    .replace(/[^0-9a-z(]/g, ' ')
    .includes(` ${number.toLowerCase()}(`)
  const marks = isOfUnit
    ? [...label.matchAll(/\(([0-9a-zA-Z]+)\)/g)].map(([, mark]) => mark?.toLowerCase())
    : []
  return [{ docId: unit.docId, kind, number, provision: marks.length > 0 ? marks.join('.') : null }]
}

const PLACES: readonly { id: string; instrument: string; short: InstrumentId; reference: Reference }[] =
  Object.entries<Citation>(CITATIONS).flatMap(([id, { instrument, label }]) =>
    listReferences(label).map((reference) => ({
      id,
      instrument: INSTRUMENTS[instrument].name.toLowerCase(),
      short: instrument,
      reference,
    })),
  )

/** Names of sources that are not their titles: "Article 28 of IORP II", "section 54 of the Automatic Enrolment Act". */
const SPOKEN_NAMES: readonly { name: RegExp; instrument: InstrumentId }[] = [
  { name: /\biorp\b|\b2016\/2341\b/i, instrument: 'DIR' },
  { name: /\bdora\b/i, instrument: 'DORA' },
  { name: /\bgdpr\b|\bdata protection regulation\b/i, instrument: 'GDPR' },
  { name: /\bsfdr\b/i, instrument: 'SFDR' },
  { name: /\bauto(?:matic)?[- ]?enrol\w*[^.;?]{0,30}\bact\b/i, instrument: 'AE' },
  // Not the Social Welfare and Pensions Acts, and no Act of another year.
  { name: /(?<!\band )\bpensions? act\b(?! (?:of )?(?!1990)\d{4})/i, instrument: 'PA' },
  { name: /\btaxes consolidation act\b|\btca\b/i, instrument: 'TCA' },
]

const findSpokenName = (text: string): InstrumentId | undefined =>
  SPOKEN_NAMES.find(({ name }) => name.test(text))?.instrument

/**
 * Returns the citations of the registry for a reference to any part of a unit. They lead to guidance notes on provisions that are not
 * ingested. If the mention names its source, only citations of that source are returned.
 */
export function listCitationForms({ kind, number, before, after }: Mention): string[] {
  const [text = listInstruments(before).at(-1)] = listInstruments(after)
  const places = PLACES.filter(({ reference }) => reference.kind === kind && reference.number === number)
  const spoken = findSpokenName(after) ?? findSpokenName(before)
  const ofSpoken = places.filter(({ short }) => short === spoken)
  const named =
    ofSpoken.length > 0
      ? ofSpoken
      : places.filter(({ instrument }) => text === undefined || instrument.includes(text.toLowerCase()))
  return named.map(({ id }) => id)
}

/** Synonyms: `said` is the term of a question, `written` the term of the legal sources. */
export type Synonyms = readonly { said: string; written: string }[]

export function readSynonyms(text: string): Synonyms {
  return text
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .map((line, index) => {
      const [said, written, ...more] = line.split(' = ')
      if (!said || !written || more.length > 0)
        throw new DigestError(`synonyms.txt, line ${index + 1}: "${line}" is not "said = written"`)
      return { said: toSpokenWords(said), written }
    })
}

/** Returns the synonyms whose `said` occurs in the question, compared by word stems. Each `written` occurs once. */
export function getSynonymsIn(question: string, synonyms: Synonyms): Synonyms {
  const words = ` ${stemWords(toSpokenWords(question))} `
  const matches = synonyms.filter((synonym) => words.includes(` ${stemWords(synonym.said)} `))
  return [...new Map(matches.map((synonym) => [synonym.written, synonym])).values()]
}

const toSpokenWords = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim()

/** "leaked" and "leaks" become "leak". The stemmer is rough, but the same on both sides. */
const stemWords = (words: string): string =>
  words.replaceAll(/\b([a-z]{3,}?)(?:ies|ied|y|ing|ed|es|s|e)\b/g, '$1')
