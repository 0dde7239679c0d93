import { useQueryClient } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
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
import { queryFor, useCommand } from '../../../queries.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { showToast } from '../../../ui/toast.tsx'
import {
  dropDraft,
  isChanged,
  isSameContent,
  keepDraft,
  type SectionDraft,
  toSectionContent,
  toSectionDraft,
} from './section-drafts.ts'

interface SectionEditorProps {
  assessment: OwnRiskAssessment
  entry: ChecklistEntry
  draft: SectionDraft | undefined
  onClose: () => void
}

/** Writes one section. What is typed is kept until it is saved or given up, whatever else happens on the page. */
export function SectionEditor({ assessment, entry, draft: kept, onClose }: SectionEditorProps) {
  const { key, title } = entry
  const id = useId()
  const saved = assessment.sections[key]
  const draft = kept ?? toSectionDraft(saved)
  const command = useCommand(writeAssessmentSection)
  const queries = useQueryClient()
  const [problem, setProblem] = useState<string | null>(null)
  const [theirs, setTheirs] = useState<{ version: number; content: SectionContent | null } | null>(null)
  const isSending = useRef(false)
  const passage = mustBeWritten(key, assessment.sectionFacts)
  const change = (fields: Partial<SectionDraft>): void =>
    keepDraft(assessment.id, key, { ...draft, ...fields })

  function close(): void {
    dropDraft(assessment.id, key)
    onClose()
  }

  const send = (version: number) =>
    command.mutateAsync({
      sent: {
        id: assessment.id,
        key,
        ...(toSectionContent(draft) ?? { text: null, notApplicableReason: null }),
      },
      version,
    })

  /** Whether it is saved now: not where somebody else has changed this very section, and then theirs is shown. */
  async function isSaved(version: number, base: SectionContent | null): Promise<boolean> {
    try {
      await send(version)
      return true
    } catch (error) {
      if (!isStaleVersion(error)) throw error
      const current = await sendRequest(getOwnRiskAssessment, { id: assessment.id })
      queries.setQueryData(queryFor(getOwnRiskAssessment, { id: assessment.id }).queryKey, current)
      if (isSameContent(current.sections[key], base)) {
        await send(current.version)
        return true
      }
      setTheirs({ version: current.version, content: current.sections[key] })
      return false
    }
  }

  async function save(version: number, base: SectionContent | null): Promise<void> {
    if (isSending.current) return
    isSending.current = true
    setProblem(null)
    setTheirs(null)
    try {
      if (!(await isSaved(version, base))) return
      showToast('saved', `Section ${key} is saved`)
      close()
    } catch (error) {
      setProblem(refusalWords(error))
    } finally {
      isSending.current = false
    }
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
      <fieldset className="flex flex-wrap gap-x-5 gap-y-1">
        <legend className="sr-only">Content of section {key}</legend>
        {(['text', 'reason'] as const).map((mode) => (
          <label key={mode} className="flex cursor-pointer items-center gap-2">
            <input
              type="radio"
              name={`${id}-mode`}
              className="size-4 shrink-0 accent-accent"
              checked={draft.mode === mode}
              disabled={mode === 'reason' && passage !== null && !isReason}
              onChange={() => change({ mode })}
            />
            {mode === 'text' ? 'Applies' : 'Does not apply'}
          </label>
        ))}
      </fieldset>
      {passage && <p className="text-muted text-sm">{passage}.</p>}
      <label htmlFor={`${id}-words`} className="font-medium">
        {isReason ? 'Reason' : 'Text'}
      </label>
      <textarea
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
        <Button type="submit" look="primary" isBusy={command.isPending}>
          Save section {key}
        </Button>
        <Button look="quiet" onClick={() => (!isChanged(draft) || confirmLeaveWithoutSaving()) && close()}>
          {isChanged(draft) ? 'Discard changes' : 'Close'}
        </Button>
        <span role="status" className="text-muted text-sm">
          {isChanged(draft) && 'Not saved yet'}
        </span>
      </div>
    </form>
  )
}

/** The first thing that is wrong with the field, or what stands in the way. */
function refusalWords(error: unknown): string {
  const issue = error instanceof Refused ? error.issues[0] : undefined
  return issue ? issue.message : formatProblem(error)
}
