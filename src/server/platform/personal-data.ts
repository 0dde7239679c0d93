/**
 * Finds which kinds of personal data a text contains. It returns kinds and never values, so that a refusal can be shown and logged.
 *
 * Two callers with different needs. A public legal text is refused only for data that no legal text contains: it is full of dates,
 * amounts and numbers, and a false alarm would exclude it. Outbound text fails closed: the format of a number is enough, with any
 * spacing, spelling, encoding or order. A year alone is no date there, nor is a month with its year: instruments and reports are
 * called by them, and they identify no person.
 */
import { toPlainText } from '../../contract/plain-text.ts'
import { isValidPpsNumber, readPpsNumbers } from '../../contract/pps-number.ts'
import { listReadings, toPersonNameKey } from './name-keys.ts'

const KINDS = ['PPS_NUMBER', 'IBAN', 'EMAIL', 'PHONE', 'ADDRESS', 'DATE', 'MONEY', 'NAME'] as const
export type PersonalDataKind = (typeof KINDS)[number]

/** Names prepared for searching: created only by `createNameSet`. */
export interface NameSet {
  /** The last token of each name, with the other tokens that must occur near it. */
  byLastToken: ReadonlyMap<string, readonly (readonly string[])[]>
  /** Names written as one word, in either order. */
  joined: ReadonlySet<string>
  /** Keys of surnames, and of each part of a multi-word surname. */
  surnames: ReadonlySet<string>
}

/** A name as usually written, and its surname if known. */
export interface PersonName {
  name: string
  surname?: string | null
}

/** Whether a surname without a first name counts, by its words in lower case. After a title or an initial it always does. */
export type CountsAlone = (words: readonly string[]) => boolean

export type PersonalDataProfile = 'publicText' | 'outbound'

/** In the order of KINDS, each once. Names are searched in outbound text only. */
export function listPersonalDataKinds(
  text: string,
  {
    profile,
    names,
    countsAlone,
  }: { profile: PersonalDataProfile; names?: NameSet; countsAlone?: CountsAlone },
): PersonalDataKind[] {
  const found = new Set(
    profile === 'publicText' ? listKindsInPublicText(text) : listKindsInOutbound(text, names, countsAlone),
  )
  return KINDS.filter((kind) => found.has(kind))
}

function listKindsInPublicText(text: string): PersonalDataKind[] {
  const plain = toPlainText(text)
  return [
    ...(hasPublicPpsNumber(plain) ? ['PPS_NUMBER' as const] : []),
    ...(hasIban(plain, 'valid') ? ['IBAN' as const] : []),
    ...(hasPrivateEmail(plain) ? ['EMAIL' as const] : []),
  ]
}

function listKindsInOutbound(
  text: string,
  names: NameSet | undefined,
  countsAlone: CountsAlone | undefined,
): PersonalDataKind[] {
  const views = [toPlainText(text), ...decodeReadings(text).map(toPlainText)]
  return views.flatMap((view) => {
    const turned = [...view].reverse().join('')
    return [
      ...(hasPpsShape(view) || hasTurnedPpsShape(turned) ? ['PPS_NUMBER' as const] : []),
      ...(hasIban(view, 'shape') || hasIban(turned, 'valid') || ACCOUNTS.some((account) => account.test(view))
        ? ['IBAN' as const]
        : []),
      ...(hasEmail(view) || EMAIL.test(turned) ? ['EMAIL' as const] : []),
      ...(PHONES.some((phone) => phone.test(view)) ? ['PHONE' as const] : []),
      ...(ADDRESSES.some((address) => address.test(view)) ? ['ADDRESS' as const] : []),
      ...(hasDate(view) ? ['DATE' as const] : []),
      ...(MONEY.some((money) => money.test(view)) ? ['MONEY' as const] : []),
      ...(names && (hasName(view, names) || (countsAlone && hasSurname(view, names, countsAlone)))
        ? ['NAME' as const]
        : []),
    ]
  })
}

/** Decodes URL and HTML escapes, Base64 and hexadecimal in a text. */
function decodeReadings(text: string): string[] {
  const unescaped = text
    .replaceAll(/(?:%[0-9a-f]{2})+/gi, (run) => Buffer.from(run.replaceAll('%', ''), 'hex').toString())
    .replaceAll(/&#(?:(\d{1,7})|x([0-9a-f]{1,6}));?/gi, (_whole, decimal?: string, hex?: string) => {
      const code = decimal ? Number(decimal) : Number.parseInt(hex as string, 16)
      return code <= 0x10ffff ? String.fromCodePoint(code) : ''
    })
    .replaceAll(/\\u([0-9a-f]{4})/gi, (_whole, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  const isEscaped = unescaped !== text
  const decoded = (isEscaped ? [text, unescaped] : [text]).flatMap((source) =>
    [...source.matchAll(/[A-Za-z0-9+/_-]{8,}/g)].flatMap(([token]) => decodeToken(token)),
  )
  return [...(isEscaped ? [unescaped] : []), ...(decoded.length > 0 ? [decoded.join(APART)] : [])]
}

/** Separator that no pattern matches across. */
const APART = '\n|\n'

function decodeToken(token: string): string[] {
  const readings = /^(?:[0-9a-f]{2})+$/i.test(token) ? [Buffer.from(token, 'hex')] : []
  // Characters before an encoded part may have shifted it.
  for (let shift = 0; shift < 4; shift++) readings.push(Buffer.from(token.slice(shift), 'base64'))
  // Ordinary words decoded as Base64 give almost no printable characters.
  return readings.flatMap((bytes) => bytes.toString('latin1').match(/[\x20-\x7e]{6,}/g) ?? [])
}

const GAP = '[\\s.,_\\-]{0,2}'
/** Seven digits with gaps, followed by their letters, separate or attached. */
const SPACED_PPS = new RegExp(
  `(?<!\\d)(\\d(?:${GAP}\\d){6})([\\s.,_\\-]{0,3})([A-Za-z](?:[\\s.\\-]?[A-Za-z])?)(?![A-Za-z0-9])`,
  'g',
)
const PPS_FORM = /^\d{7}[A-W][A-ITWX]?$/

/** A second letter with a gap before it may be a word. */
const getNumbers = (digits: string, letters: string): string[] =>
  letters.length > 2
    ? [removePunctuation(digits + letters.charAt(0)), removePunctuation(digits + letters)]
    : [removePunctuation(digits + letters)]

const CLOSED_PPS = /\d{7}[A-Za-z]/
/** Letters typed instead of digits: at least five characters are digits. */
const MISTYPED_PPS = /(?<![A-Za-z0-9])[\dOoIlSBZ]{7}[\s-]?[A-Wa-w][A-Za-z]?(?![A-Za-z0-9])/g
const LETTERS_FOR_DIGITS: Record<string, string> = { O: '0', o: '0', I: '1', l: '1', S: '5', B: '8', Z: '2' }

function hasPpsShape(plain: string): boolean {
  if (CLOSED_PPS.test(plain)) return true
  for (const { readings, isWord } of readPpsNumbers(plain)) {
    // A short word after a number ("2021 128 is", "a") is a word unless the check letter is valid.
    if (readings.some(isWord ? isValidPpsNumber : (number) => PPS_FORM.test(number))) return true
  }
  return [...plain.matchAll(MISTYPED_PPS)].some(
    ([whole]) => (whole.slice(0, 7).match(/\d/g)?.length ?? 0) >= 5,
  )
}

const EVENLY_SPACED_PPS = /(?<!\d)(\d(?:[\s.-]?\d){6})[\s.-]?([A-Za-z](?:[\s.-]?[A-Za-z])?)(?![A-Za-z0-9])/g

/** "SI 128 2021" reversed is a number with letters: with gaps, the check letter must be valid. */
function hasTurnedPpsShape(turned: string): boolean {
  if (/\d{7}[A-Wa-w](?![A-Za-z])|\d{7}[A-Wa-w][A-ITWXa-itwx](?![A-Za-z])/.test(turned)) return true
  return [...turned.matchAll(EVENLY_SPACED_PPS)].some(([, digits = '', letters = '']) =>
    getNumbers(digits, letters).some(isValidPpsNumber),
  )
}

const PPS_WORD = /\bpps(?:n|no)?\b|personal public service|\brsi\s+(?:no|number)/i

function hasPublicPpsNumber(plain: string): boolean {
  for (const [whole] of plain.matchAll(
    /(?<![A-Za-z0-9])\d{7}(?:[A-Za-z]{1,2}|[ -][A-Z]{1,2})(?![A-Za-z0-9])/g,
  ))
    if (isValidPpsNumber(removePunctuation(whole))) return true
  for (const found of plain.matchAll(SPACED_PPS)) {
    const [whole, digits = '', , letters = ''] = found
    if (!getNumbers(digits, letters).some((number) => PPS_FORM.test(number))) continue
    const around = plain.slice(Math.max(0, found.index - 80), found.index + whole.length + 40)
    if (PPS_WORD.test(around)) return true
  }
  for (const found of plain.matchAll(MISTYPED_PPS)) {
    const [whole] = found
    const number = removePunctuation(
      whole.replaceAll(/[OoIlSBZ]/g, (letter, at: number) =>
        at < 7 ? (LETTERS_FOR_DIGITS[letter] as string) : letter,
      ),
    )
    const around = plain.slice(Math.max(0, found.index - 80), found.index + whole.length + 40)
    if (PPS_WORD.test(around) && isValidPpsNumber(number)) return true
  }
  return false
}

const removePunctuation = (text: string): string => text.replaceAll(/[^\dA-Za-z]/g, '').toUpperCase()

/** Characters of an IBAN by country, from its registry. */
const IBAN_LENGTHS: Record<string, number> = Object.fromEntries(
  (
    'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BR29 CH21 CR22 CY28 CZ24 DE22 DK18 DO28 EE20 ES24 FI18 FO18 FR27 GB22 GE22 GI23 GL18 ' +
    'GR27 HR21 HU28 IE22 IL23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 MC27 MD24 ME22 MK19 MT31 MU30 NL18 NO15 PL28 PT25 ' +
    'QA29 RO24 RS22 SA24 SE24 SI19 SK24 SM27 TN24 TR26 UA29 VA22 XK20'
  )
    .split(' ')
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
)
function hasIban(plain: string, asks: 'valid' | 'shape'): boolean {
  for (const start of plain.matchAll(/[A-Za-z][\s.-]?[A-Za-z][\s.-]{0,2}\d[\s.-]?\d/g)) {
    const rest = plain.slice(start.index, start.index + LONGEST_WITH_GAPS)
    const run = /^[A-Za-z0-9](?:[\s.-]{0,2}[A-Za-z0-9])*/.exec(rest)?.[0] ?? ''
    const characters = removePunctuation(run)
    const before = plain.slice(Math.max(0, start.index - 24), start.index)
    if (asks === 'shape' && /\biban\b/i.test(before) && characters.length >= 12) return true

    const length = IBAN_LENGTHS[characters.slice(0, 2)]
    if (length === undefined || characters.length < length) continue
    const iban = characters.slice(0, length)
    const digits = iban.slice(4).match(/\d/g)?.length ?? 0
    const isClosed = /^[A-Za-z]{2}\d{2}/.test(run)
    // "at 21 days of the month" has a country, a length and, once in 97 times, a valid checksum.
    if (isValidIban(iban) && (isClosed || digits * 2 >= length - 4)) return true
    if (asks === 'shape' && isClosed && !/[A-Za-z]$/.test(before) && digits * 5 >= (length - 4) * 3)
      return true
  }
  return false
}
/** An IBAN has 34 characters at most. */
const LONGEST_WITH_GAPS = 100

/** A sort code with its account number, and numbers labelled as an account. */
const ACCOUNTS = [
  /(?<!\d)\d{2}[\s-]?\d{2}[\s-]?\d{2}[\s,;:/-]{1,3}(?:[a-z]{1,12}[\s.:]{0,3}){0,3}\d{8}(?!\d)/i,
  /\b(?:account|acc|a\/c|sort code|nsc)\b\D{0,20}\d(?:[\s-]?\d){5,9}(?!\d)/i,
]

/** Eircodes, and house numbers with a street. P60 and T12 followed by a year are Revenue forms. */
const ADDRESSES = [
  /(?<![A-Za-z\d])(?:[AC-FHKNPRTV-Y]\d{2}|D6W)[\s-]?(?=[A-Z\d]{0,3}\d)(?=[A-Z\d]{0,3}[A-Z])[\dAC-FHKNPRTV-Y]{4}(?![A-Za-z\d])/i,
  /(?<![\d.,(])\d{1,4}[A-Za-z]?,?\s(?:[A-Z][A-Za-z']{1,20}\s){1,3}(?:Street|Str|Road|Rd|Avenue|Ave|Drive|Lane|Terrace|Crescent|Grove|Gardens|Quay)\b/,
]

function isValidIban(characters: string): boolean {
  let rest = 0
  for (const character of characters.slice(4) + characters.slice(0, 4)) {
    const value = Number.parseInt(character, 36)
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97
  }
  return rest === 1
}

const EMAIL = /([\p{L}\d._%+'!#$&*/=?^`{|}~-]{1,64})\s?@\s?((?:[\p{L}\d-]{1,63}\s?\.\s?){1,8}\p{L}{2,24})/u
const SPELLED_EMAILS = [
  // john (at) example (dot) ie
  /[\p{L}\d._%+-]\s{0,2}[([{<]\s?(?:at|@)\s?[)\]}>]\s{0,2}[\p{L}\d-]{1,63}\s{0,2}(?:\.|[([{<]?\s?(?:dot|punkt)\s?[)\]}>]?)\s{0,2}\p{L}{2}/iu,
  // john at example dot ie, john @ example dot ie
  /[\p{L}\d._%+-]\s{1,3}(?:at|@)\s{1,3}[\p{L}\d-]{1,63}(?:\s{1,3}dot\s{1,3}[\p{L}\d-]{1,63}){0,4}\s{1,3}dot\s{1,3}\p{L}{2}/iu,
  /[\p{L}\d._%+-]@[\p{L}\d-]{1,63}\s{1,3}dot\s{1,3}\p{L}{2}/iu,
]
/** "john at example.ie"; "published at pensionsauthority.ie" is a location. */
const EMAIL_WITH_AT =
  /[\p{L}\d._%+-]\s+at\s+((?:[\p{L}\d-]{1,63}\.){1,6}(?:ie|com|net|org|eu|uk|co|info|biz|me|io))\b/giu

function hasEmail(plain: string): boolean {
  if (EMAIL.test(plain) || SPELLED_EMAILS.some((spelled) => spelled.test(plain))) return true
  return [...plain.matchAll(EMAIL_WITH_AT)].some(
    ([, domain = '']) => !/^www\./i.test(domain) && !isOfficial(domain),
  )
}

const OFFICIAL_DOMAINS = [
  'gov.ie',
  'europa.eu',
  'pensionsauthority.ie',
  'revenue.ie',
  'centralbank.ie',
  'cbi.ie',
  'oireachtas.ie',
  'irishstatutebook.ie',
  'lawreform.ie',
  'dataprotection.ie',
  'fspo.ie',
  'welfare.ie',
  'citizensinformation.ie',
  'courts.ie',
  'cro.ie',
]
const ROLES =
  /^(?:info|information|contact|enquir(?:y|ies)|inquir(?:y|ies)|queries|office|reception|press|media|support|help|helpdesk|service|customer|customers|services|admin|administration|administrator|pension|pensions|scheme|schemes|trustee|trustees|compliance|risk|audit|legal|dpo|privacy|data|protection|dataprotection|gdpr|complaints?|feedback|consultations?|publications?|policy|regulation|supervision|registrar?|register|registry|secretar(?:y|iat)|webmaster|postmaster|hello|mail|email|post|noreply|no|reply|donotreply|accounts|finance|hr|careers|jobs|returns|reporting|reports|statistics|library|foi|team|iorp|iorps|orsa|ora)$/i

const isOfficial = (domain: string): boolean =>
  OFFICIAL_DOMAINS.some((official) => `.${domain.toLowerCase()}`.endsWith(`.${official}`))

function hasPrivateEmail(plain: string): boolean {
  return [...plain.matchAll(/([\p{L}\d._%+-]{1,64})@((?:[\p{L}\d-]{1,63}\.){1,8}\p{L}{2,24})/gu)].some(
    ([, mailbox = '', domain = '']) =>
      !isOfficial(domain) && !mailbox.split(/[._%+-]+/).every((word) => word === '' || ROLES.test(word)),
  )
}

const PHONES = [
  /(?:\+|(?<![\d.,])00)[\s(]{0,2}[1-9]\d{0,2}(?:[\s().\-/]{0,3}\d){7,12}(?!\d)/,
  /(?<![\d.,])\(?0\s?8\s?[3-9]\)?(?:[\s().\-/]{0,3}\d){6,7}(?![\d])/,
  // Landlines: 01, 021, 0402; no slashes, which dates have.
  /(?<![\d.,/])\(?0(?:1|[2-79]\d{1,2})\)?(?:[\s-]{0,3}\d){5,7}(?![\d/])/,
]

const MONTH =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?' +
  // Irish month names.
  '|ean[aá]ir|feabhra|m[aá]rta|aibre[aá]in|aibre[aá]n|bealtaine|meithimh|meitheamh|i[uú]il|l[uú]nasa|me[aá]n f[oó]mhair|mhe[aá]n f[oó]mhair|deireadh f[oó]mhair|dheireadh f[oó]mhair|samhna|samhain|nollag|nollaig)'
const DAY = '(?:0?[1-9]|[12]\\d|3[01])'
const MONTH_NUMBER = '(?:0?[1-9]|1[0-2])'
const YEAR = '(?:1[89]|20)\\d{2}'
const DATES = [
  new RegExp(`(?<!\\d)${YEAR}\\s?[-/.]\\s?${MONTH_NUMBER}\\s?[-/.]\\s?${DAY}(?!\\d)`),
  new RegExp(
    `(?<![\\d.])(?:${DAY}\\s?[-/. ]\\s?${MONTH_NUMBER}|${MONTH_NUMBER}\\s?[-/. ]\\s?${DAY})\\s?[-/. ]\\s?${YEAR}(?!\\d)`,
  ),
  // A two-digit year only with slashes or dashes: 2.1.10 is a section number.
  new RegExp(
    `(?<![\\d/.-])(?:${DAY}([-/])${MONTH_NUMBER}|${MONTH_NUMBER}([-/])${DAY})(?:\\1|\\2)\\d{2}(?![\\d/-])`,
  ),
  new RegExp(
    `(?<!\\d)(?:${YEAR}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\\d|3[01])|(?:0[1-9]|[12]\\d|3[01])(?:0[1-9]|1[0-2])${YEAR})(?!\\d)`,
  ),
  new RegExp(
    `(?<!\\d)${DAY}\\s?(?:st|nd|rd|th)?[\\s.\\-/,]{0,3}(?:of\\s{1,3}|day of\\s{1,3})?${MONTH}[\\s.,\\-/']{0,3}(?:${YEAR}|(?<=['-])\\d{2})(?!\\d)`,
    'i',
  ),
  new RegExp(`\\b${MONTH}[\\s.\\-/]{0,3}${DAY}(?:\\s?(?:st|nd|rd|th))?[\\s.,\\-/]{1,3}${YEAR}(?!\\d)`, 'i'),
  new RegExp(`(?<!\\d)${YEAR}[\\s.,\\-/]{1,3}${MONTH}[\\s.,\\-/]{1,3}${DAY}(?!\\d)`, 'i'),
]

/** After a word for birth, a two-digit year counts with any separator. */
const BORN = new RegExp(
  `\\b(?:born|d\\.?o\\.?b\\.?|date of birth|birthday)\\b\\D{0,20}${DAY}\\s?(?:st|nd|rd|th)?[\\s.\\-/,]{0,3}(?:of\\s{1,3})?(?:${MONTH}|${MONTH_NUMBER})[\\s.,\\-/']{1,3}\\d{2}(?!\\d)`,
  'i',
)

const BORN_IN_DIGITS =
  /\b(?:born|d\.?o\.?b\.?|date of birth|birthday)\b\D{0,20}(?:\d{6}|\d{8}|\d{1,2}[\s./-]\d{1,2}[\s./-]\d{2,4})(?!\d)/i

const hasDate = (plain: string): boolean =>
  DATES.some((date) => date.test(plain)) || BORN.test(plain) || BORN_IN_DIGITS.test(plain)

const CURRENCY = '(?:€|£|\\$|eur|euros?|gbp|usd)'
const AMOUNT = '\\d{1,3}(?:[,.\\s]\\d{3}){1,3}|\\d{4,7}'
/** Years occur near such words as well: "the salary in 2026". */
const NOT_A_YEAR = '(?!(?:19|20)\\d{2}(?![\\d,.]))'
const MONEY = [
  // Without a currency, near a word for pay or its period.
  new RegExp(
    `\\b(?:salar(?:y|ies)|wages?|pay|paid|earn(?:s|ed|ings)?|income|pot)\\b\\D{0,24}(?<![\\d/])${NOT_A_YEAR}(?:${AMOUNT})(?![\\d/])`,
    'i',
  ),
  new RegExp(
    `(?<![\\d/])${NOT_A_YEAR}(?:${AMOUNT})\\s?(?:a|per|each|every)?\\s?(?:year|annum|month|week|p\\.?a\\b|p\\.?m\\b|annually|monthly|weekly)`,
    'i',
  ),
  /(?:[€£$]|\b(?:eur|euros?|gbp|usd)\b)\s{0,3}-?\d/i,
  /\beur\d/i,
  new RegExp(`\\d\\s{0,3}(?:k|m|bn|thousand|million|billion|hundred)?\\s{0,3}${CURRENCY}(?![a-z])`, 'i'),
  /\b(?:hundred|thousand|million|billion)\s{1,3}(?:eur|euros?)\b/i,
  // 80k and 7.5 K, but not section 47K.
  /(?=\d)(?<!\b(?:sections?|articles?|regulations?|reg|art|sec|ss?|schedule|para(?:graph)?s?|part|chapter)\.?\s{0,2}(?:\d{1,4}[A-Z]{0,2}(?:,|\s?and|\s?to)\s?)?)(?<![A-Za-z\d.,])\d[\d.,]{0,12}\s?k(?![a-z0-9(])/i,
]

/** Tokens of a name: without accents and case, with "O", "Mc" and similar joined to the next word. */
function splitIntoTokens(plain: string): string[] {
  const words =
    plain
      .toLowerCase()
      .replaceAll(/(?<=\p{L})'s\b/gu, '')
      .match(/\p{L}+/gu) ?? []
  const tokens: string[] = []
  for (let at = 0; at < words.length; at++) {
    let token = words[at] as string
    while (PREFIXES.has(token) && words[at + 1] !== undefined) token += words[++at]
    // "M a r y": letter by letter.
    if (token.length === 1) {
      let end = at
      while (words[end + 1]?.length === 1) end++
      if (end - at >= 2) token = words.slice(at, end + 1).join('')
      if (end - at >= 2) at = end
    }
    tokens.push(token.replace(/^mac(?=\p{L}{3})/u, 'mc'))
  }
  return tokens
}
const PREFIXES = new Set(['o', 'mc', 'mac', 'mhic', 'ni', 'nic', 'ui', 'fitz', 'de', 'st'])

/** Builds the set from names as usually written: "Mary O'Brien", "O'Brien, Mary". */
export function createNameSet(people: Iterable<string | PersonName>): NameSet {
  const byLastToken = new Map<string, string[][]>()
  const joined = new Set<string>()
  const surnames = new Set<string>()
  for (const person of people) {
    const { name, surname = null }: PersonName = typeof person === 'string' ? { name: person } : person
    for (const key of listSurnameKeys(surname ?? getSurname(name))) surnames.add(key)
    const tokens = splitIntoTokens(toPlainText(name))
    const keys = tokens.map(toPersonNameKey)
    const last = keys.at(-1)
    if (last === undefined || tokens.join('').length < 2) continue
    // A person with a middle name is also known without it.
    const others = keys.length > 2 ? [keys.slice(0, -1), keys.slice(0, 1)] : [keys.slice(0, -1)]
    byLastToken.set(last, [...(byLastToken.get(last) ?? []), ...others])
    if (tokens.length < 2) continue
    joined.add(tokens.join(''))
    joined.add([tokens.at(-1), ...tokens.slice(0, -1)].join(''))
  }
  return { byLastToken, joined, surnames }
}

/** The part before the comma, or else the last word with its prefix. */
function getSurname(name: string): string {
  const [before, after] = name.split(',')
  if (after !== undefined) return before as string
  const words = name.trim().split(/\s+/)
  const last = words.pop() as string
  const isPrefix = PREFIXES.has(toPlainText(words.at(-1) ?? '').toLowerCase())
  return isPrefix ? `${words.at(-1)} ${last}` : last
}

const LEAST_LETTERS = 2

/** Keys of the whole as one word, and of each part: Mac Giolla Phadraig is also Phadraig. */
function listSurnameKeys(surname: string): string[] {
  const written =
    toPlainText(surname)
      .toLowerCase()
      .replaceAll("'", '')
      .match(/[a-z\d]+/g) ?? []
  const words = written.filter((word) => !/\d/.test(word))
  const parts = words.filter((word) => !PREFIXES.has(word))
  return [words.join(''), ...parts].filter((word) => word.length >= LEAST_LETTERS).map(toPersonNameKey)
}

const MOST_WORDS_OF_A_SURNAME = 3
const TITLE = /\b(?:mr|mrs|ms|miss|dr|prof|fr|sr|br)\.?\s{1,2}$/i
const INITIAL = /(?:^|[\s(.])[A-Z]\.?\s{0,2}$/

/** Spelled with gaps: M u r p h y. */
const SPELLED_OUT = /(?<![A-Za-z\d'])(?:[A-Za-z][\s.-]{1,2}){2,30}[A-Za-z](?![A-Za-z\d'])/g

function hasSurname(plain: string, { surnames }: NameSet, countsAlone: CountsAlone): boolean {
  const spelled = [...plain.matchAll(SPELLED_OUT)].map(([letters]) =>
    letters.replaceAll(/[^A-Za-z]/g, '').toLowerCase(),
  )
  if (spelled.some((word) => surnames.has(toPersonNameKey(word)) && countsAlone([word]))) return true
  const words = [...plain.matchAll(/[A-Za-z][A-Za-z\d']*/g)]
  return words.some(({ index }, at) => {
    for (let length = 1; length <= Math.min(MOST_WORDS_OF_A_SURNAME, words.length - at); length++) {
      const run = words.slice(at, at + length).map(([word]) => word.toLowerCase().replace(/'s$/, ''))
      const keys = listReadings(run.join('').replaceAll("'", '')).map(toPersonNameKey)
      if (!keys.some((key) => surnames.has(key))) continue
      if (countsAlone(run.flatMap((word) => word.split("'"))) || isAddressed(plain, index)) return true
    }
    return false
  })
}

/** Follows a title or an initial, and begins with a capital. */
const isAddressed = (plain: string, index: number): boolean =>
  /[A-Z]/.test(plain.charAt(index)) &&
  [TITLE, INITIAL].some((before) => before.test(plain.slice(Math.max(0, index - 8), index)))

/** Words that may stand between the parts of a name. */
const BETWEEN = 2

function hasName(plain: string, { byLastToken, joined }: NameSet): boolean {
  const tokens = splitIntoTokens(plain)
  const keys = tokens.map(toPersonNameKey)
  return keys.some((key, at) => {
    if (joined.has(tokens[at] as string)) return true
    return (byLastToken.get(key) ?? []).some((others) => {
      const reach = others.length + BETWEEN
      const near = keys.slice(Math.max(0, at - reach), at + reach + 1)
      return others.every((other) => near.includes(other))
    })
  })
}

const WORDS: Readonly<Record<PersonalDataKind, string>> = {
  PPS_NUMBER: 'a PPS number',
  IBAN: 'an account number',
  EMAIL: 'an e-mail address',
  PHONE: 'a telephone number',
  ADDRESS: 'an address',
  DATE: 'a date of birth',
  MONEY: 'an amount',
  NAME: 'the name of a person of the firm',
}
/** "a PPS number and an e-mail address": the kinds found, for the person who has to remove them. */
export function formatKinds(kinds: readonly PersonalDataKind[]): string {
  const words = kinds.map((kind) => WORDS[kind])
  return words.length === 1 ? (words[0] as string) : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}
