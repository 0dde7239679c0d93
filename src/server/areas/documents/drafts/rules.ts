/** Obstacles to the approval of a draft, and the split of its text into sections. Pure: everything is an argument. */
import type { DraftKind } from '../../../../contract/draft-kind.ts'
import { DRAFT_KINDS } from '../../../../contract/draft-kind-definitions.ts'
import type { AppliedTo } from '../../../../contract/drafts.ts'
import type { Finding } from '../../../../contract/findings.ts'
import { SectionKey } from '../../../../contract/section-key.ts'
import { parseHeading, parseNote } from '../../../../contract/text-blocks.ts'
import { removeMark } from './compose.ts'
import { listUnfilledPlaceholders } from './placeholders.ts'
import { TEMPLATES } from './templates.ts'

/** Text still to be written: an ellipsis or a note in brackets. */
const LEFT_TO_WRITE = /\[\s*(?:…|\.{3}|\?+|tbc|todo|xx+)\s*\]/gi

/** Maximum length of an assessment section. */
const LONGEST_SECTION = 20_000

export const countUnfilledPlaceholders = (text: string): number =>
  listUnfilledPlaceholders(text).reduce((sum, { count }) => sum + count, 0)

const countChecks = (text: string): number =>
  text.split('\n').filter((line) => parseNote(line.trim())?.isCheck).length

const formatSpelledCount = (count: number, one: string, several: string): string =>
  count === 1 ? `One ${one}` : `${count} ${several}`

export function listDraftFindings({ kind, text }: { kind: DraftKind; text: string }): Finding[] {
  const finding = (level: Finding['level'], code: string, passage: string): Finding => ({
    level,
    code,
    citation: 'HOUSE',
    nationalCitation: null,
    passage,
  })
  const findings: Finding[] = []
  const places = countUnfilledPlaceholders(text)
  if (places > 0)
    findings.push(
      finding(
        'REFUSE',
        'PLACEHOLDERS_LEFT',
        `${formatSpelledCount(places, 'placeholder is', 'placeholders are')} not filled in yet: {{…}}`,
      ),
    )
  const marks = text.match(LEFT_TO_WRITE)?.length ?? 0
  if (marks > 0)
    findings.push(
      finding(
        'REFUSE',
        'MARKS_LEFT',
        `${formatSpelledCount(marks, 'mark says', 'marks say')} that something is missing: […]`,
      ),
    )
  const checks = countChecks(text)
  if (checks > 0)
    findings.push(
      finding(
        'REFUSE',
        'CHECKS_LEFT',
        `${formatSpelledCount(checks, 'open point is', 'open points are')} not settled: settle each and delete its note “> Check: …”`,
      ),
    )
  const approved = buildApprovedText({ kind, text })
  if (approved.trim() === '') findings.push(finding('REFUSE', 'EMPTY', 'The draft is empty'))
  const { becomes } = DRAFT_KINDS[kind]
  if (becomes === 'OWN_RISK_ASSESSMENT') {
    const texts = splitAssessmentTexts(approved)
    for (const [key, section] of Object.entries(texts))
      if (section.length > LONGEST_SECTION)
        findings.push(finding('REFUSE', 'SECTION_TOO_LONG', `Section ${key} is too long for an assessment`))
    const missing = SectionKey.options.filter((key) => !texts[key])
    if (missing.length > 0)
      findings.push(
        finding('WARN', 'SECTIONS_NOT_FOUND', `No text for ${missing.join(', ')}: these sections stay empty`),
      )
  }
  if (typeof becomes === 'object' && 'policyKind' in becomes && becomes.policyKind === 'SIPP')
    findings.push(
      finding(
        'WARN',
        'STATEMENT_APART',
        'Enter the parts of the statement in the policy version after the approval',
      ),
    )
  return findings
}

export const buildApprovedText = ({ kind, text }: { kind: DraftKind; text: string }): string =>
  removeMark(text, TEMPLATES[kind])

export function getAppliedKind(kind: DraftKind): AppliedTo['kind'] {
  const { becomes } = DRAFT_KINDS[kind]
  if (becomes === 'OWN_RISK_ASSESSMENT') return becomes
  return 'policyKind' in becomes ? 'POLICY' : 'DOCUMENT'
}

/** Text under each heading of the template that is a section of an assessment; text under another heading belongs to the section before. */
export function splitAssessmentTexts(text: string): Partial<Record<SectionKey, string>> {
  const keys = new Map(
    TEMPLATES.OWN_RISK_ASSESSMENT_REPORT.sections.map(({ heading, key }) => [heading.toLowerCase(), key]),
  )
  const texts: Partial<Record<string, string>> = {}
  let current: string | undefined
  for (const line of text.split('\n')) {
    const key = keys.get(parseHeading(line.trim())?.text.toLowerCase() ?? '')
    if (key) current = key
    else if (current) texts[current] = `${texts[current] ?? ''}${line}\n`
  }
  return Object.fromEntries(
    SectionKey.options.flatMap((key) => {
      const written = texts[key]?.trim()
      return written ? [[key, written]] : []
    }),
  )
}
