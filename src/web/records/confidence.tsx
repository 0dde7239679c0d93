/** How sure a rule is, in words: what was not read in the text is never shown like law. */
import type { Obligation } from '../../contract/obligations.ts'
import { Status } from '../ui/status.tsx'

type Confidence = Obligation['confidence']

const WORDS: Record<Confidence, string> = {
  H: 'Read in the text',
  M: 'Partly confirmed',
  L: 'Not confirmed',
}
export const confidenceWords = (confidence: Confidence): string => WORDS[confidence]

export function Confidence({ confidence }: { confidence: Confidence }) {
  if (confidence === 'H') return <span className="text-muted">{WORDS.H}</span>
  return <Status tone={confidence === 'M' ? 'settled' : 'idle'}>{WORDS[confidence]}</Status>
}
