/**
 * The golden set of the assistant's evaluation: questions written for this product, with what a right answer rests on. `dev` may be
 * tuned on, `held` may not.
 *
 * - `direct`, `lay`, `citation`: any one of `sources` answers. A citation question names the provision it asks for.
 * - `two-provisions`: all of `sources` are needed.
 * - `digest`: no stored text answers; a note of the digest does, under one of `citations`.
 * - `not-in-corpus`, `wrong-jurisdiction`, `off-topic`: right is to say so; `answer` says why.
 *
 * `facts` is what a right answer has to contain, compared in normaliseWords.
 */
import { readFileSync } from 'node:fs'

const UNANSWERABLE = ['not-in-corpus', 'wrong-jurisdiction', 'off-topic'] as const
export const KINDS = ['direct', 'lay', 'citation', 'two-provisions', 'digest', ...UNANSWERABLE] as const
export type GoldenKind = (typeof KINDS)[number]

export interface GoldenQuestion {
  id: string
  half: 'dev' | 'held'
  kind: GoldenKind
  question: string
  /** `docId` is the name of the text's file without its ending; `unit` what stands before the dash in a heading there. */
  sources: { docId: string; unit: string }[]
  /** Ids of the citation registry. */
  citations: string[]
  /** Key facts in our own words. */
  answer: string
  facts: string[]
}

export const isAnswerable = ({ kind }: GoldenQuestion): boolean => !UNANSWERABLE.some((no) => no === kind)

export const goldenSet = JSON.parse(
  readFileSync(new URL('./questions.json', import.meta.url), 'utf8'),
) as GoldenQuestion[]
