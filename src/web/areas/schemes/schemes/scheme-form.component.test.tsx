import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { setUpFakeApi, toPage } from '../../../../../test/components/fake-api.ts'
import { buildEmployer, buildScheme } from '../../../../../test/components/records.ts'
import { answerLeaveQuestion, findDialog, renderPage } from '../../../../../test/components/render-page.tsx'
import type { Role } from '../../../../contract/define.ts'
import { createEmployer, getEmployer, listEmployers } from '../../../../contract/employers.ts'
import { createScheme } from '../../../../contract/schemes.ts'
import { NewPage } from './scheme-form.tsx'

const api = setUpFakeApi()
const NEW = { name: 'New employer' }

async function renderForm(role: Role = 'BrokerUser') {
  api.signIn(role)
  api.answer(listEmployers, () => toPage([]))
  const { user } = await renderPage(<NewPage />, { at: '/schemes/new' })
  const name = (await screen.findAllByRole('textbox', { name: 'Name' }))[0] as HTMLInputElement
  return { user, name }
}

test('the employer of a new scheme is created without leaving its form', async () => {
  const { user, name } = await renderForm()
  const created = buildEmployer({ id: 'employer7', legalName: 'Fenit Foods Limited' })
  api.answer(createEmployer, () => created)
  api.answer(getEmployer, () => created)
  await user.type(name, 'Fenit Pension Scheme')
  await user.click(screen.getByRole('button', NEW))
  const dialog = within(await findDialog('New employer'))
  await user.type(dialog.getByRole('textbox', { name: 'Legal name' }), 'Fenit Foods Limited')
  await user.click(dialog.getByRole('button', { name: 'Add employer' }))
  const field = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Employer' })
  await waitFor(() => expect(field.value).toBe('Fenit Foods Limited'))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(name.value).toBe('Fenit Pension Scheme')
  // The form of the scheme was not sent with that of the employer.
  expect(api.requestsTo(createScheme)).toEqual([])
  expect(screen.queryByRole('alert')).toBeNull()

  api.answer(createScheme, ({ input }) => buildScheme({ name: input.name }))
  await user.selectOptions(screen.getByRole('combobox', { name: 'Type' }), 'DC')
  await user.click(screen.getByRole('button', { name: 'Add scheme' }))
  await screen.findByText('Fenit Pension Scheme added as a draft')
  expect(api.requestsTo(createScheme)[0]?.input.employerId).toBe('employer7')
})

test('a cancelled dialog asks before typed values are lost, and leaves the scheme as it is', async () => {
  const { user, name } = await renderForm()
  await user.type(name, 'Fenit Pension Scheme')
  await user.click(screen.getByRole('button', NEW))
  const dialog = within(await findDialog('New employer'))
  await user.type(dialog.getByRole('textbox', { name: 'Legal name' }), 'Fenit')
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  await answerLeaveQuestion(user, 'Leave without saving')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(name.value).toBe('Fenit Pension Scheme')
})

test('a SuperAdmin, who belongs to no firm, chooses an employer', async () => {
  await renderForm('SuperAdmin')
  expect(screen.queryByRole('button', NEW)).toBeNull()
})
