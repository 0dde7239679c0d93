import type { Outline } from '../outline.ts'
import { OutlineDraft } from './outline-draft.ts'

const HEADING = /^(#{1,6})\s+(\S.*)$/

/**
 * Markdown as far as structure goes: headings, and paragraphs between empty lines. A first heading of the first level is the
 * title. What stands before any other heading belongs to a unit that is called like the text. Throws ReadingRefusal.
 */
export function readMarkdown(text: string): Outline {
  const draft = new OutlineDraft()
  let lines: string[] = []
  const endParagraph = (): void => {
    draft.paragraph(lines.join(' ').replaceAll(/\s+/g, ' ').trim())
    lines = []
  }
  for (const line of text.split(/\r\n|\r|\n/)) {
    const [, hashes, words] = HEADING.exec(line) ?? []
    if (hashes === undefined || words === undefined) {
      if (line.trim() === '') endParagraph()
      else lines.push(line)
      continue
    }
    endParagraph()
    const heading = removeClosingHashes(words)
    if (draft.title === null && hashes.length === 1 && !draft.hasUnits) draft.addToTitle(heading)
    else draft.heading(hashes.length, heading)
  }
  endParagraph()
  return draft.end()
}

/** "Oil ##" is called "Oil". A loop: an expression would go over a line of hashes once for each of them. */
function removeClosingHashes(words: string): string {
  const trimmed = words.trimEnd()
  let end = trimmed.length
  while (end > 0 && trimmed[end - 1] === '#') end--
  return trimmed.slice(0, end).trimEnd()
}
