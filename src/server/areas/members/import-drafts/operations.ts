import * as contract from '../../../../contract/import-drafts.ts'
import { defineList } from '../../../operation/record-queries.ts'
import { defineCommand, defineQuery, type Operation } from '../../../pipeline/define-operation.ts'
import { createNotFoundRefusal } from '../../../pipeline/refusal.ts'
import { runRows } from '../../../platform/statements.ts'
import { deleteDraft, type ImportFiles } from './import-drafts.ts'
import { maskOptions } from './kept-options.ts'
import { importDrafts } from './records.ts'

const getImportDraft = (files: ImportFiles): Operation =>
  defineQuery({
    contract: contract.getImportDraft,
    owner: ({ id }, find) => find.importDraft(id),
    async handle({ input: { id }, db }) {
      const draft = await importDrafts.require(db, id)
      const [row] = await runRows<{ sealed: string }>(
        db,
        'select sealed_options as sealed from import_drafts where id = $1',
        [id],
      )
      const options = row && files.openOptions(id, row.sealed)
      if (!options) throw createNotFoundRefusal()
      return { ...draft, options: maskOptions(options) }
    },
  })

const removeImportDraft = (files: ImportFiles): Operation =>
  defineCommand({
    contract: contract.removeImportDraft,
    owner: ({ id }, find) => find.importDraft(id),
    async handle({ input, tx, afterCommit }) {
      const { change, storageKey } = await deleteDraft(tx, input.id)
      afterCommit(async () => void (await files.release([storageKey])))
      return { answer: null, changes: [change] }
    },
  })

export const createImportDraftOperations = ({ importFiles }: { importFiles: ImportFiles }): Operation[] => [
  defineList(contract.listImportDrafts, importDrafts),
  getImportDraft(importFiles),
  removeImportDraft(importFiles),
]
