/** A draft as the parts that are written one by one: each begins with its heading. Together they are the text again. */
const BEFORE_HEADING = /\n(?=#{1,2}[ \t])/

export const sectionsOf = (text: string): string[] =>
  text
    .split(BEFORE_HEADING)
    .map((section) => section.trim())
    .filter(Boolean)

/** What was emptied is gone, and no heading runs into the words before it. */
export const textOf = (sections: readonly string[]): string =>
  sections
    .map((section) => section.trim())
    .filter(Boolean)
    .join('\n\n')

/** What a section is called; null where it begins without a heading. */
export const headingOf = (section: string): string | null =>
  /^#{1,2}[ \t]+(.*?)[ \t]*#*$/m.exec(section.split('\n', 1)[0] ?? '')?.[1] || null

/** Where a place stands in a text: as it is written, braces included. */
export function placeIn(section: string, name: string): { from: number; to: number } | null {
  for (const match of section.matchAll(/\{\{([\s\S]*?)\}\}/g))
    if (match[1]?.trim() === name) return { from: match.index, to: match.index + match[0].length }
  return null
}
