/** Schema errors as instructions. Used only where the contract has no message of its own. */
import type { z } from 'zod'
import { MISSING } from '../ui/form/error-words.ts'

const isEmpty = (input: unknown): boolean => input === null || input === undefined || input === ''

/** Names have the unit: users type euro where a record has cents. */
const isAmount = ({ path }: z.core.$ZodRawIssue): boolean => String(path?.at(-1)).endsWith('Cents')

export function formatIssue(issue: z.core.$ZodRawIssue): string | undefined {
  if (isEmpty(issue.input)) return MISSING
  switch (issue.code) {
    case 'invalid_type':
      if (issue.expected === 'array') return 'Enter numbers, separated by commas'
      if (issue.expected === 'number' && isAmount(issue)) return 'Enter an amount such as 1,234.56'
      // A fraction is a number, but not the requested whole number.
      if (issue.expected === 'int') return 'Enter a whole number'
      return issue.expected === 'number' ? 'Enter a number' : 'Enter this as text'
    case 'too_small':
      if (issue.origin === 'string')
        return Number(issue.minimum) <= 1 ? MISSING : `Use at least ${issue.minimum} characters`
      if (issue.origin === 'array')
        return issue.minimum === 1 ? 'Enter at least one' : `Enter at least ${issue.minimum}`
      return `Enter ${issue.minimum} or more`
    case 'too_big':
      if (issue.origin === 'array') return `Enter at most ${issue.maximum}`
      return issue.origin === 'string'
        ? `Use at most ${issue.maximum} characters`
        : `Enter ${issue.maximum} or less`
    case 'invalid_value':
      return 'Choose an option from the list'
    default:
      return undefined
  }
}
