import { sql } from 'kysely'
import { TenantSettings } from '../../../../contract/tenants.ts'
import * as contract from '../../../../contract/trustee-reviews.ts'
import { withDuplicateErrors } from '../../../operation/duplicates.ts'
import { defineChange } from '../../../operation/record-commands.ts'
import { defineGet, defineList } from '../../../operation/record-queries.ts'
import { created, defineCommand, type Operation } from '../../../pipeline/define-operation.ts'
import { createBusinessRuleRefusal, createConflictRefusal } from '../../../pipeline/refusal.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/database.ts'
import { createId } from '../../../platform/ids.ts'
import type { Mail } from '../../../platform/mailer.ts'
import type { MailOutbox } from '../../firm/mails/index.ts'
import { buildLinkMail } from '../../firm/users/index.ts'
import { decideTrusteeReview, readTrusteeReview, recordTrusteeDecision } from './decisions.ts'
import { auditedReview, trusteeReviews } from './records.ts'
import { requireSubject, SUBJECTS } from './subjects.ts'

interface ReviewDependencies {
  clock: Clock
  mails: Pick<MailOutbox, 'post'>
  appUrl: string
}

const createTrusteeReview = ({ mails, appUrl }: ReviewDependencies): Operation =>
  defineCommand({
    contract: contract.createTrusteeReview,
    owner: ({ subjectKind, subjectId }, find) => find[SUBJECTS[subjectKind].kind](subjectId),
    async handle({ input, tx, actor, afterCommit }) {
      const { tenantId, schemeId, title, version } = await requireSubject(
        tx,
        input.subjectKind,
        input.subjectId,
      )
      const trusteeIds = await listTrusteesInOffice(tx, schemeId)
      if (trusteeIds.length === 0)
        throw createBusinessRuleRefusal('NO_TRUSTEE', 'The scheme has no trustee in office', {
          field: 'subjectId',
        })
      const id = createId()
      await withDuplicateErrors(
        { trustee_reviews_open: ['subjectId', 'This is with the trustees already'] },
        tx
          .insertInto('trustee_reviews')
          .values({
            tenant_id: tenantId,
            id,
            scheme_id: schemeId,
            subject_kind: input.subjectKind,
            subject_id: input.subjectId,
            subject_version: version,
            title,
            note: input.note,
            due_on: input.dueOn,
            approvals_required: await countApprovals(tx, tenantId, trusteeIds.length),
            created_by: actor.id,
          })
          .execute(),
      )
      await tx
        .insertInto('trustee_review_responses')
        .values(
          trusteeIds.map((trusteeId) => ({
            tenant_id: tenantId,
            id: createId(),
            review_id: id,
            scheme_id: schemeId,
            trustee_id: trusteeId,
          })),
        )
        .execute()
      for (const mail of await loadTrusteeMails(tx, { tenantId, schemeId, id }, appUrl))
        await mails.post({ tx, afterCommit }, mail, tenantId)
      return created(auditedReview, await trusteeReviews.require(tx, id))
    },
  })

async function listTrusteesInOffice(tx: Tx, schemeId: string): Promise<string[]> {
  const trustees = await tx
    .selectFrom('trustees')
    .select('id')
    .where('scheme_id', '=', schemeId)
    .where('status', '=', 'APPOINTED')
    .orderBy('id')
    .execute()
  return trustees.map(({ id }) => id)
}

/** By the setting of the firm: one trustee, more than half of them, or all. */
async function countApprovals(tx: Tx, tenantId: string, trustees: number): Promise<number> {
  const { settings } = await tx
    .selectFrom('tenants')
    .select('settings')
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow()
  const { trusteeQuorum } = TenantSettings.pick({ trusteeQuorum: true }).parse(settings)
  if (trusteeQuorum === 'ONE') return 1
  return trusteeQuorum === 'ALL' ? trustees : Math.floor(trustees / 2) + 1
}

/** To the trustees who can sign in. The mail names the firm and neither the scheme nor the paper. */
async function loadTrusteeMails(
  tx: Tx,
  { tenantId, schemeId, id }: { tenantId: string; schemeId: string; id: string },
  appUrl: string,
): Promise<Mail[]> {
  const { rows } = await sql<{ email: string; firmName: string }>`
    select distinct g.email, coalesce(t.trading_name, t.name) as "firmName"
      from grants g join tenants t on t.id = g.tenant_id
     where g.tenant_id = ${tenantId} and g.scheme_id = ${schemeId} and g.capability = 'TRUSTEE'
       and app.is_in_force(g, current_setting('app.today')::date)`.execute(tx)
  return rows.map(({ email, firmName }) =>
    buildLinkMail({
      to: email,
      subject: `${firmName}: a paper waits for your decision`,
      firmName,
      intro: `${firmName} sent a paper to you as a trustee.`,
      action: { label: 'Read it and record your decision', address: `${appUrl}/papers/${id}` },
      notes: [],
    }),
  )
}

const withdrawTrusteeReview = defineChange(
  contract.withdrawTrusteeReview,
  { records: trusteeReviews, audited: auditedReview },
  ({ before }) => {
    if (before.status !== 'OPEN')
      throw createConflictRefusal('Only an open paper can be withdrawn', {
        code: 'CLOSED',
        status: before.status,
      })
    return { status: 'WITHDRAWN', closed_at: new Date() }
  },
)

export function createTrusteeReviewOperations(dependencies: ReviewDependencies): Operation[] {
  return [
    defineList(contract.listTrusteeReviews, trusteeReviews),
    defineGet(contract.getTrusteeReview, 'trusteeReview', trusteeReviews),
    createTrusteeReview(dependencies),
    readTrusteeReview,
    decideTrusteeReview,
    recordTrusteeDecision(dependencies),
    withdrawTrusteeReview,
  ]
}
