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

export function toPlainText(text: string): string {
  // Digits and letters in circles, full-width or raised are digits and letters; letters are taken from their accents.
  const bare = text.normalize('NFKD').replaceAll(/[\p{M}\p{Cf}\u115f\u3164]/gu, '')
  return bare.replaceAll(/\P{ASCII}/gu, (character) => {
    const latin = LOOK_ALIKES.get(character)
    if (latin !== undefined) return latin
    if (/\p{Zs}/u.test(character)) return ' '
    if (/[\p{Pd}\u2212]/u.test(character)) return '-'
    if (/[\u2018\u2019\u02bc]/.test(character)) return "'"
    return /\p{Nd}/u.test(character) ? digitOf(character) : character
  })
}

/** The ten digits of a script follow each other from its zero. */
function digitOf(character: string): string {
  const code = character.codePointAt(0) as number
  let zero = code
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1
  return String(code - zero)
}
