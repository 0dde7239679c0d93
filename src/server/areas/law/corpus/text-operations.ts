/** Operations of platform operators on legal sources. Programs ingest texts with `corpus.ingest`. */
import { sql } from 'kysely'
import type { CitationId } from '../../../../contract/citations.ts'
import * as contract from '../../../../contract/corpus-texts.ts'
import { readToBuffer } from '../../../operation/upload.ts'
import { defineCommand, defineQuery, type Operation, unchanged } from '../../../pipeline/define-operation.ts'
import { createBusinessRuleRefusal, createConflictRefusal } from '../../../pipeline/refusal.ts'
import { type Clock, getTodayInDublin } from '../../../platform/clock.ts'
import type { WorkerPool } from '../../../platform/worker-pool.ts'
import { findCitingRecords } from './citing-records.ts'
import { auditedDocument, loadSnapshot } from './documents.ts'
import { type CorpusText, findDifference, ingestOne, withdraw } from './ingest.ts'
import { readTexts } from './read-texts.ts'
import { updateTermWeights } from './search-index.ts'
import { listTexts, loadIngestChanges, loadPassages, requireText, requireTextWithHistory } from './texts.ts'

export interface CorpusTextDependencies {
  clock: Clock
  workers: WorkerPool
  /** Returns the calendar rules that are based on any of these citations. */
  rulesCiting: (ids: readonly CitationId[]) => string[]
}

export function createCorpusTextOperations({
  clock,
  workers,
  rulesCiting,
}: CorpusTextDependencies): Operation[] {
  return [
    defineQuery({
      contract: contract.listCorpusTexts,
      owner: 'in-scope',
      select: () => listTexts,
    }),
    defineQuery({
      contract: contract.getCorpusText,
      owner: 'in-scope',
      handle: ({ input: { id }, db }) =>
        requireTextWithHistory(db, id, (changed) => findCitingRecords(db, changed, rulesCiting)),
    }),
    defineCommand<typeof contract.ingestText, CorpusText, Uint8Array>({
      contract: contract.ingestText,
      file: { receive: readToBuffer },
      owner: (_input, find, actor) => find.self(actor),
      async prepare({ input: { isDryRun: _, ...sent }, actor, upload }) {
        const [text] = await readTexts([sent], upload.content, workers.forFirm(actor.tenantId))
        return text as CorpusText
      },
      async handle({ input: { isDryRun }, prepared: text, tx, actor }) {
        const summary = { docId: text.docId, isDryRun, passageCount: text.chunks.length }
        if (isDryRun) {
          const difference = await findDifference(tx, text)
          const { before, isSame, entered, changed, removed, changedUnits } = difference
          return unchanged({
            ...summary,
            id: before?.id ?? null,
            outcome: isSame ? 'UNCHANGED' : before ? 'CHANGED' : 'ADDED',
            passagesAdded: entered.length - changed.length,
            passagesChanged: changed.length,
            passagesRemoved: removed.length,
            passages: await loadIngestChanges(tx, text, difference),
            citedBy: await findCitingRecords(tx, { docId: text.docId, changedUnits }, rulesCiting),
          })
        }
        const before = await loadSnapshot(tx, text.docId)
        const { id, outcome, ingestId, changedUnits, ...counts } = await ingestOne(tx, text, actor.id)
        if (ingestId) await updateTermWeights(tx)
        const done: contract.BroughtInText = {
          ...summary,
          id,
          outcome,
          passagesAdded: counts.chunksAdded,
          passagesChanged: counts.chunksChanged,
          passagesRemoved: counts.chunksRemoved,
          passages: ingestId && before ? await loadPassages(tx, ingestId) : [],
          citedBy: await findCitingRecords(tx, { docId: text.docId, changedUnits }, rulesCiting),
        }
        if (!ingestId) return unchanged(done)
        const after = await loadSnapshot(tx, text.docId)
        return { answer: done, changes: [{ audited: auditedDocument, before, after }] }
      },
    }),
    defineCommand({
      contract: contract.withdrawText,
      owner: (_input, find, actor) => find.self(actor),
      async handle({ input: { id, on = getTodayInDublin(clock), reason }, tx, actor }) {
        const { docId } = await requireText(tx, id)
        // Waits for a concurrent import of another version.
        await sql`select pg_advisory_xact_lock(hashtext('corpus ' || ${docId}))`.execute(tx)
        const text = await requireText(tx, id)
        if (text.withdrawnOn !== null)
          throw createConflictRefusal('This legal source is already withdrawn', {
            code: 'ILLEGAL_TRANSITION',
            withdrawnOn: text.withdrawnOn,
          })
        if (on < text.versionOn)
          throw createBusinessRuleRefusal(
            'DATES_OUT_OF_ORDER',
            'The withdrawal date cannot be before the version date',
            {
              field: 'on',
            },
          )
        const before = await loadSnapshot(tx, docId)
        await withdraw(tx, text, { on, reason, createdBy: actor.id })
        const after = await loadSnapshot(tx, docId)
        return {
          answer: await requireText(tx, id),
          changes: [{ audited: auditedDocument, before, after, note: { reason } }],
        }
      },
    }),
  ]
}
