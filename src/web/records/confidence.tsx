/** How sure a rule is, in words: what was not read in the text is never shown like law. */
import type { Obligation } from '../../contract/obligations.ts'
import { formatCode } from '../labels.ts'
import { Status } from '../ui/status.tsx'

type Confidence = Obligation['confidence']

export const formatConfidence = (confidence: Confidence): string => formatCode(confidence, 'confidence')

export function Confidence({ confidence }: { confidence: Confidence }) {
  if (confidence === 'H') return <span className="text-muted">{formatConfidence('H')}</span>
  return <Status tone={confidence === 'M' ? 'settled' : 'idle'}>{formatConfidence(confidence)}</Status>
}
