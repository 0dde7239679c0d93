import type { OutsourcingArrangement } from '../../../contract/outsourcing-arrangements.ts'
import { codeWords } from '../../labels.ts'
import { inSentence } from '../../words.ts'

/** `Lee Valley Administrators, registered administrator` */
export const arrangementTitle = ({
  activity,
  providerName,
}: Pick<OutsourcingArrangement, 'activity' | 'providerName'>): string =>
  `${providerName}, ${inSentence(codeWords(activity))}`
