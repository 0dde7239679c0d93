/** A payroll file is read before the transaction, which needs the file alone; then its rows are imported. */
import { addDays, toLastDayOfMonth } from '../../../../contract/civil-dates.ts'
import { uploadContributions } from '../../../../contract/contributions.ts'
import type { Input as InputOf } from '../../../../contract/define.ts'
import type { Upload } from '../../../pipeline/define-operation.ts'
import { defineCommand, type Operation } from '../../../pipeline/define-operation.ts'
import { type Clock, getTodayInDublin } from '../../../platform/clock.ts'
import type { RunTask, WorkerPool } from '../../../platform/worker-pool.ts'
import { type ImportFiles, storeAndRefuse, type UsedFile } from '../import-drafts/index.ts'
import { readImportFile, readTable, receiveImport, rememberMapping } from '../imports/index.ts'
import { AMOUNT_FIELDS, COLUMNS } from './columns.ts'
import { importRows, type MayTry, type ReadRows } from './import-rows.ts'
import { createFileSource, DAYS_AHEAD, readRows } from './rows.ts'
import { getOwnerOfUpload, loadBatchTerms, requireMonthOpen } from './terms.ts'

/** The keyed hash by which members are found; the firm is part of it. */
type HashPpsNumber = (tenantId: string, ppsNumber: string) => string

type Input = InputOf<typeof uploadContributions>

interface Read extends ReadRows {
  source: 'CSV' | 'XLSX'
}

export interface UploadDependencies {
  clock: Clock
  workers: WorkerPool
  hashPpsNumber: HashPpsNumber
  mayTry: MayTry
  importFiles: ImportFiles
}

export function createUploadOperation({
  clock,
  workers,
  hashPpsNumber,
  mayTry,
  importFiles,
}: UploadDependencies): Operation {
  return defineCommand<typeof uploadContributions, UsedFile<Read>, Buffer>({
    contract: uploadContributions,
    file: receiveImport,
    owner: getOwnerOfUpload,
    async prepare(call) {
      const { actor } = call
      const today = getTodayInDublin(clock)
      const { terms, remembered } = await loadBatchTerms(call.runQuery, call.input, actor)
      requireMonthOpen(terms, call.input.payrollMonth, today)
      return importFiles.use('CONTRIBUTIONS', call, (upload, input) =>
        readUpload({
          input,
          upload,
          remembered,
          today,
          runTask: workers.forFirm(actor.tenantId),
          hashPpsNumber: (ppsNumber) => hashPpsNumber(terms.tenantId, ppsNumber),
        }),
      )
    },
    handle({ input, tx, actor, prepared }) {
      const { upload, kept } = prepared
      const { schemeId, payrollMonth } = input
      if ('refusal' in prepared)
        return storeAndRefuse(tx, kept, prepared.refusal, {
          schemeId,
          payrollMonth,
          rowCount: 0,
          rejectedCount: 0,
        })
      const { read } = prepared
      return importRows({
        tx,
        actor,
        input,
        today: getTodayInDublin(clock),
        mayTry,
        kept,
        origin: { source: read.source, fileName: upload.fileName, sha256: upload.sha256 },
        read: () => read,
        present: (report) => report,
        keepsRejected: true,
        whenImported: ({ tenantId, schemeId, employerId }) =>
          rememberMapping(
            tx,
            { tenantId, schemeId, employerId, kind: 'CONTRIBUTIONS', userId: actor.id },
            input.mapping,
            read.remember,
          ),
      })
    },
  })
}

interface Reading {
  input: Input
  upload: Upload<Buffer>
  remembered: ReadRows['remember']
  today: string
  runTask: RunTask
  hashPpsNumber: (ppsNumber: string) => string
}

async function readUpload({
  input,
  upload,
  remembered,
  today,
  runTask,
  hashPpsNumber,
}: Reading): Promise<Read> {
  const sheet = await readImportFile(upload, runTask)
  const read = readTable({
    sheet,
    fileName: upload.fileName,
    columns: COLUMNS,
    input,
    isDryRun: input.dryRun,
    remembered,
    findMissing: (has) => [
      ...(has('ppsn') || has('works_number') ? [] : ['ppsn or works_number']),
      ...(AMOUNT_FIELDS.some(has) ? [] : ['an amount, such as ee_contribution']),
    ],
  })
  const rows = await readRows({
    ...read,
    decimalComma: input.decimalComma,
    latestPayOn: addDays(today, DAYS_AHEAD),
    lastDayOfMonth: toLastDayOfMonth(input.payrollMonth),
    source: createFileSource(hashPpsNumber),
  })
  return { ...read, rows, source: sheet.format }
}
