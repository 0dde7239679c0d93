/** What would leave for a question: as much of it as the firm sends, and passages that are proven. Shown before it is sent. */
import type { QuestionsSent } from '../../../contract/tenants.ts'
import type { Ask } from '../../operation/perform.ts'
import type { Rows, Statement } from '../../platform/batch.ts'
import { type NameSet, namesFrom, type PersonName } from '../../platform/personal-data.ts'
import { isAsIngested, type KeptPassage, keptPassages, type PlacedPassage } from '../corpus/index.ts'
import { type PublicChunk, publicChunk } from './disclosure.ts'
import { knownWords, lexiconOf, readLexicon } from './lexicon.ts'
import { type ProjectedQuestion, projectQuestion, type QuestionMode } from './projecting.ts'
import { readingsOf } from './scanning.ts'

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
export function namesWithin(text: string, namesAmong: NamesAmong, least: number): Statement {
  const { forwards, backwards } = readingsOf(text)
  return namesAmong([...forwards, ...backwards].join(' '), least)
}

export interface Proven {
  passage: PlacedPassage
  chunk: PublicChunk
  contentHash: string
}

/** A passage that does not say what was brought in is left out, and told of. `kept`: what `keptPassages` answered for them. */
export function provenAmong(
  passages: readonly PlacedPassage[],
  kept: Rows | undefined,
  onUnproven: (citation: string) => void,
): Proven[] {
  const all = new Map((JSON.parse(kept?.[0]?.[0] as string) as KeptPassage[]).map((one) => [one.id, one]))
  return passages.flatMap((passage) => {
    const found = all.get(passage.id)
    if (found && isAsIngested(found))
      return [{ passage, chunk: publicChunk(found), contentHash: found.contentHash }]
    onUnproven(passage.citation)
    return []
  })
}

/** 422 where personal data would leave. */
export async function whatLeaves({
  question,
  sends,
  passages,
  ask,
  namesAmong,
  onUnproven,
}: {
  question: string
  sends: Exclude<QuestionsSent, 'NEVER'>
  passages: readonly PlacedPassage[]
  ask: Ask
  namesAmong: NamesAmong
  onUnproven: (citation: string) => void
}): Promise<Leaving> {
  const [named, lexicon, kept] = await ask(
    namesWithin(question, namesAmong, 1),
    lexiconOf(question),
    keptPassages(passages.map(({ id }) => id)),
  )
  const names = namesFrom(readNames(named))
  const known = knownWords(readLexicon(lexicon?.[0]?.[0] as string))
  const proven = provenAmong(passages, kept, onUnproven)
  return {
    question: projectQuestion({ question, mode: MODES[sends], known, names }),
    chunks: proven.map(({ chunk }) => chunk),
    passages: proven.map(({ passage }) => passage),
    names,
  }
}
