import { DocumentKind, DocumentStatus } from '../../../../contract/documents.ts'
import { Confirmation } from '../../../../contract/obligations.ts'
import type { Decision } from './engine.ts'
import type { CompletionFacts, DocumentFacts, SchemeFacts } from './facts.ts'
import { FactsError, Fields, isObject, readId } from './facts-fields.ts'
import { UNREAD } from './facts-names.ts'
import { readContributions } from './facts-of-contributions.ts'

import { findTriggerEvent, readAssessment, readBreach, readEvent, readPolicy } from './facts-of-governance.ts'
import {
  addAgreements,
  findOldestStatement,
  readHolder,
  readMember,
  readOutsourcing,
  readTrusteeFacts,
} from './facts-of-people.ts'
import { parseRuleSettings, readPrsaAccess, readScheme } from './facts-of-scheme.ts'

export interface ReadFacts {
  facts: SchemeFacts
  /** Paths of unknown fields. */
  unknown: string[]
}

export function readFactsFile(json: unknown): ReadFacts {
  if (!isObject(json)) throw new FactsError('A facts file must be one JSON object: { "type": "DC", … }')
  const unknown: string[] = []
  const whole = new Fields(json, '', unknown, 'scheme')
  const nested = whole.raw('scheme')
  const top = isObject(nested) ? new Fields(nested, 'scheme.', unknown, 'scheme', whole) : whole
  const employer = whole.object('employer')
  const scheme = readScheme(top)
  const members = top.list(readMember, 'members')
  const policies = [
    ...top.list((one, index) => readPolicy(one, index), 'policies'),
    ...top.list((one, index) => readPolicy(one, index, 'SIPP'), 'sipp', {
      ofDay: 'approvedOn',
      kind: 'policies',
    }),
  ].filter((one) => one !== null)
  const events = [
    ...top.list(readEvent, 'events').flat(),
    ...top.list(readBreach, 'breaches').flat(),
    ...policies.flatMap(({ change }) => change ?? []),
  ]
  const outsourcing = top.list(readOutsourcing, 'outsourcing')
  const holders = top.list(readHolder, 'keyFunctionHolders')
  const facts: SchemeFacts = {
    scheme,
    prsaAccess: readPrsaAccess(employer),
    trackedSince: top.day('trackedSince'),
    members: members.map(({ member }) => member),
    trustees: readTrusteeFacts(top),
    keyFunctionHolders: holders.map(({ holder }) => holder),
    outsourcing: addAgreements(outsourcing, holders),
    assessments: top
      .list(readAssessment, 'ownRiskAssessments', { ofDay: 'approvedOn' })
      .map((assessment) => ({
        ...assessment,
        triggerEventId: findTriggerEvent(assessment.triggerEventId, events),
      })),
    policies: policies.map(({ policy }) => policy),
    events,
    documents: [
      ...top.list(readDocument, 'documents').flatMap((one) => one ?? []),
      ...top.list(readComplianceStatement, 'annualComplianceStatements'),
      ...buildCertificates('ACTUARIAL_FUNDING_CERTIFICATE', top.day('lastAfcEffectiveOn')),
      ...buildCertificates('ACTUARIAL_VALUATION', top.day('lastValuationOn')),
      ...buildCertificates(
        'PENSION_BENEFIT_STATEMENT',
        top.day('lastPbsDate') ?? findOldestStatement(members),
      ),
    ],
    ...readContributions(top),
    meetingsHeldOn: top.days('meetings', 'heldOn', UNREAD.meeting),
    completions: top.list(readCompletion, 'completions').flatMap((one) => one ?? []),
    settings: parseRuleSettings(whole),
  }
  if (top !== whole) top.close()
  whole.close()
  return { facts, unknown }
}

/** Completions without a matching decision: the rule or period is misspelt or long past. */
export function listUnusedCompletions(
  { completions }: SchemeFacts,
  decisions: readonly Decision[],
): string[] {
  const decided = new Set(decisions.map(({ rule, periodKey }) => `${rule.id} ${periodKey}`))
  const rolling = new Set(
    decisions.filter(({ rule }) => rule.trigger === 'ROLLING').map(({ rule }) => rule.id),
  )
  return completions
    .filter(({ ruleId, periodKey }) => !decided.has(`${ruleId} ${periodKey}`) && !rolling.has(ruleId))
    .map(({ ruleId, periodKey }) =>
      periodKey ? `${ruleId} of ${periodKey}` : `${ruleId} (which periodKey?)`,
    )
}

// --- Documents and what was done

const DATED: readonly DocumentStatus[] = ['FINAL', 'SIGNED', 'FILED', 'SUPERSEDED']

const readDocument = (one: Fields, index: number): DocumentFacts | null => {
  one.ignore(UNREAD.document)
  const kind = one.code(DocumentKind.options, 'kind')
  const status = one.text(DocumentStatus.options, 'status')
  const document: DocumentFacts = {
    id: readId(one, 'document', index),
    kind: kind ?? 'OTHER',
    periodEndOn: one.day('periodEndOn'),
    effectiveOn: one.day('effectiveOn'),
    signedOn: one.day('signedOn'),
    filedOn: one.day('filedOn'),
  }
  return kind === null || (status !== null && !DATED.includes(status)) ? null : document
}

const readComplianceStatement = (one: Fields, index: number): DocumentFacts => {
  one.ignore(['answers', 'signatories'])
  return {
    id: readId(one, 'statement', index),
    kind: 'ANNUAL_COMPLIANCE_STATEMENT',
    periodEndOn: `${one.require(one.count('acsYear'), 'acsYear')}-12-31`,
    effectiveOn: null,
    signedOn: one.day('completedOn'),
    filedOn: one.day('providedToAuthorityOn'),
  }
}

const buildCertificates = (kind: DocumentFacts['kind'], effectiveOn: string | null): DocumentFacts[] =>
  effectiveOn
    ? [{ id: kind.toLowerCase(), kind, periodEndOn: null, effectiveOn, signedOn: null, filedOn: null }]
    : []

const readCompletion = (one: Fields): CompletionFacts | null => {
  one.ignore(UNREAD.completion)
  const isByHand = one.flag('isByHand') ?? true
  const completion = {
    ruleId: one.require(one.words('ruleId'), 'ruleId'),
    periodKey: one.words('periodKey') ?? one.words('period') ?? '',
    completedOn: one.day('completedOn'),
    effectiveOn: one.day('effectiveOn'),
    waiverReason: one.words('waiverReason'),
    confirmation: one.text(Confirmation.options, 'confirmation'),
    dueOn: one.day('dueOn'),
    legalEndOn: one.day('legalEndOn'),
  }
  return isByHand || completion.confirmation ? completion : null
}
