import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { setUpFakeApi } from '../../../../../test/components/fake-api.ts'
import { renderPage } from '../../../../../test/components/render-page.tsx'
import { PAGES } from '../../../../contract/pages.ts'
import Help from './help.tsx'

const api = setUpFakeApi()

test('the search finds tasks and terms by their words', async () => {
  const { user } = await renderPage(<Help />, { at: PAGES.help })
  await user.type(await screen.findByRole('searchbox'), 'actuarial funding')
  expect(screen.getByText(/^A certificate in which the scheme actuary/)).toBeDefined()
  expect(screen.queryByText('Import your existing schemes')).toBeNull()
  await user.clear(screen.getByRole('searchbox'))
  await user.type(screen.getByRole('searchbox'), 'import your existing')
  const task = screen.getByText('Import your existing schemes').closest('details') as HTMLElement
  expect(within(task).getAllByRole('listitem').length).toBeGreaterThan(2)
  expect(within(task).getByRole('link', { name: 'Open the page' }).getAttribute('href')).toBe(PAGES.schemes)
  await user.type(screen.getByRole('searchbox'), 'zzz')
  expect(screen.getByText('No task matches.')).toBeDefined()
  expect(screen.getByText('No term matches.')).toBeDefined()
})

test('a task shows a picture of its page, which is loaded on demand', async () => {
  await renderPage(<Help />, { at: PAGES.help })
  const task = (await screen.findByText('Work through the morning')).closest('details') as HTMLElement
  const picture = within(task).getByRole('img', { hidden: true })
  expect(picture.getAttribute('src')).toMatch(/today-light.*\.webp/)
  expect(picture.getAttribute('loading')).toBe('lazy')
  expect(picture.getAttribute('alt')).toContain('The page Today')
})

test('an employer sees the tasks of employers, without links to pages of the broker', async () => {
  api.signIn('EmployerUser')
  await renderPage(<Help />, { at: PAGES.help })
  await screen.findByRole('heading', { name: 'Help' })
  expect(screen.queryByText('Import your existing schemes')).toBeNull()
  expect(document.querySelectorAll('details').length).toBe(2)
  expect(screen.queryByRole('link', { name: /^Open the page: / })).toBeNull()
})
