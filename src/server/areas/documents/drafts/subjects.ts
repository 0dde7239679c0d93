/** The record beside the scheme that a draft is about: it is the caller's to name, and of that scheme. */

import type { Breach } from '../../../../contract/breaches.ts'
import type { ContributionBatch } from '../../../../contract/contributions.ts'
import type { DraftKind, DraftSubject } from '../../../../contract/draft-kind.ts'
import { DRAFT_KINDS } from '../../../../contract/draft-kind-definitions.ts'
import type { Employer } from '../../../../contract/employers.ts'
import type { KeyFunctionHolder } from '../../../../contract/key-function-holders.ts'
import type { OutsourcingArrangement } from '../../../../contract/outsourcing-arrangements.ts'
import type { Scheme } from '../../../../contract/schemes.ts'
import type { TrusteeMeeting } from '../../../../contract/trustee-meetings.ts'
import { formatDate } from '../../../../contract/value-format.ts'
import { requireOwned } from '../../../operation/require-owned.ts'
import type { Actor } from '../../../pipeline/access-scope.ts'
import { find } from '../../../pipeline/define-operation.ts'
import { createBusinessRuleRefusal } from '../../../pipeline/refusal.ts'
import type { Tx } from '../../../platform/database.ts'
import type { OwnedKind } from '../../../platform/resources.ts'
import { breaches } from '../../governance/breaches/index.ts'
import { keyFunctionHolders } from '../../governance/key-function-holders/index.ts'
import { outsourcingArrangements } from '../../governance/outsourcing-arrangements/index.ts'
import { contributions } from '../../members/contributions/index.ts'
import { employers } from '../../schemes/employers/index.ts'
import { type AccountToPay, findAccountToPay } from '../../schemes/payment-accounts/index.ts'
import { trusteeMeetings } from '../../schemes/trustee-meetings/index.ts'
import { isParticipatingEmployer } from '../documents/index.ts'
import type { RecordFacts } from './template-model.ts'

/** At most one of them: what the kind of the draft is about. A batch comes with its paying employer and its account. */
export interface Subject {
  holder?: KeyFunctionHolder
  arrangement?: OutsourcingArrangement
  breach?: Breach
  meeting?: TrusteeMeeting
  batch?: ContributionBatch
  employer?: Employer
  /** To which the contributions of the batch are paid. */
  account?: AccountToPay | undefined
}

const KINDS: Record<Exclude<DraftSubject, 'NONE'>, { kind: OwnedKind; words: string }> = {
  KEY_FUNCTION_HOLDER: { kind: 'keyFunctionHolder', words: 'the key function holder' },
  OUTSOURCING_ARRANGEMENT: { kind: 'outsourcingArrangement', words: 'the outsourcing arrangement' },
  BREACH: { kind: 'breach', words: 'the breach' },
  TRUSTEE_MEETING: { kind: 'trusteeMeeting', words: 'the meeting' },
  CONTRIBUTION_BATCH: { kind: 'contribution', words: 'the payroll month' },
  EMPLOYER: { kind: 'employer', words: 'the employer' },
}

/** 422 beside the field where it is missing, not asked for, or of another scheme; 404 and 403 as everywhere. */
export async function requireSubject(
  tx: Tx,
  actor: Actor,
  { kind, subjectId }: { kind: DraftKind; subjectId: string | null },
  scheme: Scheme,
  today: string,
): Promise<Subject> {
  const { subject: about } = DRAFT_KINDS[kind]
  const refuse = (code: string, message: string) =>
    createBusinessRuleRefusal(code, message, { field: 'subjectId' })
  if (about === 'NONE') {
    if (subjectId !== null)
      throw refuse('NO_SUBJECT', 'This kind of draft concerns only the scheme: do not choose a record')
    return {}
  }
  const { kind: ownedKind, words } = KINDS[about]
  if (subjectId === null) throw refuse('SUBJECT_MISSING', `Choose ${words}`)
  const owner = await requireOwned(tx, actor, find[ownedKind](subjectId))
  const subject = await READ[about](tx, subjectId)
  const of = subject.holder ?? subject.arrangement ?? subject.breach ?? subject.meeting ?? subject.batch
  // An entry of the register may be about a firm or an employer as a whole.
  const isOfScheme = of
    ? of.schemeId === null || of.schemeId === scheme.id
    : await isParticipatingEmployer(tx, scheme.id, subjectId)
  if (owner.tenantId !== scheme.tenantId || !isOfScheme)
    throw refuse('NOT_TOGETHER', `Choose ${words} of this scheme`)
  if (
    kind === 'KEY_FUNCTION_APPOINTMENT_LETTER' &&
    subject.holder &&
    !MAY_BE_APPOINTED.has(subject.holder.status)
  )
    throw refuse(
      'HOLDER_NOT_OPEN',
      'This holder is not proposed or in office: a letter of appointment is not possible',
    )
  const nothing = subject.batch && findReasonNotToAsk(kind, subject.batch, today)
  if (nothing) throw refuse('NOTHING_OUTSTANDING', nothing)
  return subject
}

const MAY_BE_APPOINTED: ReadonlySet<KeyFunctionHolder['status']> = new Set([
  'PROPOSED',
  'FIT_PROPER_OK',
  'NOTIFIED',
  'APPOINTED',
])

/** A letter about money that is there, or that is not due yet, would be untrue. */
function findReasonNotToAsk(
  kind: DraftKind,
  { fundedOn, dueOn }: ContributionBatch,
  today: string,
): string | null {
  if (fundedOn) return 'All contributions of this month have been received: no reminder is needed'
  if (kind === 'LATE_CONTRIBUTION_LETTER' && dueOn >= today)
    return `This month is due on ${formatDate(dueOn)}: use the reminder e-mail before that date`
  return null
}

export function getRecordFacts(
  { holder, arrangement, batch, account, breach }: Subject,
  today: string,
): RecordFacts {
  const { inForceFrom = null, isKeyFunction = false, isManagement = false } = arrangement ?? {}
  return {
    isPastDue: batch !== undefined && batch.dueOn < today,
    hasPaymentAccount: account !== undefined,
    isInForce: inForceFrom !== null && inForceFrom <= today,
    isNotifiedBefore: isKeyFunction || isManagement,
    isKeyFunctionOutsourced: isKeyFunction,
    keyFunction: holder?.function ?? null,
    isHeldByFirm: holder?.holderKind === 'FIRM',
    isHeldOutside: holder?.isOutsourced ?? false,
    reportability: breach?.reportability ?? null,
    isPersonalData: breach?.category === 'DATA_PROTECTION',
  }
}

const READ: Record<keyof typeof KINDS, (tx: Tx, id: string) => Promise<Subject>> = {
  KEY_FUNCTION_HOLDER: async (tx, id) => ({ holder: await keyFunctionHolders.require(tx, id) }),
  OUTSOURCING_ARRANGEMENT: async (tx, id) => ({ arrangement: await outsourcingArrangements.require(tx, id) }),
  BREACH: async (tx, id) => ({ breach: await breaches.require(tx, id) }),
  TRUSTEE_MEETING: async (tx, id) => ({ meeting: await trusteeMeetings.require(tx, id) }),
  CONTRIBUTION_BATCH: async (tx, id) => {
    const batch = await contributions.require(tx, id)
    return {
      batch,
      employer: await employers.require(tx, batch.employerId),
      account: await findAccountToPay(tx, batch.schemeId),
    }
  },
  EMPLOYER: async (tx, id) => ({ employer: await employers.require(tx, id) }),
}
