/** Which passwords are refused, and where sign-in may lead. */

/** Guessed first in this trade and country, besides those of every list. */
const LOCAL_ROOTS = [
  'passphrase',
  'dublin',
  'ireland',
  'pension',
  'pensions',
  'compliance',
  'shamrock',
  'administrator',
]
const SEQUENCES = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890123456789',
  'qwertyuiopasdfghjklzxcvbnm',
  '1q2w3e4r5t6y7u8i9o0p',
]

/**
 * Why a password must not be used, or null. The schema checks length; this rejects commonly guessed passwords:
 * one word with digits or signs around it, one character or pattern repeated, runs of the keyboard, the own address.
 */
export function findPasswordProblem(
  password: string,
  email: string,
  commonPasswords: ReadonlySet<string>,
): string | null {
  const lower = password.toLowerCase()
  const [mailbox = ''] = email.toLowerCase().split('@')
  if (
    lower === email.toLowerCase() ||
    (mailbox.length >= 4 && lower.replace(/[^\p{L}]/gu, '') === mailbox.replace(/[^\p{L}]/gu, ''))
  ) {
    return 'Do not use your e-mail address as the password'
  }
  const withoutSigns = (text: string): string => text.replace(/[^\p{L}]/gu, '')
  const unmasked = (text: string): string =>
    withoutSigns(text.replaceAll('0', 'o').replaceAll('@', 'a').replaceAll('$', 's').replaceAll('1', 'i'))
  // Digits stand for letters, or are just digits: mostly those at the end.
  const readings = [withoutSigns(lower), unmasked(lower), unmasked(lower.replace(/[^\p{L}]+$/u, ''))]
  const isKnown = (word: string): boolean => commonPasswords.has(word) || LOCAL_ROOTS.includes(word)
  const isCommon =
    isKnown(lower) ||
    readings.some(
      (reading) =>
        (reading.length >= MIN_ROOT && isKnown(reading)) ||
        (reading.length >= 2 * MIN_ROOT &&
          isRepeated(reading) &&
          isKnown(reading.slice(0, reading.length / 2))),
    )
  const isRepetition = /^(.{1,4})\1+$/su.test(lower) || new Set(lower).size < 4
  const isRun = SEQUENCES.some(
    (sequence) =>
      sequence.includes(lower.slice(0, 12)) || [...sequence].reverse().join('').includes(lower.slice(0, 12)),
  )
  return isCommon || isRepetition || isRun
    ? 'This password is too common: use several words or a password manager'
    : null
}

/** Shorter words are left of many good passwords. */
const MIN_ROOT = 5
const isRepeated = (text: string): boolean => text === text.slice(0, text.length / 2).repeat(2)

/** A path of this origin, or '/'. `//host`, `/\host` and other origins are other people's. */
export function toSafeCallbackUrl(callbackUrl: string, appUrl: string): string {
  const { origin } = new URL(appUrl)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop them, which would change the meaning
  if (/[\u0000-\u001f\u007f\\]/.test(callbackUrl) || !URL.canParse(callbackUrl, origin)) return '/'
  const url = new URL(callbackUrl, origin)
  // A blob: URL has the origin of what it was made by, and a whole address for a path.
  const isPath = url.pathname.startsWith('/') && !url.pathname.startsWith('//')
  return url.origin === origin && isPath ? url.pathname + url.search + url.hash : '/'
}
