import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { setUpFakeApi } from '../../../../../test/components/fake-api.ts'
import { renderPage } from '../../../../../test/components/render-page.tsx'
import type { FirstSteps as Steps } from '../../../../contract/dashboard.ts'
import type { Output } from '../../../../contract/define.ts'
import { getExample, loadExample, removeExample } from '../../../../contract/examples.ts'
import { updateMe } from '../../../../contract/users.ts'
import { FirstSteps } from './first-steps.tsx'

const api = setUpFakeApi()

const NO_EXAMPLE = { loadedAt: null, schemeId: null, employers: 0, schemes: 0, members: 0 }
beforeEach(() => api.answer(getExample, () => NO_EXAMPLE))

const NOTHING_DONE: Steps = {
  colleagues: false,
  settings: false,
  schemes: false,
  obligations: false,
  contributions: false,
  feed: false,
}
const ALL_DONE: Steps = {
  colleagues: true,
  settings: true,
  schemes: true,
  obligations: true,
  contributions: true,
  feed: true,
}

test('steps that are not done link to their page, and done steps are counted', async () => {
  api.signIn('BrokerAdmin')
  await renderPage(<FirstSteps steps={{ ...NOTHING_DONE, schemes: true }} />)
  await screen.findByText('1 of 6 done')
  expect(screen.getByRole('link', { name: 'Confirm past obligations' }).getAttribute('href')).toBe(
    '/calendar/to-confirm',
  )
  expect(screen.queryByRole('link', { name: 'Import existing schemes' })).toBeNull()
})

test('schemes are imported, or an employer is added by hand, until the step is done', async () => {
  api.signIn('BrokerUser')
  await renderPage(<FirstSteps steps={NOTHING_DONE} />)
  expect((await screen.findByRole('link', { name: 'Import existing schemes' })).getAttribute('href')).toBe(
    '/schemes/import',
  )
  expect(screen.getByRole('link', { name: 'Add an employer by hand' }).getAttribute('href')).toBe(
    '/employers/new',
  )
})

test('a broker user sees only the steps that they may do', async () => {
  api.signIn('BrokerUser')
  await renderPage(<FirstSteps steps={{ ...ALL_DONE, colleagues: false, settings: false, feed: false }} />)
  await screen.findByText('3 of 4 done')
  expect(screen.queryByText('Invite colleagues')).toBeNull()
})

test('the list ends with its last step', async () => {
  await renderPage(
    <>
      <h1>Today</h1>
      <FirstSteps steps={ALL_DONE} />
    </>,
  )
  await screen.findByRole('heading', { name: 'Today' })
  expect(screen.queryByText('First steps')).toBeNull()
})

test('a user hides the list for their own account', async () => {
  api.answer(updateMe, ({ input }) => ({
    id: 'user1',
    createdAt: '2026-01-05T09:00:00.000Z',
    updatedAt: '2026-01-05T09:00:00.000Z',
    version: 2,
    tenantId: 'firm1',
    tenantName: 'Liffey Pensions',
    email: 'niamh.byrne@example.ie',
    name: input.name,
    role: 'BrokerAdmin' as const,
    employerId: null,
    memberId: null,
    wantsDigest: true,
    showsFirstSteps: input.showsFirstSteps ?? true,
  }))
  api.signIn('BrokerAdmin')
  const { user } = await renderPage(<FirstSteps steps={NOTHING_DONE} />)
  await user.click(await screen.findByRole('button', { name: 'Hide' }))
  await waitFor(() =>
    expect(api.requestsTo(updateMe).map(({ input }) => input)).toEqual([
      { name: 'Niamh Byrne', showsFirstSteps: false },
    ]),
  )
})

const EXAMPLE = {
  loadedAt: '2026-11-20T09:00:00.000Z',
  schemeId: 'scheme1',
  employers: 1,
  schemes: 1,
  members: 7,
}

test('an administrator loads the example, and removes it after one confirmation', async () => {
  let example: Output<typeof getExample> = NO_EXAMPLE
  api.answer(getExample, () => example)
  api.answer(loadExample, () => {
    example = EXAMPLE
    return example
  })
  api.answer(removeExample, () => {
    example = NO_EXAMPLE
    return example
  })
  api.signIn('BrokerAdmin')
  const { user } = await renderPage(<FirstSteps steps={NOTHING_DONE} />)
  await user.click(await screen.findByRole('button', { name: 'Load example scheme' }))
  const link = await screen.findByRole('link', { name: 'Open the example scheme' })
  expect(link.getAttribute('href')).toBe('/schemes/scheme1')
  await user.click(screen.getByRole('button', { name: 'Remove example' }))
  await screen.findByText(/1 employer, 1 scheme and 7 members/)
  const dialog = within(screen.getByRole('dialog', { name: 'Remove the example' }))
  expect(api.requestsTo(removeExample)).toEqual([])
  await user.click(dialog.getByRole('button', { name: 'Remove example' }))
  await screen.findByRole('button', { name: 'Load example scheme' })
  expect(api.requestsTo(removeExample)).toHaveLength(1)
})

test('a broker user is not offered the example', async () => {
  api.signIn('BrokerUser')
  await renderPage(<FirstSteps steps={NOTHING_DONE} />)
  await screen.findByText('0 of 4 done')
  expect(screen.queryByText('Try it with an example')).toBeNull()
})
