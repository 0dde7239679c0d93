/** A text as units under headings, each with its paragraphs: what every format is read into before it is cut. */

export interface OutlineUnit {
  /** The headings it stands under, the outermost first, without its own. */
  path: string[]
  heading: string
  paragraphs: string[]
}

export interface Outline {
  /** The first heading, where there is one. */
  title: string | null
  units: OutlineUnit[]
}

const HEADING = /^(#{1,6})\s+(.+?)\s*#*$/

/**
 * Markdown as far as structure goes: headings, and paragraphs between empty lines. A first heading of the first level is the
 * title. What stands before any other heading belongs to a unit that is called like the text.
 */
export function readMarkdown(text: string): Outline {
  const headings: { depth: number; words: string }[] = []
  const units: OutlineUnit[] = []
  let title: string | null = null
  let unit: OutlineUnit | null = null
  let lines: string[] = []
  const endParagraph = (): void => {
    const words = lines.join(' ').replaceAll(/\s+/g, ' ').trim()
    lines = []
    if (words === '') return
    if (unit === null) {
      unit = { path: [], heading: title ?? 'Text', paragraphs: [] }
      units.push(unit)
    }
    unit.paragraphs.push(words)
  }
  for (const line of text.split(/\r\n|\r|\n/)) {
    const [, hashes, words] = HEADING.exec(line) ?? []
    if (hashes === undefined || words === undefined) {
      if (line.trim() === '') endParagraph()
      else lines.push(line)
      continue
    }
    endParagraph()
    if (title === null && hashes.length === 1 && units.length === 0) {
      title = words
      continue
    }
    while ((headings.at(-1)?.depth ?? 0) >= hashes.length) headings.pop()
    unit = { path: headings.map((heading) => heading.words), heading: words, paragraphs: [] }
    headings.push({ depth: hashes.length, words })
    units.push(unit)
  }
  endParagraph()
  return { title, units: units.filter(({ paragraphs }) => paragraphs.length > 0) }
}
