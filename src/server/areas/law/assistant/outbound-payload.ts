/** What would leave for a question: as much of it as the firm sends, and passages that are proven. Shown before it is sent. */
import type { QuestionsSent } from '../../../../contract/tenants.ts'
import type { RunQuery } from '../../../pipeline/define-operation.ts'
import type { Rows, Statement } from '../../../platform/batch.ts'
import { createNameSet, type NameSet, type PersonName } from '../../../platform/personal-data.ts'
import { isAsIngested, type KeptPassage, type PlacedPassage, selectKeptPassages } from '../corpus/index.ts'
import { createPublicChunk, type PublicChunk } from './disclosure.ts'
import { readLexicon, selectLexicon, toKnownWords } from './lexicon.ts'
import { listReadings } from './personal-data-scan.ts'
import { type ProjectedQuestion, type QuestionMode, redactQuestion } from './redact-question.ts'

/** People of the firm of whose name so many words stand in a text, one a row, for `readNames`. */
export type NamesAmong = (text: string, least: number) => Statement

export interface Leaving {
  question: ProjectedQuestion | null
  /** Those that are sent, and where each comes from, in the same order. */
  chunks: PublicChunk[]
  passages: PlacedPassage[]
  names: NameSet
}

export const MODES = {
  PROJECTED: 'projected',
  STRICT: 'strict',
} as const satisfies Record<Exclude<QuestionsSent, 'NEVER'>, QuestionMode>

/** What organisations are called by. A user or a trustee may be one, and its words are those of the law. */
const ORGANISATION =
  /\b(?:limited|ltd|plc|dac|clg|llp|trustees?|company|services|group|pensions?|solicitors|consult\w*|partners|administrat\w*|office|team|compliance|risk|audit)\b/i

export const readNames = (rows: Rows = []): PersonName[] =>
  rows.flatMap(([name, surname, kind]) =>
    !name || (kind !== 'MEMBER' && ORGANISATION.test(name)) ? [] : [{ name, surname: surname ?? null }],
  )

export const hasMembers = (rows: Rows = []): boolean => rows.some(([, , kind]) => kind === 'MEMBER')

/** People of whose name so many words stand in a text, however it is written. */
export function selectNamesWithin(text: string, namesAmong: NamesAmong, least: number): Statement {
  const { forwards, backwards } = listReadings(text)
  return namesAmong([...forwards, ...backwards].join(' '), least)
}

export interface Proven {
  passage: PlacedPassage
  chunk: PublicChunk
  contentHash: string
}

/** A passage whose text differs from the imported source is left out and reported. `kept`: the result of `selectKeptPassages`. */
export function selectProven(
  passages: readonly PlacedPassage[],
  kept: Rows | undefined,
  onUnproven: (citation: string) => void,
): Proven[] {
  const all = new Map((JSON.parse(kept?.[0]?.[0] as string) as KeptPassage[]).map((one) => [one.id, one]))
  return passages.flatMap((passage) => {
    const found = all.get(passage.id)
    if (found && isAsIngested(found))
      return [{ passage, chunk: createPublicChunk(found), contentHash: found.contentHash }]
    onUnproven(passage.citation)
    return []
  })
}

/** 422 where personal data would leave. */
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
}): Promise<Leaving> {
  const [named, lexicon, kept] = await runQuery(
    selectNamesWithin(question, namesAmong, 1),
    selectLexicon(question),
    selectKeptPassages(passages.map(({ id }) => id)),
  )
  const names = createNameSet(readNames(named))
  const known = toKnownWords(readLexicon(lexicon?.[0]?.[0] as string))
  const proven = selectProven(passages, kept, onUnproven)
  return {
    question: redactQuestion({ question, mode: MODES[sends], known, names }),
    chunks: proven.map(({ chunk }) => chunk),
    passages: proven.map(({ passage }) => passage),
    names,
  }
}
