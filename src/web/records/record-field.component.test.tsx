import { screen } from '@testing-library/react'
import { FormProvider, useForm } from 'react-hook-form'
import { expect, test } from 'vitest'
import { setUpFakeApi, toPage } from '../../../test/components/fake-api.ts'
import { renderPage } from '../../../test/components/render-page.tsx'
import { listSchemes } from '../../contract/schemes.ts'
import { SchemeField } from './record-field.tsx'

const api = setUpFakeApi()

function Form({ within = {} }: { within?: Record<string, string> }) {
  return (
    <FormProvider {...useForm()}>
      <SchemeField within={within} />
    </FormProvider>
  )
}

async function openChoices(within?: Record<string, string>) {
  api.answer(listSchemes, () => toPage([]))
  const { user } = await renderPage(<Form {...(within ? { within } : {})} />)
  await user.click(await screen.findByRole('combobox', { name: /^Scheme/ }))
}

test('where there is no scheme, the field says where to add one', async () => {
  await openChoices()
  expect(await screen.findByText('No schemes yet. Add or import them under Schemes')).toBeDefined()
})

test('a field that offers some of the schemes does not say that there are none', async () => {
  await openChoices({ status: 'ACTIVE' })
  expect(await screen.findByText('No records to choose from yet')).toBeDefined()
})
