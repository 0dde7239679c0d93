/** A text in its order: passages under headings, which are said where they change. */
import type { Passage } from '../../../../contract/corpus.ts'

export interface Heading {
  /** In the page; unlike an anchor it says nothing beyond it. */
  id: string
  /** 1 for the outermost. */
  level: number
  title: string
}
export interface Part {
  /** Those that begin here, the outermost first. */
  headings: Heading[]
  passages: Passage[]
}

export function groupParts(title: string, passages: readonly Passage[]): Part[] {
  const parts: Part[] = []
  let path: readonly string[] = []
  let count = 0
  for (const passage of passages) {
    const next = passage.headingPath[0] === title ? passage.headingPath.slice(1) : passage.headingPath
    const firstNew = next.findIndex((heading, depth) => heading !== path[depth])
    const isElsewhere = firstNew !== -1 || next.length !== path.length
    if (isElsewhere || parts.length === 0)
      parts.push({
        headings:
          firstNew === -1
            ? []
            : next.slice(firstNew).map((heading, below) => ({
                id: `heading-${++count}`,
                level: firstNew + below + 1,
                title: heading,
              })),
        passages: [],
      })
    parts.at(-1)?.passages.push(passage)
    path = next
  }
  return parts
}

export interface Paragraph {
  text: string
  /** Of a point: how deep it stands, 0 for what is no point. */
  depth: number
}

const ROMAN = /^\((?:i{1,3}|iv|vi{0,3}|ix|xi{0,3}|xiv|xv)\)/
const LETTER = /^[“‘"']?\([a-z]{1,2}\)/

/** Paragraphs as they are printed. A point of a list is set in, one of a list in a list further. */
export function splitParagraphs(text: string): Paragraph[] {
  let isInLetters = false
  return text
    .split(/\n+/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      // (i) after (h) is a letter; after anything else it begins a list of its own.
      if (ROMAN.test(line)) return { text: line, depth: isInLetters ? 2 : 1 }
      isInLetters = LETTER.test(line)
      return { text: line, depth: isInLetters ? 1 : 0 }
    })
}
