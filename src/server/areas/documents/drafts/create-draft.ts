/**
 * What a draft is made from, gathered before any transaction: the facts that choose its passages, the state of the public texts, the
 * passages that each of its sections rests on and, where a model is configured, what that wrote.
 */

import type { DraftPreview } from '../../../../contract/disclosures.ts'
import { findDraftObstacle } from '../../../../contract/draft-availability.ts'
import type { DraftKind } from '../../../../contract/draft-kind.ts'
import type { DraftFacts } from '../../../../contract/draft-kinds.ts'
import type { DraftPassage } from '../../../../contract/drafts.ts'
import type { Scheme, SchemeType } from '../../../../contract/schemes.ts'
import type { Actor, InBookkeepingTransaction } from '../../../pipeline/access-scope.ts'
import type { Origin } from '../../../pipeline/audit-log.ts'
import type { RunQuery } from '../../../pipeline/define-operation.ts'
import { formatCode } from '../../../platform/paper/code-words.ts'
import { policyMatrix } from '../../governance/policies/index.ts'
import {
  corpusSnapshot,
  type KeptPassage,
  type PlacedPassage,
  rank,
  type Synonyms,
  selectKeptPassages,
  selectSynonyms,
} from '../../law/corpus/index.ts'
import { getPolicyFacts, schemes } from '../../schemes/schemes/index.ts'
import { selectSections } from './compose.ts'
import type { Section } from './template.ts'
import { TEMPLATES } from './templates.ts'

export interface SectionToWrite {
  key: string
  heading: string
  /** A constant, without a fact of any scheme. */
  prompt: string
  question: string
  passages: readonly PlacedPassage[]
}

/** What a model wrote, by the key of the section; what it did not write keeps the text of the template. */
export interface WrittenSections {
  model: string
  prose: Readonly<Record<string, string>>
  promptSha256s: readonly string[]
  /** That its sentences cite. */
  passages: readonly DraftPassage[]
}

/** What a model is to write, and for which scheme. */
export interface SectionsCall {
  kind: DraftKind
  sections: readonly SectionToWrite[]
  scheme: { name: string; type: SchemeType }
  actor: Actor
  runQuery: RunQuery
}

/** Null: nothing was written. Its own budget, ledger and privacy wall are behind it. */
export type WriteSections = (
  call: SectionsCall & { inBookkeepingTransaction: InBookkeepingTransaction; origin: Origin },
) => Promise<WrittenSections | null>

/** What would leave for it; nothing does. */
export type PreviewSections = (call: SectionsCall) => Promise<DraftPreview>

export interface MadeFrom {
  facts: DraftFacts
  corpusSnapshot: string
  passages: readonly DraftPassage[]
  written: WrittenSections | null
}

/** As many as a section is read beside. */
const PASSAGES_OF_SECTION = 3

export interface Making {
  on: string
  synonyms: Synonyms
  writeSections: WriteSections | null
  actor: Actor
  runQuery: RunQuery
  inBookkeepingTransaction: InBookkeepingTransaction
  origin: Origin
}

/** Null where the caller sees no such scheme: the guard says which refusal that is. */
export async function loadDraftSource(
  wanted: { schemeId: string; kind: DraftKind },
  making: Making,
): Promise<MadeFrom | null> {
  const { writeSections, actor, runQuery, inBookkeepingTransaction, origin } = making
  const gathered = await gatheredFor(wanted, making)
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
  const looked = await asKept(found, runQuery)
  return {
    ...base,
    facts,
    // A section that a model wrote rests on what its sentences cite.
    passages: [
      ...looked.filter(({ section }) => !written || !Object.hasOwn(written.prose, section)),
      ...(written?.passages ?? []),
    ],
    written,
  }
}

/** What would leave if it were made. Null where the caller sees no such scheme. */
export async function buildDraftPreview(
  wanted: { schemeId: string; kind: DraftKind },
  {
    previewSections,
    ...given
  }: Omit<Making, 'writeSections' | 'inBookkeepingTransaction' | 'origin'> & {
    previewSections: PreviewSections
  },
): Promise<DraftPreview | null> {
  const gathered = await gatheredFor(wanted, given)
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

async function gatheredFor(
  { schemeId, kind }: { schemeId: string; kind: DraftKind },
  { on, synonyms, runQuery }: Pick<Making, 'on' | 'synonyms' | 'runQuery'>,
): Promise<Gathered | null> {
  const [schemeRows, factRows, snapshotRows] = await runQuery(
    schemes.one(schemeId),
    policyMatrix.one(schemeId),
    corpusSnapshot,
  )
  const [schemeText, factText] = [schemeRows?.[0]?.[0], factRows?.[0]?.[0]]
  if (!schemeText || !factText) return null
  const scheme = JSON.parse(schemeText) as Scheme
  const facts = draftFactsOf(scheme, JSON.parse(factText) as Parameters<typeof getPolicyFacts>[0])
  const base = {
    facts,
    corpusSnapshot: snapshotRows?.[0]?.[0] as string,
    scheme: { name: scheme.name, type: scheme.type },
  }
  if (findDraftObstacle(kind, facts) !== null) return { ...base, found: new Map(), toWrite: [] }
  const sections = selectSections(TEMPLATES[kind], facts)
  const found = await passagesFor(sections, { on, synonyms, runQuery })
  const toWrite = sections.flatMap(({ key, heading, prompt, question }) =>
    prompt === null ? [] : [{ key, heading, prompt, question, passages: found.get(key) ?? [] }],
  )
  return { ...base, found, toWrite }
}

const draftFactsOf = (scheme: Scheme, row: Parameters<typeof getPolicyFacts>[0]): DraftFacts => ({
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

async function passagesFor(
  sections: readonly Section[],
  { on, synonyms, runQuery }: Pick<Making, 'on' | 'synonyms' | 'runQuery'>,
): Promise<Map<string, PlacedPassage[]>> {
  const answers = await runQuery(
    ...sections.map(({ question }) =>
      rank({ question, synonyms: selectSynonyms(question, synonyms), on, limit: PASSAGES_OF_SECTION }),
    ),
  )
  return new Map(
    sections.map(({ key }, index) => [
      key,
      (JSON.parse(answers[index]?.[0]?.[0] as string) as { passages: PlacedPassage[] }).passages,
    ]),
  )
}

/** With the hashes that they were brought in with. */
async function asKept(
  found: ReadonlyMap<string, readonly PlacedPassage[]>,
  runQuery: RunQuery,
): Promise<DraftPassage[]> {
  const ids = [...new Set([...found.values()].flatMap((passages) => passages.map(({ id }) => id)))]
  const [rows] = await runQuery(selectKeptPassages(ids))
  const kept = JSON.parse(rows?.[0]?.[0] ?? '[]') as KeptPassage[]
  const hashes = new Map(kept.map(({ id, contentHash }) => [id, contentHash]))
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
    value: inWords(facts[fact]),
  }))

function inWords(value: boolean | number | string | null): string {
  if (value === null) return 'Not recorded'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return typeof value === 'number' ? String(value) : formatCode(value)
}
