/**
 * Finds the placeholders `{{name}}` of a text. Reads each character once: an expression with a lazy body would read the rest of the
 * text again for each brace that is never closed.
 */
export interface FoundPlaceholder {
  /** Trimmed. */
  name: string
  /** Of the first brace, and after the last. */
  from: number
  to: number
}

/** The end of the placeholder that opens at `from`, after its last brace; -1 if the rest of the text does not close it. */
export function findEndOfPlaceholder(text: string, from: number): number {
  const close = text.indexOf('}}', from + 2)
  return close === -1 ? -1 : close + 2
}

/** From left to right. A backslash takes the meaning from the character after it. */
export function scanPlaceholders(text: string): FoundPlaceholder[] {
  const found: FoundPlaceholder[] = []
  let at = 0
  for (;;) {
    const open = text.indexOf('{{', at)
    if (open === -1) return found
    const from = findFirstUnescaped(text, at, open)
    if (from !== open) {
      at = from
      continue
    }
    const to = findEndOfPlaceholder(text, from)
    // A later placeholder has nothing to close it either.
    if (to === -1) return found
    found.push({ name: text.slice(from + 2, to - 2).trim(), from, to })
    at = to
  }
}

/** `open` if no backslash between `at` and it escapes it; otherwise the character after the escaped brace. */
function findFirstUnescaped(text: string, at: number, open: number): number {
  let backslashes = 0
  while (open - backslashes > at && text[open - backslashes - 1] === '\\') backslashes++
  return backslashes % 2 === 0 ? open : open + 1
}

/** The text with some of its placeholders replaced; those for which `replacementFor` returns null stay. */
export function replacePlaceholders(text: string, replacementFor: (name: string) => string | null): string {
  const parts: string[] = []
  let at = 0
  for (const { name, from, to } of scanPlaceholders(text)) {
    const replacement = replacementFor(name)
    if (replacement === null) continue
    parts.push(text.slice(at, from), replacement)
    at = to
  }
  parts.push(text.slice(at))
  return parts.join('')
}
