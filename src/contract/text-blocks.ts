/**
 * The text of a policy or a draft as the blocks it is read and compared in: headings, items of lists, paragraphs. Of Markdown it knows
 * what people type; anything else stays the text it is, and nothing ever becomes markup.
 */
export interface Block {
  kind: 'heading' | 'item' | 'paragraph'
  /** Of a heading: 1 to 6. */
  level: number
  /** Of an item: `2.` where it is numbered. */
  mark: string | null
  text: string
}

const HEADING = /^(#{1,6})\s+(.*?)\s*#*$/
const ITEM = /^\s*(?:[-*+]|(\d{1,3}[.)]))\s+(.*)$/

/** What was broken for the eye goes on: lines of a paragraph, and the lines after an item that are set in. */
export function blocksOf(text: string): Block[] {
  const blocks: Block[] = []
  let isOpen = false
  for (const line of text.split('\n')) {
    const words = line.trim()
    if (words === '' || /^(-{3,}|\*{3,}|_{3,})$/.test(words)) {
      isOpen = false
      continue
    }
    const heading = HEADING.exec(words)
    const item = ITEM.exec(line)
    const last = blocks.at(-1)
    if (heading) {
      blocks.push({ kind: 'heading', level: (heading[1] ?? '').length, mark: null, text: heading[2] ?? '' })
      isOpen = false
    } else if (item) {
      blocks.push({ kind: 'item', level: 0, mark: item[1] ?? null, text: item[2] ?? '' })
      isOpen = true
    } else if (isOpen && last) last.text = `${last.text} ${words}`
    else {
      blocks.push({ kind: 'paragraph', level: 0, mark: null, text: words })
      isOpen = true
    }
  }
  return blocks
}

export interface Span {
  kind: 'plain' | 'strong' | 'emphasis' | 'placeholder'
  text: string
}
/** What a backslash takes the meaning from; before anything else it is the letter it is. */
const ESCAPED = /\\([\\*{}#+\-_.)])/g
const SPANS =
  /\\[\\*{}#+\-_.)]|\*\*((?:\\.|[^*\\\n])+)\*\*|(\{\{[\s\S]*?\}\})|(?<![\w*])\*((?![\s*])(?:\\.|[^*\\\n])+(?<!\s))\*(?![\w*])/g

/** What stands out inside a block: bold, italics, and the places that a template left. */
export function spansOf(text: string): Span[] {
  const spans: Span[] = []
  const plain = (words: string): void => {
    const last = spans.at(-1)
    if (words === '') return
    if (last?.kind === 'plain') last.text += words
    else spans.push({ kind: 'plain', text: words })
  }
  let from = 0
  for (const match of text.matchAll(SPANS)) {
    plain(text.slice(from, match.index))
    const [whole, strong, placeholder, emphasis] = match
    if (strong !== undefined) spans.push({ kind: 'strong', text: unescaped(strong) })
    else if (placeholder !== undefined) spans.push({ kind: 'placeholder', text: placeholder })
    else if (emphasis !== undefined) spans.push({ kind: 'emphasis', text: unescaped(emphasis) })
    else plain(unescaped(whole))
    from = match.index + whole.length
  }
  plain(text.slice(from))
  return spans
}

const unescaped = (text: string): string => text.replace(ESCAPED, '$1')

/**
 * A value as part of a text: one line, in which nothing reads as a heading, an item, bold or a placeholder, wherever it stands.
 * What `spansOf` shows of it is the value.
 */
export const asPlainText = (value: string): string =>
  value
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .replace(/[\\*{}]/g, '\\$&')
    .replace(/^[#+\-_]/, '\\$&')
    .replace(/^(\d{1,3})([.)])/, '$1\\$2')
