/** Cleans the text of every cell, for all file formats. */

/** Nothing to do: visible ASCII with no space at either end. Nearly every cell. */
const PLAIN = /^[!-~](?:[ -~]*[!-~])?$/

const BREAKS = / ?[\t\n\v\f\r\u0085\u2028\u2029]+ ?/g

/**
 * Control characters, and what directs, divides or marks text without being seen. After Ã and Â they stay: there they are
 * the other half of a letter that was read in a wrong encoding (í as Ã and a soft hyphen), and say so to who checks names.
 */
const INVISIBLE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is left out
  /(?<![ÂÃ])[\u0080-\u009F\u00AD]|[\u0000-\u001F\u007F\u180E\u200B\u202A-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB\uFFFE\uFFFF]/g

const JOINERS = /[\u061C\u200C-\u200F]+/g
const isBeyondAscii = (character: string | undefined): boolean =>
  character !== undefined && /[^ -~]/.test(character)
/** Joiners and marks of direction mean something between letters of scripts that have them, and nothing beside ASCII. */
const removeStrayJoiners = (text: string): string =>
  text.replace(JOINERS, (joiners, place: number) =>
    isBeyondAscii(text[place - 1]) && isBeyondAscii(text[place + joiners.length]) ? joiners : '',
  )

export interface CleanCell {
  text: string
  /** Something invisible was left out. */
  isChanged: boolean
}

/**
 * Trimmed, non-breaking spaces too; a line break or tab within becomes one space. What cannot be seen is left out: it
 * makes two names or numbers different that look the same, or one look like another.
 */
export function cleanCell(raw: string): CleanCell {
  if (raw === '' || PLAIN.test(raw)) return { text: raw, isChanged: false }
  const unbroken = raw.toWellFormed().replace(BREAKS, ' ')
  const visible = removeStrayJoiners(unbroken.replace(INVISIBLE, ''))
  return { text: visible.trim(), isChanged: visible.length !== unbroken.length }
}

/** 'A' for 0, 'AA' for 26: a column as a spreadsheet names it. */
export function formatColumnName(index: number): string {
  let name = ''
  for (let rest = index + 1; rest > 0; rest = Math.floor((rest - 1) / 26))
    name = String.fromCharCode(65 + ((rest - 1) % 26)) + name
  return name
}
