/** Finds terms whose meaning a question asks for: "What is a sponsoring undertaking?", "Define biometric risks". */
import { splitClauses } from './clauses.ts'
import type { Synonyms } from './digest.ts'

const ARTICLE = '(?:(?:an?|the)\\s+)?(?:(?:term|expression|words?)\\s+)?'
const QUOTED = '[“"‘\'(]?'
/** The legal source named after the term: "… in the IORP II Directive", "… under DORA", "… for the purposes of section 3". */
const PLACE =
  '(?:\\s+(?:in|under|within|by|according to|for (?:the )?purposes? of|as defined in|as used in)\\s+.+)?'
const END = '\\s*[”"’\')]?'
const ASKED = [
  `what(?:\\s+is|\\s+are|['’]s)\\s+(?:meant\\s+by\\s+)?${ARTICLE}${QUOTED}(.+?)${END}${PLACE}`,
  `what\\s+(?:does|do)\\s+${ARTICLE}${QUOTED}(.+?)${END}\\s+mean${PLACE}`,
  `(?:what\\s+is\\s+)?(?:how\\s+(?:is|are)\\s+)${ARTICLE}${QUOTED}(.+?)${END}\\s+defined${PLACE}`,
  `(?:what\\s+is\\s+)?(?:the\\s+)?(?:statutory |legal )?(?:definition|meaning)\\s+of\\s+${ARTICLE}${QUOTED}(.+?)${END}${PLACE}`,
  `define\\s+${ARTICLE}${QUOTED}(.+?)${END}${PLACE}`,
].map((pattern) => new RegExp(`^${pattern}$`, 'i'))

/** Normalises words as `app.defined_term` does for the term of a definition. */
const normaliseTerm = (words: string): string =>
  words
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim()

/**
 * Returns each form under which a definition of the term may be stored, including expanded abbreviations. Empty if the question asks for no
 * meaning.
 */
export function listDefinedTerms(question: string, synonyms: Synonyms): string[] {
  const clauses = [question, ...splitClauses(question)].map((clause) =>
    clause
      .replaceAll(/\s+/g, ' ')
      .trim()
      .replace(/[\s?.!]+$/, ''),
  )
  const terms = clauses.flatMap((clause) =>
    ASKED.flatMap((pattern) => {
      const term = normaliseTerm(pattern.exec(clause)?.[1] ?? '')
      return term === '' ? [] : [term, term.replace(/s$/, ''), term.replace(/ies$/, 'y')]
    }),
  )
  const meant = synonyms
    .filter(({ said }) => terms.includes(said))
    .map(({ written }) => normaliseTerm(written))
  return [...new Set([...terms, ...meant])]
}
