/** Equal for names that people would call the same: trimmed, composed, lower case. Used for uniqueness. */
export const nameKey = (name: string): string => name.normalize('NFC').trim().toLowerCase()

/** Also without accents, so that "sean" finds "Seán" and sorts beside it. Used for search and order. */
export const searchKey = (...parts: (string | null | undefined)[]): string =>
  parts
    .filter((part) => part)
    .join(' ')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .trim()
    .toLowerCase()
