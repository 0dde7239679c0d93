/** Steps that most journeys need: the actions of a record, and reading the record by the API like the page. */
import { buffer } from 'node:stream/consumers'
import type { Locator, Page } from 'playwright-core'
import { addDays } from '../../src/contract/civil-dates.ts'
import { formatTypedDate, getTodayInDublin } from '../../src/web/format.ts'

/** Finds a success message of the page. */
export const findText = (page: Page, words: string | RegExp): Locator =>
  page.getByLabel('Messages').getByText(words)

const SHOWS_WITHIN_MS = 2_000
const TRIED_AT_MOST = 20

/**
 * Opens the dialog of an action: by its button, or in the menu if the record has several actions. The allowed actions arrive after the
 * previous action, and may turn a menu item into a button: the function tries both until one of them offers the action.
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
    // The menu disappears when its item becomes a button.
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

/** Opens the dialog of an action, fills it in and confirms it. */
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

/** Tries an action that the service refuses, closes the dialog with Cancel and returns the error text. */
export async function refused(
  page: Page,
  label: string,
  fill?: (dialog: Locator) => Promise<unknown>,
): Promise<string> {
  const dialog = await openAct(page, label)
  await fill?.(dialog)
  await dialog.getByRole('button', { name: label, exact: true }).click()
  const words = await dialog.getByRole('alert', { name: 'There is a problem' }).innerText()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  if (fill) await page.getByRole('button', { name: 'Leave without saving' }).click()
  await dialog.waitFor({ state: 'hidden' })
  return words
}

/** Chooses a record by part of its name. */
export async function choose(within: Page | Locator, label: string | RegExp, typed: string): Promise<void> {
  await within.getByRole('combobox', { name: label }).fill(typed)
  await within.getByRole('listbox').getByRole('option', { name: typed }).first().click()
}

// biome-ignore lint/suspicious/noExplicitAny: the type depends on the contract of the path
export type Found = Record<string, any>

export async function fetchJson(page: Page, path: string): Promise<Found> {
  const answer = await page.request.get(path)
  if (!answer.ok()) throw new Error(`${path} answered ${answer.status()}`)
  return (await answer.json()) as Found
}

export const fetchRows = async (page: Page, path: string): Promise<Found[]> =>
  (await fetchJson(page, path)).data

/** Follows a link that downloads a file. The browser may run in another process, which keeps the file. */
export async function download(page: Page, link: Locator): Promise<{ name: string; bytes: Buffer }> {
  const [file] = await Promise.all([page.waitForEvent('download'), link.click()])
  return { name: file.suggestedFilename(), bytes: await buffer(await file.createReadStream()) }
}

/** Actions in the audit log of a record, newest first. */
export const listAuditedActions = async (
  page: Page,
  entityType: string,
  entityId: string,
): Promise<string[]> =>
  (await fetchRows(page, `/api/audit-log?entityType=${entityType}&entityId=${entityId}`)).map(
    ({ action }) => action,
  )

/** Date that is this number of days from today, in the format that users type. */
export const formatTypedDay = (days: number): string => formatTypedDate(addDays(getTodayInDublin(), days))
