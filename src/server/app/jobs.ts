/** The jobs of /api/cron and of the scheduler. */
import { planChasers, planDigests } from '../areas/calendar/reminders/index.ts'
import { createOrphanCleanup } from '../areas/documents/documents/index.ts'
import { createSealAuditLog } from '../areas/firm/audit/index.ts'
import { createJobs } from '../areas/firm/jobs/index.ts'
import { detectBreaches } from '../areas/governance/breaches/index.ts'
import {
  expectBatches,
  listContributionFindings,
  loadLateContributions,
} from '../areas/members/contributions/index.ts'
import { createFollowObligations } from '../follow-obligations.ts'
import { rotateBatch } from '../operation/rotation.ts'
import type { Parts } from './parts.ts'
import type { Services } from './services.ts'

export function createJobRuns(parts: Parts, services: Services) {
  const { database, clock, log, tracing } = parts
  const { appUrl } = parts.config
  const {
    today,
    pipeline,
    storage,
    scans,
    noteAsService,
    post,
    ppsNumbers,
    fileKeys,
    logoKeys,
    importFiles,
    denseLeg,
    checkpointKeys,
    anchors,
    journal,
  } = services
  return createJobs({
    sealAuditLog: createSealAuditLog({ pipeline, keys: checkpointKeys, anchors, clock, log }),
    reencrypt: async (tx, limit) => ({
      reencrypted: await rotateBatch(ppsNumbers, tx, limit),
      fileKeys:
        (await rotateBatch(fileKeys, tx, limit)) +
        (await rotateBatch(importFiles.keyRotation, tx, limit)) +
        (await rotateBatch(logoKeys, tx, limit)),
    }),
    countUnderOtherKeys: async (tx) =>
      (await ppsNumbers.countUnderOtherKeys(tx)) +
      (await fileKeys.countUnderOtherKeys(tx)) +
      (await importFiles.keyRotation.countUnderOtherKeys(tx)) +
      (await logoKeys.countUnderOtherKeys(tx)),
    tidyFiles: createOrphanCleanup({ storage, scans, note: noteAsService, log }),
    embedPassages: denseLeg && (() => denseLeg.embedMissing()),
    followObligations: createFollowObligations(today),
    followContributions: async (tx, tenantId) => {
      const expected = await expectBatches(tx, tenantId, today())
      const late = listContributionFindings(await loadLateContributions(tx, tenantId), today())
      const { answer, changes } = await detectBreaches(tx, late, today())
      return {
        did: {
          expected: expected.answer,
          breachesEntered: answer.entered,
          breachesChanged: answer.changed,
        },
        changes: [...expected.changes, ...changes],
      }
    },
    planDigests: (tx, tenantId) => planDigests(tx, tenantId, today(), appUrl, post.inHand),
    planChasers: (tx, tenantId) => planChasers(tx, tenantId, today(), appUrl, post.inHand),
    handOver: post.handOver,
    journal,
    database,
    pipeline,
    log,
    tracing,
  })
}

export type JobRuns = ReturnType<typeof createJobRuns>
