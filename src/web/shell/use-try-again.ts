import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { forgetFailures } from '../queries.ts'

/** Asks again for everything on screen, and draws again what had failed. */
export function useTryAgain(): () => void {
  const queries = useQueryClient()
  const router = useRouter()
  return () => {
    forgetFailures(queries)
    void queries.invalidateQueries()
    void router.invalidate()
  }
}
