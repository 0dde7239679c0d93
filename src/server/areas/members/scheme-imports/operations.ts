import { sql } from 'kysely'
import type { SheetReport } from '../../../../contract/scheme-imports.ts'
import * as contract from '../../../../contract/scheme-imports.ts'
import { defineGet, defineList } from '../../../operation/record-queries.ts'
import { updateUnlessStale } from '../../../operation/update-unless-stale.ts'
import type { Audited, Change } from '../../../pipeline/audit-log.ts'
import { defineCommand, defineQuery, type Operation, updated } from '../../../pipeline/define-operation.ts'
import { createBusinessRuleRefusal, createRoleRefusal } from '../../../pipeline/refusal.ts'
import { type Clock, getTodayInDublin } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/database.ts'
import { WORKBOOK_MEDIA_TYPE } from '../../../platform/sheet/write-workbook.ts'
import type { WorkerPool } from '../../../platform/worker-pool.ts'
import { auditedEmployer, employers } from '../../schemes/employers/index.ts'
import { approveSchemes, auditedScheme, schemes } from '../../schemes/schemes/index.ts'
import { auditedTrusteeTraining, trusteeTrainings } from '../../schemes/trustee-trainings/index.ts'
import { auditedTrustee, trustees } from '../../schemes/trustees/index.ts'
import { type ImportFiles, storeAndRefuse } from '../import-drafts/index.ts'
import { finishImport, receiveImport } from '../imports/index.ts'
import { auditedMember, members, type WorkbookMembers } from '../members/index.ts'
import { loadFirmRecords } from './firm-records.ts'
import { planImport } from './import-plan.ts'
import { readImportedWorkbook } from './read-workbook.ts'
import { auditedSchemeImport, schemeImports } from './records.ts'
import { writeTemplate } from './template.ts'
import { writeImport } from './write-import.ts'

interface Context {
  importFiles: ImportFiles
  today(): string
  workers: WorkerPool
  workbookMembers: WorkbookMembers
}

const importSchemes = ({ today, workers, workbookMembers, importFiles }: Context): Operation =>
  defineCommand({
    contract: contract.importSchemes,
    file: receiveImport,
    owner: (_input, find, actor) => find.self(actor),
    prepare(call) {
      const { actor } = call
      // A SuperAdmin belongs to no firm whose schemes these could be.
      if (actor.role === 'SuperAdmin') throw createRoleRefusal()
      return importFiles.use('SCHEMES', call, (upload, input) =>
        readImportedWorkbook(upload, input, workers.forFirm(actor.tenantId)),
      )
    },
    async handle({ input, tx, actor, prepared }) {
      const { upload, kept } = prepared
      if ('refusal' in prepared)
        return storeAndRefuse(tx, kept, prepared.refusal, { rowCount: 0, rejectedCount: 0 })
      const sheets = prepared.read
      const { tenantId } = actor
      const plan = await planImport({
        sheets,
        firm: await loadFirmRecords(tx, tenantId),
        today: today(),
        tenantId,
        ppsnPending: input.ppsnPending,
        members: workbookMembers,
      })
      const reports: SheetReport[] = []
      for (const sheet of contract.SHEETS) {
        const fields = await sheets[sheet]?.report.fields()
        if (fields) reports.push({ sheet, ...fields })
      }
      const warningCodes = [...new Set(reports.flatMap((report) => report.warningCodes))].sort()
      const isRejected = reports.some(({ status }) => status === 'REJECTED')
      const answer: contract.SchemeImportReport = {
        dryRun: input.dryRun,
        status: isRejected ? 'REJECTED' : 'VALIDATED',
        fileName: reports[0]?.fileName ?? '',
        sheets: reports,
        warningCodes,
        created: {
          employers: plan.employers.length,
          schemes: plan.schemes.length,
          trustees: plan.trustees.length,
          members: plan.schemes.reduce((sum, one) => sum + (one.members?.additions.length ?? 0), 0),
        },
        drafts: plan.schemes.filter(({ isSubmitted }) => !isSubmitted).length,
        importId: null,
      }
      return finishImport({
        answer,
        isRejected,
        warningCodes,
        isDryRun: input.dryRun,
        confirmedWarnings: input.confirmedWarnings,
        keep: {
          tx,
          kept,
          facts: {
            rowCount: reports.reduce((sum, { counts }) => sum + counts.rows, 0),
            rejectedCount: reports.reduce((sum, { counts }) => sum + counts.reject, 0),
          },
        },
        async commit() {
          const { importId, changes } = await writeImport(tx, plan, {
            actor,
            fileName: upload.fileName,
            members: workbookMembers,
          })
          return { answer: { ...answer, importId }, changes }
        },
      })
    },
  })

const getTemplate = defineQuery({
  contract: contract.getSchemeImportTemplate,
  owner: (_input, find, actor) => find.self(actor),
  async run() {
    const workbook = await writeTemplate()
    return {
      content: (async function* () {
        yield workbook
      })(),
      contentType: WORKBOOK_MEDIA_TYPE,
      fileName: 'Scheme import template.xlsx',
      sizeBytes: workbook.length,
    }
  },
})

const listSchemeImports = defineList(contract.listSchemeImports, schemeImports)

const getSchemeImport = defineGet(contract.getSchemeImport, 'schemeImport', schemeImports)

const approveSchemeImport = defineCommand({
  contract: contract.approveSchemeImport,
  owner: ({ id }, find) => find.schemeImport(id),
  async handle({ input, tx, actor }) {
    const before = await schemeImports.require(tx, input.id)
    const { scheme_ids } = await loadIds(tx, input.id)
    const waiting = (await schemes.each(tx, scheme_ids)).filter(({ status }) => status === 'PENDING_APPROVAL')
    if (waiting.length === 0)
      throw createBusinessRuleRefusal(
        'NOTHING_TO_APPROVE',
        'No scheme of this import is waiting for approval',
      )
    const approved = await approveSchemes(tx, actor, waiting)
    await updateUnlessStale(tx, 'scheme_imports', before, {})
    const { answer, changes } = updated(
      auditedSchemeImport,
      before,
      await schemeImports.require(tx, input.id),
    )
    return { answer, changes: [...changes, ...approved] }
  },
})

const undoSchemeImport = defineCommand({
  contract: contract.undoSchemeImport,
  owner: ({ id }, find) => find.schemeImport(id),
  async handle({ input, tx }) {
    const before = await schemeImports.require(tx, input.id)
    const ids = await loadIds(tx, input.id)
    const deleted: Change[] = [
      ...getRemovals(auditedTrusteeTraining, await trusteeTrainings.each(tx, ids.training_ids)),
      ...getRemovals(auditedTrustee, await trustees.each(tx, ids.trustee_ids)),
      ...getRemovals(auditedMember, await members.each(tx, ids.member_ids)),
      ...getRemovals(auditedScheme, await schemes.each(tx, ids.scheme_ids)),
      ...getRemovals(auditedEmployer, await employers.each(tx, ids.employer_ids)),
    ]
    await deleteUntouched(tx, input.id)
    await updateUnlessStale(tx, 'scheme_imports', before, {
      status: 'UNDONE',
      undone_at: sql`clock_timestamp()`,
      employer_ids: [],
      scheme_ids: [],
      trustee_ids: [],
      training_ids: [],
      member_ids: [],
    })
    const { answer, changes } = updated(
      auditedSchemeImport,
      before,
      await schemeImports.require(tx, input.id),
    )
    // Nothing is recalculated for schemes that are gone.
    return { answer, changes: [...changes, ...deleted] }
  },
})

export function createSchemeImportOperations({
  clock,
  ...dependencies
}: Omit<Context, 'today'> & { clock: Clock }): Operation[] {
  const context: Context = { ...dependencies, today: () => getTodayInDublin(clock) }
  return [
    importSchemes(context),
    getTemplate,
    listSchemeImports,
    getSchemeImport,
    approveSchemeImport,
    undoSchemeImport,
  ]
}

const loadIds = (tx: Tx, id: string) =>
  tx
    .selectFrom('scheme_imports')
    .select(['employer_ids', 'scheme_ids', 'trustee_ids', 'training_ids', 'member_ids'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

const getRemovals = (audited: Audited, records: readonly Record<string, unknown>[]): Change[] =>
  records.map((record) => ({ audited, before: record, after: null }))

const FOREIGN_KEY_VIOLATION = '23503'

/** 422 where a record of the import was changed, approved or is used by another record. */
async function deleteUntouched(tx: Tx, id: string): Promise<void> {
  try {
    const { rows } = await sql<{ is_deleted: boolean }>`
      select app.delete_scheme_import(${id}) as is_deleted`.execute(tx)
    if (rows[0]?.is_deleted) return
  } catch (error) {
    if ((error as { code?: string }).code !== FOREIGN_KEY_VIOLATION) throw error
  }
  throw createBusinessRuleRefusal(
    'IMPORT_IN_USE',
    'The import cannot be undone: a record of it was changed, approved or is used by another record',
  )
}
