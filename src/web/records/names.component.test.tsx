import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { setUpFakeApi } from '../../../test/components/fake-api.ts'
import { renderPage } from '../../../test/components/render-page.tsx'
import { getEmployer } from '../../contract/employers.ts'
import {
  createInvalidFieldRefusal,
  createNotFoundRefusal,
  createScopeRefusal,
  type Refusal,
} from '../../server/pipeline/refusal.ts'
import { EmployerName } from './names.tsx'

const api = setUpFakeApi()

async function renderName(refusal: Refusal): Promise<void> {
  api.answer(getEmployer, () => {
    throw refusal
  })
  await renderPage(<EmployerName id="employer1" />)
}

test.each([
  ['a record of another firm', createScopeRefusal()],
  ['a record that does not exist', createNotFoundRefusal()],
])('no access: %s', async (_what, refusal) => {
  await renderName(refusal)
  expect(await screen.findByText('no access')).toBeTruthy()
})

test('other failures do not claim that the user has no access', async () => {
  await renderName(createInvalidFieldRefusal('id', 'is malformed'))
  expect(await screen.findByText('could not be loaded')).toBeTruthy()
  expect(screen.queryByText('no access')).toBeNull()
})
