import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import {
  CHECKLIST,
  type ChecklistEntry,
  listMissingSections,
} from '../../../../contract/assessment-checklist.ts'
import {
  getOwnRiskAssessment,
  type OwnRiskAssessment,
  writeAssessmentSection,
} from '../../../../contract/own-risk-assessments.ts'
import { PAGES } from '../../../../contract/pages.ts'
import type { SectionKey } from '../../../../contract/section-key.ts'
import { createQuery } from '../../../queries.ts'
import { Cited } from '../../../records/citation.tsx'
import { useMay } from '../../../session.tsx'
import { Button } from '../../../ui/button.tsx'
import { Section } from '../../../ui/section.tsx'
import { Status } from '../../../ui/status.tsx'
import { useDraft } from './section-drafts.ts'
import { SectionEditor } from './section-editor.tsx'

/** The checklist: each section with its state and its content. */
export default function AssessmentSections() {
  const { assessmentId } = useParams({ from: `/authenticated${PAGES.ownRiskAssessment}` })
  const { data: assessment } = useSuspenseQuery(createQuery(getOwnRiskAssessment, { id: assessmentId }))
  const isMissing = new Set(
    listMissingSections(assessment.sections, assessment.sectionFacts).map(({ key }) => key),
  )
  /** The section whose editor the user opened last takes the focus. */
  const [opened, setOpened] = useState<SectionKey | null>(null)
  const findNextMissing = (after: SectionKey): SectionKey | null => {
    const at = CHECKLIST.findIndex(({ key }) => key === after)
    const others = [...CHECKLIST.slice(at + 1), ...CHECKLIST.slice(0, at)]
    return others.find(({ key }) => isMissing.has(key))?.key ?? null
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-[230px_minmax(0,1fr)] xl:grid-cols-[290px_minmax(0,1fr)]">
      <nav aria-label="Checklist" className="self-start lg:sticky lg:top-4 print:hidden">
        <ol className="flex flex-col gap-0.5">
          {CHECKLIST.map((entry) => (
            <li key={entry.key}>
              <a
                href={`#section-${entry.key}`}
                className="flex items-start gap-2 rounded-md px-2 py-1 text-muted hover:bg-hover hover:text-text"
              >
                <span className="w-3 shrink-0 font-medium">{entry.key}</span>
                <span className="min-w-0 flex-1">{entry.title}</span>
                <SectionState
                  assessment={assessment}
                  entry={entry}
                  isMissing={isMissing.has(entry.key)}
                  isShort
                />
              </a>
            </li>
          ))}
        </ol>
      </nav>
      <div className="flex flex-col gap-8">
        {CHECKLIST.map((entry) => (
          <OneSection
            key={entry.key}
            assessment={assessment}
            entry={entry}
            isMissing={isMissing.has(entry.key)}
            isOpened={opened === entry.key}
            nextMissing={findNextMissing(entry.key)}
            onOpen={setOpened}
          />
        ))}
        <Prose title="Methodology" text={assessment.methodology} />
        <Prose title="Opinion of the risk management function" text={assessment.riskFunctionOpinion} />
      </div>
    </div>
  )
}

function OneSection({
  assessment,
  entry,
  isMissing,
  isOpened,
  nextMissing,
  onOpen,
}: {
  assessment: OwnRiskAssessment
  entry: ChecklistEntry
  isMissing: boolean
  isOpened: boolean
  nextMissing: SectionKey | null
  onOpen: (key: SectionKey | null) => void
}) {
  const { key, title, help, citation } = entry
  const saved = assessment.sections[key]
  const draft = useDraft(assessment.id, key)
  const button = useRef<HTMLButtonElement>(null)
  const isOpenToWrite = useMay()(writeAssessmentSection) && assessment.status === 'DRAFTING'
  // The typed text stays visible even where it can no longer be saved.
  const isEdited = draft !== undefined || (isOpened && isOpenToWrite)
  const wasEdited = useRef(isEdited)
  useEffect(() => {
    // The editor is gone, and the focus with it.
    if (wasEdited.current && !isEdited && document.activeElement === document.body) button.current?.focus()
    wasEdited.current = isEdited
  }, [isEdited])
  return (
    <Section
      id={`section-${key}`}
      title={`${key}. ${title}`}
      actions={
        isOpenToWrite &&
        !isEdited && (
          <Button
            ref={button}
            onClick={() => onOpen(key)}
            aria-label={`${saved ? 'Edit' : 'Write'} section ${key}`}
          >
            {saved ? 'Edit' : 'Write'}
          </Button>
        )
      }
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <SectionState assessment={assessment} entry={entry} isMissing={isMissing} />
        <Cited ids={[citation]} />
      </div>
      <p className="max-w-[70ch] text-muted">{help}</p>
      {isEdited ? (
        <SectionEditor
          assessment={assessment}
          entry={entry}
          draft={draft}
          hasFocus={isOpened}
          onClose={() => isOpened && onOpen(null)}
          onNext={nextMissing && (() => onOpen(nextMissing))}
        />
      ) : (
        saved && (
          <p className="max-w-[80ch] whitespace-pre-line rounded-md border border-line bg-surface p-4">
            {saved.text ?? saved.notApplicableReason}
          </p>
        )
      )}
    </Section>
  )
}

/** State of a section; in the checklist in one word. */
function SectionState({
  assessment,
  entry: { key },
  isMissing,
  isShort = false,
}: {
  assessment: OwnRiskAssessment
  entry: ChecklistEntry
  isMissing: boolean
  isShort?: boolean
}) {
  const saved = assessment.sections[key]
  const draft = useDraft(assessment.id, key)
  if (draft) return <Status tone="progress">{isShort ? 'Unsaved' : 'Not saved yet'}</Status>
  if (isMissing)
    return (
      <Status tone={assessment.status === 'PLANNED' ? 'idle' : 'soon'}>
        {saved && !isShort ? 'Required' : 'Missing'}
      </Status>
    )
  if (saved?.text) return <Status tone="done">Written</Status>
  return <Status tone="settled">{isShort ? 'N/A' : 'Does not apply'}</Status>
}

const Prose = ({ title, text }: { title: string; text: string | null }) => (
  <Section title={title}>
    <p className="max-w-[80ch] whitespace-pre-line">
      {text ?? <span className="text-muted">Not recorded.</span>}
    </p>
  </Section>
)
