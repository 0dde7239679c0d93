import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { subscribeToFactorRequired } from '../client.ts'
import { sessionQuery } from '../session.tsx'
import FactorReminder from './factor-reminder.tsx'

/** Reminds users without the second factor that their firm requires, and opens the page to set one up once the service requires it. */
export default function FactorRequirement() {
  const dueAt = useSuspenseQuery(sessionQuery).data.secondFactorDueAt
  const queries = useQueryClient()
  const router = useRouter()
  useEffect(
    () =>
      subscribeToFactorRequired(() => {
        // The service limits the session to setting up a second factor, and the router opens the page for it.
        void queries.refetchQueries({ queryKey: sessionQuery.queryKey }).then(() => router.invalidate())
      }),
    [queries, router],
  )
  return dueAt && <FactorReminder dueAt={dueAt} />
}
