import type { CitationId } from '../../../contract/citations.ts'
import * as contract from '../../../contract/corpus.ts'
import { answer, type Operation, performAsAccount, unchanged } from '../../operation/perform.ts'
import { type Pipeline, SYSTEM } from '../../operation/pipeline.ts'
import type { Origin } from '../../operation/record.ts'
import { inMemory } from '../../operation/upload.ts'
import { type Clock, todayInDublin } from '../../platform/clock.ts'
import type { WorkerPool } from '../../platform/worker-pool.ts'
import { textsOf } from './bring-in.ts'
import { citedBy } from './cited-by.ts'
import { type Synonyms, synonymsFor } from './digest.ts'
import { auditedDocument, documentWithPassages, listDocuments, snapshotOf } from './documents.ts'
import { type CorpusText, ingestOne } from './ingest.ts'
import { rank } from './retrieval.ts'
import { settleWeights } from './search-index.ts'

export interface CorpusDependencies {
  clock: Clock
  pipeline: Pipeline
  workers: WorkerPool
  synonyms: Synonyms
  /** The rules of the calendar that rest on any of these references. */
  rulesCiting: (ids: readonly CitationId[]) => string[]
  /** After texts have changed; nobody waits for it. */
  onIngested: () => Promise<void>
}

export function corpusOperations({
  clock,
  pipeline,
  workers,
  synonyms,
  rulesCiting,
  onIngested,
}: CorpusDependencies): Operation[] {
  const dayOf = (on: string | undefined): string => on ?? todayInDublin(clock)

  async function enter(text: CorpusText, origin: Origin): Promise<contract.IngestedDocument> {
    return pipeline.actAs(
      SYSTEM,
      contract.ingestCorpus.name,
      async (tx) => {
        const before = await snapshotOf(tx, text.docId)
        const {
          id,
          docId,
          outcome,
          changedUnits,
          ingestId: _,
          ...counts
        } = await ingestOne(tx, text, SYSTEM.id)
        const done = {
          id,
          docId,
          outcome,
          passagesAdded: counts.chunksAdded,
          passagesChanged: counts.chunksChanged,
          passagesRemoved: counts.chunksRemoved,
          citedBy: await citedBy(tx, { docId, changedUnits }, rulesCiting),
        }
        if (outcome === 'UNCHANGED') return unchanged(done)
        return {
          answer: done,
          changes: [{ audited: auditedDocument, before, after: await snapshotOf(tx, docId) }],
        }
      },
      origin,
    )
  }

  return [
    answer({
      contract: contract.listSources,
      owner: 'within',
      select: () => listDocuments,
    }),
    answer({
      contract: contract.getSource,
      owner: 'within',
      select: ({ id, on }) => documentWithPassages(id, dayOf(on)),
    }),
    answer({
      contract: contract.searchCorpus,
      owner: 'within',
      select: ({ q, on, limit }) =>
        rank({ question: q, synonyms: synonymsFor(q, synonyms), on: dayOf(on), limit }),
      body: ([row]) => {
        const { passages, ...found } = JSON.parse(row?.[0] as string)
        return JSON.stringify(contract.searchCorpus.output.parse({ ...found, data: passages }))
      },
    }),
    performAsAccount<typeof contract.ingestCorpus, contract.IngestedDocument[], Uint8Array>({
      contract: contract.ingestCorpus,
      file: { receive: inMemory },
      async prepare({ input: { documents }, upload, origin }) {
        // Everything that can be refused is refused before the first text is entered.
        const texts = await textsOf(documents, upload?.content ?? null, workers.forFirm(SYSTEM.tenantId))
        const done: contract.IngestedDocument[] = []
        for (const text of texts) done.push(await enter(text, origin))
        if (done.some(({ outcome }) => outcome !== 'UNCHANGED'))
          await pipeline.actAs(SYSTEM, contract.ingestCorpus.name, async (tx) =>
            unchanged(await settleWeights(tx)),
          )
        return done
      },
      async handle({ prepared: documents, afterCommit }) {
        if (documents.some(({ outcome }) => outcome !== 'UNCHANGED')) afterCommit(onIngested)
        return unchanged({ documents })
      },
    }),
  ]
}
