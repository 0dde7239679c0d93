/**
 * Required contents of an own-risk assessment in reading order, and the sections that are missing. Separate from the contract, which every
 * page loads: only the pages of assessments use these texts.
 */
import type { CitationId } from './citations.ts'
import type { SectionFacts, Sections } from './own-risk-assessments.ts'
import { SectionKey } from './section-key.ts'

export interface ChecklistEntry {
  key: SectionKey
  title: string
  help: string
  citation: CitationId
}

/** In the order in which it is read. */
export const CHECKLIST: readonly ChecklistEntry[] = [
  {
    key: 'a',
    title: 'Part in management and decisions',
    help: 'How the assessment feeds the management of the scheme and the decisions of the trustees.',
    citation: 'DIR 28(2)',
  },
  {
    key: 'b',
    title: 'Effectiveness of the risk management system',
    help: 'Whether the risk management works: what was tested, what was found, what is being changed.',
    citation: 'DIR 28(2)',
  },
  {
    key: 'c',
    title: 'Conflicts of interest with the employer',
    help: 'How conflicts are prevented where a key function holder does the same for the employer. It must be described where that is so.',
    citation: 'DIR 28(2)',
  },
  {
    key: 'd',
    title: 'Funding needs',
    help: 'The overall funding needs and the recovery plan, if there is one. Always described for a DB scheme.',
    citation: 'DIR 28(2)',
  },
  {
    key: 'e',
    title: "Risks to members' benefits",
    help: 'Indexation and reduction of benefits: how far, under which conditions and by whom; and what is done against it.',
    citation: 'DIR 28(2)',
  },
  {
    key: 'f',
    title: 'Protection of the benefits',
    help: 'Qualitative view of guarantees, the covenant and other support of the sponsor, insurance and protection schemes.',
    citation: 'DIR 28(2)',
  },
  {
    key: 'g',
    title: 'Operational risks',
    help: 'Qualitative view of administration, outsourcing, information technology and key people.',
    citation: 'DIR 28(2)',
  },
  {
    key: 'h',
    title: 'Environmental, social and governance risks',
    help: 'Climate, use of resources, social risks, and assets that lose their value by a change of regulation. Always described where investment decisions consider them.',
    citation: 'DIR 28(2)',
  },
  {
    key: 'm',
    title: 'Methods',
    help: 'How risks of the short and the long term are identified and assessed, in proportion to the scheme.',
    citation: 'DIR 28(3)',
  },
  {
    key: 's',
    title: 'Use in strategic decisions',
    help: 'Which decisions it was taken into account in, and where that can be seen.',
    citation: 'DIR 28(4)',
  },
]

/** Why a section must be written for a scheme like that; null where a reason can stand in its place. */
export function mustBeWritten(key: SectionKey, facts: SectionFacts): string | null {
  if (key === 'c' && facts.sharesKeyFunctionWithEmployer)
    return 'A key function holder holds the same function for the employer: describe how conflicts of interest are prevented'
  if (key === 'd' && facts.isDefinedBenefit) return 'A DB scheme always describes its funding needs'
  if (key === 'h' && facts.considersEsg)
    return 'The scheme considers environmental, social and governance factors: describe the risks they bring'
  if (key === 'm') return 'The methods are described in every assessment'
  if (key === 's') return 'Every assessment is taken into account in strategic decisions: say in which'
  return null
}

export interface SectionGap {
  key: SectionKey
  passage: string
}

/** Sections with neither text nor a sufficient reason; they prevent trustee review and approval. */
export const listMissingSections = (sections: Sections, facts: SectionFacts): SectionGap[] =>
  SectionKey.options.flatMap((key) => {
    const content = sections[key]
    if (content?.text) return []
    const passage = mustBeWritten(key, facts)
    if (passage) return [{ key, passage }]
    return content?.notApplicableReason
      ? []
      : [{ key, passage: 'Enter a text, or why the section does not apply to this scheme' }]
  })
