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
  'job.housekeeping': 'deleted expired keys and links',
  'job.reencrypt': 're-encrypted PPS numbers under the current key',
  'demo.create': 'made the demo records',
  'demo.create-accounts': 'made the demo accounts',
  'demo.set-passwords': 'set the passwords of the demo accounts',
}

const NOUNS: Record<string, { one: string; the: string }> = {
  user: { one: 'a user', the: 'the user' },
  tenant: { one: 'a firm', the: 'the firm' },
  employer: { one: 'an employer', the: 'the employer' },
  scheme: { one: 'a scheme', the: 'the scheme' },
  trustee: { one: 'a trustee', the: 'the trustee' },
  member: { one: 'a member', the: 'the member' },
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

/** No person does these: the service does, by schedule or by command. */
const isOfService = (action: string): boolean =>
  /^(job|demo)\./.test(action) || action === 'member.reencrypt-pps'

export function activityWords({
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

export const activitySentence = (activity: Activity): string => {
  const { actor, before, about, after } = activityWords(activity)
  return [actor, before, about, after].filter(Boolean).join(' ')
}

/**
 * The page of what an entry is about; null where there is none. A firm has its page with those who open firms, and is the
 * settings to its own people.
 */
export function pageOfEntity(entityType: string, entityId: string, opensFirms: boolean) {
  switch (entityType) {
    case 'scheme':
      return { to: PAGES.scheme, params: { schemeId: entityId } }
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
