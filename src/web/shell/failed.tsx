import { Refused } from '../client.ts'
import { problemWords } from '../problems.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/notice.tsx'
import { NotFound } from './not-found.tsx'

const TITLES: Record<number, string> = { 403: 'Not yours to see', 429: 'Too many requests', 503: 'Busy' }

/** What a page shows instead of what it could not get. */
export function Failed({ error, reset }: { error: unknown; reset?: () => void }) {
  if (error instanceof Refused && (error.status === 404 || error.status === 400)) return <NotFound />
  const status = error instanceof Refused ? error.status : 0
  return (
    <div role="alert">
      <EmptyState
        title={TITLES[status] ?? 'This could not be loaded'}
        action={<Button onClick={reset ?? (() => window.location.reload())}>Try again</Button>}
      >
        {problemWords(error)}
      </EmptyState>
    </div>
  )
}
