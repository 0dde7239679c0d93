/** States how far the recalculation of a large firm is after a change of its settings. Only a firm with many schemes has one. */

import { useQuery } from '@tanstack/react-query'
import { getDashboard } from '../../contract/dashboard.ts'
import { formatCount, formatNumber } from '../../contract/value-format.ts'
import { createQuery } from '../queries.ts'
import { Notice } from '../ui/notice.tsx'

const READ_AGAIN_MS = 2_000

export function RecalculationNotice() {
  const { data } = useQuery({
    ...createQuery(getDashboard, {}),
    refetchInterval: ({ state }) => (state.data?.recalculation ? READ_AGAIN_MS : false),
  })
  if (!data?.recalculation) return null
  const { schemes, recalculated } = data.recalculation
  return (
    <Notice title="Obligations are being recalculated">
      The settings of the firm have changed. {formatNumber(recalculated)} of {formatCount(schemes, 'scheme')}{' '}
      are done; the others still have the dates of the earlier settings.
    </Notice>
  )
}
