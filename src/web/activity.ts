/**
 * Audit log entries as sentences ("Conor Ashe approved Ballycotton Foods DC") for the dashboard, the audit log and the history of
 * a scheme.
 */

import type { ActorType } from '../contract/audit.ts'
import { formatCount, toSentenceCase } from '../contract/value-format.ts'
import { formatCode } from './labels.ts'

export interface Activity {
  action: string
  entityType: string
  entityName: string | null
  actorName: string | null
  actorType: ActorType
  /** How many times in a row; once if not given. */
  count?: number
  /** The count is a minimum. */
  hasMore?: boolean
}

/** A sentence in parts, so that a page can link the record and set the person apart. */
export interface ActivityWords {
  actor: string
  before: string
  /** Name of the record; null if the action concerns only the actor. */
  about: string | null
  after: string
}

/** Sentences by verb: `{}` is the name of the record, `{the}` is the name with its noun: "the member Orla Daly". */
const VERBS: Record<string, string> = {
  create: 'added {the}',
  update: 'changed {the}',
  remove: 'removed {the}',
  withdraw: 'withdrew {the}',
  close: 'closed {the}',
  reopen: 'reopened {the}',
  end: 'ended {the}',
  assign: 'assigned {the}',
}

/** Sentences of actions whose verb has no sentence, or another one. */
const ACTIONS: Record<string, string> = {
  'auth.signin': 'signed in',
  'auth.signout': 'signed out',
  'auth.signout-everywhere': 'signed out everywhere',
  'auth.forgot-password': 'requested a password reset',
  'auth.reset-password': 'set a password by e-mail link',
  'auth.change-password': 'changed their password',
  'auth.confirm-email': 'confirmed their new e-mail address',
  'auth.change-email': 'requested a change of their e-mail address',
  'auth.start-second-step': 'began the second step of a sign-in',
  'auth.second-step': 'signed in with a second factor',
  'auth.refuse-second-step': 'was refused the second step of a sign-in',
  'auth.single-sign-on': 'signed in through the provider of the firm',
  'auth.start-single-sign-on': 'began a sign-in through the provider of the firm',
  'auth.refuse-single-sign-on': 'refused a sign-in through the provider of the firm',
  'single-sign-on.set': 'changed the single sign-on of {the}',
  'single-sign-on.remove': 'removed the single sign-on of {the}',
  'single-sign-on.test': 'tested a sign-in provider for {the}',
  'user.unlink-single-sign-on': 'removed the link of {} to the provider of the firm',
  'auth.start-confirmation': 'was asked to confirm their identity',
  'auth.confirm-identity': 'confirmed their identity',
  'auth.refuse-confirmation': 'failed to confirm their identity',
  'second-factor.start-app': 'began to set up an authenticator app',
  'second-factor.confirm-app': 'set up an authenticator app',
  'second-factor.remove-app': 'removed their authenticator app',
  'second-factor.start-passkey': 'began to add a passkey',
  'second-factor.add-passkey': 'added a passkey',
  'second-factor.rename-passkey': 'renamed a passkey',
  'second-factor.remove-passkey': 'removed a passkey',
  'second-factor.renew-recovery-codes': 'created new recovery codes',
  'second-factor.refuse': 'entered a second factor that was refused',
  'session.end': 'ended one of their sessions',
  'session.end-others': 'ended their other sessions',
  'user.end-sessions': 'ended the sessions of {}',
  'user.request-factor-reset': 'requested that the second factor of {} is removed',
  'user.withdraw-factor-reset': 'withdrew the request to remove the second factor of {}',
  'user.reset-factor': 'removed the second factor of {}',
  'me.update': 'changed their own account',
  'user.create': 'invited {}',
  'user.update': 'changed the account of {}',
  'user.deactivate': 'deactivated the account of {}',
  'user.reactivate': 'reactivated the account of {}',
  'user.invite': 'resent the invitation of {}',
  'tenant.create': 'created {the}',
  'tenant.set-logo': 'set the logo of {the}',
  'tenant.remove-logo': 'removed the logo of {the}',
  'tenant.suspend': 'suspended {the}',
  'tenant.reactivate': 'reactivated {the}',
  'example.load': 'loaded the example scheme',
  'example.remove': 'removed the example scheme',
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
  'scheme-import.create': 'completed {the}',
  'scheme-import.approve': 'approved the schemes of {the}',
  'scheme-import.undo': 'undid {the}',
  'trustee.create': 'proposed {the}',
  'trustee.assess': 'found {} fit and proper',
  'trustee.review': 'found {} fit and proper again',
  'trustee.appoint': 'appointed {the}',
  'trustee.retire': 'recorded that {the} retired',
  'trustee.record-death': 'recorded the death of {the}',
  'trustee.disqualify': 'recorded that {the} is disqualified',
  'member.join': 'recorded that {} joined the scheme',
  'member.leave': 'recorded that {} left service',
  'member.retire': 'recorded that {} retired',
  'member.transfer': 'recorded that {} transferred out',
  'member.refund': 'recorded a refund to {}',
  'member.opt-out': 'recorded that {} opted out',
  'member.record-death': 'recorded the death of {}',
  'member.record-emoluments': 'recorded emoluments of {}',
  'member.record-pay': 'recorded pay and contribution rates of {}',
  'member.correct-pay': 'corrected pay and contribution rates of {}',
  'member.reveal-pps': 'revealed the PPS number of {}',
  'member.reencrypt-pps': 're-encrypted the PPS number of {}',
  'member.import': 'imported {the}',
  'personal-data.export': 'exported the personal data of {}',
  'personal-data.erase': 'erased the personal data of {}',
  'contribution.upload': 'uploaded {the}',
  'contribution.enter': 'entered {the}',
  'contribution.record-funds': 'recorded money for {the}',
  'contribution.record-investment': 'recorded the investment of {the}',
  'contribution.record-deductions-investment': 'recorded the investment of the deductions of {the}',
  'contribution.record-direct-payment': 'recorded a direct payment for {the}',
  'contribution.record-receipts-investment': 'recorded the investment of a month of receipt of {the}',
  'contribution.record-statement': 'recorded the statement of {the}',
  'contribution.correct': 'corrected {the}',
  'contribution.undo': 'undid the import of {the}',
  'document.add-version': 'added a version of {the}',
  'document.finalise': 'made {} final',
  'document.sign': 'recorded that {} was signed',
  'document.file': 'recorded that {} was filed',
  'document.supersede': 'recorded that {} was superseded',
  'document.record-statement-checklist': 'recorded the content checklist of {}',
  'document.scan': 'scanned {the} for viruses',
  'document.rewrap-key': 're-encrypted the key of {the}',
  'disclosure.send': 'sent a request to the AI provider',
  'service-provider.end': 'ended the engagement of {the}',
  'outsourcing-arrangement.create': 'planned {the}',
  'outsourcing-arrangement.notify': 'recorded the notification of {the}',
  'outsourcing-arrangement.bring-into-force': 'brought {the} into force',
  'outsourcing-arrangement.review': 'recorded a review of {the}',
  'outsourcing-arrangement.add-development': 'recorded an important development of {the}',
  'outsourcing-arrangement.notify-development': 'recorded the notification of a development of {the}',
  'outsourcing-arrangement.end': 'recorded the end of {the}',
  'key-function-holder.create': 'proposed {the}',
  'key-function-holder.assess': 'recorded the fit and proper assessment of {the}',
  'key-function-holder.review': 'recorded a fit and proper review of {the}',
  'key-function-holder.notify': 'recorded the notification of {the}',
  'key-function-holder.appoint': 'appointed {the}',
  'key-function-holder.end': 'recorded the end of appointment of {the}',
  'key-function-holder.add-report': 'recorded a report of {the}',
  'key-function-holder.decide-report': "recorded the trustees' decision on a report of {the}",
  'breach.create': 'reported {the}',
  'breach.detect': 'detected {the}',
  'breach.assess': 'assessed {the}',
  'breach.report': 'recorded the report of {the}',
  'breach.remediate': 'recorded the remediation of {the}',
  'trustee-training.create': 'recorded {the}',
  'trustee-meeting.create': 'planned {the}',
  'trustee-meeting.hold': 'recorded that {the} was held',
  'trustee-meeting.cancel': 'cancelled {the}',
  'trustee-meeting.approve-minutes': 'recorded that the minutes of {} were approved',
  'contribution-reminder.create': 'recorded {the}',
  'compliance-statement.create': 'started {the}',
  'compliance-statement.complete': 'recorded the signatures of {the}',
  'compliance-statement.record-provided': 'recorded the provision of {the} to the Authority',
  'meeting-action.create': 'recorded {the}',
  'meeting-action.done': 'recorded that {the} is done',
  'meeting-action.drop': 'dropped {the}',
  'obligation.complete': 'completed {the}',
  'obligation.waive': 'waived {the}',
  'obligation.withdraw-confirmation': 'withdrew the answer for {the}',
  'obligation.confirm': 'confirmed {the}',
  'obligation-confirmation.create': 'recorded {the}',
  'obligation-confirmation.continue': 'recorded more of {the}',
  'obligation-confirmation.undo': 'undid {the}',
  'participation.update': 'corrected {the}',
  'scheme-event.create': 'recorded {the}',
  'own-risk-assessment.create': 'planned {the}',
  'own-risk-assessment.write-section': 'wrote a section of {the}',
  'own-risk-assessment.start': 'started drafting {the}',
  'own-risk-assessment.send-to-trustees': 'marked {the} as with the trustees',
  'own-risk-assessment.return': 'returned {the} to drafting',
  'own-risk-assessment.approve': 'recorded the approval of {the} by the trustees',
  'own-risk-assessment.supersede': 'superseded {the}',
  'own-risk-assessment.record-request': 'recorded a request of the Authority for {the}',
  'own-risk-assessment.submit': 'recorded the submission of {the} to the Authority',
  'risk-item.carry': 'copied {the}',
  'assistant.ask': 'asked the assistant {the}',
  'assistant.rate': 'rated the answer to {the}',
  'inbox.mark-read': 'marked inbox items as read',
  'corpus-review.open': 'opened {the}',
  'corpus-review.close': 'completed {the}',
  'draft.create': 'created {the}',
  'draft.update': 'edited {the}',
  'draft.approve': 'approved {the}',
  'draft.discard': 'discarded {the}',
  'draft.withdraw': 'recalled {the} and all drafts based on the same sources',
  'corpus.ingest': 'imported {the}',
  'corpus-text.bring-in': 'imported {the}',
  'policy.create': 'created {the}',
  'policy.add-version': 'created a version of {the}',
  'policy.update-version': 'edited the draft of {the}',
  'policy.submit': 'submitted a version of {} for review',
  'policy.return': 'returned a version of {} to draft',
  'policy.approve': 'recorded the approval of a version of {}',
  'policy.bring-into-force': 'brought a version of {} into force',
  'policy.review': 'recorded a review of {the}',
  'policy.acknowledge': 'acknowledged {the}',
  'job.obligations': 'recalculated the obligations of all schemes',
  'job.contributions': 'created the expected payroll months',
  'job.reminders': 'sent the daily digests',
  'calendar-feed.create': 'created a calendar feed',
  'api-key.revoke': 'revoked {the}',
  'webhook.pause': 'paused {the}',
  'webhook.resume': 'resumed {the}',
  'webhook.rotate-secret': 'created a new secret of {the}',
  'webhook.send-test': 'sent a test event',
  'webhook-delivery.resend': 'sent an event again',
  'grant.create': 'gave {} access',
  'grant.revoke': 'revoked the access of {}',
  'grant.choose': 'chose what to open',
  'grant.read': 'read records of a scheme',
  'trustee-review.create': 'put {} to the trustees',
  'trustee-review.read': 'read {}',
  'trustee-review.decide': 'decided on {}',
  'trustee-review.record-decision': 'recorded the decision of a trustee on {}',
  'calendar-feed.revoke': 'revoked a calendar feed',
  'job.housekeeping': 'deleted expired keys and links',
  'job.reencrypt': 're-encrypted PPS numbers under the current key',
  'job.audit-seal': 'signed checkpoints of the audit logs',
  'job.scan-free-text': 'found a PPS number in {the}',
  'demo.create': 'created the demo records',
  'demo.create-accounts': 'created the demo accounts',
  'demo.set-passwords': 'set the passwords of the demo accounts',
}

interface Noun {
  one: string
  the: string
  many?: string
}

/** Nouns of kinds of records where they differ from the label of the kind. */
const NOUNS: Record<string, Partial<Noun>> = {
  // An act of a job by itself: its entries name the kind of record.
  job: { one: 'any kind of record', many: 'records', the: 'the record' },
  contribution: { one: 'contributions', many: 'payroll months', the: 'the contributions of' },
  trusteeTraining: { one: 'a training', the: 'the training' },
  trusteeMeeting: { one: 'a meeting', the: 'the meeting' },
  meetingAction: { the: 'the action' },
  complianceStatement: { the: 'the' },
  breach: { many: 'breaches' },
  contributionReminder: {
    one: 'a reminder to an employer',
    many: 'reminders to employers',
    the: 'the reminder to',
  },
  participation: { one: 'an employer participation', the: 'the participation of' },
  obligationConfirmation: {
    one: 'an answer for past obligations',
    many: 'answers for past obligations',
    the: 'the answer for',
  },
  schemeImport: { one: 'an import of schemes', many: 'imports of schemes', the: 'the import of' },
  paymentAccount: {
    one: 'an account for contributions',
    many: 'accounts for contributions',
    the: 'the account for contributions of',
  },
  grant: { one: 'a person', many: 'people' },
  trusteeReview: { one: 'a paper', many: 'papers' },
  importDraft: { one: 'an unfinished import', many: 'unfinished imports', the: 'the unfinished import of' },
  schemeEvent: { the: 'the event' },
  ownRiskAssessment: { the: 'the', many: 'own-risk assessments' },
  writtenPolicy: { one: 'a policy', many: 'policies', the: 'the policy' },
  comment: { the: 'a comment on' },
  corpusReview: { the: 'the law change review of' },
  outsourcingArrangement: { the: 'the outsourcing arrangement with' },
}

function getNoun(entityType: string): Noun {
  const noun = toSentenceCase(formatCode(entityType))
  return { one: `${/^[aeio]/i.test(noun) ? 'an' : 'a'} ${noun}`, the: `the ${noun}`, ...NOUNS[entityType] }
}

/** Shown instead of a name if the reader may not see the name or the user no longer exists. */
const ACTORS: Record<ActorType, string> = {
  SuperAdmin: 'A platform administrator',
  BrokerAdmin: 'A broker administrator',
  BrokerUser: 'A broker',
  EmployerAdmin: 'An employer administrator',
  EmployerUser: 'An employer user',
  Member: 'A member',
  Trustee: 'A trustee',
  Inspector: 'An inspector',
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

/** Where only a part of the entries is loaded, a round number: an exact one would look like the total. */
function formatLoadedCount(count: number, one: string, many?: string): string {
  if (count < 10) return `at least ${formatCount(count, one, many)}`
  const step = count > 100 ? 100 : 10
  return `more than ${formatCount(Math.floor((count - 1) / step) * step, one, many)}`
}

export function describeActivity({
  action,
  entityType,
  entityName,
  actorName,
  actorType,
  count = 1,
  hasMore = false,
}: Activity): ActivityWords {
  const actor = isOfService(action) ? 'The service' : (actorName ?? ACTORS[actorType])
  // An action without a sentence is shown by its name.
  const words = ACTIONS[action] ?? VERBS[action.split('.')[1] ?? ''] ?? `did ${action} with {the}`
  const place = /\{(the)?\}/.exec(words)
  if (!place) return { actor, before: words, about: null, after: '' }
  const noun = getNoun(entityType)
  const after = words.slice(place.index + place[0].length).trim()
  const before = words.slice(0, place.index).trim()
  if (count > 1) {
    const singular = noun.one.replace(/^an? /, '')
    return {
      actor,
      before: `${before} ${(hasMore ? formatLoadedCount : formatCount)(count, singular, noun.many)}`,
      about: null,
      after,
    }
  }
  if (entityName === null) return { actor, before, about: noun.one, after }
  return { actor, before: place[1] ? `${before} ${noun.the}` : before, about: entityName, after }
}

export const formatActivitySentence = (activity: Activity): string => {
  const { actor, before, about, after } = describeActivity(activity)
  return [actor, before, about, after].filter(Boolean).join(' ')
}
