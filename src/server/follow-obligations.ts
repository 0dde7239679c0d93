/**
 * The daily job of one firm: ends terms of key function holders, recalculates the obligations of all schemes, stores their counts of the
 * data-quality report, and enters what is overdue in the breach register. The schemes of a large firm take several transactions, so that its users wait for one batch at most; a small firm
 * has one transaction. Each is idempotent: a run that was interrupted is repeated from the beginning.
 */
import {
  followSchemes,
  loadOverdueFindings,
  obligationsRestingOn,
} from './areas/calendar/obligations/index.ts'
import { draftsRestingOn } from './areas/documents/drafts/index.ts'
import { fileNotesRestingOn } from './areas/documents/file-notes/index.ts'
import type { Done, InFirm } from './areas/firm/jobs/index.ts'
import { storeDueObligations } from './areas/firm/webhooks/index.ts'
import { detectBreaches } from './areas/governance/breaches/index.ts'
import { endExpiredTerms } from './areas/governance/key-function-holders/index.ts'
import { policiesRestingOn } from './areas/governance/policies/index.ts'
import { openReviews } from './areas/law/corpus-reviews/index.ts'
import { storeDataQuality } from './areas/members/members/index.ts'
import { recordAuditOfMigratedParticipations } from './areas/schemes/participations/index.ts'
import type { Change } from './pipeline/audit-log.ts'
import type { Tx } from './platform/database.ts'

interface Step {
  did: Record<string, number>
  changes: readonly Change[]
}

export const createFollowObligations =
  (today: () => string) =>
  async (inFirm: InFirm, tenantId: string): Promise<Pick<Done, 'did'>> => {
    const did: Record<string, number> = {}
    let after: string | null = ''
    while (after !== null) {
      const from: string = after
      const done = await inFirm(async (tx) => {
        const before = from === '' ? [await prepareFirm(tx, tenantId, today())] : []
        const { last, ...batch } = await followSchemes(tx, tenantId, today(), from)
        const dataQuality = await storeDataQuality(tx, tenantId, { after: from, last })
        const then = last === null ? [await concludeFirm(tx, tenantId, today())] : []
        const steps: Step[] = [...before, batch, { did: { dataQuality }, changes: [] }, ...then]
        return { answer: { last, steps }, changes: steps.flatMap(({ changes }) => changes) }
      })
      // After the transaction, which may have been tried more than once.
      for (const step of done.steps)
        for (const [what, count] of Object.entries(step.did)) did[what] = (did[what] ?? 0) + count
      after = done.last
    }
    return { did }
  }

async function prepareFirm(tx: Tx, tenantId: string, today: string): Promise<Step> {
  const expired = await endExpiredTerms(tx, tenantId, today)
  const participations = await recordAuditOfMigratedParticipations(tx, tenantId)
  return {
    did: { termsEnded: expired.answer, participationsRecorded: participations.answer },
    changes: [...expired.changes, ...participations.changes],
  }
}

async function concludeFirm(tx: Tx, tenantId: string, today: string): Promise<Step> {
  const { answer, changes } = await detectBreaches(tx, await loadOverdueFindings(tx, tenantId), today)
  const reviews = await openReviews(tx, tenantId, [
    policiesRestingOn,
    obligationsRestingOn,
    fileNotesRestingOn,
    draftsRestingOn,
  ])
  return {
    did: {
      webhookEvents: await storeDueObligations(tx, tenantId),
      breachesEntered: answer.entered,
      breachesChanged: answer.changed,
      reviewsOpened: reviews.answer,
    },
    changes: [...changes, ...reviews.changes],
  }
}
