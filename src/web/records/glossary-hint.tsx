import { CircleQuestionMark } from 'lucide-react'
import { Hint } from '../ui/hint.tsx'
import { findTerm } from './help-content.ts'

/** The definition of a term, on hover and focus. */
export default function GlossaryHint({ term }: { term: string }) {
  const entry = findTerm(term)
  if (!entry) return null
  return (
    <Hint
      trigger={
        <>
          <CircleQuestionMark aria-hidden="true" size={16} className="text-muted" />
          <span className="sr-only">Meaning of “{entry.term}”</span>
        </>
      }
    >
      <span className="font-medium">{entry.term}: </span>
      {entry.definition}
    </Hint>
  )
}
