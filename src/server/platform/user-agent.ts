/** Names of the browser and the operating system in a User-Agent header: without versions, which say more than a list of devices needs. */
import { parse } from 'bowser'

export function parseUserAgent(userAgent: string | null): { browser: string | null; system: string | null } {
  if (!userAgent) return { browser: null, system: null }
  const { browser, os } = parse(userAgent)
  return { browser: browser.name || null, system: os.name || null }
}
