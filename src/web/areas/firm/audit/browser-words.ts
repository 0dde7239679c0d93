import { parse } from 'bowser'

/** `Chrome on Linux`, as the list of sessions has it; programs by the name that they send. */
export function formatBrowser(userAgent: string | null): string {
  if (userAgent === null) return 'Not known'
  const { browser, os } = parse(userAgent)
  const named = [browser.name, os.name].filter(Boolean).join(' on ')
  return named || userAgent
}
