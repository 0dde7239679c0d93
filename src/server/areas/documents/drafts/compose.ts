/**
 * Builds an editable text from a template for one scheme: the draft mark, then each section that applies to the scheme with its sources.
 * Placeholders are filled later, and only on the server (placeholders.ts).
 */
import { type CitationId, formatCitations, isVerified } from '../../../../contract/citations.ts'
import type { DraftFacts } from '../../../../contract/draft-kind-definitions.ts'
import { INSTRUMENTS } from '../../../../contract/instruments.ts'
import { parseNote } from '../../../../contract/text-blocks.ts'
import {
  isConditionMet,
  isConditionMetByScheme,
  NO_RECORD,
  type RecordFacts,
  type Section,
  type Template,
} from './template-model.ts'

export const DRAFT_MARK = 'DRAFT: not legal advice'
const MARK = `**${DRAFT_MARK}**`
const INTRODUCTION =
  '> The text is our wording. Paragraphs that begin with “>” are notes to the author, and the approval removes them. A note that begins with “Check” is an open point: settle it and delete it before the approval. “Not verified” means that the provision was not found in the stored legal sources.'
/** Introduction of drafts that were made before notes had a mark of their own. */
const FORMER_INTRODUCTION =
  '*Our wording. Text that goes beyond the cited sources is a suggested practice: keep, change or delete it. A statement marked as not verified was not found in the stored legal sources.*'

export interface DraftContext {
  facts: DraftFacts
  /** Absent: the draft concerns the scheme alone. */
  record?: RecordFacts
  /** Text that a model wrote, by section key. It is added as notes and replaces nothing. */
  prose?: Readonly<Record<string, string>>
  /** Open points that follow from the records, at the beginning of the draft. */
  checks?: readonly string[]
}

export const getSections = (template: Template, facts: DraftFacts): Section[] =>
  template.sections.filter(({ when }) => isConditionMetByScheme(when, facts))

export function composeDraft(
  template: Template,
  { facts, record = NO_RECORD, prose = {}, checks = [] }: DraftContext,
): string {
  const sections = getSections(template, facts)
  const textOf = (section: Section): string =>
    composeSectionText(section, { facts, record, prose: prose[section.key], form: template.form })
  const body =
    template.form === 'LETTER'
      ? [...sections.map(textOf), ...buildSourceLine(sections.flatMap(({ citations }) => citations))]
      : sections.flatMap((section) => [
          `## ${section.heading}`,
          textOf(section),
          ...buildSourceLine(listCitations(section, facts, record)),
        ])
  return [
    MARK,
    INTRODUCTION,
    ...checks.map((check) => `> Check: ${check}`),
    dropUnusedDefinitions(body.join('\n\n')),
  ].join('\n\n')
}

const DEFINITION = /^- \*\*the (\w+)\*\* means /

/** A term is defined only if the text uses it. */
function dropUnusedDefinitions(text: string): string {
  const lines = text.split('\n')
  const isUsed = (term: string): boolean =>
    lines.some(
      (line) =>
        DEFINITION.exec(line)?.[1] !== term &&
        !parseNote(line) &&
        !SOURCE_LINE.test(line) &&
        new RegExp(`\\b[Tt]he ${term}\\b`).test(line),
    )
  return lines
    .filter((line) => {
      const term = DEFINITION.exec(line)?.[1]
      return term === undefined || isUsed(term)
    })
    .join('\n')
}

/** Removes what is for the author on approval: the draft mark, notes, the sources of a letter, and our interpretation as a source. */
export const removeMark = (text: string, { form }: Pick<Template, 'form'>): string =>
  text
    .split(/\n{2,}/)
    .flatMap((part) => {
      const words = part.trim()
      if (words === MARK || words === FORMER_INTRODUCTION || parseNote(words)) return []
      if (SOURCE_LINE.test(words)) return form === 'LETTER' ? [] : removeInterpretation(words)
      return [removeNoteLines(part)]
    })
    .join('\n\n')

/** A line that begins with the mark of a note is one, also where no empty line precedes it. */
const removeNoteLines = (part: string): string =>
  part
    .split('\n')
    .filter((line) => !parseNote(line.trim()))
    .join('\n')

function removeInterpretation(sourceLine: string): string[] {
  const named = sourceLine
    .replace(/^\*Sources: |\*$/g, '')
    .split('; ')
    .filter((name) => name !== INSTRUMENTS.HOUSE.name)
  return named.length === 0 ? [] : [`*Sources: ${named.join('; ')}*`]
}

function composeSectionText(
  section: Section,
  {
    facts,
    record,
    prose,
    form,
  }: { facts: DraftFacts; record: RecordFacts; prose: string | undefined; form: Template['form'] },
): string {
  const written = section.prompt === null ? [] : toNotes(prose ?? '')
  const passages = section.passages
    .filter(({ when }) => isConditionMet(when, facts, record))
    // Letters show the legal source of each rule.
    .map(({ text, citations }) =>
      form === 'LETTER' && citations.length > 0 && !parseNote(text)
        ? `${text} (${formatSources(citations)})`
        : text,
    )
  return [section.text, ...passages, ...written].join('\n\n')
}

/** Text of a model as notes: it restates the law and knows no fact of the scheme, so that it is not part of the document. */
const toNotes = (prose: string): string[] =>
  prose
    .split('\n')
    .map((line) =>
      line
        .replace(/^[\s>#]+/, '')
        .replace(/^Check:\s*/i, '')
        .trim(),
    )
    .filter(Boolean)
    .map((line, index) => `> ${index === 0 ? 'Written by the model: ' : ''}${line}`)

export const listCitations = (
  section: Section,
  facts: DraftFacts,
  record: RecordFacts = NO_RECORD,
): CitationId[] => [
  ...section.citations,
  ...section.passages
    .filter(({ when }) => isConditionMet(when, facts, record))
    .flatMap(({ citations }) => citations),
]

const SOURCE_LINE = /^\*Sources: .*\*$/
const buildSourceLine = (citations: readonly CitationId[]): string[] =>
  citations.length === 0 ? [] : [`*Sources: ${formatSources(citations)}*`]

const formatSources = (citations: readonly CitationId[]): string =>
  [...new Set(citations)].map(formatSource).join('; ')

const formatSource = (id: CitationId): string => {
  if (id === 'HOUSE') return INSTRUMENTS.HOUSE.name
  return isVerified(id) ? formatCitations(id) : `${formatCitations(id)} (not verified)`
}
