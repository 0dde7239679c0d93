import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { setUpFakeApi } from '../../../test/components/fake-api.ts'
import { renderPage } from '../../../test/components/render-page.tsx'
import { useEditLink } from './edit-link.tsx'

setUpFakeApi()

function Page({ isEditable }: { isEditable: boolean }) {
  const editLink = useEditLink({ to: '/account' }, isEditable)
  return (
    <>
      <h1>The record</h1>
      {editLink}
    </>
  )
}

test('the link and the key e open the form of a record that can be changed', async () => {
  const { user } = await renderPage(<Page isEditable />)
  expect((await screen.findByRole('link', { name: 'Edit' })).getAttribute('href')).toBe('/account')
  await user.keyboard('e')
  expect(await screen.findByRole('heading', { name: '/account' })).toBeTruthy()
})

test('a record that cannot be changed has no link, and the key does nothing', async () => {
  const { user } = await renderPage(<Page isEditable={false} />)
  expect(await screen.findByRole('heading', { name: 'The record' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Edit' })).toBeNull()
  await user.keyboard('e')
  expect(window.location.pathname).toBe('/page')
})
