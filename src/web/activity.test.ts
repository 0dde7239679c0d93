import { describe, expect, test } from 'vitest'
import { CONTRACTS } from '../contract/index.ts'
import { type Activity, describeActivity, formatActivitySentence } from './activity.ts'
import { findPageOfEntity } from './entity-page.ts'

const buildActivity = (fields: Partial<Activity>): Activity => ({
  action: 'scheme.approve',
  entityType: 'scheme',
  entityName: 'Ballycotton Foods DC',
  actorName: 'Conor Ashe',
  actorType: 'BrokerAdmin',
  ...fields,
})

describe('an audit entry as a sentence', () => {
  const commands = CONTRACTS.filter(({ kind }) => kind === 'command').map(({ name }) => name)
  const ofTheService = [
    'member.reencrypt-pps',
    'breach.detect',
    'disclosure.send',
    'demo.create',
    'demo.create-accounts',
    'demo.set-passwords',
  ]

  test.each([...commands, ...ofTheService])('%s has a text', (action) => {
    const sentence = formatActivitySentence(buildActivity({ action }))
    expect(sentence).not.toContain(action)
    expect(sentence).not.toMatch(/[{}]|\s\s|\s$/)
  })

  test.each(commands)('%s twice has a plural', (action) => {
    const [domain = ''] = action.split('.')
    const subject = domain.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
    const entityType = subject === 'policy' ? 'writtenPolicy' : subject
    const sentence = formatActivitySentence(buildActivity({ action, entityType, count: 2 }))
    expect(sentence).not.toMatch(/(?:ch|sh|ss|x)s\b|[^aeiou]ys\b| to an | of an /)
  })

  test.each<[Partial<Activity>, string]>([
    [{}, 'Conor Ashe approved Ballycotton Foods DC'],
    [{ action: 'scheme.submit' }, 'Conor Ashe submitted Ballycotton Foods DC for approval'],
    [{ action: 'scheme.create' }, 'Conor Ashe added the scheme Ballycotton Foods DC'],
    [{ action: 'scheme.create', entityName: null }, 'Conor Ashe added a scheme'],
    [
      {
        action: 'obligation.confirm',
        entityType: 'obligation',
        entityName: 'Review the policies',
        count: 14,
      },
      'Conor Ashe confirmed 14 obligations',
    ],
    [{ action: 'scheme.submit', count: 3 }, 'Conor Ashe submitted 3 schemes for approval'],
    [
      { action: 'scheme.submit', count: 3, hasMore: true },
      'Conor Ashe submitted at least 3 schemes for approval',
    ],
    [
      { action: 'member.create', entityType: 'member', count: 499, hasMore: true },
      'Conor Ashe added more than 400 members',
    ],
    [
      { action: 'member.create', entityType: 'member', count: 20, hasMore: true },
      'Conor Ashe added more than 10 members',
    ],
    [{ action: 'policy.create', entityType: 'writtenPolicy', count: 2 }, 'Conor Ashe created 2 policies'],
    [
      { action: 'member.leave', entityType: 'member', entityName: 'Orla Daly' },
      'Conor Ashe recorded that Orla Daly left service',
    ],
    [
      { action: 'member.leave', entityType: 'member', entityName: null },
      'Conor Ashe recorded that a member left service',
    ],
    [{ action: 'auth.signin', entityType: 'user', entityName: 'Conor Ashe' }, 'Conor Ashe signed in'],
    [
      {
        action: 'tenant.update',
        entityType: 'tenant',
        entityName: 'Lee Brokers',
        actorName: null,
        actorType: 'SuperAdmin',
      },
      'A platform administrator changed the firm Lee Brokers',
    ],
    [
      { action: 'job.housekeeping', entityType: 'job', entityName: null, actorName: null },
      'The service deleted expired keys and links',
    ],
    [
      { action: 'pigeon.release', entityType: 'pigeon', entityName: null },
      'Conor Ashe did pigeon.release with a pigeon',
    ],
  ])('%o is shown as %s', (fields, sentence) => {
    expect(formatActivitySentence(buildActivity(fields))).toBe(sentence)
  })

  test('is split into parts, so that the record can be a link', () => {
    expect(describeActivity(buildActivity({ action: 'scheme.close' }))).toEqual({
      actor: 'Conor Ashe',
      before: 'closed',
      about: 'Ballycotton Foods DC',
      after: 'to new members',
    })
  })
})

test('an entry links to the page of its record', () => {
  expect(findPageOfEntity('scheme', 's1', false)).toEqual({
    to: '/schemes/$schemeId',
    params: { schemeId: 's1' },
  })
  expect(findPageOfEntity('tenant', 't1', true)).toEqual({ to: '/firms/$firmId', params: { firmId: 't1' } })
  expect(findPageOfEntity('tenant', 't1', false)).toEqual({ to: '/settings' })
  expect(findPageOfEntity('job', 'housekeeping', true)).toBeNull()
})
