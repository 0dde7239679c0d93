import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { setUpFakeApi, toPage } from '../../../../../test/components/fake-api.ts'
import { buildMember } from '../../../../../test/components/records.ts'
import { renderPage } from '../../../../../test/components/render-page.tsx'
import { listMemberContributions } from '../../../../contract/contributions.ts'
import { listDocuments } from '../../../../contract/documents.ts'
import { getMemberOverview, type MemberOverview } from '../../../../contract/member-overview.ts'
import { MemberRecord } from './member-record.tsx'

const api = setUpFakeApi()

const NO_CONTACT = { enquiryName: null, enquiryEmail: null, enquiryPhone: null }
const OVERVIEW: MemberOverview = {
  contributionYears: [
    {
      year: '2024',
      eeCents: 1_000_00,
      avcCents: 0,
      employerCents: 1_500_00,
      transferCents: 0,
      totalCents: 2_500_00,
    },
    {
      year: '2025',
      eeCents: 1_100_00,
      avcCents: 200_00,
      employerCents: 1_600_00,
      transferCents: 0,
      totalCents: 2_900_00,
    },
  ],
  lastStatement: { documentId: 'document1', title: 'Statement of 2025', statedOn: '2026-03-01' },
  scheme: {
    name: 'Corrib Precision Engineering DC',
    type: 'DC',
    normalRetirementAge: 65,
    registeredAdministratorName: 'Lee Valley Administrators',
    ...NO_CONTACT,
    enquiryPhone: '01 555 0199',
  },
  firm: {
    name: 'Harbour Row',
    ...NO_CONTACT,
    enquiryEmail: 'pensions@harbour-row.example',
    dataProtectionContact: null,
  },
}

const open = (overview: MemberOverview = OVERVIEW) => {
  api.answer(getMemberOverview, () => overview)
  api.answer(listDocuments, () => toPage([]))
  api.answer(listMemberContributions, () => toPage([]))
  return renderPage(<MemberRecord member={buildMember()} />, { at: '/' })
}

test('a member sees the contributions, their payers and dates, with a table for the chart', async () => {
  const { user } = await open()
  await screen.findByRole('img', { name: /^Contributions by year, 2024 to 2025\./ })
  screen.getByText(
    '2025: €1,100.00 from you, €200.00 as AVC and €1,600.00 from your employer, together €2,900.00. Since 2024, as far as reported here: €5,400.00.',
  )
  await user.click(screen.getByText('Show as table'))
  const table = screen.getByRole('table', { name: 'Contributions by year' })
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map((cell) => cell.textContent),
  ).toEqual(['Year', 'You', 'Your additional voluntary contributions (AVC)', 'Your employer', 'Total'])
  within(table).getByRole('row', { name: '2024 €1,000.00 €0.00 €1,500.00 €2,500.00' })
})

test('the page links to the last statement and to a contact for questions and corrections', async () => {
  await open()
  const statement = await screen.findByRole('link', { name: 'Statement of 2025' })
  expect(statement.getAttribute('href')).toBe('/documents/document1')
  expect(screen.getByRole('link', { name: '01 555 0199' }).getAttribute('href')).toBe('tel:015550199')
  const mails = screen.getAllByRole('link', { name: 'pensions@harbour-row.example' })
  expect(mails.map((link) => link.getAttribute('href'))).toEqual([
    'mailto:pensions@harbour-row.example?subject=Correction%20of%20my%20pension%20record',
    'mailto:pensions@harbour-row.example',
  ])
})

test("without contributions, statement and contact the page says so and shows the firm's name", async () => {
  await open({
    ...OVERVIEW,
    contributionYears: [],
    lastStatement: null,
    scheme: null,
    firm: { ...OVERVIEW.firm, enquiryEmail: null },
  })
  await screen.findByText(/has not reported contributions yet/)
  screen.getByText(/No statement is shared with you here. Ask Harbour Row/)
  screen.getByText('Not shown here: ask Harbour Row')
  screen.getByText('Your broker')
})
