import { findPlaceholders } from '../../../../contract/placeholder-scanner.ts'
import { parseHeading } from '../../../../contract/text-blocks.ts'

/** A draft as the parts that are written one by one: each begins with its heading. Together they are the text again. */
const BEFORE_HEADING = /\n(?=#{1,2}[ \t])/

export const splitSections = (text: string): string[] =>
  text
    .split(BEFORE_HEADING)
    .map((section) => section.trim())
    .filter(Boolean)

/** What was emptied is gone, and no heading runs into the words before it. */
export const joinSections = (sections: readonly string[]): string =>
  sections
    .map((section) => section.trim())
    .filter(Boolean)
    .join('\n\n')

/** What a section is called; null where it begins without a heading. */
export function findHeading(section: string): string | null {
  const heading = parseHeading((section.split('\n', 1)[0] ?? '').trim())
  return heading && heading.level <= 2 ? heading.text || null : null
}

/** Where a place stands in a text: as it is written, braces included. */
export function placeIn(section: string, name: string): { from: number; to: number } | null {
  const found = findPlaceholders(section).find((placeholder) => placeholder.name === name)
  return found ? { from: found.from, to: found.to } : null
}
