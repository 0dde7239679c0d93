import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { setUpFakeApi } from '../../../../../test/components/fake-api.ts'
import { buildMember } from '../../../../../test/components/records.ts'
import { renderPage } from '../../../../../test/components/render-page.tsx'
import {
  getMemberEmoluments,
  type MemberYear,
  recordMemberEmoluments,
} from '../../../../contract/member-emoluments.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { getTodayInDublin } from '../../../format.ts'
import Emoluments from './emoluments.tsx'

const api = setUpFakeApi()
const member = buildMember()
const thisYear = Number(getTodayInDublin().slice(0, 4))
const ABOVE: MemberYear = {
  year: thisYear,
  emolumentsCents: 3_000_000,
  reducedBy: 'NOT_REDUCED',
  employerContributionsCents: 3_100_000,
  employerLimit: { outcome: 'ABOVE', limitCents: 3_000_000, aboveCents: 100_000, missing: null },
}
const UNKNOWN: MemberYear = {
  year: thisYear - 1,
  emolumentsCents: null,
  reducedBy: null,
  employerContributionsCents: 500,
  employerLimit: { outcome: 'CANNOT_TELL', limitCents: null, aboveCents: null, missing: 'EMOLUMENTS' },
}
const show = () => renderPage(<Emoluments member={member} />, { at: PAGES.members })

test('each year shows the amount above the limit, or the missing record', async () => {
  api.answer(getMemberEmoluments, () => ({ memberId: member.id, isPrsa: true, years: [ABOVE, UNKNOWN] }))
  await show()
  const list = await screen.findByRole('list', { name: 'Emoluments and employer limit' })
  const [above, unknown] = within(list)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent ?? '')
  expect(above).toContain('Above the limit: check')
  expect(above).toContain('€1,000.00')
  expect(unknown).toContain('Not recorded: emoluments')
})

test('a correction starts with the values of its year, and a new year without any', async () => {
  api.answer(getMemberEmoluments, () => ({ memberId: member.id, isPrsa: true, years: [ABOVE] }))
  const sent: unknown[] = []
  api.answer(recordMemberEmoluments, ({ input }) => {
    sent.push(input)
    return member
  })
  await show()
  const user = userEvent.setup()
  for (const name of ['Correct', 'Record emoluments']) {
    await user.click(await screen.findByRole('button', { name }))
    await screen.findByText(/^Values that are recorded/)
    const dialog = screen.getByRole('dialog')
    await user.click(await within(dialog).findByRole('button', { name }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }
  expect(sent).toMatchObject([
    { year: thisYear, emolumentsCents: 3_000_000, reducedBy: 'NOT_REDUCED' },
    { year: thisYear, emolumentsCents: null, reducedBy: null },
  ])
})

test('a member of another scheme has no such section', async () => {
  let requestCount = 0
  api.answer(getMemberEmoluments, () => {
    requestCount += 1
    return { memberId: member.id, isPrsa: false, years: [] }
  })
  await show()
  await waitFor(() => expect(requestCount).toBe(1))
  expect(screen.queryByRole('heading', { name: 'Emoluments and employer limit' })).toBeNull()
})
