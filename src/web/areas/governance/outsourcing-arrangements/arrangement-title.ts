import type { OutsourcingArrangement } from '../../../../contract/outsourcing-arrangements.ts'
import { toSentenceCase } from '../../../format.ts'
import { formatCode } from '../../../labels.ts'

/** `Lee Valley Administrators, registered administrator` */
export const formatArrangementTitle = ({
  activity,
  providerName,
}: Pick<OutsourcingArrangement, 'activity' | 'providerName'>): string =>
  `${providerName}, ${toSentenceCase(formatCode(activity))}`
