/** Key functions, outsourcing and policies in a browser: holders, legal restrictions, and decisions by two users. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import {
  act,
  choose,
  fetchJson,
  fetchRows,
  findText,
  formatTypedDay,
  listAuditedActions,
  refused,
} from './acts.ts'
import { buildUniqueText, expectAccessible, takeScreenshot, useBrowser, waitForPage } from './people.ts'

const REFUSED = /422/

const schemeOf = async (page: Page): Promise<string> =>
  (await fetchRows(page, '/api/schemes?q=ballycotton+foods+dc&limit=1'))[0]?.id

const idInAddress = (page: Page): string => new URL(page.url()).pathname.split('/').at(-1) ?? ''

describe('a vacant key function', () => {
  const browser = useBrowser()

  async function propose(page: Page, name: string): Promise<string> {
    await page.getByLabel('Key function', { exact: true }).selectOption('Internal audit')
    await page.getByLabel('Name', { exact: true }).fill(name)
    await page.getByLabel('Relationship').selectOption('Independent provider')
    await page.getByLabel(/^Professional qualification/).fill('Certified internal auditor')
    await page.getByRole('button', { name: 'Propose holder' }).click()
    await page.getByRole('heading', { level: 1, name }).waitFor()
    return idInAddress(page)
  }
  const passes = (page: Page): Promise<void> =>
    act(page, 'Record assessment', (dialog) => dialog.getByLabel('Outcome').selectOption('Pass'))

  test('is filled by a fit and proper candidate, not by the holder of another function, and becomes vacant again', async () => {
    const { page, complaints } = await browser.as('brokeradmin')
    const schemeId = await schemeOf(page)
    const vacancyOf = () => fetchRows(page, `/api/obligations?schemeId=${schemeId}&ruleId=KFH-01&isOpen=true`)
    const [obligation] = await vacancyOf()

    // From the obligation to the register that meets it.
    await page.goto(`/calendar/${obligation?.id}`)
    await page.getByRole('heading', { level: 1, name: /: internal audit$/ }).waitFor()
    await page.getByText('Directive (EU) 2016/2341 (IORP II) art. 24(1)', { exact: false }).first().waitFor()
    await page.getByRole('main').getByRole('link', { name: 'Key functions', exact: true }).first().click()
    await page.getByText('Vacant: internal audit').waitFor()
    await page.getByRole('link', { name: 'Propose holder' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Propose a key function holder' }).waitFor()
    const held = await fetchRows(
      page,
      `/api/key-function-holders?schemeId=${schemeId}&function=RISK_MANAGEMENT&status=APPOINTED`,
    )

    // Proposes the responsible person of the firm that holds risk management.
    await propose(page, held[0]?.responsiblePerson)
    await page.getByText('Record a fit and proper assessment before the appointment').waitFor()
    await passes(page)
    await page.getByText('1 item to resolve before the appointment').waitFor()
    await waitForPage(page)
    await expectAccessible(page)
    // The user who recorded the assessment is not offered the appointment.
    expect(await page.getByRole('button', { name: 'Appoint', exact: true }).count()).toBe(0)
    const { page: desk } = await browser.as('approver')
    await desk.goto(page.url())
    expect(await refused(desk, 'Appoint')).toMatch(
      /The internal audit holder cannot hold another key function of this scheme\. IORP II art\. 24\(2\)/,
    )
    await act(page, 'Withdraw proposal', (dialog) => dialog.getByLabel('Reason').selectOption('Other'))
    await page.getByText('Ended on').first().waitFor()

    const name = `Auditor ${buildUniqueText()}`
    await page.goto(`/key-functions/new?schemeId=${schemeId}`)
    const holderId = await propose(page, name)
    await passes(page)
    await page.getByText('Waiting for another administrator to appoint').waitFor()
    expect(await page.getByRole('button', { name: 'Appoint', exact: true }).count()).toBe(0)
    // The home page of an administrator who may decide lists it.
    await desk.goto('/')
    await desk
      .getByRole('list', { name: 'Waiting for you', exact: true })
      .getByRole('link', { name: `Open: ${name}` })
      .click()
    await desk.waitForURL(`**/key-functions/${holderId}`)
    await act(desk, 'Appoint')
    await findText(desk, `${name} appointed`).waitFor()
    await page.reload()
    await page.getByText(/^Next fit and proper review/).waitFor()
    await takeScreenshot(page, 'journey-key-function-appointed', true)
    expect(await listAuditedActions(page, 'keyFunctionHolder', holderId)).toEqual([
      'key-function-holder.appoint',
      'key-function-holder.assess',
      'key-function-holder.create',
    ])
    expect(await vacancyOf()).toEqual([])
    await page.goto(`/schemes/${schemeId}/obligations`)
    await page.getByRole('list', { name: 'Reasons' }).waitFor()
    await expect
      .poll(() => page.getByText('No holder of the internal audit function is recorded').count())
      .toBe(0)

    await page.goto(`/key-functions/${holderId}`)
    await act(page, 'End appointment', (dialog) => dialog.getByLabel('Reason').selectOption('Resigned'))
    await page.getByText('Ended on').first().waitFor()
    await page.goto(`/schemes/${schemeId}/obligations`)
    await page.getByRole('button', { name: /^All \d+ reasons$/ }).click()
    await page
      .getByRole('list', { name: 'Reasons' })
      .getByRole('link', { name: 'No holder of the internal audit function is recorded' })
      .waitFor()
    expect(complaints(REFUSED)).toEqual([])
  })
})

describe('an outsourced activity', () => {
  const browser = useBrowser()

  test('cannot come into force without the agreement and the notification of the Authority', async () => {
    const { page, complaints } = await browser.as('brokeradmin')
    const schemeId = await schemeOf(page)

    await page.goto('/outsourcing')
    await page.getByRole('link', { name: 'Plan arrangement' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Plan an outsourcing arrangement' }).waitFor()
    await choose(page, /^Scheme/, 'Ballycotton Foods DC Pension Scheme')
    await choose(page, /^Provider/, 'Fastnet Risk Partners')
    await page.getByLabel('Activity').selectOption('Key function: risk')
    await choose(page, /^Written agreement/, 'Risk management agreement')
    await page.getByLabel(/^Signed/).fill(formatTypedDay(-10))
    await page.getByLabel(/^In force from/).fill(formatTypedDay(0))
    await page.getByRole('button', { name: 'Plan arrangement' }).click()
    await page.getByText('no notification is recorded').waitFor()
    await waitForPage(page)
    await expectAccessible(page)
    await takeScreenshot(page, 'journey-outsourcing-planned', true)
    const arrangementId = idInAddress(page)
    expect(await refused(page, 'Bring into force')).toMatch(
      /Notify the Pensions Authority of .* before the agreement enters into force.*IORP II art\. 31\(6\)/s,
    )
    expect(await fetchJson(page, `/api/outsourcing-arrangements/${arrangementId}`)).toMatchObject({
      status: 'PLANNED',
      schemeId,
    })
    await act(page, 'Record notification', async (dialog) => {
      await dialog.getByLabel('Notified').fill(formatTypedDay(-1))
      await dialog.getByLabel(/^Authority's reference/).fill('PA-77')
    })
    await page.getByText('no notification is recorded').waitFor({ state: 'hidden' })
    await act(page, 'Bring into force')
    await page.getByText('In force', { exact: true }).first().waitFor()
    expect(await listAuditedActions(page, 'outsourcingArrangement', arrangementId)).toEqual([
      'outsourcing-arrangement.bring-into-force',
      'outsourcing-arrangement.notify',
      'outsourcing-arrangement.create',
    ])
    await act(page, 'End')
    await page.getByText('Ended', { exact: true }).first().waitFor()
    expect(complaints(REFUSED)).toEqual([])
  })
})

describe('a policy', () => {
  const browser = useBrowser()

  test('is drafted from the previous version, compared, approved by a second user, and acknowledged again by every user', async () => {
    const { page, complaints } = await browser.as('brokeradmin')
    const { page: other, complaints: others } = await browser.as('approver')
    const { page: reader } = await browser.as('brokeruser')
    const schemeId = await schemeOf(page)
    const [policy] = await fetchRows(page, `/api/policies?schemeId=${schemeId}&kind=REMUNERATION`)
    const [address, before] = [`/policies/${policy?.id}`, policy?.inForceVersion as number]
    const number = policy?.latestVersion + 1
    const tail = buildUniqueText()

    await page.goto('/policies')
    await page.getByRole('grid').waitFor()
    await waitForPage(page)
    await expectAccessible(page)
    await page.goto(address)
    await page.getByRole('link', { name: 'New version' }).first().click()
    const text = page.getByLabel('Text', { exact: true })
    await expect.poll(() => text.inputValue()).not.toBe('')
    await text.fill(`${await text.inputValue()}\n\nThe trustees look at pay every year (${tail}).`)
    await page.getByLabel(/^Change summary/).fill('Pay is looked at every year')
    await page.getByRole('button', { name: 'Save draft' }).click()
    await findText(page, `Version ${number} created`).waitFor()
    await page.getByText(`Version ${number} is a draft`).waitFor()
    await page.getByRole('link', { name: `Changes from version ${before} to version ${number}` }).click()
    await page.getByText(`From version ${before} to version ${number}: 1 added`).waitFor()
    await page.getByText(tail).waitFor()
    await waitForPage(page)
    await expectAccessible(page)
    await takeScreenshot(page, 'journey-policy-changes', true)

    await page.goto(address)
    await act(page, 'Submit for review')
    await page.getByText(`Version ${number} is in review, waiting for approval`).waitFor()
    await page.getByText('You wrote or submitted this version. The firm requires a second person').waitFor()
    expect(await page.getByRole('button', { name: 'Approve', exact: true }).count()).toBe(0)
    // The approver's home page lists it.
    await other.goto('/')
    await other
      .getByRole('list', { name: 'Waiting for you', exact: true })
      .getByRole('link', { name: /^Open: .*remuneration/i })
      .first()
      .click()
    await other.waitForURL(`**${address}`)
    await act(other, 'Approve')
    await other.getByText(`Version ${number} is approved. Next: bring it into force`).waitFor()
    await expect.poll(() => other.getByRole('link', { name: `Write version ${number}` }).count()).toBe(0)
    await act(other, 'Bring into force')
    await other.getByText(`Version ${number} is in force since`, { exact: false }).first().waitFor()

    // An acknowledgement of the previous version does not count for the new version.
    await reader.goto(address)
    await reader.getByText(/^0 of \d+ people have read it\.$/).waitFor()
    await act(reader, 'Confirm I have read this')
    await reader.getByText(/^1 of \d+ people have read it\.$/).waitFor()
    await expect.poll(() => reader.getByRole('button', { name: 'Confirm I have read this' }).count()).toBe(0)
    await takeScreenshot(reader, 'journey-policy-read', true)
    const people = await fetchRows(page, `/api/policies/${policy?.id}/acknowledgements`)
    expect(people.filter(({ acknowledgedAt }) => acknowledgedAt)).toMatchObject([{ name: 'Maeve Tuohy' }])
    expect((await listAuditedActions(page, 'writtenPolicy', policy?.id)).slice(0, 5)).toEqual([
      'policy.acknowledge',
      'policy.bring-into-force',
      'policy.approve',
      'policy.submit',
      'policy.add-version',
    ])

    // The policy matrix links to the new version.
    await page.goto('/policies')
    await page
      .getByRole('link', { name: new RegExp(`remuneration.*version ${number}`, 'i') })
      .first()
      .click()
    await page.waitForURL(`**${address}`)
    expect([...complaints(REFUSED), ...others()]).toEqual([])
  })
})
