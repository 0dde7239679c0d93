/**
 * Entries of the audit log as sentences: "Conor Ashe approved Ballycotton Foods DC". The dashboard, the audit log and the
 * history of a scheme say it in the same words.
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
  /** What the record is called; null where the act is about nothing but its actor. */
  about: string | null
  after: string
}

/** `{}` is the record by its name, `{the}` says first what it is: "the member Orla Daly". */
const ACTIONS: Record<string, string> = {
  'auth.signin': 'signed in',
  'auth.signout': 'signed out',
  'auth.signout-everywhere': 'signed out everywhere',
  'auth.forgot-password': 'asked for a link to set a new password',
  'auth.reset-password': 'set a password with the link of a mail',
  'auth.change-password': 'changed their password',
  'auth.confirm-email': 'confirmed their new e-mail address',
  'auth.change-email': 'asked to change their e-mail address',
  'me.update': 'changed their own account',
  'user.create': 'invited {}',
  'user.update': 'changed the account of {}',
  'user.deactivate': 'deactivated the account of {}',
  'user.reactivate': 'reactivated the account of {}',
  'user.invite': 'sent {} the invitation again',
  'tenant.create': 'opened {the}',
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
  'contribution.record-investment': 'recorded that {the} were invested',
  'contribution.record-statement': 'recorded the statement of {the}',
  'contribution.correct': 'corrected {the}',
  'contribution.close': 'closed {the}',
  'contribution.undo': 'took back {the}',
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
  'service-provider.create': 'entered {the}',
  'service-provider.update': 'changed {the}',
  'service-provider.end': 'recorded the end of the work with {the}',
  'outsourcing-arrangement.create': 'planned {the}',
  'outsourcing-arrangement.update': 'changed {the}',
  'outsourcing-arrangement.notify': 'recorded that the Authority was notified of {the}',
  'outsourcing-arrangement.bring-into-force': 'brought {the} into force',
  'outsourcing-arrangement.review': 'recorded a review of {the}',
  'outsourcing-arrangement.add-development': 'recorded an important development of {the}',
  'outsourcing-arrangement.notify-development':
    'recorded that the Authority was told of a development of {the}',
  'outsourcing-arrangement.end': 'recorded the end of {the}',
  'key-function-holder.create': 'proposed {the}',
  'key-function-holder.update': 'changed {the}',
  'key-function-holder.assess': 'recorded the fit and proper assessment of {the}',
  'key-function-holder.review': 'recorded a fit and proper review of {the}',
  'key-function-holder.notify': 'recorded that the Authority was notified of {the}',
  'key-function-holder.appoint': 'appointed {the}',
  'key-function-holder.end': 'recorded the end of office of {the}',
  'key-function-holder.add-report': 'recorded a report of {the}',
  'key-function-holder.decide-report': "recorded the trustees' decision on a report of {the}",
  'breach.create': 'entered {the}',
  'breach.update': 'changed {the}',
  'breach.detect': 'found {the}',
  'breach.assess': 'assessed {the}',
  'breach.report': 'recorded the report of {the}',
  'breach.remediate': 'recorded that {the} is being put right',
  'breach.close': 'closed {the}',
  'breach.reopen': 'opened {the} again',
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
  'obligation.complete': 'recorded that {the} was met',
  'obligation.waive': 'recorded that {the} is not pursued',
  'obligation.reopen': 'opened {the} again',
  'obligation.withdraw-confirmation': 'withdrew the answer for {the}',
  'obligation.confirm': 'answered for {the} what was not recorded',
  'participation.create': 'added {the}',
  'participation.update': 'corrected {the}',
  'participation.end': 'ended {the}',
  'scheme-event.create': 'recorded {the}',
  'scheme-event.update': 'changed {the}',
  'scheme-event.withdraw': 'withdrew {the}',
  'own-risk-assessment.create': 'planned {the}',
  'own-risk-assessment.update': 'changed {the}',
  'own-risk-assessment.write-section': 'wrote a section of {the}',
  'own-risk-assessment.start': 'began to draft {the}',
  'own-risk-assessment.send-to-trustees': 'sent {the} to the trustees',
  'own-risk-assessment.return': 'gave {the} back to be redrafted',
  'own-risk-assessment.approve': 'recorded that the trustees approved {the}',
  'own-risk-assessment.supersede': 'put a later assessment in the place of {the}',
  'own-risk-assessment.record-request': 'recorded that the Authority asked for {the}',
  'own-risk-assessment.submit': 'recorded that the Authority was given {the}',
  'risk-item.create': 'added {the}',
  'risk-item.update': 'changed {the}',
  'risk-item.remove': 'removed {the}',
  'risk-item.carry': 'carried on {the}',
  'assistant.ask': 'asked the assistant {the}',
  'assistant.rate': 'rated the answer to {the}',
  'file-note.create': 'added {the}',
  'corpus-review.open': 'found that {} rests on changed law',
  'corpus-review.close': 'reviewed {} after the law had changed',
  'draft.create': 'made {the}',
  'draft.update': 'edited {the}',
  'draft.approve': 'approved {the}',
  'draft.discard': 'discarded {the}',
  'draft.withdraw': 'recalled {the} with all that was drafted from the same texts',
  'corpus.ingest': 'brought in {the}',
  'corpus-text.bring-in': 'brought in {the}',
  'corpus-text.withdraw': 'withdrew {the}',
  'policy.create': 'began {the}',
  'policy.update': 'changed {the}',
  'policy.add-version': 'began another version of {the}',
  'policy.update-version': 'wrote the draft of {the}',
  'policy.submit': 'submitted a version of {} for review',
  'policy.return': 'returned a version of {} to its draft',
  'policy.approve': 'recorded the approval of a version of {}',
  'policy.bring-into-force': 'brought a version of {} into force',
  'policy.withdraw': 'withdrew {the}',
  'policy.review': 'recorded a review of {the}',
  'policy.acknowledge': 'acknowledged {the}',
  'job.obligations': 'computed the duties of every scheme again',
  'job.contributions': 'opened the payroll months that are expected',
  'job.reminders': 'wrote the digests of the day',
  'calendar-feed.create': 'made the address of a calendar feed',
  'calendar-feed.revoke': 'ended a calendar feed',
  'job.housekeeping': 'deleted expired keys and links',
  'job.reencrypt': 're-encrypted PPS numbers under the current key',
  'job.audit-seal': 'signed checkpoints of the audit logs',
  'job.scan-free-text': 'found a PPS number in a text of {the}',
  'demo.create': 'made the demo records',
  'demo.create-accounts': 'made the demo accounts',
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
  breach: { one: 'an entry of the breach register', the: 'the breach' },
  trusteeTraining: { one: 'a training', the: 'the training' },
  trusteeMeeting: { one: 'a meeting', the: 'the meeting' },
  meetingAction: { one: 'an action of a meeting', the: 'the action' },
  obligation: { one: 'a duty', the: 'the duty' },
  participation: { one: 'the participation of an employer', the: 'the participation of' },
  schemeEvent: { one: 'an event of a scheme', the: 'the event' },
  ownRiskAssessment: { one: 'an own-risk assessment', the: 'the' },
  riskItem: { one: 'a risk', the: 'the risk' },
  writtenPolicy: { one: 'a policy', the: 'the policy' },
  assistantAnswer: { one: 'a question', the: 'the question' },
  draft: { one: 'a draft', the: 'the draft' },
  fileNote: { one: 'a file note', the: 'the file note' },
  corpusReview: { one: 'what rests on the law', the: 'what rests on the law:' },
  corpusDocument: { one: 'a text of the law', the: 'the text' },
  serviceProvider: { one: 'a service provider', the: 'the service provider' },
  outsourcingArrangement: { one: 'an outsourcing arrangement', the: 'the outsourcing arrangement with' },
  keyFunctionHolder: { one: 'a key function holder', the: 'the key function holder' },
}

/** Whose name the reader may not see, or who is gone, is said by what they are. */
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
/** No person does these: the service does, by schedule or by command. */
const isOfService = (action: string): boolean => /^(job|demo)\./.test(action) || OF_SERVICE.has(action)

export function describeActivity({
  action,
  entityType,
  entityName,
  actorName,
  actorType,
}: Activity): ActivityWords {
  const actor = isOfService(action) ? 'The service' : (actorName ?? ACTORS[actorType])
  // What has no words is told by its own name, never left out.
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
 * The page of what an entry is about; null where there is none. A firm has its page with those who open firms, and is the
 * settings to its own people.
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
