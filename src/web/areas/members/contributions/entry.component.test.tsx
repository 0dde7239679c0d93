import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { setUpFakeApi } from '../../../../../test/components/fake-api.ts'
import { renderPage } from '../../../../../test/components/render-page.tsx'
import {
  type EntryReport,
  type ExpectedLine,
  enterContributions,
} from '../../../../contract/contribution-entries.ts'
import { createBusinessRuleRefusal } from '../../../../server/pipeline/refusal.ts'
import { Entry } from './entry.tsx'

const api = setUpFakeApi()

const line = (memberId: string, firstName: string, fields: Partial<ExpectedLine> = {}): ExpectedLine => ({
  memberId,
  firstName,
  lastName: 'Byrne',
  worksNumber: null,
  status: 'ACTIVE',
  ee: { cents: 150_00, gap: null },
  er: { cents: null, gap: 'NO_RATE' },
  avc: { cents: null, gap: 'NO_RATE' },
  lastMonth: null,
  ...fields,
})
const LINES = [
  line('m1', 'Aoife', { lastMonth: { eeCents: 100_00, erCents: 200_00, avcCents: 0 } }),
  line('m2', 'Brian'),
]

const report = (fields: Partial<EntryReport> = {}): EntryReport => ({
  dryRun: true,
  status: 'VALIDATED',
  counts: { rows: 1, ok: 1, warn: 0, reject: 0, skipped: 0, dropped: 0 },
  errors: [],
  moreErrors: 0,
  warningCodes: [],
  batchId: null,
  id: null,
  payrollMonth: '2026-10',
  dueOn: '2026-11-21',
  totals: { eeCents: 0, erCents: 0, avcCents: 0, erSpecialCents: 0, singlePremiumCents: 0, totalCents: 0 },
  declaredTotalCents: null,
  missingMembers: 0,
  batch: null,
  ...fields,
})

async function renderEntry() {
  const saved: EntryReport[] = []
  const page = await renderPage(
    <Entry
      terms={{ schemeId: 'scheme1', payrollMonth: '2026-10' }}
      lines={LINES}
      onSaved={(answer) => saved.push(answer)}
    />,
  )
  return { ...page, saved }
}
const amount = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })

test('amounts are copied from the previous month, filled in as expected, and summed', async () => {
  const { user } = await renderEntry()
  await user.click(await screen.findByRole('button', { name: 'Copy last month' }))
  screen.getByText('The amounts of 1 member are copied from Sep 2026.')
  expect(amount('Employer, Aoife Byrne').value).toBe('200.00')
  expect(amount('Employee, Brian Byrne').value).toBe('')
  await user.click(screen.getByRole('button', { name: 'Fill in expected amounts' }))
  screen.getByText('2 expected amounts are filled in; 2 amounts are not known.')
  expect(amount('Employee, Aoife Byrne').value).toBe('150.00')
  const total = within(screen.getByRole('table')).getAllByRole('row').at(-1)
  expect(total?.textContent).toBe('Total€300.00€200.00€0.00€500.00')
})

test('Enter and the arrow keys move to the same amount of the next member', async () => {
  const { user } = await renderEntry()
  await user.click(await screen.findByRole('textbox', { name: 'Employee, Aoife Byrne' }))
  await user.keyboard('{Enter}')
  expect(document.activeElement).toBe(amount('Employee, Brian Byrne'))
  await user.keyboard('{ArrowUp}')
  expect(document.activeElement).toBe(amount('Employee, Aoife Byrne'))
})

test('an unreadable amount, or an entry without amounts, is not sent', async () => {
  const { user } = await renderEntry()
  await user.click(await screen.findByRole('button', { name: 'Check amounts' }))
  screen.getByText('Enter at least one amount.')
  await user.type(amount('Employee, Aoife Byrne'), '1,5')
  await user.click(screen.getByRole('button', { name: 'Check amounts' }))
  screen.getByText('Correct the amounts that cannot be read.')
  expect(screen.getByText('Enter an amount such as 1,234.56')).toBeTruthy()
})

test('a rejected amount is marked beside its cell; a warning is confirmed before the amounts are saved', async () => {
  const sent: unknown[] = []
  api.answer(enterContributions, ({ input }) => {
    sent.push(input)
    const errors: EntryReport['errors'] = [
      { line: 1, memberId: 'm2', field: 'eeCents', code: 'W03', level: 'WARN', message: 'Not as expected' },
    ]
    const { eeCents } = input.lines[0] as { eeCents: number }
    if (eeCents < 0)
      return report({
        status: 'REJECTED',
        counts: { rows: 1, ok: 0, warn: 0, reject: 1, skipped: 0, dropped: 0 },
        errors: [
          { line: 1, memberId: 'm2', field: 'eeCents', code: 'R06', level: 'REJECT', message: 'Is negative' },
        ],
      })
    if (!input.dryRun && !input.confirmedWarnings.includes('W03'))
      throw createBusinessRuleRefusal('WARNINGS_UNCONFIRMED', 'Read and confirm the warnings W03', {})
    return report({ dryRun: input.dryRun, errors, warningCodes: ['W03'] })
  })
  const { user, saved } = await renderEntry()
  await user.type(await screen.findByRole('textbox', { name: 'Employee, Brian Byrne' }), '-5')
  await user.click(screen.getByRole('button', { name: 'Check amounts' }))
  await screen.findByText(/1 line is rejected/)
  const cell = amount('Employee, Brian Byrne')
  expect(document.getElementById(cell.getAttribute('aria-describedby') ?? '')?.textContent).toContain(
    'Is negative',
  )
  expect(cell.getAttribute('aria-invalid')).toBe('true')
  await user.clear(cell)
  await user.type(cell, '300')
  await user.click(screen.getByRole('button', { name: 'Check amounts' }))
  await user.click(await screen.findByRole('button', { name: 'Save 1 line, €300.00' }))
  screen.getByText('Confirm the warning.')
  expect(saved).toHaveLength(0)
  await user.click(screen.getByRole('checkbox', { name: /^Confirm/ }))
  await user.click(screen.getByRole('button', { name: 'Save 1 line, €300.00' }))
  await expect.poll(() => saved.length).toBe(1)
  expect(sent.at(-1)).toMatchObject({
    source: 'MANUAL',
    dryRun: false,
    confirmedWarnings: ['W03'],
    lines: [{ memberId: 'm2', eeCents: 300_00 }],
  })
})
