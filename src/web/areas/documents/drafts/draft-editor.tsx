/** Edits a draft: its text section by section, and its unfilled placeholders. One save stores both. */
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useFormState, useWatch } from 'react-hook-form'
import { type Draft, getDraft, updateDraft } from '../../../../contract/drafts.ts'
import type { Values } from '../../../forms/contract-form.tsx'
import { EditForm } from '../../../forms/edit-form.tsx'
import { createQuery } from '../../../queries.ts'
import { TextField } from '../../../ui/form/fields.tsx'
import { findPlaceholderRange } from './draft-sections.ts'
import { DraftMark, getPlaceholderLabels } from './draft-text.tsx'
import { SectionFields } from './section-fields.tsx'
import { TextWithAside } from './text-with-aside.tsx'
import { UnfilledPlaceholders } from './unfilled-placeholders.tsx'
import { useSections } from './use-sections.ts'

interface DraftEditorProps {
  draft: Draft
  isUnsaved: boolean
  onUnsaved: (isUnsaved: boolean) => void
  /** Content beside the text, below the unfilled placeholders. It holds no form of its own. */
  children: ReactNode
}

export default function DraftEditor({ draft, isUnsaved, onUnsaved, children }: DraftEditorProps) {
  const queries = useQueryClient()
  // Values that the form began with, or saved last.
  const known = useRef(draft)
  const [round, setRound] = useState(0)
  const isNewer = draft.version > known.current.version && !isUnsaved
  useEffect(() => {
    if (!isNewer) return
    // The user has typed nothing: the text that another user saved is shown.
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
      valuesOf={getValues}
      prepare={withFilledPlaces}
      onSaved={(answer) => {
        known.current = answer
        queries.setQueryData(createQuery(getDraft, { id: answer.id }).queryKey, answer)
      }}
    >
      <Unsaved known={known.current} onChange={onUnsaved} />
      <Workspace draft={draft}>{children}</Workspace>
    </EditForm>
  )
}

/** Each unfilled placeholder has a field, empty at first. */
const getValues = (read: Values & { id: string; version: number }) => ({
  ...read,
  values: Object.fromEntries((read as Draft).places.map(({ name }) => [name, null])),
})

/** A placeholder with an empty field stays unfilled; one that was replaced in the text is left out. */
const withFilledPlaces = (values: Values): Values => ({
  ...values,
  values: Object.fromEntries(
    Object.entries((values.values ?? {}) as Record<string, unknown>).filter(
      ([name, value]) =>
        typeof value === 'string' && findPlaceholderRange(String(values.text ?? ''), name) !== null,
    ),
  ),
})

/** Also reports values of a settled conflict: they are in the form and not saved yet. */
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
      <TextWithAside
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
        <SectionFields {...sections} places={getPlaceholderLabels(draft)} />
      </TextWithAside>
    </div>
  )
}
