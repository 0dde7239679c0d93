/**
 * Text as a person reads it, for finding numbers and names however they are written: compatible forms made one, accents and invisible
 * characters left out, look-alikes and the digits of any script made Latin.
 */

/** Letters of other alphabets that are read as Latin ones, pair by pair. */
const LOOK_ALIKES = new Map(
  [
    ...'АAВBЕEКKМMНHОOРPСCТTХXУYІIЈJЅSаaеeоoрpсcхxуyіiјjѕsԁdһhӏlԛqԝwΑAΒBΕEΖZΗHΙIΚKΜMΝNΟOΡPΤTΥYΧXοoρpνvιiαaκkıiøoØOłlŁLđdĐD'.matchAll(
      /(.)(.)/gu,
    ),
  ].map(([, other, latin]) => [other as string, latin as string]),
)

/** As many marks on one letter as Unicode lets a program expect (UAX 15, stream-safe text); names of people have one or two. */
export const MOST_MARKS = 30
const TOO_MANY_MARKS = /\p{M}{31}/u
const MARKS_BEYOND = /(\p{M}{30})\p{M}+/gu

export const hasTooManyMarks = (text: string): boolean => TOO_MANY_MARKS.test(text)

/**
 * In a normal form, without the marks of a letter beyond the 30th: normalising sorts them, which takes the square of their number, and
 * 100,000 of them kept the process from every other request for ten seconds.
 */
export const normaliseText = (text: string, form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD'): string =>
  text.replace(MARKS_BEYOND, '$1').normalize(form)

/** One character each, and up to eighteen once they are normalised: a text of 200,000 of them took a second. */
const ARABIC_WORDS = /[\ufdf0-\ufdfc]/g

export function toPlainText(text: string): string {
  // Digits and letters in circles, full-width or raised are digits and letters; letters are taken from their accents.
  const normalised = normaliseText(text.replaceAll(ARABIC_WORDS, ' '), 'NFKD').replaceAll(
    /[\p{M}\p{Cf}\u115f\u1160]+/gu,
    '',
  )
  const plain = new Map(LOOK_ALIKES)
  return normalised.replaceAll(REPLACED, (character) => {
    const known = plain.get(character)
    if (known !== undefined) return known
    const found = toPlainCharacter(character)
    plain.set(character, found)
    return found
  })
}

/** Digits and letters in filled circles and squares, and of flags, which have no compatible form: the first of each row, and the row. */
const ENCLOSED = [
  [0x24f5, '123456789'],
  [0x2776, '123456789'],
  [0x2780, '123456789'],
  [0x278a, '123456789'],
  [0x1f150, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'],
  [0x1f170, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'],
  [0x1f1e6, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'],
  [0x24ff, '0'],
  [0x1f10b, '00'],
] as const

/** Characters that are replaced. A call for each other character of a long text would take longer than all the rest. */
const REPLACED = new RegExp(
  `(?=\\P{ASCII})[${[...LOOK_ALIKES.keys()].join('')}\\p{Zs}\\p{Pd}\\p{Nd}\\u2212\\u2018\\u2019\\u02bc${ENCLOSED.map(
    ([first, row]) => `${String.fromCodePoint(first)}-${String.fromCodePoint(first + row.length - 1)}`,
  ).join('')}]`,
  'gu',
)

function toPlainCharacter(character: string): string {
  const code = character.codePointAt(0) as number
  const [first, row] =
    ENCLOSED.find(([start, letters]) => code >= start && code < start + letters.length) ?? []
  if (first !== undefined && row !== undefined) return row.charAt(code - first)
  if (/\p{Zs}/u.test(character)) return ' '
  if (/[\p{Pd}\u2212]/u.test(character)) return '-'
  if (/[\u2018\u2019\u02bc]/.test(character)) return "'"
  return /\p{Nd}/u.test(character) ? getDigit(character) : character
}

/** The ten digits of a script follow each other from its zero. */
function getDigit(character: string): string {
  const code = character.codePointAt(0) as number
  let zero = code
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1
  return String(code - zero)
}
