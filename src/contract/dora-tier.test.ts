import { describe, expect, test } from 'vitest'
import { findDoraTier } from './dora-tier.ts'

const STATED = { active: 8, deferred: 0, pensioner: 0, source: 'STATED' } as const
const PROFILE = {
  iorpInScope: { value: true, reason: '', source: '' },
  activeAndDeferred: 8,
  memberCounts: STATED,
  doraTier: { value: 'NONE', reason: '', source: '' },
  isMasterTrust: false,
  isOneMemberArrangement: false,
} as const
const full = { doraTier: { ...PROFILE.doraTier, value: 'FULL' } } as const
const empty = { activeAndDeferred: 0, memberCounts: { ...STATED, active: 0, source: 'DERIVED' } } as const

describe('the tier under DORA', () => {
  test.each([
    ['of recorded members', {}, null, 'NONE'],
    ['of members that are not recorded', empty, null, null],
    ['of a one-member arrangement', { ...empty, isOneMemberArrangement: true }, null, 'NONE'],
    ['of a section in a trust of unknown size', { isMasterTrust: true }, null, null],
    ['of a section in a trust of known size', { isMasterTrust: true, ...full }, 5000, 'FULL'],
    ['of a large section in a trust of unknown size', { isMasterTrust: true, ...full }, null, 'FULL'],
    ['of an arrangement outside the regime', { ...empty, iorpInScope: { value: false } }, null, 'NONE'],
  ])('%s', (_, given, trustMemberCount, tier) =>
    expect(findDoraTier({ ...PROFILE, ...given } as typeof PROFILE, { trustMemberCount })).toBe(tier),
  )
})
