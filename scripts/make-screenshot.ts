/** `npm run screenshot`: starts the demo on an empty database and saves the page *Contributions* as docs/screenshot.png, which the README shows. */
import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { openBrowser } from '../test/journeys/browser.ts'
import { startService } from '../test/service-process.ts'
import { CommandError, print, runCommand } from './command.ts'

const USAGE = `Usage: npm run screenshot
Writes docs/screenshot.png. Needs Chromium (CHROMIUM_PATH, or the Debian package) and the web build (npm run web).`
const FILE = 'docs/screenshot.png'
const MAX_BYTES = 150_000

await runCommand('screenshot', async () => {
  if (process.argv.length > 2) throw new CommandError(USAGE)
  const password = randomBytes(12).toString('base64url')
  const service = await startService({ DEV_ACCOUNTS_PASSWORD: password })
  const browser = await openBrowser()
  try {
    const page = await browser.newPage({ baseURL: service.url, viewport: { width: 1200, height: 650 } })
    await page.goto('/signin')
    await page.getByLabel('E-mail address').fill('brokeradmin@dev.local')
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor()
    await page.goto('/contributions')
    await page.waitForLoadState('networkidle')
    const picture = await page.screenshot()
    if (picture.length > MAX_BYTES)
      throw new CommandError(
        `${FILE} would have ${picture.length} bytes, more than ${MAX_BYTES}: reduce the size of the page`,
      )
    await writeFile(FILE, picture)
    print(`${FILE}: ${picture.length} bytes`)
  } finally {
    await browser.close()
    await service.stop()
  }
})
