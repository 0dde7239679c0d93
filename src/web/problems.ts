/** Refusals in words: what happened and what to do, for toasts, error states and forms. */

import { TEXT } from '../contract/problems.ts'
import { formatCount } from '../contract/value-format.ts'
import { Refused, Unreachable } from './client.ts'
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
      if (error.message === TEXT.role) return 'Your role does not allow this.'
      if (error.message === TEXT.csrf) return 'This page is out of date. Reload it and try again.'
      if (error.message === TEXT.reach) return 'This record belongs to another organisation.'
      return toSentence(error.message)
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
      // Messages of 409 and 422 state the obstacle in words; only a status in them is a code.
      const { status } = error.details
      const words =
        typeof status === 'string' ? error.message.replace(status, `“${formatCode(status)}”`) : error.message
      return toSentence(words)
    }
  }
}

const toSentence = (words: string): string => (/[.!?]$/.test(words) ? words : `${words}.`)

/** The same for queries: no data was to be saved. */
export function formatLoadProblem(error: unknown): string {
  if (error instanceof Unreachable) return 'No connection to the service.'
  if (!(error instanceof Refused)) return formatProblem(error)
  if (error.status === 401) return 'Your session has ended. Sign in to continue.'
  if (error.status === 500)
    return `The service failed. Reference: ${String(error.details.requestId ?? 'none')}`
  return [502, 503, 504].includes(error.status) ? 'The service is busy or restarting.' : formatProblem(error)
}

export const WRONG_CREDENTIALS = 'The e-mail address or the password is wrong.'

/** Reason for a refused sign-in. As in the service, it does not state whether the address or the password was wrong. */
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

/** A creation whose response was lost had succeeded, and the values sent again under its key have changed. */
export const isAlreadySaved = (error: unknown): boolean =>
  error instanceof Refused && error.details.code === 'IDEMPOTENCY_KEY_REUSED'
