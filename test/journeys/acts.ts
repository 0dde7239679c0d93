/** What people do on most pages: the acts of a record, and looking it up by the API as the page does. */
import { buffer } from 'node:stream/consumers'
import type { Locator, Page } from 'playwright-core'
import { addDays } from '../../src/contract/civil-dates.ts'
import { formatTypedDate, getTodayInDublin } from '../../src/web/format.ts'

/** What the page says when something is done. */
export const said = (page: Page, words: string | RegExp): Locator =>
  page.getByLabel('Messages').getByText(words)

const SHOWS_WITHIN_MS = 2_000
const TRIED_AT_MOST = 20

/**
 * Opens the dialog of an act: by its button, or in the menu where it is one of several. What a record allows arrives after the act
 * before, and may make a button of what was in the menu: both are tried until one of them offers it.
 */
export async function openAct(page: Page, label: string): Promise<Locator> {
  const button = page.getByRole('main').getByRole('button', { name: label, exact: true })
  const menu = page.getByRole('button', { name: 'More actions' })
  const item = page.getByRole('menuitem', { name: `${label} …` })
  await button.or(menu).first().waitFor()
  for (let tried = 1; ; tried++) {
    if ((await button.count()) > 0) {
      await button.first().click()
      break
    }
    // The menu goes when what it held becomes a button.
    const isThere = await menu
      .first()
      .click({ timeout: SHOWS_WITHIN_MS })
      .then(() => item.waitFor({ timeout: SHOWS_WITHIN_MS }))
      .then(
        () => true,
        () => false,
      )
    if (isThere) {
      await item.click()
      break
    }
    if (tried === TRIED_AT_MOST) throw new Error(`Neither a button nor the menu offers "${label}"`)
    await page.keyboard.press('Escape')
  }
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  return dialog
}

/** Does what a dialog asks to confirm. */
export async function act(
  page: Page,
  label: string,
  fill?: (dialog: Locator) => Promise<unknown>,
): Promise<void> {
  const dialog = await openAct(page, label)
  await fill?.(dialog)
  await dialog.getByRole('button', { name: label, exact: true }).click()
  await dialog.waitFor({ state: 'hidden' })
}

/** Tries what is refused, and answers the words of the refusal; the dialog is left by Cancel. */
export async function refused(
  page: Page,
  label: string,
  fill?: (dialog: Locator) => Promise<unknown>,
): Promise<string> {
  const dialog = await openAct(page, label)
  await fill?.(dialog)
  await dialog.getByRole('button', { name: label, exact: true }).click()
  const words = await dialog.getByRole('alert', { name: 'There is a problem' }).innerText()
  page.once('dialog', (question) => void question.accept())
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'hidden' })
  return words
}

/** Chooses a record by a part of its name. */
export async function choose(within: Page | Locator, label: string | RegExp, typed: string): Promise<void> {
  await within.getByRole('combobox', { name: label }).fill(typed)
  await within.getByRole('listbox').getByRole('option', { name: typed }).first().click()
}

// biome-ignore lint/suspicious/noExplicitAny: the type depends on the contract of the path
export type Found = Record<string, any>

export async function fetched(page: Page, path: string): Promise<Found> {
  const answer = await page.request.get(path)
  if (!answer.ok()) throw new Error(`${path} answered ${answer.status()}`)
  return (await answer.json()) as Found
}

export const rowsAt = async (page: Page, path: string): Promise<Found[]> => (await fetched(page, path)).data

/** Follows a link that downloads a file. The browser may run in another process, which keeps the file. */
export async function download(page: Page, link: Locator): Promise<{ name: string; bytes: Buffer }> {
  const [file] = await Promise.all([page.waitForEvent('download'), link.click()])
  return { name: file.suggestedFilename(), bytes: await buffer(await file.createReadStream()) }
}

/** What the audit log keeps of a record, newest first. */
export const auditedActs = async (page: Page, entityType: string, entityId: string): Promise<string[]> =>
  (await rowsAt(page, `/api/audit-log?entityType=${entityType}&entityId=${entityId}`)).map(
    ({ action }) => action,
  )

/** A day so many days from today, as it is typed. */
export const typedDay = (days: number): string => formatTypedDate(addDays(getTodayInDublin(), days))
