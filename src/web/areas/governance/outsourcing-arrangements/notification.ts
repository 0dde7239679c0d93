/** By when the Authority is told of an outsourcing, and whether it was in time. */
import type { OutsourcingArrangement } from '../../../../contract/outsourcing-arrangements.ts'
import { formatDate } from '../../../format.ts'

type Facts = Pick<
  OutsourcingArrangement,
  'isKeyFunction' | 'isManagement' | 'inForceFrom' | 'notifyByOn' | 'authorityNotifiedOn' | 'status'
>

/** Told before it enters into force; anything else is told in good time. */
export const isToldBefore = ({ isKeyFunction, isManagement }: Facts): boolean => isKeyFunction || isManagement

/** The last day is ahead or has passed, and nobody was told yet. */
export const isWaitingForNotification = (arrangement: Facts): boolean =>
  isToldBefore(arrangement) && arrangement.status === 'PLANNED' && arrangement.authorityNotifiedOn === null

export function formatNotification(arrangement: Facts): string {
  const { authorityNotifiedOn: on, inForceFrom } = arrangement
  if (!on) return arrangement.status === 'ENDED' ? '—' : 'Not notified'
  const isLate = isToldBefore(arrangement) && inForceFrom !== null && on >= inForceFrom
  return isLate ? `${formatDate(on)}, too late` : formatDate(on)
}
