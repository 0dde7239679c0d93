/** `npm run help-pictures`: starts the demo on an empty database and saves the pictures of the guide in content/help/pictures. */
import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import type { BrowserContext, Page } from 'playwright-core'
import { type SharedAccount, signInOverApi } from '../test/journeys/accounts.ts'
import { openBrowser } from '../test/journeys/browser.ts'
import { findDemoRecords } from '../test/journeys/demo-records.ts'
import { fillAddress } from '../test/journeys/page-addresses.ts'
import { startService } from '../test/service-process.ts'
import { CommandError, print, runCommand } from './command.ts'

const USAGE = `Usage: npm run help-pictures
Writes content/help/pictures. Needs Chromium (CHROMIUM_PATH, or the Debian package) and the web build (npm run web).`
const FOLDER = 'content/help/pictures'
const MAX_BYTES = 30_000
const SIZE = { width: 860, height: 540 }
const THEMES = ['light', 'dark'] as const
/** Of WebP: text stays readable, and all pictures have less than 600 kB together. */
const QUALITY = 28

/** The page of each picture, and the account that opens it. */
const PICTURES: Readonly<Record<string, { address: string; account?: SharedAccount }>> = {
  import: { address: '/schemes/import' },
  'past-obligations': { address: '/calendar/to-confirm' },
  today: { address: '/' },
  obligation: { address: '/calendar/{obligationId}' },
  upload: { address: '/contributions/upload' },
  'payroll-month': { address: '/contributions/{batchId}' },
  breach: { address: '/breaches/{breachId}' },
  trustees: { address: '/schemes/{schemeId}/trustees' },
  'key-functions': { address: '/key-functions' },
  'own-risk': { address: '/own-risk-assessments/{assessmentId}' },
  policies: { address: '/policies' },
  assistant: { address: '/assistant' },
  audit: { address: '/audit' },
  'scheme-obligations': { address: '/schemes/{schemeId}/obligations' },
  employer: { address: '/', account: 'employeruser' },
  member: { address: '/', account: 'member' },
}

/** Playwright saves PNG and JPEG only; Chromium itself also saves WebP, which is a third of the size. */
async function captureWebp(context: BrowserContext, page: Page): Promise<Buffer> {
  const session = await context.newCDPSession(page)
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY })
  await session.detach()
  return Buffer.from(data, 'base64')
}

async function waitUntilLoaded(page: Page): Promise<void> {
  await page.locator('main h1').waitFor()
  await page.waitForLoadState('networkidle')
  await page.locator('[role=status][aria-label=Loading]').waitFor({ state: 'detached' })
}

await runCommand('help-pictures', async () => {
  if (process.argv.length > 2) throw new CommandError(USAGE)
  const password = randomBytes(12).toString('base64url')
  const service = await startService({ DEV_ACCOUNTS_PASSWORD: password, RATE_LIMIT_SCALE: '100' })
  const browser = await openBrowser()
  try {
    await mkdir(FOLDER, { recursive: true })
    let total = 0
    for (const account of ['brokeradmin', 'employeruser', 'member'] as const) {
      const client = await signInOverApi(service.url, account, password)
      const records = await findDemoRecords(client)
      const context = await browser.newContext({
        baseURL: service.url,
        storageState: await client.storageState(),
        viewport: SIZE,
        reducedMotion: 'reduce',
      })
      const page = await context.newPage()
      for (const [name, picture] of Object.entries(PICTURES)) {
        if ((picture.account ?? 'brokeradmin') !== account) continue
        await page.goto(fillAddress(picture.address, records))
        for (const colorScheme of THEMES) {
          await page.emulateMedia({ colorScheme })
          await waitUntilLoaded(page)
          const bytes = await captureWebp(context, page)
          const file = `${FOLDER}/${name}-${colorScheme}.webp`
          if (bytes.length > MAX_BYTES)
            throw new CommandError(`${file} would have ${bytes.length} bytes, more than ${MAX_BYTES}`)
          await writeFile(file, bytes)
          total += bytes.length
        }
      }
      await context.close()
      await client.dispose()
    }
    print(`${FOLDER}: ${total} bytes`)
  } finally {
    await browser.close()
    await service.stop()
  }
})
