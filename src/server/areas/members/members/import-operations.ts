import type { MemberColumn } from '../../../../contract/member-imports.ts'
import * as contract from '../../../../contract/member-imports.ts'
import type { Upload } from '../../../pipeline/define-operation.ts'
import {
  defineCommand,
  defineQuery,
  type Operation,
  type RunQuery,
} from '../../../pipeline/define-operation.ts'
import { createNotFoundRefusal } from '../../../pipeline/refusal.ts'
import type { Cipher } from '../../../platform/cipher.ts'
import { type Clock, getTodayInDublin } from '../../../platform/clock.ts'
import type { RunTask, WorkerPool } from '../../../platform/worker-pool.ts'
import { type ImportFiles, storeAndRefuse } from '../import-drafts/index.ts'
import {
  createEveryRowRefusal,
  finishImport,
  type ReadTable,
  readImportFile,
  readMapping,
  readTable,
  receiveImport,
  rememberMapping,
  selectMapping,
} from '../imports/index.ts'
import {
  findJoiningProblem,
  lockScheme,
  mayAdmit,
  refuseSecondMember,
  requireAdmittingScheme,
  requireParticipant,
} from './admission.ts'
import { exportLines, requireSchemeToExport } from './export.ts'
import { COLUMNS } from './import-columns.ts'
import { planImport } from './import-plan.ts'
import { type MemberDraft, readRows } from './import-rows.ts'
import { addMembers, loadMembers, updateMembers } from './import-writes.ts'
import { calculatePpsNumberHash } from './pps-numbers.ts'

type Input = ReturnType<typeof contract.importMembers.input.parse>

/** The file as it was read, before any member was looked at. */
interface ReadFile extends ReadTable<MemberColumn> {
  drafts: MemberDraft[]
}

interface Context {
  importFiles: ImportFiles
  cipher: Cipher
  workers: WorkerPool
  today(): string
}

const importMembers = ({ importFiles, cipher, today, workers }: Context): Operation =>
  defineCommand({
    contract: contract.importMembers,
    file: receiveImport,
    owner: ({ schemeId }, find) => find.scheme(schemeId),
    prepare: (call) =>
      importFiles.use('MEMBERS', call, (upload, input) =>
        readFile({
          input,
          runQuery: call.runQuery,
          upload,
          cipher,
          today: today(),
          runTask: workers.forFirm(call.actor.tenantId),
        }),
      ),
    async handle({ input, tx, actor, prepared }) {
      const { kept } = prepared
      if ('refusal' in prepared)
        return storeAndRefuse(tx, kept, prepared.refusal, {
          schemeId: input.schemeId,
          rowCount: 0,
          rejectedCount: 0,
        })
      const { read } = prepared
      // A scheme that the caller does not see was refused before; it is there now, and was not then.
      if (!read) throw createNotFoundRefusal()
      const { report, drafts, remember } = read
      const mode = input.mode === 'UPSERT' ? 'UPSERT' : 'INSERT_ONLY'
      // A dry run does not prevent other users from adding a member.
      const scheme = await (isDryRun(input) ? requireAdmittingScheme : lockScheme)(tx, input.schemeId)
      const participant = await requireParticipant(tx, actor, scheme, input.employerId)
      const { employerId } = participant
      const plan = await planImport({
        drafts,
        stored: await loadMembers(tx, { tenantId: scheme.tenant_id, schemeId: scheme.id, today: today() }),
        employerId,
        mode,
        today: today(),
        isOpenTo: (status) => mayAdmit(scheme, status),
        findJoiningProblem: (employerId, joinedOn) =>
          findJoiningProblem({ ...participant, employerId }, joinedOn)?.[1] ?? null,
        report,
      })
      await refuseSecondMember(tx, scheme, plan.additions.length)
      const fields = {
        ...(await report.fields()),
        mode,
        schemeId: scheme.id,
        inserted: plan.additions.length,
        updated: plan.alterations.length,
        unchanged: plan.unchanged,
      } as const
      const facts = {
        schemeId: scheme.id,
        rowCount: fields.counts.rows,
        rejectedCount: fields.counts.reject,
      }
      if (report.isEveryRowRejected) return storeAndRefuse(tx, kept, createEveryRowRefusal(fields), facts)
      return finishImport({
        answer: fields,
        isRejected: report.isRejecting,
        warningCodes: report.warningCodes,
        isDryRun: isDryRun(input),
        confirmedWarnings: input.confirmedWarnings,
        keep: { tx, kept, facts },
        async commit() {
          const place = { tenantId: scheme.tenant_id, schemeId: scheme.id, employerId, userId: actor.id }
          const changes = [
            ...(await addMembers(tx, cipher, place, plan.additions)),
            ...(await updateMembers(tx, cipher, { ...place, today: today() }, plan.alterations)),
          ]
          await rememberMapping(tx, { ...place, kind: 'MEMBERS' }, input.mapping, remember)
          return { answer: fields, changes }
        },
      })
    },
  })

const exportMembers = defineQuery({
  contract: contract.exportMembers,
  owner: ({ schemeId }, find) => find.scheme(schemeId),
  async run({ input, runQuery }) {
    const scheme = await requireSchemeToExport(runQuery, input.schemeId)
    return {
      content: exportLines(runQuery, scheme),
      contentType: 'text/csv; charset=utf-8; header=present',
      fileName: scheme.fileName,
    }
  },
})

export function createMemberImportOperations({
  clock,
  ...dependencies
}: {
  clock: Clock
  cipher: Cipher
  workers: WorkerPool
  importFiles: ImportFiles
}): Operation[] {
  const today = () => getTodayInDublin(clock)
  return [importMembers({ ...dependencies, today }), exportMembers]
}

const isDryRun = ({ dryRun, mode }: Pick<Input, 'dryRun' | 'mode'>): boolean => dryRun || mode === 'DRY_RUN'

/** Null where the caller does not see the scheme: the owner is looked up next, and refuses. */
async function readFile({
  input,
  runQuery,
  upload,
  cipher,
  today,
  runTask,
}: {
  input: Input
  runQuery: RunQuery
  upload: Upload<Buffer>
  cipher: Cipher
  today: string
  runTask: RunTask
}): Promise<ReadFile | null> {
  const { schemeId, employerId, decimalComma, ppsnPending } = input
  const [scheme, remembered] = await runQuery(
    { text: 'select tenant_id from schemes where id = $1', values: [schemeId] },
    selectMapping(schemeId, employerId, 'MEMBERS'),
  )
  const tenantId = scheme?.[0]?.[0]
  if (!tenantId) return null
  const read = readTable({
    sheet: await readImportFile(upload, runTask),
    fileName: upload.fileName,
    columns: COLUMNS,
    input,
    isDryRun: isDryRun(input),
    remembered: readMapping(remembered),
    findMissing: (has) => [
      ...(ppsnPending || has('ppsn') || has('ppsn_pending') ? [] : ['ppsn or ppsn_pending']),
      ...REQUIRED.filter((field) => !has(field)),
    ],
  })
  const drafts = await readRows({
    ...read,
    decimalComma,
    ppsnPending,
    today,
    hashPpsNumber: (ppsNumber) => calculatePpsNumberHash(cipher, tenantId, ppsNumber),
  })
  return { ...read, drafts }
}

const REQUIRED = ['first_name', 'last_name', 'date_of_birth', 'date_joined_scheme'] as const
