/**
 * Generates sections of drafts with the provider, each from passages of the public texts. Sections that it does not write keep the
 * template's text.
 */
import type { DraftPreview } from '../../../../contract/disclosures.ts'
import type { DraftPassage } from '../../../../contract/drafts.ts'
import { createNameSet, type NameSet } from '../../../platform/personal-data.ts'
import type {
  PreviewSections,
  SectionsCall,
  SectionToWrite,
  WriteSections,
} from '../../documents/drafts/index.ts'
import { type PlacedPassage, selectStoredPassages } from '../corpus/index.ts'
import { findSectionTask, type Outbound, requireSchemeName } from './disclosure.ts'
import { type Ledger, type WrittenSentence, writeAnswer } from './generate-answer.ts'
import { createLedger, findBudgetRefusal, loadBudgetStatus } from './ledger.ts'
import { type AnswererDependencies, UNPROVEN } from './model-answerer.ts'
import {
  getProvenPassages,
  hasMembers,
  type Proven,
  readNames,
  selectNamesWithin,
} from './outbound-payload.ts'

type Writing = Omit<AnswererDependencies, 'denseLeg'>

/** Concurrent requests. Providers reject more at once. */
const AT_ONCE = 3

export function createSectionWriter(given: Writing): {
  write: WriteSections | null
  preview: PreviewSections
} {
  return {
    write: given.provider && writeWith({ ...given, provider: given.provider }),
    preview: previewWith(given),
  }
}

const writeWith =
  ({
    provider,
    budget: allowed,
    clock,
    ...given
  }: Writing & { provider: NonNullable<Writing['provider']> }): WriteSections =>
  async ({ actor, runQuery, inBookkeepingTransaction, origin, ...call }) => {
    const { questionsSent } = await loadBudgetStatus(runQuery, allowed, clock)
    if (questionsSent === 'NEVER') return null
    const { scheme, sections } = await buildOutboundSections({ actor, runQuery, ...call }, given)
    const promptSha256s: string[] = []
    const disclosureLedger = createLedger({
      actor,
      inBookkeepingTransaction,
      origin,
      clock,
      allowed,
      purpose: 'SECTION',
    })
    const ledger: Ledger = {
      ...disclosureLedger,
      async begin(departure) {
        await disclosureLedger.begin(departure)
        promptSha256s.push(departure.sha256)
      },
    }
    const budget = async () => findBudgetRefusal(await loadBudgetStatus(runQuery, allowed, clock))
    const write = async ({ section, proven, task }: OutboundSection): Promise<Done[]> => {
      const outbound: Omit<Outbound, 'isAgain'> = {
        kind: 'section',
        scheme,
        chunks: proven.map(({ chunk }) => chunk),
        question: task,
      }
      // The name of the scheme was scanned when it was created.
      const names = createNameSet([])
      const written = await writeAnswer({
        provider,
        outbound,
        names,
        runQuery,
        emit: () => {},
        ledger,
        budget,
      })
      return written ? [{ section, written, proven }] : []
    }
    const done: Done[] = []
    for (let at = 0; at < sections.length; at += AT_ONCE)
      done.push(...(await Promise.all(sections.slice(at, at + AT_ONCE).map(write))).flat())
    if (done.length === 0) return null
    return {
      model: provider.model,
      prose: Object.fromEntries(
        done.map(({ section, written }) => [section.key, written.map(({ text }) => text).join(' ')]),
      ),
      promptSha256s,
      passages: done.flatMap(getPassages),
    }
  }

interface OutboundSection {
  section: SectionToWrite
  task: NonNullable<ReturnType<typeof findSectionTask>>
  proven: Proven[]
}
interface Done {
  section: SectionToWrite
  written: readonly WrittenSentence[]
  proven: Proven[]
}

/** Returns the passages that the sentences cite, each once. */
const getPassages = ({ section, written, proven }: Done): DraftPassage[] =>
  [...new Set(written.flatMap(({ cites }) => cites))].flatMap((cite) => {
    const cited = proven[cite - 1]
    if (!cited) return []
    const { docId, anchor, citation } = cited.passage
    return [{ section: section.key, docId, anchor, citation, sha256: cited.contentHash }]
  })

async function buildOutboundSections(
  { kind, sections, scheme: { name, type }, runQuery }: SectionsCall,
  { namesAmong, log }: Pick<Writing, 'namesAmong' | 'log'>,
): Promise<{ scheme: NonNullable<Outbound['scheme']>; sections: OutboundSection[] }> {
  const passages = sections.flatMap((section) => section.passages)
  const [named, storedRows] = await runQuery(
    selectNamesWithin(name, namesAmong, 1),
    selectStoredPassages([...new Set(passages.map(({ id }) => id))]),
  )
  const onUnproven = (citation: string): void => log.error(UNPROVEN, { names: [citation] })
  const ready = sections.flatMap((section): OutboundSection[] => {
    const task = findSectionTask(kind, section.key)
    const proven = getProvenPassages(section.passages, storedRows, onUnproven)
    return task && proven.length > 0 ? [{ section, task, proven }] : []
  })
  // A scheme name that contains part of a member's name, or another person's surname, is not sent; only two types are sent.
  const ofType = type === 'DB' || type === 'DC' ? { type } : {}
  const checked = hasMembers(named) ? null : findNamedScheme(name, createNameSet(readNames(named)))
  return { scheme: { ...(checked ? { name: checked } : {}), ...ofType }, sections: ready }
}

/** Returns null if the name contains personal data of another kind. */
function findNamedScheme(name: string, names: NameSet): ReturnType<typeof requireSchemeName> | null {
  try {
    return requireSchemeName(name, names)
  } catch {
    return null
  }
}

const previewWith =
  ({ provider, budget: allowed, clock, ...given }: Writing): PreviewSections =>
  async (call) => {
    if (!provider) return createNothingLeavesPreview('NO_PROVIDER')
    const status = await loadBudgetStatus(call.runQuery, allowed, clock)
    if (status.questionsSent === 'NEVER') return createNothingLeavesPreview('FIRM_SENDS_NOTHING')
    if (findBudgetRefusal(status)) return createNothingLeavesPreview('BUDGET_SPENT')
    const { scheme, sections } = await buildOutboundSections(call, given)
    if (sections.length === 0) return createNothingLeavesPreview('NOTHING_TO_WRITE')
    return {
      nothingLeaves: null,
      schemeName: scheme.name?.text ?? null,
      schemeType: scheme.type ?? null,
      sections: sections.map(({ section, task, proven }) => ({
        heading: section.heading,
        task: task.text,
        passages: proven.map(({ passage: { title, citation } }: { passage: PlacedPassage }) => ({
          title,
          citation,
        })),
      })),
    }
  }

const createNothingLeavesPreview = (nothingLeaves: DraftPreview['nothingLeaves']): DraftPreview => ({
  nothingLeaves,
  schemeName: null,
  schemeType: null,
  sections: [],
})
