import { lazy, Suspense } from 'react'

// The glossary is loaded after the page.
const GlossaryHint = lazy(() => import('./glossary-hint.tsx'))

/** The definition of a term of the glossary, beside a title. */
export const TermHint = ({ term }: { term: string }) => (
  <Suspense>
    <GlossaryHint term={term} />
  </Suspense>
)
