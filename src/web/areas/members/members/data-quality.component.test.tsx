import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { setUpFakeApi, toPage } from '../../../../../test/components/fake-api.ts'
import { renderPage } from '../../../../../test/components/render-page.tsx'
import {
  type DataQualityTotals,
  getDataQualityTotals,
  listDataQuality,
} from '../../../../contract/data-quality.ts'
import { PAGES } from '../../../../contract/pages.ts'
import DataQualityReport from './data-quality.tsx'

const api = setUpFakeApi()

const NO_FAULTS: DataQualityTotals = {
  memberCount: 42,
  ppsNumberMissing: 0,
  birthDateMissing: 0,
  birthDateImprobable: 0,
  joiningDateMissing: 0,
  emailMissing: 0,
  payMissing: 0,
  faultCount: 0,
}

async function open(totals: DataQualityTotals) {
  api.answer(getDataQualityTotals, () => totals)
  api.answer(listDataQuality, () =>
    toPage(
      totals.memberCount === 0
        ? []
        : [
            {
              id: 'scheme1',
              tenantId: 'firm1',
              schemeName: 'Nore Plan',
              employerName: 'Nore Limited',
              ...totals,
            },
          ],
    ),
  )
  await renderPage(<DataQualityReport />, { at: PAGES.dataQuality })
  await screen.findByRole('heading', { level: 1, name: 'Data quality' })
}

test('without faults the page says in words what was checked, and shows no table of zeros', async () => {
  await open(NO_FAULTS)
  screen.getByText('No faults found in the records of 42 members')
  screen.getByText(
    /checks each member for a missing PPS number, date of birth, joining date, e-mail address or pay/,
  )
  expect(screen.queryByRole('table')).toBeNull()
  expect(screen.queryByText('0')).toBeNull()
})

test('with faults the page counts them by kind and by scheme', async () => {
  await open({ ...NO_FAULTS, emailMissing: 3, faultCount: 3 })
  screen.getByText('3 faults in the records of 42 members')
  await screen.findByRole('table', { name: 'Data quality by scheme' })
  screen.getByRole('link', { name: 'Nore Plan' })
})

test('without members nothing is claimed', async () => {
  await open({ ...NO_FAULTS, memberCount: 0 })
  await screen.findByText('No schemes yet')
  expect(screen.queryByText(/No faults found/)).toBeNull()
})
