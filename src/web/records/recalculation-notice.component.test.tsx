import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { setUpFakeApi } from '../../../test/components/fake-api.ts'
import { renderPage } from '../../../test/components/render-page.tsx'
import { type Dashboard, getDashboard } from '../../contract/dashboard.ts'
import { MemberStatus } from '../../contract/members.ts'
import { SchemeStatus, SchemeType } from '../../contract/schemes.ts'
import { RecalculationNotice } from './recalculation-notice.tsx'

const api = setUpFakeApi()

const EMPTY: Dashboard = {
  asOfOn: '2026-11-21',
  portfolio: null,
  portfolioTrend: null,
  firstSteps: null,
  queue: null,
  duties: null,
  recalculation: null,
  policiesInReview: null,
  assessmentsInReview: null,
  breachesToReport: null,
  corpusReviewsOpen: null,
  firms: null,
  employers: { total: 0, active: 0 },
  schemes: {
    total: 0,
    byStatus: Object.fromEntries(SchemeStatus.options.map((status) => [status, 0])) as never,
    byType: Object.fromEntries(SchemeType.options.map((type) => [type, 0])) as never,
  },
  members: {
    total: 0,
    byStatus: Object.fromEntries(MemberStatus.options.map((status) => [status, 0])) as never,
  },
  contributions: null,
  awaitingApproval: null,
  returned: null,
  gaps: null,
  recentSchemes: [],
  recentActivity: null,
}

test('the progress is shown until the recalculation is complete', async () => {
  let recalculation: { schemes: number; recalculated: number } | null = { schemes: 5000, recalculated: 1250 }
  api.answer(getDashboard, () => ({ ...EMPTY, recalculation }))
  await renderPage(<RecalculationNotice />)
  expect(await screen.findByText(/1,250 of 5,000 schemes are done/)).toBeTruthy()
  recalculation = null
  await waitFor(() => expect(screen.queryByText('Obligations are being recalculated')).toBeNull(), {
    timeout: 5_000,
  })
})
