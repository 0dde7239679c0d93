/**
 * Builds the outbound payload of a question: the words of it that the firm allows to be sent, and proven passages. Also used for the
 * preview.
 */
import type { QuestionsSent } from '../../../../contract/tenants.ts'
import type { RunQuery } from '../../../pipeline/define-operation.ts'
import type { Rows, Statement } from '../../../platform/batch.ts'
import { createNameSet, type NameSet, type PersonName } from '../../../platform/personal-data.ts'
import {
  isUnchangedSinceIngest,
  type PlacedPassage,
  type StoredPassage,
  selectStoredPassages,
} from '../corpus/index.ts'
import { createPublicChunk, type PublicChunk } from './disclosure.ts'
import { readLexicon, selectLexicon, toKnownWords } from './lexicon.ts'
import { listReadings } from './personal-data-scan.ts'
import { type QuestionMode, type RedactedQuestion, redactQuestion } from './redact-question.ts'

/** Selects the people of the firm with at least `least` words of their name in the text, one per row, for `readNames`. */
export type NamesAmong = (text: string, least: number) => Statement

export interface OutboundQuestion {
  question: RedactedQuestion | null
  /** `chunks` are sent; `passages` are their sources, in the same order. */
  chunks: PublicChunk[]
  passages: PlacedPassage[]
  names: NameSet
}

export const MODES = {
  PROJECTED: 'projected',
  STRICT: 'strict',
} as const satisfies Record<Exclude<QuestionsSent, 'NEVER'>, QuestionMode>

/** Words in the names of organisations. A user or trustee may be an organisation, and the words of its name also occur in the law. */
const ORGANISATION =
  /\b(?:limited|ltd|plc|dac|clg|llp|trustees?|company|services|group|pensions?|solicitors|consult\w*|partners|administrat\w*|office|team|compliance|risk|audit)\b/i

export const readNames = (rows: Rows = []): PersonName[] =>
  rows.flatMap(([name, surname, kind]) =>
    !name || (kind !== 'MEMBER' && ORGANISATION.test(name)) ? [] : [{ name, surname: surname ?? null }],
  )

export const hasMembers = (rows: Rows = []): boolean => rows.some(([, , kind]) => kind === 'MEMBER')

/** Selects the people with at least `least` words of their name in the text, including its decoded and reversed readings. */
export function selectNamesWithin(text: string, namesAmong: NamesAmong, least: number): Statement {
  const { forwards, backwards } = listReadings(text)
  return namesAmong([...forwards, ...backwards].join(' '), least)
}

export interface Proven {
  passage: PlacedPassage
  chunk: PublicChunk
  contentHash: string
}

/** Leaves out passages whose text differs from the ingested text, and reports them. `kept` is the result of `selectStoredPassages`. */
export function getProvenPassages(
  passages: readonly PlacedPassage[],
  storedRows: Rows | undefined,
  onUnproven: (citation: string) => void,
): Proven[] {
  const all = new Map(
    (JSON.parse(storedRows?.[0]?.[0] as string) as StoredPassage[]).map((one) => [one.id, one]),
  )
  return passages.flatMap((passage) => {
    const found = all.get(passage.id)
    if (found && isUnchangedSinceIngest(found))
      return [{ passage, chunk: createPublicChunk(found), contentHash: found.contentHash }]
    onUnproven(passage.citation)
    return []
  })
}

/** Throws 422 if the payload would contain personal data. */
export async function buildOutboundPayload({
  question,
  sends,
  passages,
  runQuery,
  namesAmong,
  onUnproven,
}: {
  question: string
  sends: Exclude<QuestionsSent, 'NEVER'>
  passages: readonly PlacedPassage[]
  runQuery: RunQuery
  namesAmong: NamesAmong
  onUnproven: (citation: string) => void
}): Promise<OutboundQuestion> {
  const [named, lexicon, storedRows] = await runQuery(
    selectNamesWithin(question, namesAmong, 1),
    selectLexicon(question),
    selectStoredPassages(passages.map(({ id }) => id)),
  )
  const names = createNameSet(readNames(named))
  const known = toKnownWords(readLexicon(lexicon?.[0]?.[0] as string))
  const proven = getProvenPassages(passages, storedRows, onUnproven)
  return {
    question: redactQuestion({ question, mode: MODES[sends], known, names }),
    chunks: proven.map(({ chunk }) => chunk),
    passages: proven.map(({ passage }) => passage),
    names,
  }
}
