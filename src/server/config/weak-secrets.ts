/** Recognises secrets that were typed and not generated: repeated, sequential, or copied from an example. */

/** Random hexadecimal text of 32 characters has fewer than 8 different ones once in 100,000 times. */
const LEAST_DIFFERENT = 8
const EXAMPLE = /change[-_ ]?me|replace[-_ ]?me|placeholder|example|your[-_ ]?secret|password/i

/** Describes the weakness, for the message "NAME …"; null if it may have been generated. Never contains the value. */
export function findSecretWeakness(secret: string): string | null {
  if (isRepeated(secret)) return 'repeats itself'
  if (new Set(secret.toLowerCase()).size < LEAST_DIFFERENT)
    return `has fewer than ${LEAST_DIFFERENT} different characters`
  if (isCounted(secret)) return 'is a sequence of characters'
  return EXAMPLE.test(secret) ? 'is the text of an example' : null
}

/** One unit, at most half as long, repeated; the last repetition may be cut short. */
function isRepeated(secret: string): boolean {
  const text = secret.toLowerCase()
  for (let period = 1; period <= text.length / 2; period++)
    if (text.startsWith(text.slice(period))) return true
  return false
}

/** abcdef…, 0123…: nearly every character follows the one before. */
function isCounted(secret: string): boolean {
  let steps = 0
  for (let at = 1; at < secret.length; at++)
    if (Math.abs(secret.charCodeAt(at) - secret.charCodeAt(at - 1)) === 1) steps += 1
  return steps > secret.length / 2
}
