/** What was asked, how long it counts, and what a change makes old. */
import {
  infiniteQueryOptions,
  QueryClient,
  type QueryKey,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import type { Contract, Output, Sent } from '../contract/define.ts'
import { type CallOptions, call, Refused, Unreachable } from './client.ts'

const FRESH_MS = 15_000
const MAX_TRIES = 4
const LONGEST_WAIT_MS = 30_000

/** Only what may pass by itself is asked again: no network, too many requests, a service that restarts. */
const mayPass = (error: Error): boolean =>
  error instanceof Unreachable || (error instanceof Refused && (error.status === 429 || error.status === 503))

export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        retry: (failures, error) => mayPass(error) && failures < MAX_TRIES,
        retryDelay: (failures, error) =>
          error instanceof Refused && error.retryAfterSeconds
            ? Math.min(error.retryAfterSeconds * 1000, LONGEST_WAIT_MS)
            : Math.min(1000 * 2 ** failures, LONGEST_WAIT_MS),
      },
      mutations: { retry: false },
    },
  })

/** One question of the contract, as a query: `useQuery(asked(getScheme, { id }))`. */
export const asked = <C extends Contract>(contract: C, sent: Sent<C>) =>
  queryOptions<Output<C>, Error, Output<C>, QueryKey>({
    queryKey: [contract.name, sent],
    queryFn: ({ signal }) => call(contract, sent, { signal }),
  })

/** What every list answers. */
export interface Page<T> {
  data: T[]
  nextCursor: string | null
}
export type RowOf<C extends Contract> = Output<C> extends Page<infer T> ? T : never

/** A list, page after page: `useInfiniteQuery(askedInPages(listSchemes, search))`. */
export const askedInPages = <C extends Contract>(contract: C, sent: Sent<C>) =>
  infiniteQueryOptions({
    queryKey: [contract.name, 'pages', sent] as QueryKey,
    queryFn: ({ signal, pageParam }) =>
      call(contract, { ...(sent as object), ...(pageParam ? { cursor: pageParam } : {}) } as Sent<C>, {
        signal,
      }) as Promise<Page<RowOf<C>>>,
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
  })

/** A change: `const submit = useCommand(submitScheme); submit.mutate({ sent: { id }, version })`. */
export function useCommand<C extends Contract>(contract: C) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ sent, ...options }: { sent: Sent<C> } & CallOptions): Promise<Output<C>> =>
      call(contract, sent, options),
    // One change shows in many places (counts, lists, the audit log): whatever is on screen is asked again.
    onSuccess: () => void queries.invalidateQueries(),
  })
}
