/**
 * Collects the inputs of a draft before any transaction: the facts that choose its passages, the corpus version, the passages that each
 * section rests on and, if a model is configured, the text that it wrote.
 */

import type { DraftPreview } from '../../../../contract/disclosures.ts'
import { findUnavailabilityReason } from '../../../../contract/draft-availability.ts'
import type { DraftKind } from '../../../../contract/draft-kind.ts'
import type { DraftFacts } from '../../../../contract/draft-kind-definitions.ts'
import type { DraftPassage } from '../../../../contract/drafts.ts'
import type { Scheme, SchemeType } from '../../../../contract/schemes.ts'
import type { Actor, InBookkeepingTransaction } from '../../../pipeline/access-scope.ts'
import type { Origin } from '../../../pipeline/audit-log.ts'
import type { RunQuery } from '../../../pipeline/define-operation.ts'
import { formatCode } from '../../../platform/paper/code-words.ts'
import { policyMatrix } from '../../governance/policies/index.ts'
import {
  corpusSnapshot,
  getSynonymsIn,
  type PlacedPassage,
  type StoredPassage,
  type Synonyms,
  selectRankedPassages,
  selectStoredPassages,
} from '../../law/corpus/index.ts'
import { getPolicyFacts, schemes } from '../../schemes/schemes/index.ts'
import { getSections } from './compose.ts'
import type { Section } from './template-model.ts'
import { TEMPLATES } from './templates.ts'

export interface SectionToWrite {
  key: string
  heading: string
  /** A constant, without a fact of any scheme. */
  prompt: string
  question: string
  passages: readonly PlacedPassage[]
}

/** Text that a model wrote, by section key; other sections keep the text of the template. */
export interface WrittenSections {
  model: string
  prose: Readonly<Record<string, string>>
  promptSha256s: readonly string[]
  /** Cited by its sentences. */
  passages: readonly DraftPassage[]
}

/** Sections that a model is to write, and for which scheme. */
export interface SectionsCall {
  kind: DraftKind
  sections: readonly SectionToWrite[]
  scheme: { name: string; type: SchemeType }
  actor: Actor
  runQuery: RunQuery
}

/** Null: nothing was written. The implementation applies its own budget, usage log and personal-data checks. */
export type WriteSections = (
  call: SectionsCall & { inBookkeepingTransaction: InBookkeepingTransaction; origin: Origin },
) => Promise<WrittenSections | null>

/** Returns the request that would be sent to the model; sends nothing. */
export type PreviewSections = (call: SectionsCall) => Promise<DraftPreview>

export interface MadeFrom {
  facts: DraftFacts
  corpusSnapshot: string
  passages: readonly DraftPassage[]
  written: WrittenSections | null
}

/** Number of passages retrieved for a section. */
const PASSAGES_OF_SECTION = 3

export interface DraftCreationContext {
  on: string
  synonyms: Synonyms
  writeSections: WriteSections | null
  actor: Actor
  runQuery: RunQuery
  inBookkeepingTransaction: InBookkeepingTransaction
  origin: Origin
}

/** Null if the caller has no access to such a scheme: the guard then refuses the request. */
export async function loadDraftSource(
  wanted: { schemeId: string; kind: DraftKind },
  making: DraftCreationContext,
): Promise<MadeFrom | null> {
  const { writeSections, actor, runQuery, inBookkeepingTransaction, origin } = making
  const gathered = await loadGatheredValues(wanted, making)
  if (!gathered) return null
  const { facts, scheme, found, toWrite, ...base } = gathered
  const written =
    writeSections && toWrite.length > 0
      ? await writeSections({
          kind: wanted.kind,
          sections: toWrite,
          scheme,
          actor,
          runQuery,
          inBookkeepingTransaction,
          origin,
        })
      : null
  const stored = await loadStoredPassages(found, runQuery)
  return {
    ...base,
    facts,
    // A section that a model wrote has the passages cited by its sentences.
    passages: [
      ...stored.filter(({ section }) => !written || !Object.hasOwn(written.prose, section)),
      ...(written?.passages ?? []),
    ],
    written,
  }
}

/** Request that would be sent to the model for this draft. Null if the caller has no access to such a scheme. */
export async function buildDraftPreview(
  wanted: { schemeId: string; kind: DraftKind },
  {
    previewSections,
    ...given
  }: Omit<DraftCreationContext, 'writeSections' | 'inBookkeepingTransaction' | 'origin'> & {
    previewSections: PreviewSections
  },
): Promise<DraftPreview | null> {
  const gathered = await loadGatheredValues(wanted, given)
  if (!gathered) return null
  const { actor, runQuery } = given
  return previewSections({
    kind: wanted.kind,
    sections: gathered.toWrite,
    scheme: gathered.scheme,
    actor,
    runQuery,
  })
}

interface Gathered {
  facts: DraftFacts
  corpusSnapshot: string
  scheme: SectionsCall['scheme']
  found: ReadonlyMap<string, PlacedPassage[]>
  toWrite: SectionToWrite[]
}

async function loadGatheredValues(
  { schemeId, kind }: { schemeId: string; kind: DraftKind },
  { on, synonyms, runQuery }: Pick<DraftCreationContext, 'on' | 'synonyms' | 'runQuery'>,
): Promise<Gathered | null> {
  const [schemeRows, factRows, snapshotRows] = await runQuery(
    schemes.one(schemeId),
    policyMatrix.one(schemeId),
    corpusSnapshot,
  )
  const [schemeText, factText] = [schemeRows?.[0]?.[0], factRows?.[0]?.[0]]
  if (!schemeText || !factText) return null
  const scheme = JSON.parse(schemeText) as Scheme
  const facts = getDraftFacts(scheme, JSON.parse(factText) as Parameters<typeof getPolicyFacts>[0])
  const base = {
    facts,
    corpusSnapshot: snapshotRows?.[0]?.[0] as string,
    scheme: { name: scheme.name, type: scheme.type },
  }
  if (findUnavailabilityReason(kind, facts) !== null) return { ...base, found: new Map(), toWrite: [] }
  const sections = getSections(TEMPLATES[kind], facts)
  const found = await loadPassages(sections, { on, synonyms, runQuery })
  const toWrite = sections.flatMap(({ key, heading, prompt, question }) =>
    prompt === null ? [] : [{ key, heading, prompt, question, passages: found.get(key) ?? [] }],
  )
  return { ...base, found, toWrite }
}

const getDraftFacts = (scheme: Scheme, row: Parameters<typeof getPolicyFacts>[0]): DraftFacts => ({
  ...getPolicyFacts(row),
  type: scheme.type,
  legalForm: scheme.legalForm,
  isHybrid: scheme.benefitBasis === 'HYBRID',
  isOneMemberArrangement: scheme.type === 'DC' && scheme.legalForm === 'ONE_MEMBER',
  memberBearsRisk: scheme.type !== 'DB' && !isDeathBenefitsOnly(scheme),
  isDeathBenefitsOnly: isDeathBenefitsOnly(scheme),
  status: scheme.status,
})

const isDeathBenefitsOnly = ({ benefitBasis, legalForm }: Scheme): boolean =>
  benefitBasis === 'RISK_ONLY' || legalForm === 'DEATH_BENEFIT_ONLY'

async function loadPassages(
  sections: readonly Section[],
  { on, synonyms, runQuery }: Pick<DraftCreationContext, 'on' | 'synonyms' | 'runQuery'>,
): Promise<Map<string, PlacedPassage[]>> {
  const answers = await runQuery(
    ...sections.map(({ question }) =>
      selectRankedPassages({
        question,
        synonyms: getSynonymsIn(question, synonyms),
        on,
        limit: PASSAGES_OF_SECTION,
      }),
    ),
  )
  return new Map(
    sections.map(({ key }, index) => [
      key,
      (JSON.parse(answers[index]?.[0]?.[0] as string) as { passages: PlacedPassage[] }).passages,
    ]),
  )
}

/** Adds the content hashes from ingest. */
async function loadStoredPassages(
  found: ReadonlyMap<string, readonly PlacedPassage[]>,
  runQuery: RunQuery,
): Promise<DraftPassage[]> {
  const ids = [...new Set([...found.values()].flatMap((passages) => passages.map(({ id }) => id)))]
  const [rows] = await runQuery(selectStoredPassages(ids))
  const stored = JSON.parse(rows?.[0]?.[0] ?? '[]') as StoredPassage[]
  const hashes = new Map(stored.map(({ id, contentHash }) => [id, contentHash]))
  return [...found].flatMap(([section, passages]) =>
    passages.map((passage) => ({
      section,
      docId: passage.docId,
      anchor: passage.anchor,
      citation: passage.citation,
      sha256: hashes.get(passage.id) ?? '',
    })),
  )
}

const NAMES: Record<keyof DraftFacts, string> = {
  type: 'Type',
  legalForm: 'Legal form',
  iorpInScope: 'Within the regime',
  isRegulatoryOwnFunds: 'Regulatory own funds',
  isHybrid: 'Hybrid',
  isOneMemberArrangement: 'One-member arrangement',
  memberBearsRisk: 'Members bear the investment risk',
  isDeathBenefitsOnly: 'Benefits on death only',
  status: 'Status',
  activeAndDeferred: 'Active and deferred members',
  doraTier: 'Tier under DORA',
  hasSharedKeyFunction: 'A key function is shared with the employer',
  hasDepositary: 'A depositary is appointed',
  considersEsg: 'Environmental, social and governance factors are considered',
}

export const formatFacts = (facts: DraftFacts): { name: string; value: string }[] =>
  (Object.keys(NAMES) as (keyof DraftFacts)[]).map((fact) => ({
    name: NAMES[fact],
    value: formatRecordedValue(facts[fact]),
  }))

function formatRecordedValue(value: boolean | number | string | null): string {
  if (value === null) return 'Not recorded'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return typeof value === 'number' ? String(value) : formatCode(value)
}
