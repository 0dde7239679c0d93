import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { setUpFakeApi } from '../../../test/components/fake-api.ts'
import { renderPage } from '../../../test/components/render-page.tsx'
import { FilterChips } from './filters.tsx'

setUpFakeApi()

function Page() {
  const [names, setNames] = useState(['Status', 'Type'])
  return (
    <>
      <h1>Schemes</h1>
      <FilterChips
        chips={names.map((name) => ({
          key: name,
          name,
          label: name,
          onRemove: () => setNames(names.filter((other) => other !== name)),
        }))}
      />
    </>
  )
}

test('removing a filter moves the focus to the next one, and from the last to the heading', async () => {
  const { user } = await renderPage(<Page />)
  await user.click(await screen.findByRole('button', { name: 'Remove filter Status' }))
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Remove filter Type' }))
  await user.keyboard('{Enter}')
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Schemes' }))
})
