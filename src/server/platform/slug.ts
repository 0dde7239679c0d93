import { normaliseText } from '../../contract/plain-text.ts'

const LONGEST = 80
/** Letters, digits and hyphens: part of a file name that every system can unpack, without a path. */
export const formatSlug = (text: string): string =>
  normaliseText(text, 'NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, LONGEST)
    .replace(/^-+|-+$/g, '')
