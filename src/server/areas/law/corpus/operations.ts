import type { CitationId } from '../../../../contract/citations.ts'
import * as contract from '../../../../contract/corpus.ts'
import { readToBuffer } from '../../../operation/upload.ts'
import { SYSTEM } from '../../../pipeline/act-as.ts'
import type { Origin } from '../../../pipeline/audit-log.ts'
import {
  definePublicCommand,
  defineQuery,
  type Operation,
  unchanged,
} from '../../../pipeline/define-operation.ts'
import type { Pipeline } from '../../../pipeline/pipeline.ts'
import { type Clock, getTodayInDublin } from '../../../platform/clock.ts'
import type { WorkerPool } from '../../../platform/worker-pool.ts'
import { findCitingRecords } from './citing-records.ts'
import { getSynonymsIn, type Synonyms } from './digest.ts'
import { auditedDocument, listDocuments, loadSnapshot, selectDocumentWithPassages } from './documents.ts'
import { type CorpusText, ingestOne } from './ingest.ts'
import { readTexts } from './read-texts.ts'
import { selectRankedPassages } from './retrieval.ts'
import { updateTermWeights } from './search-index.ts'

export interface CorpusDependencies {
  clock: Clock
  pipeline: Pipeline
  workers: WorkerPool
  synonyms: Synonyms
  /** The rules of the calendar that rest on any of these references. */
  rulesCiting: (ids: readonly CitationId[]) => string[]
  /** Runs in the background after sources have changed. */
  onIngested: () => Promise<void>
}

export function createCorpusOperations({
  clock,
  pipeline,
  workers,
  synonyms,
  rulesCiting,
  onIngested,
}: CorpusDependencies): Operation[] {
  const dayOf = (on: string | undefined): string => on ?? getTodayInDublin(clock)

  async function addText(text: CorpusText, origin: Origin): Promise<contract.IngestedDocument> {
    return pipeline.actAs(
      SYSTEM,
      contract.ingestCorpus.name,
      async (tx) => {
        const before = await loadSnapshot(tx, text.docId)
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
          citedBy: await findCitingRecords(tx, { docId, changedUnits }, rulesCiting),
        }
        if (outcome === 'UNCHANGED') return unchanged(done)
        return {
          answer: done,
          changes: [{ audited: auditedDocument, before, after: await loadSnapshot(tx, docId) }],
        }
      },
      origin,
    )
  }

  return [
    defineQuery({
      contract: contract.listSources,
      owner: 'in-scope',
      select: () => listDocuments,
    }),
    defineQuery({
      contract: contract.getSource,
      owner: 'in-scope',
      select: ({ id, on }) => selectDocumentWithPassages(id, dayOf(on)),
    }),
    defineQuery({
      contract: contract.searchCorpus,
      owner: 'in-scope',
      select: ({ q, on, limit }) =>
        selectRankedPassages({ question: q, synonyms: getSynonymsIn(q, synonyms), on: dayOf(on), limit }),
      body: ([row]) => {
        const { passages, ...found } = JSON.parse(row?.[0] as string)
        return JSON.stringify(
          contract.searchCorpus.output.parse({ ...found, data: passages, nextCursor: null }),
        )
      },
    }),
    definePublicCommand<typeof contract.ingestCorpus, contract.IngestedDocument[], Uint8Array>({
      contract: contract.ingestCorpus,
      file: { receive: readToBuffer },
      async prepare({ input: { documents }, upload, origin }) {
        // Everything that can be refused is refused before the first text is entered.
        const texts = await readTexts(documents, upload?.content ?? null, workers.forFirm(SYSTEM.tenantId))
        const done: contract.IngestedDocument[] = []
        for (const text of texts) done.push(await addText(text, origin))
        if (done.some(({ outcome }) => outcome !== 'UNCHANGED'))
          await pipeline.actAs(SYSTEM, contract.ingestCorpus.name, async (tx) =>
            unchanged(await updateTermWeights(tx)),
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
