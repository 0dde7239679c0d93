/** Access requests, erasure and retention of members. */
import * as contract from '../../../../contract/personal-data.ts'
import { defineList } from '../../../operation/record-queries.ts'
import { defineCommand, defineQuery, type Operation } from '../../../pipeline/define-operation.ts'
import { createNotFoundRefusal } from '../../../pipeline/refusal.ts'
import { type Clock, getTodayInDublin } from '../../../platform/clock.ts'
import { runStatement } from '../../../platform/statements.ts'
import type { WorkerPool } from '../../../platform/worker-pool.ts'
import { createZip } from '../../../platform/zip.ts'
import type { DocumentStorage } from '../../documents/documents/index.ts'
import type { LoadLogo } from '../../firm/tenants/index.ts'
import { auditedMember, members, requireEditableMember } from '../members/index.ts'
import { type Copy, selectPersonalDataCopy } from './collect.ts'
import { createCopyFiles } from './copy-files.ts'
import { eraseMember, refuseErasure } from './erase.ts'
import { loadPersonalData, selectPersonalData } from './overview.ts'
import { expiredRecords } from './retention.ts'

export interface PersonalDataDependencies {
  clock: Clock
  storage: DocumentStorage
  workers: WorkerPool
  loadLogo: LoadLogo
  /** Removes files without a record, as the service itself. */
  release: (keys: readonly string[]) => Promise<unknown>
}

const getPersonalData = defineQuery({
  contract: contract.getPersonalData,
  owner: ({ id }, find) => find.member(id),
  select: ({ id }) => selectPersonalData(id),
})

/** The data are read and the entry is written in one transaction; the files are sent after its commit. */
const exportPersonalData = ({ clock, storage, workers, loadLogo }: PersonalDataDependencies): Operation =>
  defineCommand({
    contract: contract.exportPersonalData,
    owner: ({ id }, find) => find.member(id),
    // Files are read one after the other, each with the access of the caller at that time.
    prepare: async ({ runQuery }) => runQuery,
    async handle({ input, tx, actor, prepared: runQuery }) {
      const member = await members.require(tx, input.id)
      const [row] = await runStatement(tx, selectPersonalDataCopy(member.id))
      if (!row?.[0]) throw createNotFoundRefusal()
      const copy = JSON.parse(row[0]) as Copy
      const asAtOn = getTodayInDublin(clock)
      const files = createCopyFiles(copy, asAtOn, {
        runQuery,
        storage,
        runTask: workers.forFirm(actor.tenantId),
        loadLogo: () => loadLogo(runQuery, member.tenantId),
      })
      return {
        answer: '',
        changes: [
          {
            audited: auditedMember,
            before: member,
            after: member,
            note: { documents: copy.documents.length },
          },
        ],
        attachment: {
          content: createZip(files, asAtOn),
          contentType: 'application/zip',
          // Names of members are not in names of files, which browsers list.
          fileName: `personal-data-${member.id}-${asAtOn}.zip`,
        },
      }
    },
  })

const erasePersonalData = ({ clock, release }: PersonalDataDependencies): Operation =>
  defineCommand({
    contract: contract.erasePersonalData,
    owner: ({ id }, find) => find.member(id),
    async handle({ input: { id, reason }, tx, afterCommit }) {
      const member = await requireEditableMember(tx, id)
      const held = await loadPersonalData(tx, id)
      refuseErasure(held, reason)
      const { changes, keys } = await eraseMember(tx, member, {
        held,
        reason,
        today: getTodayInDublin(clock),
      })
      afterCommit(async () => void (await release(keys)))
      return { answer: await loadPersonalData(tx, id), changes }
    },
  })

const listExpiredRecords = defineList(contract.listExpiredRecords, expiredRecords)

export const createPersonalDataOperations = (dependencies: PersonalDataDependencies): Operation[] => [
  getPersonalData,
  exportPersonalData(dependencies),
  erasePersonalData(dependencies),
  listExpiredRecords,
]
