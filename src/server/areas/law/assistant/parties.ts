/**
 * Compares who acts and for which schemes in a written sentence with its quote. Words and numbers alone do not show that employer and
 * trustees were exchanged.
 */

/** Parties and scheme types of pension law, each with its names. */
const PARTIES: readonly (readonly [name: string, pattern: string])[] = [
  ['PRSA_PROVIDER', 'prsa providers?'],
  ['DATA_AUTHORITY', 'data protection commission(?:er)?|supervisory authorit(?:y|ies)'],
  ['REVENUE', 'revenue(?: commissioners)?'],
  ['CENTRAL_BANK', 'central bank'],
  ['AUTHORITY', 'pensions authority|pensions board|competent authorit(?:y|ies)|the authority|the board'],
  ['ADMINISTRATOR', '(?:registered )?administrators?'],
  ['SERVICE_PROVIDER', 'service providers?|providers?'],
  ['KEY_FUNCTION_HOLDER', 'key function holders?'],
  ['TRUSTEES', 'trustees?'],
  ['EMPLOYER', 'employers?|sponsoring undertakings?|the company'],
  ['EMPLOYEE', 'employees?|workers?|staff'],
  ['STATE', 'member states?'],
  ['MEMBER', 'members?'],
  ['BENEFICIARY', 'beneficiar(?:y|ies)|pensioners?'],
  ['INSTITUTION', 'institutions?|iorps?'],
  ['ACTUARY', 'actuar(?:y|ies)'],
  ['AUDITOR', 'auditors?'],
  ['CONTROLLER', 'controllers?'],
  ['PROCESSOR', 'processors?'],
  ['BROKER', 'brokers?|intermediar(?:y|ies)'],
  ['COURT', 'courts?'],
  ['MINISTER', 'ministers?'],
]
const SCHEME_TYPES: readonly (readonly [name: string, pattern: string])[] = [
  ['DB', 'defined benefit|db'],
  ['DC', 'defined contribution|dc'],
  ['ONE_MEMBER', 'one-member'],
  ['PRSA', 'prsas?'],
  ['RAC', 'racs?|retirement annuity contracts?'],
]
const toPattern = (names: readonly (readonly [name: string, pattern: string])[]): RegExp =>
  new RegExp(names.map(([name, pattern]) => `(?<${name}>\\b(?:${pattern})\\b)`).join('|'), 'gi')
const [PARTY, SCHEME_TYPE] = [toPattern(PARTIES), toPattern(SCHEME_TYPES)]

interface Found {
  name: string
  at: number
  end: number
}

const findNames = (text: string, pattern: RegExp): Found[] =>
  [...text.matchAll(pattern)].flatMap(({ 0: words, groups = {}, index }) => {
    const name = Object.keys(groups).find((one) => groups[one] !== undefined)
    return name === undefined ? [] : [{ name, at: index, end: index + words.length }]
  })

/** Bodies with a name of their own: an answer about one names it. */
const BODIES = new Set(['AUTHORITY', 'CENTRAL_BANK', 'DATA_AUTHORITY', 'REVENUE'])

/** The words of a question that name a public body which the answer does not mention. */
export function listBodiesUnmentioned(question: string, answer: string): string[] {
  const mentioned = new Set(findNames(answer, PARTY).map(({ name }) => name))
  return findNames(question, PARTY)
    .filter(({ name }) => BODIES.has(name) && !mentioned.has(name))
    .map(({ at, end }) => question.slice(at, end))
}

const BINDS = /\b(?:must|shall|may|can|cannot|should|need|needs|has to|have to|are|is)\b/i
const IS_PASSIVE =
  /\b(?:must|shall|may|can|should|has to|have to|are|is) (?:not )?(?:be )?\w+(?:ed|en|id|de|nt)\b/i
/** Words after which a party is a recipient or an owner, and no actor. */
const LEADS_TO_RECIPIENT = /\b(?:to|for|of|from|with|on|at) (?:(?:the|each|every|an?|its|their) )?$/i

/** Parties that act: those before the binding verb that no preposition introduces, and those after "by". */
function listActors(text: string): Set<string> {
  const found = findNames(text, PARTY)
  const verb = BINDS.exec(text)?.index ?? text.length
  const isRecipient = ({ at }: Found): boolean => LEADS_TO_RECIPIENT.test(text.slice(0, at))
  const agents = found.filter(({ at }) => /\bby (?:(?:the|an?) )?$/i.test(text.slice(0, at)))
  const subjects = IS_PASSIVE.test(text) ? [] : found.filter((one) => one.at < verb && !isRecipient(one))
  return new Set([...subjects, ...agents].map(({ name }) => name))
}

/** Parties to which something is given, sent or notified. */
const RECIPIENT = /\b(?:to|notify|inform|tell) (?:(?:the|each|every|an?|its|their) )?$/i
const listRecipients = (text: string): Set<string> =>
  new Set(findNames(text, PARTY).flatMap(({ name, at }) => (RECIPIENT.test(text.slice(0, at)) ? [name] : [])))

const PRONOUN = /\b(?:they|it|he|she)\b/i

/** Capitalised words within a sentence that are no terms of the law. */
const NAME = /(?<=[\p{Ll},;’'] )\p{Lu}\p{Ll}+/gu
const TERMS = new Set([
  'Act',
  'Article',
  'Section',
  'Regulation',
  'Directive',
  'Part',
  'Schedule',
  'Member',
  'States',
  'State',
])

/**
 * Whether each party, scheme type and name of the sentence is in the quote or in the words around it, and acts or receives there as in the
 * sentence.
 */
export function hasSameParties(sentence: string, written: string): boolean {
  const namesOf = (text: string, pattern: RegExp): Set<string> =>
    new Set(findNames(text, pattern).map(({ name }) => name))
  const writtenParties = namesOf(written, PARTY)
  // "They may ask for more time": the party is named before the quote.
  const isUnnamed = writtenParties.size === 0 && PRONOUN.test(written)
  if (!isUnnamed && !namesOf(sentence, PARTY).isSubsetOf(writtenParties)) return false
  if (!namesOf(sentence, SCHEME_TYPE).isSubsetOf(namesOf(written, SCHEME_TYPE))) return false
  const known = findNames(sentence, PARTY)
  for (const { 0: name, index } of sentence.matchAll(NAME))
    if (
      !TERMS.has(name) &&
      !written.includes(name) &&
      !known.some(({ at, end }) => at <= index && index < end)
    )
      return false
  const [actors, writtenActors] = [listActors(sentence), listActors(written)]
  if (writtenActors.size > 0 && !actors.isSubsetOf(writtenActors.union(listPatients(written)))) return false
  if (!listPatients(sentence).isSubsetOf(listPatients(written))) return false
  const [recipients, writtenRecipients] = [listRecipients(sentence), listRecipients(written)]
  return writtenRecipients.size === 0
    ? recipients.isDisjointFrom(writtenActors)
    : recipients.isSubsetOf(writtenRecipients)
}

/** Parties whose action another one arranges or prohibits: "prohibit IORPs from borrowing", "for the trustees to receive". */
const listPatients = (text: string): Set<string> =>
  new Set(
    findNames(text, PARTY).flatMap(({ name, at }) =>
      /\b(?:prohibit|require|arrange for|ensure that|allow) (?:(?:the|an?) )?$/i.test(text.slice(0, at))
        ? [name]
        : [],
    ),
  )
