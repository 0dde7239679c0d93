/** Queries and commands of the contract: caching, retries, and invalidation after a change. */
import {
  infiniteQueryOptions,
  QueryClient,
  type QueryKey,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { getSession } from '../contract/auth.ts'
import type { Operation, Output, Sent, Summary } from '../contract/define.ts'
import type { OperationName } from '../contract/operations.ts'
import { type CallOptions, Refused, sendRequest } from './client.ts'
import { getTransientErrorKind } from './transient-error.ts'

const FRESH_MS = 15_000
const LONGEST_WAIT_MS = 10_000
const LONGEST_ASKED_WAIT_MS = 60_000

export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        // Without a limit: the banner shows the problem meanwhile, and the page continues once the service responds.
        retry: (_failures, error) => getTransientErrorKind(error) !== null,
        retryDelay: (failures, error) =>
          error instanceof Refused && error.retryAfterSeconds
            ? Math.min(error.retryAfterSeconds * 1000, LONGEST_ASKED_WAIT_MS)
            : Math.min(1000 * 2 ** failures, LONGEST_WAIT_MS),
      },
      // Sent values and responses are dropped with their form: a password, a PPS number. Without a connection a command fails at once, and
      // is not sent later without the user's knowledge.
      mutations: { retry: false, gcTime: 0, networkMode: 'always' },
    },
  })

/** Failures are cached like responses; once they are removed, the next page requests the data again. */
export const forgetFailures = (queries: QueryClient): void =>
  queries.removeQueries({
    predicate: (query) => query.state.status === 'error' && query.getObserversCount() === 0,
  })

/** A query of the contract: `useQuery(createQuery(getScheme, { id }))`. */
export const createQuery = <C extends Operation>(contract: C, sent: Sent<C>) =>
  queryOptions<Output<C>, Error, Output<C>, QueryKey>({
    queryKey: [contract.name, sent],
    queryFn: ({ signal }) => sendRequest(contract, sent, { signal }),
  })

/** Response of every list. */
export interface Page<T> {
  data: T[]
  nextCursor: string | null
}
export type RowOf<C extends Operation> = Summary<C>

const ROWS_A_PAGE = 100
/** Most rows of one request. */
const ROWS_AT_ONCE = 200

/** The first rows of a list: `useQuery(createRowsQuery(listSchemes, { limit: 20 }))`. */
export const createRowsQuery = <C extends Operation>(contract: C, sent: Sent<C>) =>
  queryOptions<Page<RowOf<C>>, Error, Page<RowOf<C>>, QueryKey>({
    queryKey: [contract.name, 'rows', sent],
    queryFn: ({ signal }) => requestRows(contract, sent, signal),
  })

/** A list, page after page: `useInfiniteQuery(createInfiniteQuery(listSchemes, search))`. */
export const createInfiniteQuery = <C extends Operation>(contract: C, sent: Sent<C>) =>
  infiniteQueryOptions({
    queryKey: [contract.name, 'pages', sent] as QueryKey,
    queryFn: ({ signal, pageParam }) => fetchPage(contract, sent, pageParam, ROWS_A_PAGE, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
    // Otherwise all pages would be requested again, one after the other, whenever the user returns from another window.
    refetchOnWindowFocus: false,
  })

/** All rows of a list, for a file. Not cached: every change would request all of them again. */
export async function* fetchAllRows<C extends Operation>(
  contract: C,
  sent: Sent<C>,
  signal: AbortSignal,
): AsyncGenerator<RowOf<C>[]> {
  let cursor: string | null = null
  do {
    const page: Page<RowOf<C>> = await fetchPage(contract, sent, cursor, ROWS_AT_ONCE, signal)
    yield page.data
    cursor = page.nextCursor
  } while (cursor !== null)
}

const fetchPage = <C extends Operation>(
  contract: C,
  sent: Sent<C>,
  cursor: string | null,
  limit: number,
  signal: AbortSignal,
): Promise<Page<RowOf<C>>> =>
  requestRows(contract, { ...(sent as object), limit, ...(cursor ? { cursor } : {}) } as Sent<C>, signal)

/** A page of summaries if the list has them, otherwise of complete records. */
const requestRows = <C extends Operation>(
  contract: C,
  sent: Sent<C>,
  signal: AbortSignal,
): Promise<Page<RowOf<C>>> => {
  const shape = (contract.input as { shape?: object } | undefined)?.shape
  const parameters = shape && 'fields' in shape ? { ...(sent as object), fields: 'summary' } : sent
  return sendRequest(contract, parameters as Sent<C>, { signal }) as Promise<Page<RowOf<C>>>
}

/** Commands that change the session: the user's name, the name or logo of their firm, or whether the user must set up a second factor. */
const CHANGE_THE_CALLER = new Set<string>([
  'me.update',
  'tenant.update',
  'tenant.set-logo',
  'tenant.remove-logo',
  'second-factor.confirm-app',
  'second-factor.add-passkey',
] satisfies OperationName[])

/**
 * A change: `const submit = useCommand(submitScheme); submit.mutate({ sent: { id }, version })`. `send` replaces the request, where the
 * change needs several.
 */
export function useCommand<C extends Operation>(
  contract: C,
  send: (sent: Sent<C>, options: CallOptions) => Promise<Output<C>> = (sent, options) =>
    sendRequest(contract, sent, options),
) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ sent, ...options }: { sent: Sent<C> } & CallOptions): Promise<Output<C>> =>
      send(sent, options),
    // One change shows in many places (counts, lists, the audit log), so all queries on screen run again. The current user
    // changes with few commands only, and their endpoint has a low rate limit (Spec 8).
    onSuccess: () =>
      void queries.invalidateQueries({
        predicate: ({ queryKey }) => queryKey[0] !== getSession.name || CHANGE_THE_CALLER.has(contract.name),
      }),
  })
}
