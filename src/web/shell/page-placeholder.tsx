import { useRouterState } from '@tanstack/react-router'
import { PageSkeleton, RecordSkeleton } from '../ui/skeleton.tsx'

/** Stands for a page while it loads: for a record, whose address has its id, or for a list. */
export function PagePlaceholder() {
  const isOfRecord = useRouterState({
    select: ({ matches }) => matches.at(-1)?.fullPath.includes('$') ?? false,
  })
  return isOfRecord ? <RecordSkeleton /> : <PageSkeleton />
}
