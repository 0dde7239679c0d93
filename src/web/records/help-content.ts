/** Glossary and guide: content of `content/help`. */

import glossary from '../../../content/help/glossary.json' with { type: 'json' }
import guide from '../../../content/help/guide.json' with { type: 'json' }
import type { PAGES } from '../../contract/pages.ts'

/** Name of a page without parameters. */
export type PageName = {
  [Name in keyof typeof PAGES]: (typeof PAGES)[Name] extends `${string}$${string}` ? never : Name
}[keyof typeof PAGES]

export interface GlossaryEntry {
  term: string
  /** The abbreviation in use. */
  short: string | null
  definition: string
  /** Id of the guidance note that explains the term. */
  note: string | null
  page: PageName | null
}

export interface GuideTask {
  title: string
  audience: 'Broker' | 'Employer' | 'Member'
  intro: string | null
  /** One action each; names of buttons and pages are in asterisks. */
  steps: readonly string[]
  page: PageName
  /** Screenshot of the page in `content/help/pictures`, light and dark (`npm run help-pictures`). */
  picture: { name: string; description: string } | null
}

export const GLOSSARY = glossary as readonly GlossaryEntry[]
export const GUIDE = guide as readonly GuideTask[]

/** Finds a term by its name or its abbreviation. */
export const findTerm = (name: string): GlossaryEntry | undefined =>
  GLOSSARY.find(({ term, short }) => term.toLowerCase() === name.toLowerCase() || short === name)
