const NUMBERS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']

/**
 * A text as its facts are compared: lower case, small number words as digits, "per cent" as %, single spaces. "At least every three
 * years" holds the fact "3 years", and so does "3 years".
 */
export const normaliseWords = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[‘’]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/\s+/g, ' ')
    .replace(/ ?per cent\b/g, '%')
    .replace(/(\d) %/g, '$1%')
    .replace(new RegExp(`\\b(${NUMBERS.join('|')})\\b`, 'g'), (word) => String(NUMBERS.indexOf(word) + 1))
