import type { OutsourcingArrangement } from '../../../../contract/outsourcing-arrangements.ts'
import { formatDate, toSentenceCase } from '../../../../contract/value-format.ts'
import { formatCode } from '../../../labels.ts'

/** `Lee Valley Administrators, registered administrator` */
export const formatArrangementTitle = ({
  activity,
  providerName,
}: Pick<OutsourcingArrangement, 'activity' | 'providerName'>): string =>
  `${providerName}, ${toSentenceCase(formatCode(activity))}`

/** The deadline for notifying the Authority of an outsourcing, and whether it was met. */

type Facts = Pick<
  OutsourcingArrangement,
  'isKeyFunction' | 'isManagement' | 'inForceFrom' | 'notifyByOn' | 'authorityNotifiedOn' | 'status'
>

/** Key activities are notified before they enter into force, all others in a timely manner. */
export const mustNotifyBeforeEntry = ({ isKeyFunction, isManagement }: Facts): boolean =>
  isKeyFunction || isManagement

/** No notification is recorded yet, before or after the last day. */
export const isWaitingForNotification = (arrangement: Facts): boolean =>
  mustNotifyBeforeEntry(arrangement) &&
  arrangement.status === 'PLANNED' &&
  arrangement.authorityNotifiedOn === null

export function formatNotification(arrangement: Facts): string {
  const { authorityNotifiedOn: on, inForceFrom } = arrangement
  if (!on) return arrangement.status === 'ENDED' ? '—' : 'Not notified'
  const isLate = mustNotifyBeforeEntry(arrangement) && inForceFrom !== null && on >= inForceFrom
  return isLate ? `${formatDate(on)}, too late` : formatDate(on)
}

export interface SubOutsourcedActivity {
  name: string
  activity: string
}

/** One line each; what has no colon has no activity, which the contract refuses. */
export const parseSubOutsourcing = (text: string): SubOutsourcedActivity[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => {
      const colon = line.indexOf(':')
      return colon < 0
        ? { name: line, activity: '' }
        : { name: line.slice(0, colon).trim(), activity: line.slice(colon + 1).trim() }
    })

export const formatSubOutsourcing = (passed: readonly SubOutsourcedActivity[]): string =>
  passed.map(({ name, activity }) => (activity ? `${name}: ${activity}` : name)).join('\n')
