/** Passages of a text, the old words struck out beside the new. */
import type { PassageChange } from '../../contract/corpus.ts'
import { compareTexts } from '../../contract/text-changes.ts'
import { Status } from '../ui/status.tsx'
import { ChangeTable, TooDifferent } from './change-table.tsx'

const WORDS: Record<PassageChange['what'], string> = { ADDED: 'New', CHANGED: 'Changed', REMOVED: 'Removed' }

export const PassageChanges = ({ passages }: { passages: readonly PassageChange[] }) => (
  <ul className="flex flex-col gap-3">
    {passages.map(({ anchor, citation, what, before, after }) => (
      <li key={anchor} className="flex max-w-[80ch] flex-col gap-1">
        <p className="flex flex-wrap gap-x-3">
          <span className="font-medium">{citation}</span>
          <Status tone="settled">{WORDS[what]}</Status>
        </p>
        <Compared before={before ?? ''} after={after ?? ''} />
      </li>
    ))}
  </ul>
)

function Compared({ before, after }: { before: string; after: string }) {
  const changes = compareTexts(before, after)
  if (!changes) return <TooDifferent names={['the old passage', 'the new passage']} />
  return <ChangeTable changes={changes} names={['Before', 'After']} isNarrow />
}
