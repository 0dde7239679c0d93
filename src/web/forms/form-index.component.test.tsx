import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { setUpFakeApi } from '../../../test/components/fake-api.ts'
import { renderPage } from '../../../test/components/render-page.tsx'
import { updateScheme } from '../../contract/schemes.ts'
import { TextField } from '../ui/form/fields.tsx'
import { FormSection } from '../ui/form/form-section.tsx'
import { ContractForm } from './contract-form.tsx'

setUpFakeApi()
const renderForm = (titles: readonly string[]) =>
  renderPage(
    <ContractForm
      contract={updateScheme}
      defaults={{}}
      ids={{ id: 'scheme1' }}
      submitLabel="Save"
      onSaved={() => {}}
    >
      {titles.map((title, at) => (
        <FormSection key={title} title={title}>
          <TextField name={`field${at}`} label={`Field of ${title}`} />
        </FormSection>
      ))}
    </ContractForm>,
  )

test('a form with four sections or more has an index, and a link moves the focus to the first field of its section', async () => {
  const { user } = await renderForm(['Scheme', 'Registration', 'Dates', 'Trustees'])
  const index = await screen.findByRole('navigation', { name: 'Sections of the form' })
  const links = within(index).getAllByRole('button')
  expect(links.map(({ textContent }) => textContent)).toEqual(['Scheme', 'Registration', 'Dates', 'Trustees'])
  await user.click(within(index).getByRole('button', { name: 'Dates' }))
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: /^Field of Dates/ }))
  expect(within(index).getByRole('button', { name: 'Dates' }).getAttribute('aria-current')).toBe('true')
})

test('a shorter form has none', async () => {
  await renderForm(['Scheme', 'Registration', 'Dates'])
  await screen.findByRole('textbox', { name: /^Field of Dates/ })
  // The index is loaded after the form.
  await waitFor(() => expect(document.querySelector('form > span[hidden]')).not.toBeNull())
  expect(screen.queryByRole('navigation', { name: 'Sections of the form' })).toBeNull()
})
