/**
 * A page whose module and first queries load at the same time, already while the pointer rests on a link. Users whose role may not
 * open it see a notice instead.
 */
import type { QueryClient, QueryKey, QueryOptions } from '@tanstack/react-query'
import { lazyRouteComponent } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { findPerson, isPermitted, type Needed, type Person } from '../session.tsx'
import { createFetch } from './fetch-module.ts'
import { Guarded } from './guard.tsx'

export type LoadPage = () => Promise<{ default: () => ReactNode }>
type Query = QueryOptions<never, Error, never, QueryKey>
/** The queries that a page needs first, by the ids in its path; the page itself states them again. */
export type LoaderQueries = (ids: Record<string, string>, person: Person) => readonly unknown[]

export interface LazyPage {
  component: () => ReactNode
  preload: (queries: QueryClient, ids: object) => Promise<void>
}

export function createLazyPage(
  needs: Needed,
  load: LoadPage,
  loaderQueries: LoaderQueries = () => [],
): LazyPage {
  const Page = lazyRouteComponent(createFetch(load))
  return {
    component: () => (
      <Guarded needs={needs}>
        <Page />
      </Guarded>
    ),
    async preload(queries, ids) {
      const person = await findPerson(queries)
      const needed =
        person && isPermitted(person, needs) ? loaderQueries(ids as Record<string, string>, person) : []
      await Promise.all([Page.preload?.(), ...needed.map((query) => loadQuery(queries, query as Query))])
    },
  }
}

/** Drops a failed query: the page sends it again and shows the error. */
async function loadQuery(queries: QueryClient, query: Query): Promise<void> {
  try {
    await queries.ensureQueryData({ ...query, retry: false } as never)
  } catch {
    queries.removeQueries({ queryKey: query.queryKey as QueryKey, exact: true })
  }
}
