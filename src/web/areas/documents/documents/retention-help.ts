/** Until when a document is kept where no day is entered, as far as the person may know the settings of the firm. */

import { useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { addMonths } from '../../../../contract/civil-dates.ts'
import { canSeeEveryFirm } from '../../../../contract/users.ts'
import { formatCount, formatDate } from '../../../../contract/value-format.ts'
import { operation } from '../../../operation.ts'
import { createQuery } from '../../../queries.ts'
import { useMay, usePerson } from '../../../session.tsx'

/** Of a new document: from the day it was received, or from today. */
export function useRetentionHelp(today: string): string {
  const receivedOn = useWatch({ name: 'receivedOn' })
  const may = useMay()
  const { tenantId } = usePerson()
  const isKnown = may(operation('tenant.get')) && !may(canSeeEveryFirm)
  const { data } = useQuery({ ...createQuery(operation('tenant.get'), { id: tenantId }), enabled: isKnown })
  const years = data?.settings.retentionYears
  if (years === undefined) return 'Leave empty for the retention period of the firm, from the date received.'
  const from = typeof receivedOn === 'string' && /^\d{4}-\d\d-\d\d$/.test(receivedOn) ? receivedOn : today
  return `Empty: ${formatDate(addMonths(from, 12 * years))}, ${formatCount(years, 'year')} from the date received (firm settings).`
}
