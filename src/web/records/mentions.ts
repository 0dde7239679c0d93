/** Mentions in the text of a comment: `@` and the whole name of a user. */

interface Named {
  id: string
  name: string
}

/** Text after the last `@` before the caret; null if no mention is being typed. */
export function findTypedMention(before: string): string | null {
  const at = before.lastIndexOf('@')
  if (at < 0 || /[\p{L}\p{N}.]$/u.test(before.slice(0, at))) return null
  const typed = before.slice(at + 1)
  return typed.length <= 40 && !typed.includes('\n') ? typed : null
}

/** Users with a name part that begins with the typed text; none once the name is complete. */
export function listMatches<T extends Named>(users: readonly T[], typed: string): T[] {
  const wanted = typed.toLowerCase()
  if (users.some(({ name }) => wanted.startsWith(name.toLowerCase()))) return []
  return users.filter(({ name }) => ` ${name}`.toLowerCase().includes(` ${wanted}`)).slice(0, 6)
}

/** Ids of the users whose names follow an `@` in the text. */
export const listMentionIds = (text: string, users: readonly Named[]): string[] =>
  users.filter(({ name }) => text.includes(`@${name}`)).map(({ id }) => id)

/** The text in parts, so that mentions can be set apart; of two names that begin alike the longer one counts. */
export function splitByMentions(
  text: string,
  names: readonly string[],
): { text: string; isMention: boolean }[] {
  const parts: { text: string; isMention: boolean }[] = []
  const byLength = names.toSorted((a, b) => b.length - a.length)
  let rest = text
  let plain = ''
  while (rest !== '') {
    const found = rest.startsWith('@') && byLength.find((name) => rest.startsWith(name, 1))
    const taken = found ? found.length + 1 : 1
    if (found) {
      if (plain) parts.push({ text: plain, isMention: false })
      plain = ''
      parts.push({ text: rest.slice(0, taken), isMention: true })
    } else plain += rest.slice(0, taken)
    rest = rest.slice(taken)
  }
  if (plain) parts.push({ text: plain, isMention: false })
  return parts
}
