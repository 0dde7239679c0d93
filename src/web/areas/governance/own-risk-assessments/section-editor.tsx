import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { type ChecklistEntry, mustBeWritten } from '../../../../contract/assessment-checklist.ts'
import {
  getOwnRiskAssessment,
  type OwnRiskAssessment,
  type SectionContent,
  writeAssessmentSection,
} from '../../../../contract/own-risk-assessments.ts'
import { Refused, sendRequest } from '../../../client.ts'
import { confirmLeaveWithoutSaving } from '../../../confirm-leave.ts'
import { formatProblem, isStaleVersion } from '../../../problems.ts'
import { createQuery, useCommand } from '../../../queries.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { showToast } from '../../../ui/toast.tsx'
import {
  dropDraft,
  isChanged,
  isSameContent,
  type SectionDraft,
  storeDraft,
  toSectionContent,
  toSectionDraft,
} from './section-drafts.ts'

interface SectionEditorProps {
  assessment: OwnRiskAssessment
  entry: ChecklistEntry
  draft: SectionDraft | undefined
  /** The user opened the editor just now. */
  hasFocus: boolean
  onClose: () => void
  /** Opens the next section that is missing; null if none is. */
  onNext: (() => void) | null
}

/** Writes one section. What is typed is kept until it is saved or discarded, also when the page changes. */
export function SectionEditor({
  assessment,
  entry,
  draft: storedDraft,
  hasFocus,
  onClose,
  onNext,
}: SectionEditorProps) {
  const { key, title } = entry
  const id = useId()
  const draft = storedDraft ?? toSectionDraft(assessment.sections[key])
  const close = (): void => {
    dropDraft(assessment.id, key)
    onClose()
  }
  const { save, isBusy, problem, theirs } = useSaveSection({ assessment, entry, draft, onSaved: close })
  const textArea = useRef<HTMLTextAreaElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the editor opens
  useEffect(() => {
    if (hasFocus) textArea.current?.focus()
  }, [])
  const change = (fields: Partial<SectionDraft>): void =>
    storeDraft(assessment.id, key, { ...draft, ...fields })
  async function discard(): Promise<void> {
    if (!isChanged(draft) || (await confirmLeaveWithoutSaving())) close()
  }
  const isReason = draft.mode === 'reason'
  return (
    <form
      noValidate
      aria-label={`Section ${key}: ${title}`}
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        void save(assessment.version, draft.base)
      }}
    >
      <ModeChoice
        section={key}
        draft={draft}
        passage={mustBeWritten(key, assessment.sectionFacts)}
        onChange={(mode) => change({ mode })}
      />
      <label htmlFor={`${id}-words`} className="font-medium">
        {isReason ? 'Reason' : 'Text'}
      </label>
      <textarea
        ref={textArea}
        id={`${id}-words`}
        className="control max-w-[80ch]"
        rows={isReason ? 3 : 10}
        spellCheck
        value={isReason ? draft.reason : draft.text}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? `${id}-problem` : undefined}
        onChange={({ target }) => change(isReason ? { reason: target.value } : { text: target.value })}
      />
      {problem && (
        <p id={`${id}-problem`} role="alert" className="font-medium text-danger text-sm">
          {problem}
        </p>
      )}
      {theirs && (
        <Notice look="warn" title="Another user changed this section in the meantime">
          <p className="my-2 whitespace-pre-line border-line border-l-2 pl-3">
            {theirs.content?.text ?? theirs.content?.notApplicableReason ?? 'The section is now empty.'}
          </p>
          <div className="flex flex-wrap gap-2">
            <Button onClick={() => void save(theirs.version, theirs.content)}>Overwrite with mine</Button>
            <Button onClick={close}>Use theirs</Button>
          </div>
        </Notice>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" look="primary" isBusy={isBusy}>
          Save section {key}
        </Button>
        {onNext && (
          <Button isBusy={isBusy} onClick={() => void save(assessment.version, draft.base, onNext)}>
            Save and write next
          </Button>
        )}
        <Button look="quiet" onClick={() => void discard()}>
          {isChanged(draft) ? 'Discard changes' : 'Close'}
        </Button>
        <span role="status" className="text-muted text-sm">
          {isChanged(draft) && 'Not saved yet'}
        </span>
      </div>
    </form>
  )
}

/** Whether the section applies. Where the law requires its text, that cannot be changed. */
function ModeChoice({
  section,
  draft,
  passage,
  onChange,
}: {
  section: ChecklistEntry['key']
  draft: SectionDraft
  /** Why the section must be written; null if it may be left out. */
  passage: string | null
  onChange: (mode: SectionDraft['mode']) => void
}) {
  const name = useId()
  return (
    <>
      <fieldset className="flex flex-wrap gap-x-5 gap-y-1">
        <legend className="sr-only">Content of section {section}</legend>
        {(['text', 'reason'] as const).map((mode) => (
          <label key={mode} className="flex cursor-pointer items-center gap-2">
            <input
              type="radio"
              name={name}
              className="size-4 shrink-0 accent-accent"
              checked={draft.mode === mode}
              disabled={mode === 'reason' && passage !== null && draft.mode !== 'reason'}
              onChange={() => onChange(mode)}
            />
            {mode === 'text' ? 'Applies' : 'Does not apply'}
          </label>
        ))}
      </fieldset>
      {passage && <p className="text-muted text-sm">{passage}.</p>}
    </>
  )
}

interface OtherVersion {
  version: number
  content: SectionContent | null
}

/** Another user's change of another section is no conflict; a change of this section is shown. */
function useSaveSection({
  assessment,
  entry: { key },
  draft,
  onSaved,
}: Pick<SectionEditorProps, 'assessment' | 'entry'> & { draft: SectionDraft; onSaved: () => void }) {
  const command = useCommand(writeAssessmentSection)
  const queries = useQueryClient()
  const [problem, setProblem] = useState<string | null>(null)
  const [theirs, setTheirs] = useState<OtherVersion | null>(null)
  const isSending = useRef(false)

  const send = (version: number) =>
    command.mutateAsync({
      sent: {
        id: assessment.id,
        key,
        ...(toSectionContent(draft) ?? { text: null, notApplicableReason: null }),
      },
      version,
    })

  /** Null: it is saved; else what another user saved in this section. */
  async function saveOrFindTheirs(
    version: number,
    base: SectionContent | null,
  ): Promise<OtherVersion | null> {
    try {
      await send(version)
      return null
    } catch (error) {
      if (!isStaleVersion(error)) throw error
      const current = await sendRequest(getOwnRiskAssessment, { id: assessment.id })
      queries.setQueryData(createQuery(getOwnRiskAssessment, { id: assessment.id }).queryKey, current)
      if (!isSameContent(current.sections[key], base))
        return { version: current.version, content: current.sections[key] }
      await send(current.version)
      return null
    }
  }

  async function save(version: number, base: SectionContent | null, then?: () => void): Promise<void> {
    if (isSending.current) return
    isSending.current = true
    setProblem(null)
    setTheirs(null)
    try {
      const found = await saveOrFindTheirs(version, base)
      setTheirs(found)
      if (found) return
      showToast('saved', `Section ${key} saved`)
      onSaved()
      then?.()
    } catch (error) {
      setProblem(formatRefusal(error))
    } finally {
      isSending.current = false
    }
  }
  return { save, isBusy: command.isPending, problem, theirs }
}

/** The first thing that is wrong with the field, or what stands in the way. */
function formatRefusal(error: unknown): string {
  const issue = error instanceof Refused ? error.issues[0] : undefined
  return issue ? issue.message : formatProblem(error)
}
