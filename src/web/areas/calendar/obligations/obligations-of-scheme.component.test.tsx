import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { setUpFakeApi } from '../../../../../test/components/fake-api.ts'
import { buildScheme } from '../../../../../test/components/records.ts'
import { renderPage } from '../../../../../test/components/render-page.tsx'
import { PAGES } from '../../../../contract/pages.ts'
import { getScheme } from '../../../../contract/schemes.ts'
import ObligationsOfScheme from './obligations-of-scheme.tsx'

const api = setUpFakeApi()

test.each([
  ['DRAFT', /^Complete the scheme and submit it/],
  ['PENDING_APPROVAL', /waits for approval/],
] as const)('a scheme that is %s is not shown as green', async (status, text) => {
  api.answer(getScheme, () => buildScheme({ id: 'scheme1', status }))
  await renderPage(<ObligationsOfScheme />, {
    at: '/schemes/scheme1/obligations',
    path: PAGES.schemeObligations,
  })
  await screen.findByText('Obligations start with the approval of the scheme')
  expect(screen.getByText(text)).toBeDefined()
  expect(screen.queryByText(/^Green/)).toBeNull()
  expect(screen.getByRole('link', { name: 'Show the scheme' }).getAttribute('href')).toBe(
    PAGES.scheme.replace('$schemeId', 'scheme1'),
  )
})
