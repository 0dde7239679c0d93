/**
 * Terms of the pension law of other countries. A question with one is refused with an explanation, instead of being answered from Irish
 * law.
 */

interface Country {
  name: string
  /** Terms that are not part of Irish law. `names` are case-sensitive, `phrases` are not. */
  names: RegExp
  phrases: RegExp
  /** Names of the country itself: Irish law may be asked about a person, a payment or an employer there. */
  places?: RegExp
}

const COUNTRIES: readonly Country[] = [
  {
    name: 'the United Kingdom',
    names: /\b(?:TPR|HMRC|DWP|FCA|PPF|NEST|NINO|GMPs?|SERPS)\b|£/,
    phrases:
      /\b(?:the pensions regulator|pension protection fund|national insurance|guaranteed minimum pensions?|contract(?:ing|ed)[ -]out|self-invested personal pensions?|lifetime allowance|lump sum allowance|annual allowance|relief at source|net pay arrangement|qualifying earnings|staging date|re-enrolment declaration|declaration of compliance|section 75 debt|chair'?s statement|moneyhelper|pension wise|pension schemes act|pensions act (?:1995|2004|2007|2008|2011|2014))\b/i,
    places:
      /\b(?:UK|northern ireland|belfast|scotland|wales|england|great britain|britain|united kingdom)\b/i,
  },
  {
    name: 'the United States',
    names: /\b(?:401 ?\(?k\)?|403 ?\(?b\)?|ERISA|PBGC|IRS)(?!\w)/,
    phrases: /\b(?:social security administration|roth account|form 5500)\b/i,
  },
  { name: 'Australia', names: /\bAPRA\b/, phrases: /\b(?:superannuation|super fund)\b/i },
  { name: 'Canada', names: /\b(?:RRSPs?|OSFI)\b/, phrases: /\bcanada pension plan\b/i },
  { name: 'New Zealand', names: /\bKiwiSaver\b/, phrases: /\bkiwi ?saver\b/i },
  { name: 'Germany', names: /\bBaFin\b/, phrases: /\b(?:pensionskasse|direktversicherung|betriebsrente)\b/i },
  { name: 'the Netherlands', names: /\bDNB\b/, phrases: /\b(?:pensioenwet|pensioenfonds)\b/i },
]
/** A question that mentions Ireland is about Irish law, even if it contains one of the terms above. */
const IRISH = /\b(?:Ireland|Irish)\b/i
/** A move there is asked of Irish law: "transfer a pension to England", "an employer in the UK joins our scheme". */
const MOVES =
  /\b(?:transfer\w*|mov(?:e|es|ed|ing)|emigrat\w+|cross[- ]border|send|sending|bring\w*|take (?:my|his|her|the|their) pension)\b/i

export interface ForeignWord {
  country: string
  word: string
}

/** Returns the first term of another country, unless the question also mentions Ireland. */
export function findForeignWord(question: string): ForeignWord | undefined {
  // "Northern Ireland" is not Ireland.
  const isIrish = IRISH.test(question.replaceAll(/northern ireland/gi, ''))
  for (const { name, names, phrases, places } of COUNTRIES) {
    const place = MOVES.test(question) ? undefined : places?.exec(question)
    const [word] = names.exec(question) ?? phrases.exec(question) ?? place ?? []
    if (word !== undefined && !isIrish) return { country: name, word }
  }
  return undefined
}
