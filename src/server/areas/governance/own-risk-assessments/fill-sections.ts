/** Copies an approved draft into the sections of the open whole-IORP assessment, or of a new one. */
import type { OwnRiskAssessment } from '../../../../contract/own-risk-assessments.ts'
import * as contract from '../../../../contract/own-risk-assessments.ts'
import { SectionKey } from '../../../../contract/section-key.ts'
import { buildEditorsExpression } from '../../../operation/four-eyes.ts'
import { updateUnlessStale } from '../../../operation/update-unless-stale.ts'
import type { Actor } from '../../../pipeline/access-scope.ts'
import type { Change } from '../../../pipeline/audit-log.ts'
import { createConflictRefusal } from '../../../pipeline/refusal.ts'
import type { Tx } from '../../../platform/database.ts'
import { lockScheme, planAssessment } from './plan-assessment.ts'
import { auditedOwnRiskAssessment, ownRiskAssessments } from './records.ts'

interface Filled {
  assessment: OwnRiskAssessment
  filled: SectionKey[]
  /** Sections already written or marked as not applicable: they are not overwritten. */
  left: SectionKey[]
  change: Change
}

/** Refuses with 409 while the assessment is with the trustees. */
export async function fillAssessment(
  tx: Tx,
  actor: Actor,
  {
    schemeId,
    texts,
    editedBy,
    today,
  }: {
    schemeId: string
    texts: Partial<Record<SectionKey, string>>
    editedBy: readonly string[]
    today: string
  },
): Promise<Filled> {
  await lockScheme(tx, schemeId)
  const held = await findOpenAssessment(tx, schemeId)
  if (held?.status === 'TRUSTEE_REVIEW')
    throw createConflictRefusal(
      'The own-risk assessment is with the trustees: have it returned before filling it from a draft',
      {
        code: 'ILLEGAL_TRANSITION',
        status: held.status,
      },
    )
  const before = held ?? (await planAssessment(tx, actor, await loadNext(tx, schemeId, today)))
  const drafted = SectionKey.options.filter((key) => texts[key])
  const left = drafted.filter((key) => before.sections[key] !== null)
  const filled = drafted.filter((key) => before.sections[key] === null)
  const contents = Object.fromEntries(
    Object.entries(before.sections)
      .filter(([, content]) => content !== null)
      .concat(filled.map((key) => [key, { text: texts[key] as string, notApplicableReason: null }])),
  )
  await updateUnlessStale(tx, 'own_risk_assessments', before, {
    status: 'DRAFTING',
    started_on: before.startedOn ?? today,
    sections: JSON.stringify(contents),
    edited_by: buildEditorsExpression(editedBy),
  })
  const assessment = await ownRiskAssessments.require(tx, before.id)
  return {
    assessment,
    filled,
    left,
    change: {
      audited: auditedOwnRiskAssessment,
      before: held,
      after: assessment,
      action: held ? contract.writeAssessmentSection.name : contract.createOwnRiskAssessment.name,
      note: { sections: filled },
    },
  }
}

async function findOpenAssessment(tx: Tx, schemeId: string): Promise<OwnRiskAssessment | null> {
  const row = await tx
    .selectFrom('own_risk_assessments')
    .select('id')
    .where('scheme_id', '=', schemeId)
    .where('scope', '=', 'WHOLE_IORP')
    .where('status', 'in', ['PLANNED', 'DRAFTING', 'TRUSTEE_REVIEW'])
    .orderBy('cycle_number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? ownRiskAssessments.require(tx, row.id) : null
}

/** Trigger of a new assessment: first assessment or three-yearly cycle. */
async function loadNext(tx: Tx, schemeId: string, today: string) {
  const earlier = await tx
    .selectFrom('own_risk_assessments')
    .select('id')
    .where('scheme_id', '=', schemeId)
    .limit(1)
    .executeTakeFirst()
  const trigger = earlier ? 'TRIENNIAL' : 'INITIAL'
  return contract.NewOwnRiskAssessment.parse({ schemeId, trigger, asOfOn: today })
}
