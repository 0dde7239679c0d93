/** What the keepers of the public texts do with them in person; programs bring texts in by `corpus.ingest`. */
import { sql } from 'kysely'
import type { CitationId } from '../../../contract/citations.ts'
import * as contract from '../../../contract/corpus-texts.ts'
import { answer, type Operation, perform, unchanged } from '../../operation/perform.ts'
import { conflict, rule } from '../../operation/refusal.ts'
import { inMemory } from '../../operation/upload.ts'
import { type Clock, todayInDublin } from '../../platform/clock.ts'
import type { WorkerPool } from '../../platform/worker-pool.ts'
import { textsOf } from './bring-in.ts'
import { citedBy } from './cited-by.ts'
import { auditedDocument, snapshotOf } from './documents.ts'
import { type CorpusText, differenceOf, ingestOne, withdraw } from './ingest.ts'
import { settleWeights } from './search-index.ts'
import { listTexts, passagesOf, passagesToCome, requireText, textWithHistory } from './texts.ts'

export interface CorpusTextDependencies {
  clock: Clock
  workers: WorkerPool
  /** The rules of the calendar that rest on any of these references. */
  rulesCiting: (ids: readonly CitationId[]) => string[]
}

export function corpusTextOperations({ clock, workers, rulesCiting }: CorpusTextDependencies): Operation[] {
  return [
    answer({
      contract: contract.listCorpusTexts,
      owner: 'within',
      select: () => listTexts,
    }),
    answer({
      contract: contract.getCorpusText,
      owner: 'within',
      handle: ({ input: { id }, db }) =>
        textWithHistory(db, id, (changed) => citedBy(db, changed, rulesCiting)),
    }),
    perform<typeof contract.bringInText, CorpusText, Uint8Array>({
      contract: contract.bringInText,
      file: { receive: inMemory },
      owner: (_input, find, actor) => find.self(actor),
      async prepare({ input: { isDryRun: _, ...sent }, actor, upload }) {
        const [text] = await textsOf([sent], upload.content, workers.forFirm(actor.tenantId))
        return text as CorpusText
      },
      async handle({ input: { isDryRun }, prepared: text, tx, actor }) {
        const told = { docId: text.docId, isDryRun, passageCount: text.chunks.length }
        if (isDryRun) {
          const difference = await differenceOf(tx, text)
          const { before, isSame, entered, changed, removed, changedUnits } = difference
          return unchanged({
            ...told,
            id: before?.id ?? null,
            outcome: isSame ? 'UNCHANGED' : before ? 'CHANGED' : 'ADDED',
            passagesAdded: entered.length - changed.length,
            passagesChanged: changed.length,
            passagesRemoved: removed.length,
            passages: await passagesToCome(tx, text, difference),
            citedBy: await citedBy(tx, { docId: text.docId, changedUnits }, rulesCiting),
          })
        }
        const before = await snapshotOf(tx, text.docId)
        const { id, outcome, ingestId, changedUnits, ...counts } = await ingestOne(tx, text, actor.id)
        if (ingestId) await settleWeights(tx)
        const done: contract.BroughtInText = {
          ...told,
          id,
          outcome,
          passagesAdded: counts.chunksAdded,
          passagesChanged: counts.chunksChanged,
          passagesRemoved: counts.chunksRemoved,
          passages: ingestId && before ? await passagesOf(tx, ingestId) : [],
          citedBy: await citedBy(tx, { docId: text.docId, changedUnits }, rulesCiting),
        }
        if (!ingestId) return unchanged(done)
        const after = await snapshotOf(tx, text.docId)
        return { answer: done, changes: [{ audited: auditedDocument, before, after }] }
      },
    }),
    perform({
      contract: contract.withdrawText,
      owner: (_input, find, actor) => find.self(actor),
      async handle({ input: { id, on = todayInDublin(clock), reason }, tx, actor }) {
        const { docId } = await requireText(tx, id)
        // After whoever brings in a version of it meanwhile.
        await sql`select pg_advisory_xact_lock(hashtext('corpus ' || ${docId}))`.execute(tx)
        const text = await requireText(tx, id)
        if (text.withdrawnOn !== null)
          throw conflict('This text is withdrawn already', {
            code: 'ILLEGAL_TRANSITION',
            withdrawnOn: text.withdrawnOn,
          })
        if (on < text.versionOn)
          throw rule('DATES_OUT_OF_ORDER', 'A text is not withdrawn before the day of its version', {
            field: 'on',
          })
        const before = await snapshotOf(tx, docId)
        await withdraw(tx, text, { on, reason, createdBy: actor.id })
        const after = await snapshotOf(tx, docId)
        return {
          answer: await requireText(tx, id),
          changes: [{ audited: auditedDocument, before, after, note: { reason } }],
        }
      },
    }),
  ]
}
