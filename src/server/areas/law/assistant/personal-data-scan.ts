/**
 * Scans outbound text for personal data before it is sent. In addition to `listPersonalDataKinds`, it reads the text reversed and decodes
 * Base64: a name has no check digit to be recognised by.
 */
import {
  type CountsAlone,
  listPersonalDataKinds,
  type NameSet,
  type PersonalDataKind,
} from '../../../platform/personal-data.ts'

/** Returns a text as it is and decoded, and both of them reversed. A search for names of members covers all of them. */
export function listReadings(text: string): { forwards: string[]; backwards: string[] } {
  const forwards = [text, ...decodeReadings(text)]
  return { forwards, backwards: forwards.map((reading) => [...reading].reverse().join('')) }
}

/**
 * Kinds that are ignored in reversed text, because reversed numbers of instruments have the same shape. `listPersonalDataKinds` checks PPS
 * numbers and IBANs in reverse itself.
 */
const READ_FORWARDS: ReadonlySet<PersonalDataKind> = new Set(['PPS_NUMBER', 'IBAN', 'PHONE', 'ADDRESS'])

/** Returns each kind of personal data found once, and never a value. */
export function findKindsInOutboundText(
  text: string,
  names: NameSet,
  countsAlone?: CountsAlone,
): PersonalDataKind[] {
  const { forwards, backwards } = listReadings(text)
  const kindsIn = (reading: string, alone?: CountsAlone) =>
    listPersonalDataKinds(reading, { profile: 'outbound', names, ...(alone && { countsAlone: alone }) })
  // `countsAlone` does not apply to reversed text: a short surname is part of some reversed word.
  const turned = backwards.flatMap((reading) => kindsIn(reading)).filter((kind) => !READ_FORWARDS.has(kind))
  return [...new Set([...forwards.flatMap((reading) => kindsIn(reading, countsAlone)), ...turned])]
}

function decodeReadings(text: string): string[] {
  const unescaped = text.replaceAll(/(?:%[0-9a-f]{2})+/gi, (run) =>
    Buffer.from(run.replaceAll('%', ''), 'hex').toString(),
  )
  const encoded = [...unescaped.matchAll(/[A-Za-z0-9+/_-]{6,}/g)].flatMap(([token]) =>
    [token, ...token.split(/[/_-]/)].flatMap(decodeReadable),
  )
  return unescaped === text ? encoded : [unescaped, ...encoded]
}

/**
 * Characters before an encoded part may shift its Base64 groups, so all four offsets are decoded. Ordinary words decode to almost nothing
 * readable.
 */
const decodeReadable = (token: string): string[] =>
  [0, 1, 2, 3].flatMap(
    (shift) =>
      Buffer.from(token.slice(shift), 'base64')
        .toString()
        .match(/[^\p{Cc}\p{Cn}\p{Co}\ufffd]{5,}/gu) ?? [],
  )
