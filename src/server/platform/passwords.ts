/**
 * bcrypt with work factor 12 (Spec 5.8), off the event loop. One hash occupies a core for a quarter of a second, so few run at once,
 * some wait, and the rest are refused with Retry-After.
 */
import bcrypt from 'bcrypt'

const WORK_FACTOR = 12
const AT_ONCE = 2
const WAITING = 32
/** bcrypt reads no further; a longer password is never compared, only made to cost the same. */
const MAX_BYTES = 72

export class PasswordsBusy extends Error {}

export interface Passwords {
  hash(password: string): Promise<string>
  /** Does the same work for a null hash, so that unknown accounts take as long. */
  matches(password: string, hash: string | null): Promise<boolean>
}

// Salt and hash without an account, made once from random bytes that were not kept.
const DUMMY = 'fgHdO9FEHqn4U/Q04Dm6n.Il9.HnPd5.qaF6BcScDVXzVEmw0SlYu'

export function createPasswords(workFactor = WORK_FACTOR): Passwords {
  const dummyHash = `$2b$${String(workFactor).padStart(2, '0')}$${DUMMY}`
  let running = 0
  const waiting: (() => void)[] = []
  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (running >= AT_ONCE) {
      if (waiting.length >= WAITING) throw new PasswordsBusy('Too many passwords are being checked')
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else {
      running += 1
    }
    try {
      return await work()
    } finally {
      // The place passes to who waits longest without being free in between.
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
  return {
    hash: (password) => inTurn(() => bcrypt.hash(password, workFactor)),
    async matches(password, hash) {
      const isComparable = Buffer.byteLength(password) <= MAX_BYTES && !password.includes('\u0000')
      const isMatch = await inTurn(() => bcrypt.compare(isComparable ? password : '', hash ?? dummyHash))
      return isMatch && isComparable && hash !== null
    },
  }
}
