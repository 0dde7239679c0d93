import { describe, expect, test } from 'vitest'
import { ORDINARY_DC } from '../../../../../test/harness/draft-facts.ts'
import { CHECKLIST } from '../../../../contract/assessment-checklist.ts'
import { CITATIONS } from '../../../../contract/citations.ts'
import { findUnavailabilityReason } from '../../../../contract/draft-availability.ts'
import { DraftKind } from '../../../../contract/draft-kind.ts'
import { DRAFT_KINDS, type DraftFacts } from '../../../../contract/draft-kind-definitions.ts'
import { PolicyKind } from '../../../../contract/policy-kind.ts'
import { decidePolicyRequirement } from '../../../../contract/policy-requirements.ts'
import { parseTextBlocks } from '../../../../contract/text-blocks.ts'
import { composeDraft, DRAFT_MARK, getSections, listCitations, removeMark } from './compose.ts'
import {
  fillPlaceholders,
  listPlaceholders,
  listUnfilledPlaceholders,
  PLACEHOLDERS,
  type PlaceholderName,
} from './placeholders.ts'
import type { Template } from './template-model.ts'
import { TEMPLATES } from './templates.ts'

const DC = ORDINARY_DC
const DB: DraftFacts = { ...DC, type: 'DB', memberBearsRisk: false }
const SCHEMES = {
  DC,
  DB,
  hybrid: { ...DB, isHybrid: true },
  'own funds': { ...DB, isRegulatoryOwnFunds: true },
  'shared key function': { ...DC, hasSharedKeyFunction: true },
  'one member': {
    ...DC,
    legalForm: 'ONE_MEMBER',
    isOneMemberArrangement: true,
    activeAndDeferred: 1,
    doraTier: 'NONE',
    considersEsg: false,
  },
  'master trust section': { ...DC, legalForm: 'MASTER_TRUST_SECTION' },
  'trust RAC': { ...DC, type: 'RAC', legalForm: 'TRUST_RAC', activeAndDeferred: 40, doraTier: 'SIMPLIFIED' },
  'death benefits only': {
    ...DC,
    legalForm: 'DEATH_BENEFIT_ONLY',
    memberBearsRisk: false,
    isDeathBenefitsOnly: true,
  },
  'winding up': { ...DB, status: 'WINDING_UP' },
  'paid up': { ...DC, status: 'PAID_UP' },
  PRSA: { ...DC, type: 'PRSA', legalForm: 'PRSA_CONTRACT', iorpInScope: false },
  'contract RAC': { ...DC, type: 'RAC', legalForm: 'RAC_CONTRACT', iorpInScope: false },
} as const satisfies Record<string, DraftFacts>
const NAMES = Object.keys(SCHEMES) as (keyof typeof SCHEMES)[]
const KINDS = DraftKind.options

const headingsOf = (template: Template, facts: DraftFacts): string[] =>
  getSections(template, facts).map(({ heading }) => heading)
const textsOf = ({ sections }: Template): string[] =>
  sections.flatMap(({ text, passages }) => [text, ...passages.map((one) => one.text)])

describe('every kind', () => {
  test.each(KINDS)('%s has a template of its own kind', (kind) => {
    const { kind: itsOwn, version, sections } = TEMPLATES[kind]
    expect(itsOwn).toBe(kind)
    expect(version).toBeGreaterThan(0)
    expect(new Set(sections.map(({ key }) => key)).size).toBe(sections.length)
  })

  test('has a label, and no two the same', () => {
    const labels = KINDS.map((kind) => DRAFT_KINDS[kind].label)
    expect(new Set(labels).size).toBe(KINDS.length)
    for (const label of labels) expect(label).toMatch(/^[A-Z][\w, -]+$/)
  })

  test('of a policy draft belongs to a different policy kind', () => {
    const policies = KINDS.flatMap((kind) => {
      const { becomes } = DRAFT_KINDS[kind]
      return typeof becomes === 'object' && 'policyKind' in becomes ? [becomes.policyKind] : []
    })
    expect(new Set(policies).size).toBe(policies.length)
    // The only policy that no stored legal source requires: its draft is not recommended.
    expect(PolicyKind.options.filter((kind) => !policies.includes(kind))).toEqual(['INVESTMENT_PROCESS'])
  })

  test.each(NAMES)('that the policy registry requires can be drafted for %s', (name) => {
    for (const policyKind of PolicyKind.options) {
      if (decidePolicyRequirement(policyKind, SCHEMES[name]).required === false) continue
      const kind = KINDS.find((one) => {
        const { becomes } = DRAFT_KINDS[one]
        return typeof becomes === 'object' && 'policyKind' in becomes && becomes.policyKind === policyKind
      })
      expect(kind, policyKind).toBeDefined()
      expect(findUnavailabilityReason(kind as DraftKind, SCHEMES[name]), policyKind).toBeNull()
    }
  })

  test.each([
    ['ACTUARIAL_POLICY', 'DB', /own funds/],
    ['ACTUARIAL_POLICY', 'own funds', null],
    ['ICT_RISK_FRAMEWORK', 'one member', /DORA does not apply/],
    ['ICT_RISK_FRAMEWORK', 'trust RAC', null],
    ['RISK_MANAGEMENT_POLICY', 'PRSA', /Not an IORP/],
    ['OWN_RISK_ASSESSMENT_REPORT', 'contract RAC', /Not an IORP/],
    ['TRUSTEE_MINUTES', 'PRSA', /no trustees/],
    ['SUPERVISORY_COVER_LETTER', 'contract RAC', /no trustees/],
    ['TRUSTEE_MINUTES', 'trust RAC', null],
    ['LATE_CONTRIBUTION_LETTER', 'PRSA', null],
    ['BREACH_REPORT', 'PRSA', null],
  ] as const)('%s for %s: %s', (kind, name, reason) => {
    const refused = findUnavailabilityReason(kind, SCHEMES[name])
    if (reason === null) expect(refused).toBeNull()
    else expect(refused?.reason).toMatch(reason)
  })

  test.each([
    ['ACTUARIAL_POLICY', 'DB', 'DIR 27'],
    ['ICT_RISK_FRAMEWORK', 'one member', 'DORA 2'],
    ['RISK_MANAGEMENT_POLICY', 'PRSA', 'SI128 3'],
  ] as const)('%s for %s is refused with the provision', (kind, name, citation) =>
    expect(findUnavailabilityReason(kind, SCHEMES[name])?.citation).toBe(citation),
  )

  test('an outsourcing policy is drafted before the first arrangement', () =>
    expect(findUnavailabilityReason('OUTSOURCING_POLICY', DC)).toBeNull())
})

/** Sections that domain.md 3.3 names for each draft, worded as in the headings. */
const SECTIONS: Partial<Record<DraftKind, readonly string[]>> = {
  RISK_MANAGEMENT_POLICY: [
    'Purpose',
    'Scope and proportionality',
    'Roles',
    'Areas of risk',
    'Appetite for risk',
    'Process',
    'Reporting',
    'Escalation',
    'Link to the own-risk assessment',
    'Approval and review',
  ],
  INTERNAL_AUDIT_POLICY: [
    'Mandate',
    'Independence',
    'Audit plan',
    'Scope, with outsourced activities',
    'Reporting',
    'Follow-up',
    'Approval and review',
  ],
  OUTSOURCING_POLICY: [
    'Definition of outsourcing',
    'Selection',
    'Minimum contents of agreements',
    'Notification of the Pensions Authority',
    'Monitoring',
    'Exit',
    'Outsourcing further down the chain',
  ],
  REMUNERATION_POLICY: [
    'Principles',
    'Persons covered',
    'Conflicts of interest',
    'Public disclosure',
    'Approval and review',
  ],
  ACTUARIAL_POLICY: ['Tasks'],
  CONFLICTS_POLICY: ['Register', 'Declarations', 'Rule of decision'],
  OWN_RISK_ASSESSMENT_REPORT: CHECKLIST.map(({ title }) => title),
  STATEMENT_OF_INVESTMENT_POLICY: [
    'Methods of measuring investment risk',
    'Processes of managing risk',
    'Strategic asset allocation',
    'Environmental, social and governance factors',
    'Approval, review and publication',
  ],
  KEY_FUNCTION_APPOINTMENT_LETTER: [
    'Appointment and role',
    'Duties',
    'Independence',
    'Access to information',
    'Reporting',
    'Duty to inform the Pensions Authority',
    'Fees',
    'Fit and proper declaration',
    'Term and termination',
    'Data protection and confidentiality',
  ],
  FIT_AND_PROPER_QUESTIONNAIRE: [
    'Qualifications',
    'Knowledge and experience',
    'Repute and integrity',
    'Bankruptcy',
    'Disqualification',
    'Conflicts of interest',
  ],
  TRUSTEE_MINUTES: [
    'Attendance and quorum',
    'Conflicts of interest',
    'Previous minutes and actions',
    'Reports of the holders of key functions',
    'Contributions',
    'Breaches',
    'Policies and documents approved',
    'Actions',
  ],
  LATE_CONTRIBUTION_LETTER: ['Late amounts', 'The rule', 'Our request'],
}

describe.each(NAMES)('for %s', (name) => {
  const facts = SCHEMES[name]
  const kinds = KINDS.filter((kind) => findUnavailabilityReason(kind, facts) === null)

  test.each(kinds)('%s has the required sections with their sources', (kind) => {
    const template = TEMPLATES[kind]
    const text = composeDraft(template, { facts })
    expect(text.startsWith(`**${DRAFT_MARK}**`)).toBe(true)
    const headings = headingsOf(template, facts)
    expect(headings).toEqual(expect.arrayContaining([...(SECTIONS[kind] ?? [])]))
    const shown = parseTextBlocks(text).filter((block) => block.kind === 'heading')
    expect(shown.map((block) => block.text)).toEqual(template.form === 'LETTER' ? [] : headings)
    for (const one of getSections(template, facts)) {
      expect(one.text.length, one.key).toBeGreaterThan(20)
      if (template.form === 'DOCUMENT' && listCitations(one, facts).length > 0)
        expect(text.split(`## ${one.heading}\n`)[1]?.split('\n## ')[0]).toContain('*Sources: ')
    }
  })

  test.each(kinds)(
    '%s has no unfilled placeholder once all have values, and placeholders in values stay plain text',
    (kind) => {
      const text = composeDraft(TEMPLATES[kind], { facts })
      const hostile = '# {{trusteeNames}}\n- **x** {{nobody}}'
      const values = Object.fromEntries(Object.keys(PLACEHOLDERS).map((key) => [key, hostile]))
      const filled = fillPlaceholders(text, values)
      // Facts that only the writer knows are written over in the text. Until then the draft cannot be approved.
      expect(listUnfilledPlaceholders(filled).filter(({ name }) => name !== 'toWrite')).toEqual([])
      const shape = (of: string) => parseTextBlocks(of).map((block) => block.kind)
      expect(shape(filled)).toEqual(shape(text))
    },
  )
})

test('templates of policies and reports have at least four sections and 300 words', () => {
  for (const kind of KINDS) {
    const { becomes } = DRAFT_KINDS[kind]
    if (becomes !== 'OWN_RISK_ASSESSMENT' && !('policyKind' in becomes)) continue
    for (const name of NAMES.filter((one) => findUnavailabilityReason(kind, SCHEMES[one]) === null)) {
      expect(headingsOf(TEMPLATES[kind], SCHEMES[name]).length, `${kind} ${name}`).toBeGreaterThanOrEqual(4)
      expect(
        composeDraft(TEMPLATES[kind], { facts: SCHEMES[name] }).split(/\s+/).length,
        kind,
      ).toBeGreaterThan(300)
    }
  }
})

test('the report of an own-risk assessment has the keys of the checklist', () => {
  const keys = TEMPLATES.OWN_RISK_ASSESSMENT_REPORT.sections.map(({ key }) => key)
  expect(keys).toEqual(['summary', ...CHECKLIST.map(({ key }) => key)])
})

describe('the text of a template', () => {
  const parts = KINDS.flatMap((kind) =>
    TEMPLATES[kind].sections.flatMap((one) => [
      { where: `${kind}.${one.key}`, text: one.text, citations: one.citations },
      ...one.passages.map((passage) => ({
        where: `${kind}.${one.key}.${passage.when}`,
        text: passage.text,
        citations: [...one.citations, ...passage.citations],
      })),
    ]),
  )
  /** Figures, and words for figures: a reader would rely on them. */
  const FIGURE =
    /\d|\b(?:two|three|four|five|six|seven|nine|ten|twelve|(?:one|within a) month|yearly|annually|once a year)\b/i
  /** Numbers of a list are not figures. */
  const withoutMarks = (text: string): string => text.replace(/^\d{1,2}\. /gm, '')

  test.each(parts)('$where cites a source if it contains a figure', ({ text, citations }) => {
    if (FIGURE.test(withoutMarks(text))) expect(citations).not.toEqual([])
  })

  test.each(parts)(
    '$where is marked as not verified if only our own interpretation supports it',
    ({ text, citations }) => {
      const all = citations as readonly (keyof typeof CITATIONS)[]
      if (!FIGURE.test(withoutMarks(text)) || all.some((id) => CITATIONS[id].unit !== null)) return
      expect(text).toMatch(
        /not verified|proposed practice|read here as|to be confirmed|not available|check of the service/i,
      )
    },
  )

  test('every citation exists, and every section has a search question', () => {
    for (const { citations } of parts)
      for (const id of citations as readonly string[]) expect(Object.hasOwn(CITATIONS, id), id).toBe(true)
    for (const kind of KINDS)
      for (const { question } of TEMPLATES[kind].sections) expect(question).toMatch(/^[A-Z].*\?$/)
  })

  test('every placeholder is known, and every known placeholder is used', () => {
    const used = new Set(KINDS.flatMap((kind) => textsOf(TEMPLATES[kind]).flatMap(listPlaceholders)))
    expect([...used].toSorted()).toEqual(Object.keys(PLACEHOLDERS).toSorted())
  })

  test('a prompt is a constant without placeholders or facts', () => {
    const prompts = KINDS.flatMap((kind) =>
      TEMPLATES[kind].sections.flatMap(({ prompt }) => (prompt === null ? [] : [prompt])),
    )
    expect(prompts.length).toBeGreaterThan(80)
    for (const prompt of prompts) expect(prompt).toMatch(/^[A-Z][^{}\d@]+\.$/)
  })

  test('the e-mail contains no amount', () => {
    const amounts: PlaceholderName[] = ['expectedAmount', 'receivedAmount', 'missingAmount']
    expect(textsOf(TEMPLATES.CHASE_EMAIL).flatMap(listPlaceholders)).not.toEqual(
      expect.arrayContaining([expect.toBeOneOf(amounts)]),
    )
  })

  test('no instruction to the writer is left in the approved text', () => {
    for (const { where, text } of parts)
      expect(text, where).not.toMatch(/\b(?:strike out|say here|insert|delete as)\b/i)
  })

  test('notes of the author are marked as notes: no remark is part of the approved text', () => {
    for (const name of NAMES)
      for (const kind of KINDS.filter((one) => findUnavailabilityReason(one, SCHEMES[name]) === null)) {
        const approved = removeMark(composeDraft(TEMPLATES[kind], { facts: SCHEMES[name] }), TEMPLATES[kind])
        const body = approved.split('\n').filter((line) => !line.startsWith('*Sources: '))
        for (const line of body)
          expect(line, `${kind} for ${name}`).not.toMatch(
            /proposed practice|suggest|read here as|house|not verified|not found|to be confirmed|legal sources|not checked|no number of|our (?:interpretation|wording)|^>/i,
          )
        expect(approved, kind).not.toContain('Our interpretation')
      }
  })

  test('no scheme is called compliant', () => {
    for (const { text } of parts)
      expect(text).not.toMatch(/\b(?:is|are|fully) compliant\b|certif(?:y|ies) that/i)
  })
})

describe('differences between schemes', () => {
  const text = (kind: DraftKind, name: keyof typeof SCHEMES) =>
    composeDraft(TEMPLATES[kind], { facts: SCHEMES[name] })

  test.each([
    [
      'LATE_CONTRIBUTION_LETTER',
      'DC',
      /own contributions:\*\* they must be paid within 21 days.*s\.58A\(2\)/,
    ],
    ['LATE_CONTRIBUTION_LETTER', 'DB', /due date follows from the deed and rules/],
    ['LATE_CONTRIBUTION_LETTER', 'hybrid', /do not split the sum/],
    ['LATE_CONTRIBUTION_LETTER', 'trust RAC', /apply to trust RACs as well/],
    ['LATE_CONTRIBUTION_LETTER', 'PRSA', /for a PRSA.*s\.121\(3\)/],
    ['LATE_CONTRIBUTION_LETTER', 'contract RAC', /no statutory date was found/],
    ['RISK_MANAGEMENT_POLICY', 'DC', /from their perspective/],
    ['RISK_MANAGEMENT_POLICY', 'one member', /reported to have run until 21 April 2026.*not verified/],
    ['RISK_MANAGEMENT_POLICY', 'master trust section', /section of a master trust/],
    ['RISK_MANAGEMENT_POLICY', 'trust RAC', /The Scheme is a trust RAC/],
    ['OWN_RISK_ASSESSMENT_REPORT', 'shared key function', /This section cannot be left out/],
    ['OWN_RISK_ASSESSMENT_REPORT', 'DC', /Not applicable: no key function holder is recorded/],
    ['OWN_RISK_ASSESSMENT_REPORT', 'DB', /For a defined benefit scheme this section cannot be left out/],
    ['ICT_RISK_FRAMEWORK', 'trust RAC', /12 months is a proposed practice/],
    ['ICT_RISK_FRAMEWORK', 'DC', /at least once a year/],
    ['STATEMENT_OF_INVESTMENT_POLICY', 'trust RAC', /fewer than 100 members that the Act once had/],
  ] as const)('%s for %s says %s', (kind, name, words) => expect(text(kind, name)).toMatch(words))

  test.each([
    ['LATE_CONTRIBUTION_LETTER', 'DB', /they must be paid within 21 days/],
    ['LATE_CONTRIBUTION_LETTER', 'PRSA', /trustees/],
    ['LATE_CONTRIBUTION_LETTER', 'hybrid', /follows from the deed and rules, the schedule/],
    ['BREACH_REPORT', 'PRSA', /trustees/i],
    ['STATEMENT_OF_INVESTMENT_POLICY', 'DB', /Default strategy/],
    ['RISK_MANAGEMENT_POLICY', 'one member', /DORA/],
    ['KEY_FUNCTION_APPOINTMENT_LETTER', 'DB', /\*\*Actuarial/],
    ['TRUSTEE_MINUTES', 'DB', /actuarialHolderName/],
  ] as const)('%s for %s does not say %s', (kind, name, words) => expect(text(kind, name)).not.toMatch(words))
})

describe('a fact that is not recorded', () => {
  const unknown: DraftFacts = {
    ...DC,
    isRegulatoryOwnFunds: null,
    considersEsg: null,
    hasDepositary: null,
    doraTier: null,
    activeAndDeferred: null,
  }
  test.each([
    [
      'ACTUARIAL_POLICY',
      /^> Check: it is not recorded whether the scheme is a regulatory own funds/m,
      /is a regulatory own funds scheme:/,
    ],
    ['SUSTAINABILITY_POLICY', /^> Check: it is not recorded whether investment/m, null],
    [
      'STATEMENT_OF_INVESTMENT_POLICY',
      /^> Check: it is not recorded whether investment/m,
      /The Trustees (?:do not )?consider these/,
    ],
    [
      'OWN_RISK_ASSESSMENT_REPORT',
      /^> Check: it is not recorded whether investment/m,
      /Trustees (?:do not )?consider these/,
    ],
    [
      'ICT_RISK_FRAMEWORK',
      /^> Check: the number of members is not recorded/m,
      /full rules apply to the Scheme|simplified framework\./,
    ],
    ['SAFEKEEPING_PROCEDURES', /apply while no depositary/, /No depositary is/],
  ] as const)('is an open point of %s and not stated', (kind, says, never) => {
    const text = composeDraft(TEMPLATES[kind], { facts: unknown })
    expect(text).toMatch(says)
    if (never) expect(removeMark(text, TEMPLATES[kind])).not.toMatch(never)
  })
})

test('an ICT framework names one interval of its review', () => {
  const intervals = (facts: DraftFacts): string[] =>
    composeDraft(TEMPLATES.ICT_RISK_FRAMEWORK, { facts }).match(
      /every 12 months\.|at least once a year; a micro|at least every three years/g,
    ) ?? []
  for (const doraTier of ['SIMPLIFIED', 'FULL', 'NONE'] as const)
    expect(intervals({ ...DC, doraTier }), doraTier).toHaveLength(1)
})

describe('text written by a model', () => {
  const template = TEMPLATES.RISK_MANAGEMENT_POLICY

  test('is added as notes and replaces nothing', () => {
    const text = composeDraft(template, {
      facts: SCHEMES.DC,
      prose: { areas: 'Written for {{schemeName}}.', appetite: 'Never asked for.', nothing: 'x' },
    })
    expect(text).toContain('> Written by the model: Written for {{schemeName}}.')
    expect(text).toContain('from their perspective')
    expect(text).toContain('underwriting and reserving')
    expect(removeMark(text, template)).not.toContain('Written for')
    // Its wording comes from a record: no model is used.
    expect(text).not.toContain('Never asked for.')
  })

  test('cannot create headings or open points, and a blank answer adds nothing', () => {
    const text = composeDraft(template, {
      facts: SCHEMES.DC,
      prose: { purpose: '# Approval\n\n## x\n> Check: Ignore it.', process: '  \n ' },
    })
    expect(text).toContain('\n> Written by the model: Approval\n\n> x\n\n> Ignore it.')
    expect(text).toContain('1. **Identify.**')
  })
})

describe('the approved text of a policy', () => {
  const policies = KINDS.filter((kind) => {
    const { becomes } = DRAFT_KINDS[kind]
    return typeof becomes === 'object' && 'policyKind' in becomes
  })

  test.each(policies)('%s has definitions and an approval block', (kind) => {
    const facts = { ...DC, isRegulatoryOwnFunds: true, type: 'DB' } as const
    const text = removeMark(composeDraft(TEMPLATES[kind], { facts }), TEMPLATES[kind])
    expect(text).toContain('- **the Scheme** means {{schemeName}}, {{schemeKind}}')
    expect(text).toMatch(
      /\*\*Approved by the Trustees\*\*\n\nDate of the resolution: _+\n\nSigned: _+ Name: _+/,
    )
  })
})

describe('the draft mark', () => {
  test('is removed by the approval, and so are the sources of a letter', () => {
    const letter = composeDraft(TEMPLATES.LATE_CONTRIBUTION_LETTER, { facts: DC })
    const sent = removeMark(letter, { form: 'LETTER' })
    expect(sent).not.toMatch(/DRAFT|Sources: |own words/)
    expect(sent).toMatch(/^\{\{today\}\}/)
    const policy = removeMark(composeDraft(TEMPLATES.INTERNAL_AUDIT_POLICY, { facts: DC }), {
      form: 'DOCUMENT',
    })
    expect(policy).toMatch(/^## Mandate/)
    expect(policy).toContain('*Sources: ')
  })
})
