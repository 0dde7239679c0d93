import { toSentenceCase } from '../../../contract/value-format.ts'

/** Stands for "nothing was entered"; the field says what by its own name. */
export const MISSING = 'Required'

/** The contract asks programs for YYYY-MM-DD; people type dates as the field shows them. */
const TYPED: Readonly<Record<string, string>> = {
  'Enter the date as YYYY-MM-DD': 'Enter the date as 21/03/2026',
}

/** The words under a field: `Enter the employer` where nothing was. */
export const formatError = (message: string, label: string): string =>
  message === MISSING ? `Enter the ${toSentenceCase(label)}` : (TYPED[message] ?? message)
