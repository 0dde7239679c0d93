/**
 * Reads web pages of regulatory texts, such as EUR-Lex and the Irish Statute Book. The page is streamed and no tree is built: a hundred
 * thousand nested elements cost no more than their characters, until the page is refused.
 */
import { Parser } from 'htmlparser2'
import type { Outline } from '../outline.ts'
import { hasLeadingMark, isMarkAlone, parseSectionStart } from './legal-headings.ts'
import { type Block, parseOutline } from './legal-outline.ts'
import { READING_LIMITS, ReadingRefusal } from './refusal.ts'

/** Throws ReadingRefusal. */
export function readHtml(html: string): Outline {
  if (html.length > READING_LIMITS.characters * 2) throw new ReadingRefusal('TOO_LARGE')
  const page = new Page()
  const parser = new Parser(page, { decodeEntities: true, lowerCaseTags: true })
  // Written in slices, so that a refusal stops the parser early.
  for (let at = 0; at < html.length; at += SLICE) parser.write(html.slice(at, at + SLICE))
  parser.end()
  return parseOutline(page.blocks(), page.title)
}

const SLICE = 64 * 1024

/** Elements without text for a reader, or outside the regulation. */
const SILENT = new Set(
  'script style template noscript head nav aside form button select textarea svg math iframe object embed video audio canvas dialog menu map input'.split(
    ' ',
  ),
)
const BLOCKS = new Set(
  'address article blockquote body caption center dd details div dl dt fieldset figcaption figure h1 h2 h3 h4 h5 h6 html legend li main ol p pre section summary table tbody td tfoot th thead tr ul'.split(
    ' ',
  ),
)
const VOID = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '))
const SITE_PARTS =
  /(?:^|\s)(?:breadcrumbs?|cookie[\w-]*|skip-?(?:link|nav|to)[\w-]*|site-(?:header|footer|nav)[\w-]*|navbar[\w-]*|pagination|pager|sidebar[\w-]*|no-?print|sr-only|visually-hidden|page-tools|social[\w-]*)(?:\s|$)/i
const SITE_ROLES = new Set(['banner', 'navigation', 'contentinfo', 'search', 'complementary'])

/** Footnotes, their numbers in the text, the arrows of a consolidated text, running heads and signatures. */
const NOTES =
  /^(?:note|modref|signatory)$|(?:^|\s)(?:oj-(?:note|signatory)|(?:oj-)?(?:note-tag|hd-\w+)|modref)(?:\s|$)/i

/** Class names of headings in the style sheets of the Official Journal, with or without the prefix "oj-". */
const CLASS_ROLES: [RegExp, Block['role']][] = [
  [/(?:^|\s)(?:oj-)?(?:doc-ti|title-doc-\w+|doc-title)(?:\s|$)/i, 'title'],
  [
    /(?:^|\s)(?:(?:oj-)?(?:sti-art|ti-section-2)|stitle-article-norm|title-division-2|eli-title)(?:\s|$)/i,
    'name',
  ],
  [
    /(?:^|\s)(?:(?:oj-)?(?:ti-art|ti-section-1|ti-annex(?:-\d)?)|title-article-norm|title-division-1|title-annex-\d)(?:\s|$)/i,
    'paragraph',
  ],
]

/** An open element with the properties that it inherits from its ancestors. */
interface OpenElement {
  name: string
  isSilent: boolean
  isMain: boolean
  role: Block['role'] | null
  /** Level of the heading that the element is or belongs to. */
  level: number | null
  list: List | null
  /** The row whose cell contains the element. */
  row: Row | null
}
interface List {
  numbering: string | null
  next: number
}
interface Row {
  cells: Block[][]
  /** Whether the row contains another table. */
  isLayout: boolean
}

class Page {
  title: string | null = null
  #found: (Block & { isMain: boolean })[] = []
  #elements: OpenElement[] = []
  #words: string[] = []
  #characters = 0
  #isInTitle = false
  #breaks = 0
  /** Mark of a list item, until its text follows. */
  #mark = ''

  /** Returns the blocks of the main part of the page, or of the whole page if it has none. */
  blocks(): Block[] {
    const main = this.#found.filter(({ isMain }) => isMain)
    return (main.length > 0 ? main : this.#found).map(({ isMain: _, ...block }) => block)
  }

  onopentag(name: string, attributes: Record<string, string>): void {
    if (VOID.has(name)) {
      this.#pass(name)
      return
    }
    if (this.#elements.length === READING_LIMITS.depth) throw new ReadingRefusal('TOO_LARGE')
    if (name === 'title') this.#isInTitle = this.#around?.name === 'head'
    const isSilent =
      this.#around?.isSilent || isSilentElement(name, attributes, this.#around?.isMain ?? false)
    if (!isSilent && isBlock(name)) this.#flush()
    this.#elements.push(this.#opened(name, attributes, isSilent))
  }

  onclosetag(name: string): void {
    const element = this.#around
    if (element?.name !== name) return
    if (!element.isSilent && isBlock(name)) this.#flush()
    if (name === 'li') this.#mark = ''
    if (name === 'title') this.#isInTitle = false
    this.#elements.pop()
    if (name !== 'tr' || !element.row) return
    for (const block of splitRowIntoBlocks(element.row)) this.#keep(block)
  }

  ontext(text: string): void {
    this.#characters += text.length
    if (this.#characters > READING_LIMITS.characters) throw new ReadingRefusal('TOO_LARGE')
    if (this.#isInTitle) this.title = normaliseSpaces(`${this.title ?? ''}${text}`.slice(0, 1_000)) || null
    if (this.#around?.isSilent) return
    if (/\S/.test(text)) this.#breaks = 0
    this.#words.push(text)
  }

  onend(): void {
    this.#flush()
  }

  get #around(): OpenElement | undefined {
    return this.#elements.at(-1)
  }

  #opened(name: string, attributes: Record<string, string>, isSilent: boolean): OpenElement {
    const around = this.#around
    const element: OpenElement = {
      name,
      isSilent,
      isMain: around?.isMain || name === 'main' || attributes.role === 'main',
      role: getRole(attributes.class ?? '') ?? around?.role ?? null,
      level: /^h[1-6]$/.test(name) ? Number(name.charAt(1)) : (around?.level ?? null),
      list: around?.list ?? null,
      row: around?.row ?? null,
    }
    if (isSilent) return element
    if (name === 'ol' || name === 'ul')
      element.list = {
        numbering: getNumbering(name, attributes),
        next: Number.parseInt(attributes.start ?? '1', 10) || 1,
      }
    if (name === 'li') this.#beginItem(element.list, attributes)
    if (name === 'table' && element.row) element.row.isLayout = true
    if (name === 'tr') element.row = { cells: [], isLayout: false }
    if (name === 'td' || name === 'th') element.row?.cells.push([])
    return element
  }

  #beginItem(list: List | null, { value = '' }: Record<string, string>): void {
    if (!list || list.numbering === null) return
    list.next = Number.parseInt(value, 10) || list.next
    this.#mark = markOf(list.next, list.numbering)
    list.next++
  }

  #pass(name: string): void {
    if (this.#around?.isSilent) return
    if (name === 'br') this.#breaks++
    if (name === 'hr' || this.#breaks === 2) this.#flush()
    else if (name === 'br') this.#words.push(' ')
  }

  #flush(): void {
    const text = normaliseSpaces(this.#words.join(''))
    this.#words = []
    this.#breaks = 0
    if (text === '') return
    const words = this.#mark === '' || hasLeadingMark(text) ? text : `${this.#mark} ${text}`
    this.#mark = ''
    const { role = null, level = null, list = null } = this.#around ?? {}
    if (role !== null) this.#keep({ words, role })
    else if (level !== null) this.#keep({ words, role: 'heading', level })
    else this.#keep({ words, role: list === null ? 'paragraph' : 'body' })
  }

  /** Adds a block to the open cell, or to the page. */
  #keep(block: Block): void {
    const cell = this.#around?.row?.cells.at(-1)
    if (cell) cell.push(block)
    else this.#found.push({ ...block, isMain: this.#around?.isMain ?? false })
  }
}

const isBlock = (name: string): boolean => BLOCKS.has(name)

function isSilentElement(name: string, attributes: Record<string, string>, isInMain: boolean): boolean {
  // The header of an article may contain its name.
  if (SILENT.has(name) || name === 'footer' || (name === 'header' && !isInMain)) return true
  const { hidden, role = '', style = '', id = '' } = attributes
  const names = (attributes.class ?? '').slice(0, LONGEST_LOOKED_AT)
  return (
    hidden !== undefined ||
    attributes['aria-hidden'] === 'true' ||
    SITE_ROLES.has(role) ||
    NOTES.test(names) ||
    SITE_PARTS.test(`${names} ${id.slice(0, LONGEST_LOOKED_AT)}`) ||
    /display\s*:\s*none|visibility\s*:\s*hidden/i.test(style.slice(0, LONGEST_LOOKED_AT))
  )
}
/** Characters of an attribute that are examined: longer values were not written for a style sheet. */
const LONGEST_LOOKED_AT = 500

const normaliseSpaces = (text: string): string => text.replaceAll(/[\s\u200b\ufeff]+/g, ' ').trim()

const getRole = (names: string): Block['role'] | null =>
  names === '' ? null : (CLASS_ROLES.find(([known]) => known.test(names.slice(0, 500)))?.[1] ?? null)

/** A row of a table of figures becomes one paragraph. A row that only puts a mark or a marginal note beside its text becomes that text. */
function splitRowIntoBlocks({ cells, isLayout }: Row): Block[] {
  const filled = cells.filter((cell) => cell.length > 0)
  const [first, ...others] = filled
  if (!first) return []
  const mark = first.length === 1 ? (first[0]?.words ?? '') : ''
  const following = others.flat()
  if (following.length > 0 && isMarkAlone(mark)) {
    const [words, ...rest] = following
    return [{ role: 'body', words: `${mark} ${words?.words}` }, ...rest]
  }
  const isBesideSection = following.some(({ words }) => parseSectionStart(words) !== null)
  if (isLayout || others.length === 0 || isBesideSection || filled.some((cell) => cell.length > 3))
    return filled.flat()
  return [{ role: 'row', words: filled.map((cell) => cell.map(({ words }) => words).join(' ')).join(' | ') }]
}

function getNumbering(name: string, { type, style = '' }: Record<string, string>): string | null {
  if (name === 'ul') return null
  const [, styled] = /list-style(?:-type)?\s*:\s*([a-z-]+)/i.exec(style.slice(0, 2_000)) ?? []
  if (styled === 'none') return null
  const named = {
    'lower-alpha': 'a',
    'lower-latin': 'a',
    'upper-alpha': 'A',
    'lower-roman': 'i',
    'upper-roman': 'I',
  }
  return type ?? named[styled as keyof typeof named] ?? '1'
}

function markOf(number: number, numbering: string): string {
  if (numbering === 'a') return `(${toLetters(number)})`
  if (numbering === 'A') return `(${toLetters(number).toUpperCase()})`
  if (numbering === 'i') return `(${toRoman(number)})`
  if (numbering === 'I') return `(${toRoman(number).toUpperCase()})`
  return `${number}.`
}

/** Returns a to z, then aa, bb, as in laws. */
function toLetters(number: number): string {
  const letter = String.fromCharCode(97 + ((Math.max(1, number) - 1) % 26))
  return letter.repeat(Math.min(5, Math.ceil(Math.max(1, number) / 26)))
}

const ROMAN: [number, string][] = [
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
]

function toRoman(number: number): string {
  let rest = Math.min(399, Math.max(1, number))
  let roman = ''
  for (const [value, letters] of ROMAN) for (; rest >= value; rest -= value) roman += letters
  return roman
}
