/**
 * The last look at words that are about to leave. Beyond what `findPersonalData` reads, it reads them from behind, and what is written
 * in Base64 as the text that it encodes: a name has no check sum to be known by.
 */
import {
  type CountsAlone,
  findPersonalData,
  type NameSet,
  type PersonalDataKind,
} from '../../../platform/personal-data.ts'

/** A text as it is, decoded, and each of both reversed; a search for names of members covers all of them. */
export function listReadings(text: string): { forwards: string[]; backwards: string[] } {
  const forwards = [text, ...decodedFrom(text)]
  return { forwards, backwards: forwards.map((reading) => [...reading].reverse().join('')) }
}

/** Numbers of instruments turned round have the shape of these; `findPersonalData` reads them from behind itself. */
const READ_FORWARDS: ReadonlySet<PersonalDataKind> = new Set(['PPS_NUMBER', 'IBAN', 'PHONE', 'ADDRESS'])

/** The kinds that stand in it, each once, and never a value. */
export function findKindsInOutboundText(
  text: string,
  names: NameSet,
  countsAlone?: CountsAlone,
): PersonalDataKind[] {
  const { forwards, backwards } = listReadings(text)
  const kindsIn = (reading: string, alone?: CountsAlone) =>
    findPersonalData(reading, { profile: 'outbound', names, ...(alone && { countsAlone: alone }) })
  // A short surname is a part of some word that is read from behind.
  const turned = backwards.flatMap((reading) => kindsIn(reading)).filter((kind) => !READ_FORWARDS.has(kind))
  return [...new Set([...forwards.flatMap((reading) => kindsIn(reading, countsAlone)), ...turned])]
}

function decodedFrom(text: string): string[] {
  const unescaped = text.replaceAll(/(?:%[0-9a-f]{2})+/gi, (run) =>
    Buffer.from(run.replaceAll('%', ''), 'hex').toString(),
  )
  const encoded = [...unescaped.matchAll(/[A-Za-z0-9+/_-]{6,}/g)].flatMap(([token]) =>
    [token, ...token.split(/[/_-]/)].flatMap(readableIn),
  )
  return unescaped === text ? encoded : [unescaped, ...encoded]
}

/** What stands in front of an encoded part may have shifted it. Of ordinary words read as Base64 nearly nothing is readable. */
const readableIn = (token: string): string[] =>
  [0, 1, 2, 3].flatMap(
    (shift) =>
      Buffer.from(token.slice(shift), 'base64')
        .toString()
        .match(/[^\p{Cc}\p{Cn}\p{Co}\ufffd]{5,}/gu) ?? [],
  )
