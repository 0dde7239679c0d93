import type { MemberColumn } from '../../../../contract/member-imports.ts'
import * as contract from '../../../../contract/member-imports.ts'
import type { Upload } from '../../../operation/upload.ts'
import {
  defineCommand,
  defineQuery,
  type Operation,
  type RunQuery,
  unchanged,
} from '../../../pipeline/define-operation.ts'
import { notFound } from '../../../pipeline/refusal.ts'
import type { Cipher } from '../../../platform/cipher.ts'
import { type Clock, getTodayInDublin } from '../../../platform/clock.ts'
import type { RunTask, WorkerPool } from '../../../platform/worker-pool.ts'
import {
  buildTable,
  findUnconfirmed,
  type MatchedColumns,
  matchColumns,
  type RememberedMapping,
  readImportFile,
  readMapping,
  receiveImport,
  refuseEveryRow,
  refuseMissingColumns,
  refuseRows,
  refuseUnconfirmedWarnings,
  rememberMapping,
  reportOf,
  selectMapping,
} from '../imports/index.ts'
import {
  findJoiningProblem,
  isOpenTo,
  lockScheme,
  refuseSecondMember,
  requireAdmittingScheme,
  requireParticipation,
} from './admission.ts'
import { exportLines, findSchemeToExport } from './export.ts'
import { COLUMNS } from './import-columns.ts'
import { planOf } from './import-plan.ts'
import { type MemberDraft, type Report, readRows } from './import-rows.ts'
import { addMembers, loadMembers, updateMembers } from './import-writes.ts'
import { calculatePpsNumberHash } from './pps-numbers.ts'

type Input = ReturnType<typeof contract.importMembers.input.parse>

/** The file as it was read, before any member was looked at. */
interface ReadFile {
  report: Report
  drafts: MemberDraft[]
  remember: RememberedMapping
}

interface Context {
  cipher: Cipher
  workers: WorkerPool
  today(): string
}

const importMembers = ({ cipher, today, workers }: Context): Operation =>
  defineCommand({
    contract: contract.importMembers,
    file: receiveImport,
    owner: ({ schemeId }, find) => find.scheme(schemeId),
    prepare: ({ input, actor, runQuery, upload }) =>
      readFile({
        input,
        runQuery,
        upload,
        cipher,
        today: today(),
        runTask: workers.forFirm(actor.tenantId),
      }),
    async handle({ input, tx, actor, prepared }) {
      // A scheme that the caller does not see was refused before; it is there now, and was not then.
      if (!prepared) throw notFound()
      const { report, drafts, remember } = prepared
      const mode = input.mode === 'UPSERT' ? 'UPSERT' : 'INSERT_ONLY'
      // A dry run does not prevent other users from adding a member.
      const scheme = await (isDryRun(input) ? requireAdmittingScheme : lockScheme)(tx, input.schemeId)
      const participant = await requireParticipation(tx, actor, scheme, input.employerId)
      const { employerId } = participant
      const plan = await planOf({
        drafts,
        stored: await loadMembers(tx, scheme.tenant_id, scheme.id),
        employerId,
        mode,
        today: today(),
        isOpenTo: (status) => isOpenTo(scheme, status),
        findJoiningProblem: (joinedOn) => findJoiningProblem(participant, joinedOn),
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
      if (report.isEveryRowRejected) throw refuseEveryRow(fields)
      if (isDryRun(input)) return unchanged(fields)
      if (report.isRejecting) throw refuseRows(fields)
      const unread = findUnconfirmed(report.warningCodes, input.confirmedWarnings)
      if (unread.length > 0) throw refuseUnconfirmedWarnings(fields, unread)
      const place = { tenantId: scheme.tenant_id, schemeId: scheme.id, employerId, userId: actor.id }
      const changes = [
        ...(await addMembers(tx, cipher, place, plan.additions)),
        ...(await updateMembers(tx, cipher, scheme.tenant_id, plan.alterations)),
      ]
      if (Object.keys(input.mapping).length > 0)
        await rememberMapping(tx, { ...place, kind: 'MEMBERS' }, remember)
      return { answer: fields, changes }
    },
  })

const exportMembers = defineQuery({
  contract: contract.exportMembers,
  owner: ({ schemeId }, find) => find.scheme(schemeId),
  async run({ input, runQuery }) {
    const scheme = await findSchemeToExport(runQuery, input.schemeId)
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
  const { schemeId, employerId, mapping, decimalComma } = input
  const [scheme, remembered] = await runQuery(
    { text: 'select tenant_id from schemes where id = $1', values: [schemeId] },
    selectMapping(schemeId, employerId, 'MEMBERS'),
  )
  const tenantId = scheme?.[0]?.[0]
  if (!tenantId) return null
  const sheet = await readImportFile(upload, runTask)
  const matched = matchColumns(sheet.header, COLUMNS, { given: mapping, remembered: readMapping(remembered) })
  refuseMissing(matched)
  const table = buildTable(sheet, matched, input)
  const report = reportOf({
    sheet,
    table,
    fileName: upload.fileName,
    dryRun: isDryRun(input),
    preview: input.preview,
    ppsFields: ['ppsn'],
  })
  const drafts = await readRows({
    table,
    report,
    decimalComma,
    today,
    hashPpsNumber: (ppsNumber) => calculatePpsNumberHash(cipher, tenantId, ppsNumber),
  })
  return { report, drafts, remember: matched.remember }
}

const REQUIRED: readonly MemberColumn[] = ['first_name', 'last_name', 'date_of_birth', 'date_joined_scheme']

function refuseMissing(matched: MatchedColumns<MemberColumn>): void {
  const missing: string[] = REQUIRED.filter((field) => !matched.places.has(field))
  if (!matched.places.has('ppsn') && !matched.places.has('ppsn_pending'))
    missing.unshift('ppsn or ppsn_pending')
  if (missing.length > 0) throw refuseMissingColumns(matched, missing)
}
