/**
 * Audit log entries as sentences ("Conor Ashe approved Ballycotton Foods DC") for the dashboard, the audit log and the * history of a scheme.
 */
import type { Role } from '../contract/define.ts'
import { PAGES } from '../contract/pages.ts'

export interface Activity {
  action: string
  entityType: string
  entityName: string | null
  actorName: string | null
  actorType: Role
}

/** A sentence in parts, so that a page can link the record and set the person apart. */
export interface ActivityWords {
  actor: string
  before: string
  /** Name of the record; null if the action concerns only the actor. */
  about: string | null
  after: string
}

/** `{}` is the name of the record, `{the}` is the name with its noun: "the member Orla Daly". */
const ACTIONS: Record<string, string> = {
  'auth.signin': 'signed in',
  'auth.signout': 'signed out',
  'auth.signout-everywhere': 'signed out everywhere',
  'auth.forgot-password': 'requested a password reset',
  'auth.reset-password': 'set a password by e-mail link',
  'auth.change-password': 'changed their password',
  'auth.confirm-email': 'confirmed their new e-mail address',
  'auth.change-email': 'requested a change of their e-mail address',
  'me.update': 'changed their own account',
  'user.create': 'invited {}',
  'user.update': 'changed the account of {}',
  'user.deactivate': 'deactivated the account of {}',
  'user.reactivate': 'reactivated the account of {}',
  'user.invite': 'resent the invitation of {}',
  'tenant.create': 'created {the}',
  'tenant.update': 'changed {the}',
  'tenant.suspend': 'suspended {the}',
  'tenant.close': 'closed {the}',
  'tenant.reactivate': 'reactivated {the}',
  'employer.create': 'added {the}',
  'employer.update': 'changed {the}',
  'scheme.create': 'added {the}',
  'scheme.update': 'changed {the}',
  'scheme.submit': 'submitted {} for approval',
  'scheme.withdraw-submission': 'withdrew the submission of {}',
  'scheme.approve': 'approved {}',
  'scheme.reject': 'rejected {}',
  'scheme.close': 'closed {} to new members',
  'scheme.reopen': 'reopened {} to new members',
  'scheme.freeze': 'made {} paid up',
  'scheme.unfreeze': 'made {} active again',
  'scheme.start-wind-up': 'started to wind up {}',
  'scheme.complete-wind-up': 'completed the winding up of {}',
  'trustee.create': 'proposed {the}',
  'trustee.update': 'changed {the}',
  'trustee.assess': 'found {} fit and proper',
  'trustee.review': 'found {} fit and proper again',
  'trustee.appoint': 'appointed {the}',
  'trustee.retire': 'recorded that {the} retired',
  'trustee.remove': 'removed {the}',
  'trustee.record-death': 'recorded the death of {the}',
  'trustee.disqualify': 'recorded that {the} is disqualified',
  'member.create': 'added {the}',
  'member.update': 'changed {the}',
  'member.join': 'recorded that {} joined the scheme',
  'member.leave': 'recorded that {} left service',
  'member.retire': 'recorded that {} retired',
  'member.transfer': 'recorded that {} transferred out',
  'member.refund': 'recorded a refund to {}',
  'member.opt-out': 'recorded that {} opted out',
  'member.record-death': 'recorded the death of {}',
  'member.reveal-pps': 'revealed the PPS number of {}',
  'member.reencrypt-pps': 're-encrypted the PPS number of {}',
  'member.import': 'imported {the}',
  'contribution.upload': 'uploaded {the}',
  'contribution.record-funds': 'recorded money for {the}',
  'contribution.record-investment': 'recorded the investment of {the}',
  'contribution.record-statement': 'recorded the statement of {the}',
  'contribution.correct': 'corrected {the}',
  'contribution.close': 'closed {the}',
  'contribution.undo': 'undid the upload of {the}',
  'document.create': 'added {the}',
  'document.update': 'changed {the}',
  'document.remove': 'removed {the}',
  'document.add-version': 'added a version of {the}',
  'document.finalise': 'made {} final',
  'document.sign': 'recorded that {} was signed',
  'document.file': 'recorded that {} was filed',
  'document.supersede': 'recorded that {} was superseded',
  'document.scan': 'scanned {the} for viruses',
  'document.rewrap-key': 're-encrypted the key of {the}',
  'service-provider.create': 'added {the}',
  'service-provider.update': 'changed {the}',
  'service-provider.end': 'ended the engagement of {the}',
  'outsourcing-arrangement.create': 'planned {the}',
  'outsourcing-arrangement.update': 'changed {the}',
  'outsourcing-arrangement.notify': 'recorded the notification of {the}',
  'outsourcing-arrangement.bring-into-force': 'brought {the} into force',
  'outsourcing-arrangement.review': 'recorded a review of {the}',
  'outsourcing-arrangement.add-development': 'recorded an important development of {the}',
  'outsourcing-arrangement.notify-development': 'recorded the notification of a development of {the}',
  'outsourcing-arrangement.end': 'recorded the end of {the}',
  'key-function-holder.create': 'proposed {the}',
  'key-function-holder.update': 'changed {the}',
  'key-function-holder.assess': 'recorded the fit and proper assessment of {the}',
  'key-function-holder.review': 'recorded a fit and proper review of {the}',
  'key-function-holder.notify': 'recorded the notification of {the}',
  'key-function-holder.appoint': 'appointed {the}',
  'key-function-holder.end': 'recorded the end of appointment of {the}',
  'key-function-holder.add-report': 'recorded a report of {the}',
  'key-function-holder.decide-report': "recorded the trustees' decision on a report of {the}",
  'breach.create': 'reported {the}',
  'breach.update': 'changed {the}',
  'breach.detect': 'detected {the}',
  'breach.assess': 'assessed {the}',
  'breach.report': 'recorded the report of {the}',
  'breach.remediate': 'recorded the remediation of {the}',
  'breach.close': 'closed {the}',
  'breach.reopen': 'reopened {the}',
  'trustee-training.create': 'recorded {the}',
  'trustee-training.withdraw': 'withdrew {the}',
  'trustee-meeting.create': 'planned {the}',
  'trustee-meeting.update': 'changed {the}',
  'trustee-meeting.hold': 'recorded that {the} was held',
  'trustee-meeting.cancel': 'cancelled {the}',
  'trustee-meeting.approve-minutes': 'recorded that the minutes of {} were approved',
  'meeting-action.create': 'recorded {the}',
  'meeting-action.update': 'changed {the}',
  'meeting-action.done': 'recorded that {the} is done',
  'meeting-action.drop': 'dropped {the}',
  'obligation.complete': 'completed {the}',
  'obligation.waive': 'waived {the}',
  'obligation.reopen': 'reopened {the}',
  'obligation.withdraw-confirmation': 'withdrew the answer for {the}',
  'obligation.confirm': 'confirmed {the}',
  'participation.create': 'added {the}',
  'participation.update': 'corrected {the}',
  'participation.end': 'ended {the}',
  'scheme-event.create': 'recorded {the}',
  'scheme-event.update': 'changed {the}',
  'scheme-event.withdraw': 'withdrew {the}',
  'own-risk-assessment.create': 'planned {the}',
  'own-risk-assessment.update': 'changed {the}',
  'own-risk-assessment.write-section': 'wrote a section of {the}',
  'own-risk-assessment.start': 'started drafting {the}',
  'own-risk-assessment.send-to-trustees': 'marked {the} as with the trustees',
  'own-risk-assessment.return': 'returned {the} to drafting',
  'own-risk-assessment.approve': 'recorded the approval of {the} by the trustees',
  'own-risk-assessment.supersede': 'superseded {the}',
  'own-risk-assessment.record-request': 'recorded a request of the Authority for {the}',
  'own-risk-assessment.submit': 'recorded the submission of {the} to the Authority',
  'risk-item.create': 'added {the}',
  'risk-item.update': 'changed {the}',
  'risk-item.remove': 'removed {the}',
  'risk-item.carry': 'copied {the}',
  'assistant.ask': 'asked the assistant {the}',
  'assistant.rate': 'rated the answer to {the}',
  'file-note.create': 'added {the}',
  'corpus-review.open': 'opened {the}',
  'corpus-review.close': 'completed {the}',
  'draft.create': 'created {the}',
  'draft.update': 'edited {the}',
  'draft.approve': 'approved {the}',
  'draft.discard': 'discarded {the}',
  'draft.withdraw': 'recalled {the} and all drafts based on the same sources',
  'corpus.ingest': 'imported {the}',
  'corpus-text.bring-in': 'imported {the}',
  'corpus-text.withdraw': 'withdrew {the}',
  'policy.create': 'created {the}',
  'policy.update': 'changed {the}',
  'policy.add-version': 'created a version of {the}',
  'policy.update-version': 'edited the draft of {the}',
  'policy.submit': 'submitted a version of {} for review',
  'policy.return': 'returned a version of {} to draft',
  'policy.approve': 'recorded the approval of a version of {}',
  'policy.bring-into-force': 'brought a version of {} into force',
  'policy.withdraw': 'withdrew {the}',
  'policy.review': 'recorded a review of {the}',
  'policy.acknowledge': 'acknowledged {the}',
  'job.obligations': 'recalculated the obligations of all schemes',
  'job.contributions': 'created the expected payroll months',
  'job.reminders': 'sent the daily digests',
  'calendar-feed.create': 'created a calendar feed',
  'calendar-feed.revoke': 'revoked a calendar feed',
  'job.housekeeping': 'deleted expired keys and links',
  'job.reencrypt': 're-encrypted PPS numbers under the current key',
  'job.audit-seal': 'signed checkpoints of the audit logs',
  'job.scan-free-text': 'found a PPS number in {the}',
  'demo.create': 'created the demo records',
  'demo.create-accounts': 'created the demo accounts',
  'demo.set-passwords': 'set the passwords of the demo accounts',
}

const NOUNS: Record<string, { one: string; the: string }> = {
  // An act of a job by itself: its entries name the kind of record.
  job: { one: 'any kind of record', the: 'the record' },
  user: { one: 'a user', the: 'the user' },
  tenant: { one: 'a firm', the: 'the firm' },
  employer: { one: 'an employer', the: 'the employer' },
  scheme: { one: 'a scheme', the: 'the scheme' },
  trustee: { one: 'a trustee', the: 'the trustee' },
  member: { one: 'a member', the: 'the member' },
  contribution: { one: 'contributions', the: 'the contributions of' },
  document: { one: 'a document', the: 'the document' },
  breach: { one: 'a breach', the: 'the breach' },
  trusteeTraining: { one: 'a training', the: 'the training' },
  trusteeMeeting: { one: 'a meeting', the: 'the meeting' },
  meetingAction: { one: 'a meeting action', the: 'the action' },
  obligation: { one: 'an obligation', the: 'the obligation' },
  participation: { one: 'an employer participation', the: 'the participation of' },
  schemeEvent: { one: 'a scheme event', the: 'the event' },
  ownRiskAssessment: { one: 'an own-risk assessment', the: 'the' },
  riskItem: { one: 'a risk', the: 'the risk' },
  writtenPolicy: { one: 'a policy', the: 'the policy' },
  assistantAnswer: { one: 'a question', the: 'the question' },
  draft: { one: 'a draft', the: 'the draft' },
  fileNote: { one: 'a file note', the: 'the file note' },
  corpusReview: { one: 'a law change review', the: 'the law change review of' },
  corpusDocument: { one: 'a legal source', the: 'the legal source' },
  serviceProvider: { one: 'a service provider', the: 'the service provider' },
  outsourcingArrangement: { one: 'an outsourcing arrangement', the: 'the outsourcing arrangement with' },
  keyFunctionHolder: { one: 'a key function holder', the: 'the key function holder' },
}

/** Shown instead of a name if the reader may not see the name or the user no longer exists. */
const ACTORS: Record<Role, string> = {
  SuperAdmin: 'A platform administrator',
  BrokerAdmin: 'A broker administrator',
  BrokerUser: 'A broker',
  EmployerAdmin: 'An employer administrator',
  EmployerUser: 'An employer user',
  Member: 'A member',
}

const OF_SERVICE = new Set([
  'member.reencrypt-pps',
  'breach.detect',
  'corpus-review.open',
  'document.scan',
  'document.rewrap-key',
  'corpus.ingest',
])
/** Actions of the service itself, by schedule or command. */
const isOfService = (action: string): boolean => /^(job|demo)\./.test(action) || OF_SERVICE.has(action)

export function describeActivity({
  action,
  entityType,
  entityName,
  actorName,
  actorType,
}: Activity): ActivityWords {
  const actor = isOfService(action) ? 'The service' : (actorName ?? ACTORS[actorType])
  // An action without a sentence is shown by its name.
  const words = ACTIONS[action] ?? `did ${action} with {the}`
  const place = /\{(the)?\}/.exec(words)
  if (!place) return { actor, before: words, about: null, after: '' }
  const noun = NOUNS[entityType] ?? { one: 'a record', the: 'the record' }
  const after = words.slice(place.index + place[0].length).trim()
  const before = words.slice(0, place.index).trim()
  if (entityName === null) return { actor, before, about: noun.one, after }
  return { actor, before: place[1] ? `${before} ${noun.the}` : before, about: entityName, after }
}

export const formatActivitySentence = (activity: Activity): string => {
  const { actor, before, about, after } = describeActivity(activity)
  return [actor, before, about, after].filter(Boolean).join(' ')
}

/**
 * Page of the record of an entry; null if it has none. For users of a firm, the page of the firm is its settings.
 */
export function findPageOfEntity(entityType: string, entityId: string, opensFirms: boolean) {
  switch (entityType) {
    case 'scheme':
      return { to: PAGES.scheme, params: { schemeId: entityId } }
    case 'contribution':
      return { to: PAGES.contribution, params: { batchId: entityId } }
    case 'breach':
      return { to: PAGES.breach, params: { breachId: entityId } }
    case 'obligation':
      return { to: PAGES.obligation, params: { obligationId: entityId } }
    case 'trusteeMeeting':
      return { to: PAGES.meeting, params: { meetingId: entityId } }
    case 'document':
      return { to: PAGES.document, params: { documentId: entityId } }
    case 'serviceProvider':
      return { to: PAGES.provider, params: { providerId: entityId } }
    case 'outsourcingArrangement':
      return { to: PAGES.outsourcingArrangement, params: { arrangementId: entityId } }
    case 'keyFunctionHolder':
      return { to: PAGES.keyFunctionHolder, params: { holderId: entityId } }
    case 'schemeEvent':
      return { to: PAGES.schemeEvent, params: { eventId: entityId } }
    case 'ownRiskAssessment':
      return { to: PAGES.ownRiskAssessment, params: { assessmentId: entityId } }
    case 'writtenPolicy':
      return { to: PAGES.policy, params: { policyId: entityId } }
    case 'assistantAnswer':
      return { to: PAGES.answer, params: { answerId: entityId } }
    case 'fileNote':
      return { to: PAGES.fileNote, params: { noteId: entityId } }
    case 'corpusReview':
      return { to: PAGES.corpusReviews }
    case 'draft':
      return { to: PAGES.draft, params: { draftId: entityId } }
    case 'corpusDocument':
      return { to: PAGES.source, params: { sourceId: entityId } }
    case 'employer':
      return { to: PAGES.employer, params: { employerId: entityId } }
    case 'member':
      return { to: PAGES.member, params: { memberId: entityId } }
    case 'trustee':
      return { to: PAGES.trustee, params: { trusteeId: entityId } }
    case 'user':
      return { to: PAGES.user, params: { userId: entityId } }
    case 'tenant':
      return opensFirms ? { to: PAGES.firm, params: { firmId: entityId } } : { to: PAGES.settings }
    default:
      return null
  }
}
