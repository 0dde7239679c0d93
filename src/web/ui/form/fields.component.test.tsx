import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { setUpFakeApi } from '../../../../test/components/fake-api.ts'
import { getDescription, renderPage } from '../../../../test/components/render-page.tsx'
import { createServiceProvider, ServiceProviderKind } from '../../../contract/service-providers.ts'
import { createUser } from '../../../contract/users.ts'
import { ContractForm } from '../../forms/contract-form.tsx'
import { listCodeOptions } from '../../labels.ts'
import { ChecksField, DateField, TextField } from './fields.tsx'
import { RadiosField } from './radios-field.tsx'

setUpFakeApi()

async function renderForm() {
  const { user } = await renderPage(
    <ContractForm
      contract={createServiceProvider}
      defaults={{ kinds: [] }}
      ids={{}}
      submitLabel="Create provider"
      onSaved={() => {}}
    >
      <TextField name="name" label="Name of the provider" isRequired />
      <ChecksField
        name="kinds"
        label="Services"
        help="At least one"
        options={listCodeOptions(ServiceProviderKind.options)}
      />
    </ContractForm>,
  )
  await user.click(await screen.findByRole('button', { name: 'Create provider' }))
  return { user, summary: await screen.findByRole('alert', { name: 'There is a problem' }) }
}

test('a group of check boxes shows its error and is described by it', async () => {
  const { user } = await renderForm()
  const group = screen.getByRole('group', { name: 'Services' })
  expect(getDescription(group)).toBe('At least one Choose at least one')
  await user.click(within(group).getByRole('checkbox', { name: 'Auditor' }))
  await waitFor(() => expect(getDescription(group)).toBe('At least one'))
})

test('a group of radio buttons is described by its help and its error', async () => {
  const { user } = await renderPage(
    <ContractForm contract={createUser} defaults={{}} ids={{}} submitLabel="Invite" onSaved={() => {}}>
      <RadiosField
        name="role"
        label="Role"
        help="One role per person"
        choices={[{ value: 'BrokerUser', label: 'Broker' }]}
      />
    </ContractForm>,
  )
  await user.click(await screen.findByRole('button', { name: 'Invite' }))
  await screen.findByRole('alert')
  expect(getDescription(screen.getByRole('group', { name: 'Role' }))).toBe(
    'One role per person Enter the role',
  )
})

test('a picked date is the value of the field, and shown as it is typed', async () => {
  const { user } = await renderPage(
    <ContractForm
      contract={createServiceProvider}
      defaults={{ kinds: [] }}
      ids={{}}
      submitLabel="Create"
      onSaved={() => {}}
    >
      <DateField name="registrationExpiresOn" label="Expires on" />
    </ContractForm>,
  )
  const field = await screen.findByLabelText<HTMLInputElement>('Expires on (optional)')
  const picker = document.querySelector<HTMLInputElement>('input[type="date"]') as HTMLInputElement
  fireEvent.change(picker, { target: { value: '2027-03-21' } })
  expect(field.value).toBe('21/03/2027')
  await user.clear(field)
  await user.type(field, '5/4/2027')
  expect(picker.value).toBe('2027-04-05')
})

test('the error summary names a field by its label on the screen', async () => {
  const { summary } = await renderForm()
  expect(
    within(summary)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['Enter the name of the provider', 'Services: Choose at least one'])
})

test('an emptied text area counts as no value', async () => {
  const { user } = await renderPage(
    <ContractForm
      contract={createServiceProvider}
      defaults={{ kinds: ['IT'], name: 'First line\nsecond line' }}
      ids={{}}
      submitLabel="Create provider"
      onSaved={() => {}}
    >
      <TextField name="name" label="Name of the provider" rows={3} isRequired />
    </ContractForm>,
  )
  await user.clear(await screen.findByRole('textbox', { name: 'Name of the provider' }))
  await user.click(screen.getByRole('button', { name: 'Create provider' }))
  expect((await screen.findByRole('alert', { name: 'There is a problem' })).textContent).toMatch(
    /Enter the name/i,
  )
})
