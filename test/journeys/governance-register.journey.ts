/** Breaches, meetings, trainings and the risks of an assessment in a browser: what is found is decided, reported and closed. */
import type { Page } from 'playwright-core'
import { describe, expect, inject, test } from 'vitest'
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

const SCHEME = 'Ballycotton Foods DC Pension Scheme'
const idInAddress = (page: Page): string => new URL(page.url()).pathname.split('/').at(-1) ?? ''
const schemeOf = async (page: Page): Promise<string> =>
  (await fetchRows(page, '/api/schemes?q=ballycotton+foods+dc&limit=1'))[0]?.id

describe('a breach', () => {
  const browser = useBrowser()

  test('of late money is entered from its payroll month, assessed as nothing to report, and closed', async () => {
    const { page, complaints } = await browser.as('brokeruser')
    await page.goto('/')
    await page.getByRole('link', { name: /payroll months?$/ }).click()
    await page.getByRole('table').getByRole('link').first().waitFor()
    const [late] = await fetchRows(page, '/api/contributions?flag=OVERDUE&limit=1')
    await page.goto(`/contributions/${late?.id}`)
    await page
      .getByRole('link', { name: /^Report breach/ })
      .first()
      .click()
    await page.getByRole('heading', { level: 1, name: 'Report a breach' }).waitFor()
    expect(await page.getByLabel('Category').inputValue()).toBe('LATE_REMITTANCE')
    const title = `Deductions came late ${buildUniqueText()}`
    await page.getByLabel('Summary').fill(title)
    await page.getByLabel('Date of the breach').fill(formatTypedDay(-2))
    await page.getByLabel('Reported by').selectOption('Someone in the firm')
    await page.getByRole('button', { name: 'Report breach' }).click()
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    await page.getByText('Next: assess the breach').waitFor()
    const id = idInAddress(page)
    await act(page, 'Assess', async (dialog) => {
      await dialog.getByLabel('Severity').selectOption('Medium')
      await dialog.getByLabel('Report').selectOption('No report')
      await dialog.getByLabel('Reason').fill('Paid within the week')
    })
    await page.getByText('Assessed: no report needed').waitFor()
    await page.getByRole('link', { name: 'Open the contributions' }).waitFor()
    await act(page, 'Record remediation', (dialog) =>
      dialog.getByLabel(/^Action taken/).fill('A standing order'),
    )
    await page.getByText('Remediation in progress', { exact: true }).waitFor()
    await act(page, 'Close breach', (dialog) => dialog.getByLabel('Reason').fill('The money is there'))
    await page.getByText(/^Closed on /).waitFor()
    expect(await fetchJson(page, `/api/breaches/${id}`)).toMatchObject({
      status: 'CLOSED',
      contributionId: late?.id,
    })
    expect(complaints()).toEqual([])
  })

  test('of personal data has 72 hours, which stop with the report', async () => {
    const { page, complaints } = await browser.as('brokeradmin')
    const title = `A letter to another address ${buildUniqueText()}`
    await page.goto('/breaches')
    await page.getByRole('link', { name: 'Report a breach' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Report a breach' }).waitFor()
    await page.getByLabel('Category').selectOption('Data protection')
    await page.getByText('72 hours run from the moment of awareness').waitFor()
    await page.getByLabel('Summary').fill(title)
    await page.getByLabel('Date of the breach').fill(formatTypedDay(-1))
    await page.getByLabel(/^Time of awareness/).fill(`${formatTypedDay(-1)} 09:30`)
    await choose(page, /^Scheme/, SCHEME)
    await page.getByLabel('Reported by').selectOption('Someone in the firm')
    await page.getByRole('button', { name: 'Report breach' }).click()
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    expect(await page.getByRole('timer').innerText()).toMatch(/^(1 day|2 days)( \d+ hours?)? left$/)
    await waitForPage(page)
    await expectAccessible(page)
    await takeScreenshot(page, 'journey-breach-72-hours', true)
    const id = idInAddress(page)

    // Before it is decided there is nothing to report; before it is reported nothing is closed.
    await expect.poll(() => page.getByRole('button', { name: 'Record report' }).count()).toBe(0)
    await act(page, 'Assess', async (dialog) => {
      await dialog.getByLabel('Severity').selectOption('High')
      await dialog.getByLabel('Report').selectOption('Data protection report (72 hours)')
      await dialog.getByLabel('Reason').fill('Health data was in it')
    })
    await page.getByText('Next: Data protection report (72 hours)').waitFor()
    await page.goto('/breaches?toReport=true')
    await page.getByRole('link', { name: title }).first().click()
    await page.getByRole('button', { name: 'Record report' }).waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Close breach' }).count()).toBe(0)
    expect(
      await refused(page, 'Record report', (dialog) =>
        dialog.getByLabel(/^Reported/).fill(`${formatTypedDay(3)} 09:00`),
      ),
    ).toMatch(/Reported.*not.*(come|future)/is)
    await act(page, 'Record report', (dialog) => dialog.getByLabel(/^Report reference/).fill('DPC-2026-1'))
    await page.getByText(/^Reported on /).waitFor()
    await expect.poll(() => page.getByRole('timer').count()).toBe(0)
    await act(page, 'Record remediation')
    await act(page, 'Close breach', (dialog) => dialog.getByLabel('Reason').fill('The letter came back'))
    await page.getByText(/^Closed on /).waitFor()
    expect(await listAuditedActions(page, 'breach', id)).toEqual([
      'breach.close',
      'breach.remediate',
      'breach.report',
      'breach.assess',
      'breach.create',
    ])
    expect(complaints(/422/)).toEqual([])
  })
})

describe('the trustees', () => {
  const browser = useBrowser()

  test('an annual compliance statement is answered, signed by two trustees and shown with its obligation', async () => {
    const { page, complaints } = await browser.as('brokeruser')
    const schemeId = await schemeOf(page)
    await page.goto(`/schemes/${schemeId}/compliance-statements`)
    await page.getByRole('link', { name: 'Start statement' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Start an annual compliance statement' }).waitFor()
    await page.getByLabel('Calendar year').fill('2023')
    await page.getByRole('button', { name: 'Start statement' }).click()
    await page.getByRole('group', { name: 'Point 1' }).waitFor()
    const points = await page.getByRole('group').count()
    for (let index = 0; index < points; index += 1)
      await page.locator(`[name="answers.${index}.compliant"]`).selectOption('Yes')
    await page.getByRole('button', { name: /^Save/ }).click()
    await page.getByText('Next: record the signatures').waitFor()
    await act(page, 'Record signatures', async (dialog) => {
      await dialog.getByLabel('First signatory').selectOption({ index: 1 })
      await dialog.getByLabel('Second signatory').selectOption({ index: 2 })
    })
    await page.getByText(/^Completed on /).waitFor()
    await expectAccessible(page)
    await takeScreenshot(page, 'compliance statement')
    const [statement] = await fetchRows(page, `/api/compliance-statements?schemeId=${schemeId}&acsYear=2023`)
    expect(statement).toMatchObject({ status: 'COMPLETED', openAnswers: 0 })
    expect(complaints()).toEqual([])
  })

  test('meet, agree actions, and the actions are completed', async () => {
    const { page, complaints } = await browser.as('brokeruser')
    const tail = buildUniqueText()
    const schemeId = await schemeOf(page)
    await page.goto('/meetings')
    await page.getByRole('link', { name: 'Plan meeting' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Plan a trustee meeting' }).waitFor()
    await choose(page, /^Scheme/, SCHEME)
    await page.getByLabel('Title').fill(`Quarterly meeting ${tail}`)
    await page.getByLabel('Planned for').fill(formatTypedDay(0))
    await page.getByLabel(/^Agenda/).fill('Minutes\nRisk report')
    await page.getByRole('button', { name: 'Plan meeting' }).click()
    await page.getByRole('heading', { level: 1, name: `Quarterly meeting ${tail}` }).waitFor()
    const id = idInAddress(page)
    await act(page, 'Record meeting', async (dialog) => {
      await dialog.getByLabel(/^Present/).fill('A trustee\nAnother trustee')
      await dialog.getByLabel('Quorum met').check()
      await dialog.getByLabel(/^Decisions/).fill('The risk report is accepted')
    })
    await page.getByText('Next: approve the minutes').waitFor()
    const task = `Ask the administrator ${tail}`
    await act(page, 'Add action', async (dialog) => {
      await dialog.getByLabel('Action').fill(task)
      await dialog.getByLabel(/^Responsible person/).fill('Secretary')
      await dialog.getByLabel(/^Due date/).fill(formatTypedDay(7))
    })
    await findText(page, 'Action added').waitFor()
    // Messages cover the buttons of the row until they close.
    await findText(page, 'Action added').waitFor({ state: 'hidden' })
    await waitForPage(page)
    await expectAccessible(page)
    await takeScreenshot(page, 'journey-meeting', true)

    await page.goto(`/schemes/${schemeId}/meetings`)
    await page.getByRole('link', { name: task }).click()
    const row = page.getByRole('listitem').filter({ hasText: task })
    await row.getByRole('button', { name: 'Done' }).click()
    await page
      .getByRole('dialog')
      .getByLabel(/^Result/)
      .fill('Answered by mail')
    await page.getByRole('dialog').getByRole('button', { name: 'Done', exact: true }).click()
    await row.getByText(/^Done \d/).waitFor()
    const { page: desk } = await browser.as('approver')
    await desk.goto(`/meetings/${id}`)
    await act(desk, 'Approve minutes')
    await desk.getByText(/^Minutes approved on /).waitFor()
    await page.reload()
    await page.getByText(/^Minutes approved on /).waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Correct record' }).count()).toBe(0)
    expect(await fetchJson(page, `/api/trustee-meetings/${id}`)).toMatchObject({
      status: 'HELD',
      openActions: 0,
    })
    // The register meets the duty: the next one is six months from today's.
    const [meeting] = await fetchRows(page, `/api/obligations?schemeId=${schemeId}&ruleId=GOV-13&isOpen=true`)
    expect(meeting).toMatchObject({ status: 'UPCOMING' })
    expect(complaints()).toEqual([])
  })

  test('are trained, and the next training date is counted from it', async () => {
    const { page, complaints } = await browser.as('brokeruser')
    const [scheme] = await fetchRows(page, '/api/schemes?q=corrib+precision+engineering+dc&limit=1')
    const [obligation] = await fetchRows(
      page,
      `/api/obligations?schemeId=${scheme?.id}&ruleId=GOV-11&status=TO_CONFIRM&limit=1`,
    )
    await page.goto(`/calendar/${obligation?.id}`)
    await act(page, 'Record as not done')
    await page.getByText(/overdue: due on/).waitFor()
    await page.getByRole('link', { name: 'The trustee' }).click()
    await page.getByText('No training recorded yet').waitFor()
    await act(page, 'Add training', async (dialog) => {
      await dialog.getByLabel('Topic').fill('Duties of a trustee')
      await dialog.getByLabel(/^Hours/).fill('3.5')
    })
    await page.getByText(/^Last training on /).waitFor()
    await page.goto(`/calendar/${obligation?.id}`)
    await page.getByText(/^Completed on .* late: due on/).waitFor()
    await page.getByText('Recorded on another page.').waitFor()
    expect(await fetchJson(page, `/api/obligations/${obligation?.id}`)).toMatchObject({
      status: 'DONE_LATE',
      isByHand: false,
    })
    expect(complaints()).toEqual([])
  })
})

describe('an own-risk assessment', () => {
  const browser = useBrowser()

  test('gets a risk in its register and shows it on the map', async () => {
    const { page, complaints } = await browser.as('brokeruser')
    const { assessmentId } = inject('demoRecords').brokeruser
    const risk = `Payroll is late ${buildUniqueText()}`
    await page.goto('/own-risk-assessments')
    await waitForPage(page)
    await page.goto(`/own-risk-assessments/${assessmentId}/risks`)
    await page.getByRole('link', { name: 'Add risk' }).first().click()
    // The register has a filter of the same name.
    await page.getByRole('heading', { level: 1, name: 'Add a risk' }).waitFor()
    await page.getByLabel('Area').selectOption({ index: 1 })
    await page.getByLabel('Description').fill(risk)
    for (const [index, value] of ['5', '4'].entries()) {
      await page.getByLabel('Likelihood').nth(index).fill(value)
      await page.getByLabel('Impact').nth(index).fill(value)
    }
    await page.getByLabel('Appetite').selectOption({ index: 1 })
    await page.getByRole('button', { name: 'Add risk' }).click()
    await findText(page, 'Risk added').waitFor()
    await page.getByRole('link', { name: risk }).first().waitFor()
    await page.getByRole('link', { name: /of likelihood 4 and impact 4/ }).click()
    await page.getByRole('link', { name: risk }).first().waitFor()
    await takeScreenshot(page, 'journey-own-risk-register', true)
    const items = await fetchRows(page, `/api/own-risk-assessments/${assessmentId}/risk-items`)
    expect(items.find(({ description }) => description === risk)).toMatchObject({
      inherentLikelihood: 5,
      residualImpact: 4,
    })
    expect(complaints()).toEqual([])
  })
})
