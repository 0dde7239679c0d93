import { scanPlaceholders } from '../../../../contract/placeholder-scanner.ts'
import { parseHeading } from '../../../../contract/text-blocks.ts'

/** Splits a draft into sections that are edited one by one: each begins with its heading. Joined, they are the text again. */
const BEFORE_HEADING = /\n(?=#{1,2}[ \t])/

export const splitSections = (text: string): string[] =>
  text
    .split(BEFORE_HEADING)
    .map((section) => section.trim())
    .filter(Boolean)

/** Emptied sections are left out, and no heading runs into the text before it. */
export const joinSections = (sections: readonly string[]): string =>
  sections
    .map((section) => section.trim())
    .filter(Boolean)
    .join('\n\n')

/** Heading of a section; null if it begins without one. */
export function findHeading(section: string): string | null {
  const heading = parseHeading((section.split('\n', 1)[0] ?? '').trim())
  return heading && heading.level <= 2 ? heading.text || null : null
}

/** Position of a placeholder in a text, braces included. */
export function findPlaceholderRange(section: string, name: string): { from: number; to: number } | null {
  const found = scanPlaceholders(section).find((placeholder) => placeholder.name === name)
  return found ? { from: found.from, to: found.to } : null
}
