/** Keys that recognise names of people in a text in any spelling. The database does the same to stored names (migrations/functions/12-names.sql). */
import { normaliseText } from '../../contract/plain-text.ts'

/** Of one word, in lower case and without accents: without Ó, Ní, Mac and their like in front and without the h of lenition. */
export const toPersonNameKey = (word: string): string =>
  word.replace(/^(?:o|mac|mc|mhic|ni|nic|ui)([a-z]{4})/, '$1').replace(/^([bcdfgmpst])h/, '$1')

/** Keys of all words of a text, and of each two neighbouring words written as one. */
export function listNameKeys(text: string): string[] {
  const words = splitIntoWords(text)
  const pairs = words.slice(1).map((word, index) => `${words[index]}${word}`)
  const keys = [...words, ...pairs].filter((word) => word.length > 1).flatMap(listReadings)
  return [...new Set(keys.map(toPersonNameKey))]
}

const splitIntoWords = (text: string): string[] =>
  normaliseText(text, 'NFD')
    .replace(/['\u2019]s(?![\p{L}\d])/gu, '')
    .replace(/[\p{M}'\u2019]/gu, '')
    .toLowerCase()
    .match(/[a-z0-9]+/g) ?? []

const DIGITS_FOR_LETTERS: Record<string, string> = { 0: 'o', 3: 'e', 4: 'a', 5: 's', 7: 't', 8: 'b' }

/** A word as it is and, where digits stand in it for letters, with those letters. */
export function listReadings(word: string): string[] {
  if (!/\d/.test(word) || !/[a-z]/i.test(word)) return [word]
  const letters = word.replaceAll(/[034578]/g, (digit) => DIGITS_FOR_LETTERS[digit] as string)
  return [word, letters.replaceAll('1', 'i'), letters.replaceAll('1', 'l')]
}
