/** Stands for "nothing was entered"; the field says what by its own name. */
export const MISSING = 'Enter this'

/** `Enter the employer`; a label that begins with an abbreviation keeps it. */
const missingWords = (label: string): string =>
  `Enter the ${/^[A-Z](?![A-Z])/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label}`

/** The contract asks programs for YYYY-MM-DD; people type dates as the field shows them. */
const TYPED: Readonly<Record<string, string>> = {
  'Enter the date as YYYY-MM-DD': 'Enter the date as 21/03/2026',
}

/** The words under a field. */
export const errorWords = (message: string, label: string): string =>
  message === MISSING ? missingWords(label) : (TYPED[message] ?? message)
