/** Equal for names that people would call the same: without what cannot be seen, trimmed, composed, lower case. Used for uniqueness. */
export const nameKey = (name: string): string =>
  name
    .normalize('NFC')
    .replace(/\p{Cf}/gu, '')
    .trim()
    .toLowerCase()

/** Also without accents, so that "sean" finds "Seán" and sorts beside it. Used for search and order. */
export const searchKey = (...parts: (string | null | undefined)[]): string =>
  parts
    .filter((part) => part)
    .join(' ')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .trim()
    .toLowerCase()
