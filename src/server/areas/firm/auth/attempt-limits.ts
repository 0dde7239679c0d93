/**
 * Limits of password attempts. An account has attempts for each network and for each device that it signed in on before, so that
 * wrong passwords from elsewhere do not keep its owner out. All networks together are only slowed down.
 */
import { setTimeout as pauseFor } from 'node:timers/promises'
import type { FailureLimit } from '../../../operation/failure-limit.ts'
import { createRateLimitRefusal } from '../../../pipeline/refusal.ts'

/** `place`: the network or device that the attempt comes from. Attempts of unknown networks also count for the whole account. */
export interface AttemptKey {
  account: string
  place: string
  isKnown: boolean
}

const OF_A_PLACE = { limit: 10, windowSeconds: 900 }
const OF_AN_ACCOUNT = { limit: 30, windowSeconds: 900 }
const DELAY_MS = 2_000

export function createAttemptLimits(failures: FailureLimit) {
  const buildKey = ({ account, place }: AttemptKey): string => `${account}:${place}`
  return {
    /** Takes an attempt before the slow comparison, so that a hundred at once count as a hundred; gives it back when called. */
    async take(key: AttemptKey): Promise<() => Promise<void>> {
      const ofPlace = await failures.takeFailure('sign-in', buildKey(key), OF_A_PLACE, 1)
      if (!ofPlace.isAllowed) throw createRateLimitRefusal(ofPlace.retryAfterSeconds)
      const ofAccount = key.isKnown
        ? null
        : await failures.takeFailure('sign-in-account', key.account, OF_AN_ACCOUNT, 1)
      if (ofAccount?.isAllowed === false) await pauseFor(DELAY_MS)
      return async () => {
        await failures.takeFailure('sign-in', buildKey(key), OF_A_PLACE, -1)
        if (ofAccount?.isAllowed)
          await failures.takeFailure('sign-in-account', key.account, OF_AN_ACCOUNT, -1)
      }
    },
    /** After the owner of the mailbox, or of a session, has set a new password. */
    async reset(key: AttemptKey): Promise<void> {
      await failures.takeFailure('sign-in', buildKey(key), OF_A_PLACE, -OF_A_PLACE.limit)
      await failures.takeFailure('sign-in-account', key.account, OF_AN_ACCOUNT, -OF_AN_ACCOUNT.limit)
    },
  }
}
