/**
 * The text of a policy or a draft as the blocks in which it is read and compared: headings, list items, paragraphs. Supports only the
 * Markdown that users type; other text is kept unchanged, and none of it becomes markup.
 */
import { findEndOfPlaceholder } from './placeholder-scanner.ts'

export interface Block {
  kind: 'heading' | 'item' | 'paragraph'
  /** Of a heading: 1 to 6. */
  level: number
  /** Of an item: `2.` where it is numbered. */
  mark: string | null
  text: string
}

const HEADING_MARK = /^#{1,6}(?=\s)/
const ITEM_MARK = /^(?:[-*+]|(\d{1,3}[.)]))(?=\s)/
/** Ends a line for other programs, and cannot be part of a heading or an item. */
const OTHER_LINE_END = /[\r\u2028\u2029]/

/** `## Purpose ##`, of a line without spaces at its ends; null for a line that is no heading. */
export function parseHeading(line: string): { level: number; text: string } | null {
  const mark = HEADING_MARK.exec(line)?.[0]
  if (!mark) return null
  const written = line.slice(mark.length).trimStart()
  let end = written.length
  while (written[end - 1] === '#') end--
  const text = written.slice(0, end).trimEnd()
  return OTHER_LINE_END.test(text) ? null : { level: mark.length, text }
}

function parseItem(line: string): { mark: string | null; text: string } | null {
  const begun = line.trimStart()
  const mark = ITEM_MARK.exec(begun)
  if (!mark) return null
  const text = begun.slice(mark[0].length).trimStart()
  return OTHER_LINE_END.test(text) ? null : { mark: mark[1] ?? null, text }
}

/** Joins lines that were broken only for display: lines of a paragraph, and indented lines after an item. */
export function parseTextBlocks(text: string): Block[] {
  const blocks: Block[] = []
  let isOpen = false
  for (const line of text.split('\n')) {
    const words = line.trim()
    if (words === '' || /^(-{3,}|\*{3,}|_{3,})$/.test(words)) {
      isOpen = false
      continue
    }
    const heading = parseHeading(words)
    const item = parseItem(line)
    const last = blocks.at(-1)
    if (heading) {
      blocks.push({ kind: 'heading', mark: null, ...heading })
      isOpen = false
    } else if (item) {
      blocks.push({ kind: 'item', level: 0, ...item })
      isOpen = true
    } else if (isOpen && last) last.text = `${last.text} ${words}`
    else {
      blocks.push({ kind: 'paragraph', level: 0, mark: null, text: words })
      isOpen = true
    }
  }
  return blocks
}

/** A paragraph `> text` is a note to the author; `> Check: text` is a point to settle before the approval. Null: no note. */
export function parseNote(text: string): { isCheck: boolean; text: string } | null {
  if (!text.startsWith('>')) return null
  const words = text.slice(1).trimStart()
  const isCheck = /^Check:/i.test(words)
  return { isCheck, text: isCheck ? words.slice('Check:'.length).trimStart() : words }
}

export interface Span {
  kind: 'plain' | 'strong' | 'emphasis' | 'placeholder'
  text: string
}
/** Characters that a backslash escapes; before any other character a backslash is text. */
const ESCAPED = /\\([\\*{}#+\-_.)>])/g
const ESCAPABLE = new Set('\\*{}#+-_.)>')
const LINE_ENDS = new Set('\n\r\u2028\u2029')
const WORD_OR_STAR = /[\w*]/
const SPACE = /\s/

/** Bold, italics and the placeholders that a template left. Reads each character at most a few times, however it is marked. */
export function parseTextSpans(text: string): Span[] {
  const spans: Span[] = []
  const plain = (words: string): void => {
    const last = spans.at(-1)
    if (words === '') return
    if (last?.kind === 'plain') last.text += words
    else spans.push({ kind: 'plain', text: words })
  }
  // Where the last placeholder can close; after it, braces are not looked up again.
  const lastClose = text.lastIndexOf('}}')
  let from = 0
  let at = 0
  while (at < text.length) {
    const found = findSpan(text, at, lastClose)
    if (found === null) {
      at++
      continue
    }
    plain(text.slice(from, at))
    if (found.kind === 'plain') plain(found.text)
    else spans.push({ kind: found.kind, text: found.text })
    from = found.to
    at = found.to
  }
  plain(text.slice(from))
  return spans
}

/** The span that begins at this character; null where it is a character of the words around it. */
function findSpan(text: string, at: number, lastClose: number): (Span & { to: number }) | null {
  switch (text[at]) {
    case '\\': {
      const escaped = text[at + 1]
      return escaped !== undefined && ESCAPABLE.has(escaped)
        ? { kind: 'plain', text: escaped, to: at + 2 }
        : null
    }
    case '*':
      return findStrong(text, at) ?? findEmphasis(text, at)
    case '{': {
      if (text[at + 1] !== '{' || lastClose < at + 2) return null
      const to = findEndOfPlaceholder(text, at)
      return { kind: 'placeholder', text: text.slice(at, to), to }
    }
    default:
      return null
  }
}

function findStrong(text: string, at: number): (Span & { to: number }) | null {
  if (text[at + 1] !== '*') return null
  const end = endOfMarked(text, at + 2)
  return end > at + 2 && text[end] === '*' && text[end + 1] === '*'
    ? { kind: 'strong', text: unescapeText(text.slice(at + 2, end)), to: end + 2 }
    : null
}

function findEmphasis(text: string, at: number): (Span & { to: number }) | null {
  if (WORD_OR_STAR.test(text[at - 1] ?? '') || SPACE.test(text[at + 1] ?? '')) return null
  const end = endOfMarked(text, at + 1)
  return end > at + 1 &&
    text[end] === '*' &&
    !SPACE.test(text[end - 1] ?? '') &&
    !WORD_OR_STAR.test(text[end + 1] ?? '')
    ? { kind: 'emphasis', text: unescapeText(text.slice(at + 1, end)), to: end + 1 }
    : null
}

/** Up to the next star that is not escaped, the end of the line, or a backslash before it. */
function endOfMarked(text: string, from: number): number {
  let at = from
  for (;;) {
    const letter = text[at]
    if (letter === undefined || letter === '*' || letter === '\n') return at
    if (letter !== '\\') at++
    else {
      const next = text[at + 1]
      if (next === undefined || LINE_ENDS.has(next)) return at
      at += 2
    }
  }
}

const unescapeText = (text: string): string => text.replace(ESCAPED, '$1')

/**
 * Escapes a value as part of a text: one line, in which nothing reads as a heading, an item, bold or a placeholder, in any position.
 * `parseTextSpans` shows the value unchanged.
 */
export const escapeTextForBlocks = (value: string): string =>
  value
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .replace(/[\\*{}]/g, '\\$&')
    .replace(/^[#+\-_>]/, '\\$&')
    .replace(/^(\d{1,3})([.)])/, '$1\\$2')
