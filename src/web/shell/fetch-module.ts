import { live } from '../../contract/health.ts'
import { sendRequest } from '../client.ts'

/** The file of a page is gone from the service: a newer release has replaced it, and only a reload brings the page. */
export class ReleaseChanged extends Error {}

/** Loads the file of a page, and tells a lost connection (which passes) from a newer release (which does not). */
export const createFetch =
  <T>(load: () => Promise<T>) =>
  async (): Promise<T> => {
    try {
      return await load()
    } catch (cause) {
      await sendRequest(live, {})
      // The router knows the browser's message, and reloads once by itself; it throws this error when that did not help.
      throw new ReleaseChanged(cause instanceof Error ? cause.message : '', { cause })
    }
  }
