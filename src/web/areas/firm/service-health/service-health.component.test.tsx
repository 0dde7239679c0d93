import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { setUpFakeApi } from '../../../../../test/components/fake-api.ts'
import { renderPage } from '../../../../../test/components/render-page.tsx'
import { getServiceHealth, type JobHealth, type ServiceHealth } from '../../../../contract/service-health.ts'
import ServiceHealthNotice from '../../../records/service-health-notice.tsx'
import ServiceHealthPage from './service-health.tsx'

const api = setUpFakeApi()
beforeEach(() => api.signIn('SuperAdmin'))

const IN_TIME: JobHealth = {
  job: 'obligations',
  nextAt: '2026-11-22T00:10:00.000Z',
  lastStartedAt: '2026-11-21T00:10:00.000Z',
  lastEndedAt: '2026-11-21T00:12:00.000Z',
  lastCompletedAt: '2026-11-21T00:12:00.000Z',
  isLate: false,
  failures: 0,
  failedFirms: 0,
  did: {},
}
const HEALTHY: ServiceHealth = {
  version: '0.1.0 (abcdef012345)',
  isSchedulerOn: true,
  jobs: [IN_TIME],
  mails: { waiting: 2, failing: 0, oldestAt: null, givenUp: 0, latestGivenUp: [] },
}
const SICK: ServiceHealth = {
  ...HEALTHY,
  jobs: [
    { ...IN_TIME, isLate: true },
    { ...IN_TIME, job: 'contributions', failedFirms: 2 },
    { ...IN_TIME, job: 'reminders', failures: 3 },
  ],
  mails: {
    ...HEALTHY.mails,
    givenUp: 1,
    latestGivenUp: [
      {
        id: 'q619nr3xee1nloxezi5h6lux',
        tenantId: 'i9llaoxe6qx6y8zq5prgb0bs',
        firmName: 'Corrib Pensions',
        givenUpReason: 'REFUSED_BY_RELAY',
        attempts: 1,
        createdAt: '2026-11-21T09:00:00.000Z',
        givenUpAt: '2026-11-21T09:00:05.000Z',
      },
    ],
  },
}

test('the page shows each job with its state, and mails that were given up', async () => {
  api.answer(getServiceHealth, () => SICK)
  await renderPage(<ServiceHealthPage />)
  const jobs = await screen.findByRole('table', { name: 'Jobs' })
  expect(within(jobs).getByText('Late')).toBeDefined()
  expect(within(jobs).getByText('Failed for 2 firms')).toBeDefined()
  expect(within(jobs).getByText('Failed 3 times')).toBeDefined()
  const mails = screen.getByRole('table', { name: 'Mails given up' })
  expect(within(mails).getByText('Corrib Pensions')).toBeDefined()
  expect(within(mails).getByText('Refused by relay')).toBeDefined()
  expect(screen.getByText('0.1.0 (abcdef012345)')).toBeDefined()
})

test('the notice counts late jobs, failed jobs and lost mails', async () => {
  api.answer(getServiceHealth, () => SICK)
  await renderPage(<ServiceHealthNotice />)
  await screen.findByText(
    '1 job has missed a run. 2 jobs failed, or failed for some firms. 1 mail was not sent and will not be sent.',
  )
  expect(screen.getByRole('link', { name: 'Service health' }).getAttribute('href')).toBe('/service-health')
})

test('there is no notice while all jobs run in time', async () => {
  api.answer(getServiceHealth, () => HEALTHY)
  await renderPage(
    <>
      <ServiceHealthNotice />
      <ServiceHealthPage />
    </>,
  )
  await screen.findByText('In time')
  expect(screen.queryByText('The service needs attention')).toBeNull()
})
