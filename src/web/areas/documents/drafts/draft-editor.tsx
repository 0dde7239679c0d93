/** Writes a draft: its text section by section, and the places that are open in it. One save keeps both. */
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useFormState, useWatch } from 'react-hook-form'
import { type Draft, getDraft, updateDraft } from '../../../../contract/drafts.ts'
import type { Values } from '../../../forms/contract-form.tsx'
import { EditForm } from '../../../forms/edit-form.tsx'
import { queryFor } from '../../../queries.ts'
import { TextField } from '../../../ui/form/fields.tsx'
import { placeIn } from './draft-sections.ts'
import { countPlaceholders, DraftMark } from './draft-text.tsx'
import { Beside } from './layout.tsx'
import { SectionFields } from './section-fields.tsx'
import { UnfilledPlaceholders } from './unfilled-placeholders.tsx'
import { useSections } from './use-sections.ts'

interface DraftEditorProps {
  draft: Draft
  isUnsaved: boolean
  onUnsaved: (isUnsaved: boolean) => void
  /** What stands beside the text besides its open places. It holds no form of its own. */
  children: ReactNode
}

export default function DraftEditor({ draft, isUnsaved, onUnsaved, children }: DraftEditorProps) {
  const queries = useQueryClient()
  // What the form began with, or saved last.
  const known = useRef(draft)
  const [round, setRound] = useState(0)
  const isNewer = draft.version > known.current.version && !isUnsaved
  useEffect(() => {
    if (!isNewer) return
    // Nothing is typed: what somebody else saved is shown.
    known.current = draft
    setRound((before) => before + 1)
  }, [isNewer, draft])
  return (
    <EditForm
      key={round}
      update={updateDraft}
      get={getDraft}
      record={draft}
      isWorkspace
      submitLabel="Save the draft"
      saved="Draft saved"
      valuesOf={valuesOf}
      prepare={withFilledPlaces}
      onSaved={(answer) => {
        known.current = answer
        queries.setQueryData(queryFor(getDraft, { id: answer.id }).queryKey, answer)
      }}
    >
      <Unsaved known={known.current} onChange={onUnsaved} />
      <Workspace draft={draft}>{children}</Workspace>
    </EditForm>
  )
}

/** Every open place has a field, empty at first. */
const valuesOf = (read: Values & { id: string; version: number }) => ({
  ...read,
  values: Object.fromEntries((read as unknown as Draft).places.map(({ name }) => [name, null])),
})

/** A place that is left empty stays open, and one that was written over in the text is gone. */
const withFilledPlaces = (values: Values): Values => ({
  ...values,
  values: Object.fromEntries(
    Object.entries((values.values ?? {}) as Record<string, unknown>).filter(
      ([name, value]) => typeof value === 'string' && placeIn(String(values.text ?? ''), name) !== null,
    ),
  ),
})

/** Also what a settled conflict left: it is in the form, and saved nowhere. */
function Unsaved({ known, onChange }: { known: Draft; onChange: (isUnsaved: boolean) => void }) {
  const { isDirty } = useFormState()
  const [title, text] = useWatch({ name: ['title', 'text'] })
  const isUnsaved = isDirty || title !== known.title || text !== known.text
  const latest = useRef(onChange)
  latest.current = onChange
  useEffect(() => latest.current(isUnsaved), [isUnsaved])
  useEffect(() => () => latest.current(false), [])
  return (
    <p role="status" className="sr-only">
      {isUnsaved && 'Not saved yet'}
    </p>
  )
}

function Workspace({ draft, children }: { draft: Draft; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  const sections = useSections()
  useEffect(() => {
    const save = (event: KeyboardEvent): void => {
      if (event.key !== 's' || !(event.ctrlKey || event.metaKey)) return
      // The browser would offer to save the page.
      event.preventDefault()
      if (!document.querySelector('[role="dialog"]')) box.current?.closest('form')?.requestSubmit()
    }
    window.addEventListener('keydown', save)
    return () => window.removeEventListener('keydown', save)
  }, [])
  return (
    <div ref={box}>
      <Beside
        aside={
          <>
            <UnfilledPlaceholders places={draft.places} onGo={sections.goTo} />
            {children}
          </>
        }
      >
        <div className="print:hidden">
          <TextField name="title" isRequired />
        </div>
        <DraftMark />
        <SectionFields {...sections} places={countPlaceholders(draft)} />
      </Beside>
    </div>
  )
}
