import { normaliseText } from '../../contract/plain-text.ts'

/** Equal for names that people would call the same: without what cannot be seen, trimmed, composed, lower case. Used for uniqueness. */
export const toNameKey = (name: string): string =>
  normaliseText(name, 'NFC')
    .replace(/\p{Cf}/gu, '')
    .trim()
    .toLowerCase()

/** Also without accents, so that "sean" finds "Seán" and sorts beside it. Used for search and order. */
export const searchKey = (...parts: (string | null | undefined)[]): string =>
  normaliseText(parts.filter((part) => part).join(' '), 'NFD')
    .replace(/\p{M}/gu, '')
    .trim()
    .toLowerCase()
