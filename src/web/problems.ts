/** Refusals in words: what happened and what to do, for toasts, error states and forms. */
import { TEXT } from '../contract/problems.ts'
import { Refused, Unreachable } from './client.ts'
import { formatCount } from './format.ts'
import { formatCode } from './labels.ts'

export function formatProblem(error: unknown): string {
  if (error instanceof Unreachable)
    return 'No connection to the service. We cannot confirm that your changes were saved. They are still on this page: try again in a moment.'
  if (!(error instanceof Refused)) return 'Something went wrong on this page. Reload it and try again.'
  switch (error.status) {
    case 400:
      return 'Some entries are not valid. Check the marked fields.'
    case 401:
      return 'Your session has ended and your changes were not saved. Sign in, then try again.'
    case 403:
      return error.message === TEXT.role
        ? 'Your role does not allow this.'
        : error.message === TEXT.csrf
          ? 'This page is out of date. Reload it and try again.'
          : 'This record belongs to another organisation.'
    case 404:
      return 'This record does not exist.'
    case 429:
      return `Too many requests at once. Try again in ${formatCount(error.retryAfterSeconds ?? 60, 'second')}.`
    case 502:
    case 503:
    case 504:
      return 'The service is busy or restarting. We cannot confirm that your changes were saved. They are still on this page: try again in a moment.'
    case 500:
      return `The service failed and we cannot confirm that your changes were saved. Reference: ${String(error.details.requestId ?? 'none')}`
    default: {
      if (isAlreadySaved(error)) return 'The first attempt was saved. Check the list before adding it again.'
      // 409 and 422 say in words what stands in the way; only a state in them is a code.
      const { status } = error.details
      const words =
        typeof status === 'string' ? error.message.replace(status, `“${formatCode(status)}”`) : error.message
      return /[.!?]$/.test(words) ? words : `${words}.`
    }
  }
}

/** The same for what was only asked for: there was nothing to save. */
export function formatLoadProblem(error: unknown): string {
  if (error instanceof Unreachable) return 'No connection to the service.'
  if (!(error instanceof Refused)) return formatProblem(error)
  if (error.status === 401) return 'Your session has ended. Sign in to continue.'
  if (error.status === 500)
    return `The service failed. Reference: ${String(error.details.requestId ?? 'none')}`
  return [502, 503, 504].includes(error.status) ? 'The service is busy or restarting.' : formatProblem(error)
}

export const WRONG_CREDENTIALS = 'The e-mail address or the password is wrong.'

/** What a sign-in is refused for. Which of the two was wrong is not said by the service, either. */
export function formatSignInProblem(error: unknown, wrong: string = WRONG_CREDENTIALS): string {
  if (error instanceof Unreachable) return 'No connection to the service. Try again in a moment.'
  if (!(error instanceof Refused)) return formatProblem(error)
  if (error.status === 400 || error.status === 401) return wrong
  if (error.status !== 429) return formatLoadProblem(error)
  const minutes = Math.ceil((error.retryAfterSeconds ?? 60) / 60)
  return `Too many attempts. Wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`}, or reset your password.`
}

export const isStaleVersion = (error: unknown): error is Refused =>
  error instanceof Refused && error.status === 409 && error.details.code === 'STALE_VERSION'

/** A create whose answer was lost had been saved, and what is sent under its key is not the same any more. */
export const isAlreadySaved = (error: unknown): boolean =>
  error instanceof Refused && error.details.code === 'IDEMPOTENCY_KEY_REUSED'
