import { useInfiniteQuery } from '@tanstack/react-query'
import type { Contract, Sent } from '../../contract/define.ts'
import { formatLoadProblem } from '../problems.ts'
import { createInfiniteQuery, type RowOf } from '../queries.ts'
import type { NextPage } from '../ui/show-more.tsx'

/** The rows of a list so far, and the next page of them: of what is always asked, those that the filters leave. */
export function useListQuery<C extends Contract>(contract: C, fixed: Partial<Sent<C>>, filters: object = {}) {
  const sent = { ...filters, ...fixed } as Sent<C>
  const query = useInfiniteQuery({
    ...createInfiniteQuery(contract, sent),
    // While a filter changes the rows before it stay, so that nothing jumps; another scheme's rows do not.
    placeholderData: (before, query) => (isAbout(query?.queryKey[2], fixed) ? before : undefined),
  })
  const more: NextPage = {
    has: query.hasNextPage,
    isLoading: query.isFetchingNextPage,
    problem: query.isFetchNextPageError ? formatLoadProblem(query.error) : null,
    load: () => void query.fetchNextPage(),
  }
  const rows: readonly RowOf<C>[] = query.data?.pages.flatMap(({ data }) => data) ?? []
  return { query, sent, rows, more }
}

const isAbout = (sent: unknown, fixed: object): boolean =>
  Object.entries(fixed).every(
    ([name, value]) => (sent as Record<string, unknown> | undefined)?.[name] === value,
  )
