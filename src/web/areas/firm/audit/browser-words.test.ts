import { expect, test } from 'vitest'
import { formatBrowser } from './browser-words.ts'

test.each([
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
    'Chrome on Linux',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:143.0) Gecko/20100101 Firefox/143.0',
    'Firefox on macOS',
  ],
  ['API key pcs_ab12; payroll/2.1', 'API key pcs_ab12; payroll/2.1'],
  [null, 'Not known'],
])('%s', (userAgent, words) => expect(formatBrowser(userAgent)).toBe(words))
