/** Refusals in words: what happened and what to do, for toasts, error states and forms. */
import { TEXT } from '../contract/problems.ts'
import { Refused, Unreachable } from './client.ts'

export function problemWords(error: unknown): string {
  if (error instanceof Unreachable)
    return 'No connection to the service. Nothing was saved; try again in a moment.'
  if (!(error instanceof Refused)) return 'Something went wrong on this page. Reload it and try again.'
  switch (error.status) {
    case 400:
      return 'Some of what was entered cannot be used. Check the marked fields.'
    case 401:
      return 'Your session has ended. Sign in again.'
    case 403:
      return error.message === TEXT.role
        ? 'Your role may not do this.'
        : error.message === TEXT.csrf
          ? 'This page is out of date. Reload it and try again.'
          : 'This record belongs to another organisation.'
    case 404:
      return 'This record does not exist, or no longer does.'
    case 429:
      return `Too many requests at once. Try again in ${error.retryAfterSeconds ?? 60} seconds.`
    case 503:
      return 'The service is busy or restarting. Nothing was saved; try again in a moment.'
    case 500:
      return `Something went wrong in the service. Nothing was saved. Reference: ${String(error.details.requestId ?? 'none')}`
    default:
      // 409 and 422 say in words what stands in the way.
      return /[.!?]$/.test(error.message) ? error.message : `${error.message}.`
  }
}

export const isStaleVersion = (error: unknown): error is Refused =>
  error instanceof Refused && error.status === 409 && error.details.code === 'STALE_VERSION'
