/** The content of a report's pages, independent of the file format. */

export type Tone = 'red' | 'amber' | 'green' | 'plain'

export interface Row {
  cells: string[]
  /** Never alone: what it means stands in a cell. */
  tone?: Tone
}
export interface Column {
  header: string
  /** Of the width, against the others. */
  share: number
  isNumber?: boolean
}
export interface MonthBar {
  month: string
  totalCents: number
  receivedCents: number
  state: string
  tone: Tone
}
/** Running text, in which words can stand out. */
export type Words = string | readonly { text: string; isStrong: boolean }[]
export type Band = 'LOW' | 'MEDIUM' | 'HIGH'
/** Instead of bullets a list may have marks, one for each item. */
export type Block =
  | { kind: 'heading'; level: 2 | 3; text: string }
  | { kind: 'paragraph'; text: Words; isNote?: boolean }
  | { kind: 'list'; items: readonly Words[]; marks?: readonly string[] }
  | { kind: 'table'; columns: Column[]; rows: Row[] }
  | {
      kind: 'heatMap'
      /** By likelihood and impact, each from 1 to 5. */
      counts: number[][]
      bands: Band[][]
    }
  | { kind: 'months'; bars: MonthBar[]; alt: string }

/** COVER: a page of its own. TITLE: the text begins under it. NONE: a letter, whose title is not printed on its first page. */
export type Opening =
  | { kind: 'COVER'; answer: { text: string; tone: Tone } }
  | { kind: 'TITLE' }
  | { kind: 'NONE' }

/** Logo of the firm, at the top of the first page. */
export interface Logo {
  bytes: Uint8Array
  contentType: 'image/png' | 'image/jpeg'
  widthPixels: number
  heightPixels: number
}

/** The largest size within the box that keeps the proportions; in the unit of the box. */
export function scaleLogo(
  { widthPixels, heightPixels }: Pick<Logo, 'widthPixels' | 'heightPixels'>,
  box: { width: number; height: number },
): { width: number; height: number } {
  const scale = Math.min(box.width / widthPixels, box.height / heightPixels)
  return { width: Math.round(widthPixels * scale), height: Math.round(heightPixels * scale) }
}

export interface Pages {
  title: string
  kind: string
  /** Under the title. */
  facts: readonly (readonly [label: string, value: string])[]
  opening: Opening
  /** Header of each page of an unfinished document. */
  mark: string | null
  logo?: Logo | null
  asAtOn: string
  blocks: Block[]
}
