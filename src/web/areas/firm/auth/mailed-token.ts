/** The token of a link that was mailed. */
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { PAGES } from '../../../../contract/pages.ts'
import { Refused } from '../../../client.ts'

/** Whether the link was refused: expired, used or replaced by a newer one. */
export const isUnusable = (error: unknown): boolean =>
  error instanceof Refused && error.issues.some(({ path }) => path[0] === 'token')

/** The token of the address, which then leaves the address: it would stay in the browser's history, and in what is copied. */
export function useTokenOnce(
  from: typeof PAGES.resetPassword | typeof PAGES.acceptInvitation | typeof PAGES.confirmEmail,
) {
  const search = useSearch({ from })
  const [token] = useState(search.token)
  const navigate = useNavigate()
  const isInAddress = search.token !== undefined
  useEffect(() => {
    if (isInAddress) void navigate({ to: from, search: {}, replace: true })
  }, [isInAddress, navigate, from])
  return { token }
}
