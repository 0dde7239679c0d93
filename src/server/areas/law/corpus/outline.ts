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
