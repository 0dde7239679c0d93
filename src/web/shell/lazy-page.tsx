/**
 * How a page is brought: its file and what it asks for are fetched at the same time, already while the pointer rests on a
 * link, and it is shown to those whose role has a use for it.
 */
import type { QueryClient, QueryKey, QueryOptions } from '@tanstack/react-query'
import { lazyRouteComponent } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { findPerson, isOpenTo, type Needed, type Person } from '../session.tsx'
import { createFetch } from './fetch-module.ts'
import { Guarded } from './guard.tsx'

export type Loaded = () => Promise<{ default: () => ReactNode }>
type Question = QueryOptions<never, Error, never, QueryKey>
/** What a page asks first, by the ids of its address; the page itself asks it again as a query. */
export type First = (ids: Record<string, string>, person: Person) => readonly unknown[]

interface Arranged {
  component: () => ReactNode
  bring: (queries: QueryClient, ids: object) => Promise<void>
}

export function lazyPage(needs: Needed, load: Loaded, first: First = () => []): Arranged {
  const Page = lazyRouteComponent(createFetch(load))
  return {
    component: () => (
      <Guarded needs={needs}>
        <Page />
      </Guarded>
    ),
    async bring(queries, ids) {
      const person = await findPerson(queries)
      const questions =
        person && isOpenTo(person.role, needs) ? first(ids as Record<string, string>, person) : []
      await Promise.all([
        Page.preload?.(),
        ...questions.map((question) => ask(queries, question as Question)),
      ])
    },
  }
}

/** What fails here is forgotten: the page asks again, and says what is wrong. */
async function ask(queries: QueryClient, question: Question): Promise<void> {
  try {
    await queries.ensureQueryData({ ...question, retry: false } as never)
  } catch {
    queries.removeQueries({ queryKey: question.queryKey as QueryKey, exact: true })
  }
}
