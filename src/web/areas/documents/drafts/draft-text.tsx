/** Reading view of a draft. */
import type { ReactNode } from 'react'
import type { Draft } from '../../../../contract/drafts.ts'
import { type Places, Prose } from '../../../records/prose.tsx'
import { DRAFT_MARK } from './draft.ts'

/** Stays visible while the user scrolls. */
export const DraftMark = () => (
  <p className="sticky top-12 z-10 rounded-md bg-warn-soft px-3 py-1.5 font-semibold text-warn print:static">
    {DRAFT_MARK}
  </p>
)

export const Paper = ({ children }: { children: ReactNode }) => (
  <div className="rounded-md border border-line bg-surface p-4 sm:p-6 print:border-0 print:p-0">
    {children}
  </div>
)

/** Placeholders are shown by their labels. */
export const getPlaceholderLabels = ({ places }: Pick<Draft, 'places'>): Places =>
  new Map(places.map(({ name, label }) => [name, label]))

export const DraftText = ({ draft }: { draft: Draft }) => (
  <>
    <DraftMark />
    <Paper>
      <Prose text={draft.text} places={getPlaceholderLabels(draft)} />
    </Paper>
  </>
)
