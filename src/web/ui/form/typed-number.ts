/**
 * Numbers as people type them in Ireland: a decimal point, groups of three separated by commas or spaces. Ambiguous
 * input (`45.000`, `5,5`, `5 5`) is returned unchanged, and the schema refuses it with a message.
 */
const GROUPED = /^-?(?:\d+|\d{1,3}(?:,\d{3})+|\d{1,3}(?: \d{3})+)(?:\.(\d+))?$/

/** The sign of a unit at either end says nothing more. */
const stripFormatting = (text: string): string =>
  text
    // Figures that are copied have narrow and unbreakable spaces.
    .replace(/\s/g, ' ')
    .trim()
    .replace(/^(-?)€ */, '$1')
    .replace(/ *[€%]$/, '')

export function parseTypedNumber(text: string): number | string {
  const digits = stripFormatting(text)
  return GROUPED.test(digits) ? Number(digits.replace(/[, ]/g, '')) : text
}

/** Euro as cents. More than two decimals are not accepted: with `45.000` the user may mean forty-five thousand. */
export function parseTypedCents(text: string): number | string {
  const [, decimals = ''] = GROUPED.exec(stripFormatting(text)) ?? []
  const euro = parseTypedNumber(text)
  return typeof euro === 'number' && decimals.length <= 2 ? Math.round(euro * 100) : text
}
