/**
 * Builds an editable text from a template for one scheme: the draft mark, then each section that applies to the scheme with its sources.
 * Placeholders are filled later, and only on the server (placeholders.ts).
 */
import { type CitationId, formatCitations, isVerified } from '../../../../contract/citations.ts'
import type { DraftFacts } from '../../../../contract/draft-kinds.ts'
import { INSTRUMENTS } from '../../../../contract/instruments.ts'
import {
  isConditionMet,
  isConditionMetByScheme,
  NO_RECORD,
  type RecordFacts,
  type Section,
  type Template,
} from './template.ts'

export const DRAFT_MARK = 'DRAFT: not legal advice'
const MARK = `**${DRAFT_MARK}**`
const NOTE =
  '*Our wording. Text that goes beyond the cited sources is a suggested practice: keep, change or delete it. A statement marked as not verified was not found in the stored legal sources.*'

export interface DraftContext {
  facts: DraftFacts
  /** Absent: the draft concerns the scheme alone. */
  record?: RecordFacts
  /** Text that a model wrote, by section key. It replaces the text; the passages of the scheme stay. */
  prose?: Readonly<Record<string, string>>
}

export const selectSections = (template: Template, facts: DraftFacts): Section[] =>
  template.sections.filter(({ when }) => isConditionMetByScheme(when, facts))

export function composeDraft(
  template: Template,
  { facts, record = NO_RECORD, prose = {} }: DraftContext,
): string {
  const sections = selectSections(template, facts)
  const textOf = (section: Section): string =>
    textOfSection(section, { facts, record, prose: prose[section.key], form: template.form })
  const body =
    template.form === 'LETTER'
      ? [...sections.map(textOf), ...sourceLine(sections.flatMap(({ citations }) => citations))]
      : sections.flatMap((section) => [
          `## ${section.heading}`,
          textOf(section),
          ...sourceLine(listCitations(section, facts, record)),
        ])
  return [MARK, NOTE, ...body].join('\n\n')
}

/** Removes the draft mark on approval, and the sources in a letter, which are for its author. */
export const removeMark = (text: string, { form }: Pick<Template, 'form'>): string =>
  text
    .split(/\n{2,}/)
    .filter((part) => {
      const words = part.trim()
      return words !== MARK && words !== NOTE && !(form === 'LETTER' && SOURCE_LINE.test(words))
    })
    .join('\n\n')

function textOfSection(
  section: Section,
  {
    facts,
    record,
    prose,
    form,
  }: { facts: DraftFacts; record: RecordFacts; prose: string | undefined; form: Template['form'] },
): string {
  const written = section.prompt === null ? '' : withoutHeadings(prose ?? '').trim()
  const passages = section.passages
    .filter(({ when }) => isConditionMet(when, facts, record))
    // Letters show the legal source of each rule.
    .map(({ text, citations }) =>
      form === 'LETTER' && citations.length > 0 ? `${text} (${sources(citations)})` : text,
    )
  return [written || section.text, ...passages].join('\n\n')
}

/** A section has one heading, from the template. */
const withoutHeadings = (prose: string): string => prose.replace(/^[ \t]*#{1,6}[ \t]+/gm, '')

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
const sourceLine = (citations: readonly CitationId[]): string[] =>
  citations.length === 0 ? [] : [`*Sources: ${sources(citations)}*`]

const sources = (citations: readonly CitationId[]): string => [...new Set(citations)].map(source).join('; ')

const source = (id: CitationId): string => {
  if (id === 'HOUSE') return INSTRUMENTS.HOUSE.name
  return isVerified(id) ? formatCitations(id) : `${formatCitations(id)} (not verified)`
}
