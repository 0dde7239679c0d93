import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { setUpFakeApi } from '../../../test/components/fake-api.ts'
import { buildEmployer } from '../../../test/components/records.ts'
import {
  answerLeaveQuestion,
  findDialog,
  isLeaveQuestionOpen,
  renderPage,
  type User,
} from '../../../test/components/render-page.tsx'
import { type Employer, getEmployer, updateEmployer } from '../../contract/employers.ts'
import { createScopeRefusal, createStaleVersionRefusal } from '../../server/pipeline/refusal.ts'
import { TextField } from '../ui/form/fields.tsx'
import { EditForm } from './edit-form.tsx'

const api = setUpFakeApi()
const LOADED = buildEmployer({ version: 3, tradingName: 'Corrib', croNumber: '1234' })

function renderForm(onLeave: () => void = () => {}) {
  return renderPage(
    <>
      <h1>Edit employer</h1>
      <EditForm
        update={updateEmployer}
        get={getEmployer}
        record={LOADED}
        saved="Employer saved"
        onLeave={onLeave}
      >
        <TextField name="legalName" isRequired />
        <TextField name="tradingName" />
        <TextField name="croNumber" />
      </EditForm>
    </>,
  )
}

/** Another user has saved version 4 with these fields; the service refuses every older version. */
function saveElsewhere(fields: Partial<Employer>): void {
  const current = { ...LOADED, version: 4, updatedAt: '2026-03-21T14:05:00.000Z', ...fields }
  api.answer(getEmployer, () => current)
  api.answer(updateEmployer, ({ version, input: { id: _, ...values } }) => {
    if (version !== current.version) throw createStaleVersionRefusal(current.version)
    return { ...current, ...(values as Partial<Employer>), version: 5 }
  })
}

const textbox = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
const save = () => screen.getByRole('button', { name: 'Save changes' })
const conflictDialog = () => findDialog('Another user saved this record first')
const choiceOf = (dialog: HTMLElement, label: string) =>
  within(within(dialog).getByRole('row', { name: new RegExp(`^${label}`) }))

async function change(user: User, label: string, value: string) {
  const input = await screen.findByLabelText<HTMLInputElement>(label)
  await user.clear(input)
  await user.type(input, value)
}

describe('editing a record', () => {
  test('the form shows the record and sends its editable fields with the version that was read', async () => {
    api.answer(updateEmployer, () => ({ ...LOADED, version: 4 }))
    const onLeave = vi.fn()
    const { user } = await renderForm(onLeave)
    await change(user, 'Trading name (optional)', 'Corrib Engineering')
    expect(textbox('CRO number (optional)').value).toBe('1234')
    await user.click(save())
    await screen.findByText('Employer saved')
    expect(onLeave).toHaveBeenCalledOnce()
    const [request] = api.requestsTo(updateEmployer)
    expect(request?.version).toBe(3)
    expect(request?.sent).toEqual({
      legalName: LOADED.legalName,
      tradingName: 'Corrib Engineering',
      croNumber: '1234',
      employerRegisteredNumber: null,
      address: null,
      eircode: null,
      payrollContact: null,
      payFrequencies: [],
      participationOn: null,
      cessationOn: null,
      groupName: null,
      autoEnrolmentStatus: null,
      prsaProvider: null,
      prsaDesignatedOn: null,
      prsaNotifiedOn: null,
      status: 'ACTIVE',
    })
  })

  test('the form keeps the input and shows why the service refused it', async () => {
    api.answer(updateEmployer, () => {
      throw createScopeRefusal()
    })
    const { user } = await renderForm()
    await change(user, 'Trading name (optional)', 'Corrib Engineering')
    await user.click(save())
    expect((await screen.findByRole('alert')).textContent).toContain('belongs to another organisation')
    expect(textbox('Trading name (optional)').value).toBe('Corrib Engineering')
  })

  test('an unchanged form can be left without a question', async () => {
    const onLeave = vi.fn()
    const { user } = await renderForm(onLeave)
    await user.click(await screen.findByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(onLeave).toHaveBeenCalledOnce())
    expect(isLeaveQuestionOpen()).toBe(false)
  })

  test('a changed form asks first and leaves when the person agrees', async () => {
    const { user, goTo } = await renderForm()
    await change(user, 'Trading name (optional)', 'Corrib Engineering')
    void goTo('/elsewhere')
    await answerLeaveQuestion(user, 'Leave without saving')
    await screen.findByRole('heading', { name: '/elsewhere' })
  })
})

describe('a record that another user saved first', () => {
  test('the dialog merges changes to different fields, and the form saves them with the newer version', async () => {
    saveElsewhere({ croNumber: '777' })
    const { user } = await renderForm()
    await change(user, 'Trading name (optional)', 'Corrib Engineering')
    await user.click(save())
    const dialog = await conflictDialog()
    expect(within(dialog).getByText(/you changed different fields, so both changes are kept/)).toBeDefined()
    await user.click(within(dialog).getByRole('button', { name: 'Use these values' }))
    await waitFor(() => expect(textbox('CRO number (optional)').value).toBe('777'))
    expect(textbox('Trading name (optional)').value).toBe('Corrib Engineering')
    await user.click(save())
    await screen.findByText('Employer saved')
    const last = api.requestsTo(updateEmployer).at(-1)
    expect(last?.version).toBe(4)
    expect(last?.sent).toMatchObject({ tradingName: 'Corrib Engineering', croNumber: '777' })
  })

  test('the dialog requires a choice for each field that both users changed', async () => {
    saveElsewhere({ legalName: 'Corrib Limited', tradingName: 'Corrib Works' })
    const { user } = await renderForm()
    await change(user, 'Legal name', 'Corrib Precision Limited')
    await change(user, 'Trading name (optional)', 'Corrib Engineering')
    await user.click(save())
    const dialog = await conflictDialog()
    await user.click(within(dialog).getByRole('button', { name: 'Use these values' }))
    expect(within(dialog).getByRole('alert').textContent).toBe('Choose a value for: Legal name, Trading name')
    await user.click(
      choiceOf(dialog, 'Legal name').getByRole('radio', { name: 'Legal name Theirs Corrib Limited' }),
    )
    await user.click(
      choiceOf(dialog, 'Trading name').getByRole('radio', { name: /^Trading name .* Corrib Engineering/ }),
    )
    await user.click(within(dialog).getByRole('button', { name: 'Use these values' }))
    await waitFor(() => expect(textbox('Legal name').value).toBe('Corrib Limited'))
    expect(textbox('Trading name (optional)').value).toBe('Corrib Engineering')
  })

  test.each([
    ['Choose all of mine', 'Corrib Engineering', '777'],
    ['Choose all of theirs', 'Corrib Works', '777'],
  ])(
    '"%s" decides the conflicting fields and keeps the other changes',
    async (button, tradingName, croNumber) => {
      saveElsewhere({ tradingName: 'Corrib Works', croNumber })
      const { user } = await renderForm()
      await change(user, 'Trading name (optional)', 'Corrib Engineering')
      await user.click(save())
      const dialog = await conflictDialog()
      await user.click(within(dialog).getByRole('button', { name: button }))
      await user.click(within(dialog).getByRole('button', { name: 'Use these values' }))
      await user.click(save())
      await screen.findByText('Employer saved')
      expect(api.requestsTo(updateEmployer).at(-1)?.sent).toMatchObject({ tradingName, croNumber })
    },
  )

  test('closing the dialog keeps the input, and leaving the form still asks first', async () => {
    saveElsewhere({ tradingName: 'Corrib Works' })
    const { user } = await renderForm()
    await change(user, 'Trading name (optional)', 'Corrib Engineering')
    await user.click(save())
    await conflictDialog()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(textbox('Trading name (optional)').value).toBe('Corrib Engineering')
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await answerLeaveQuestion(user, 'Keep editing')
  })

  test('the merged values are unsaved: leaving the form asks first', async () => {
    saveElsewhere({ tradingName: 'Corrib Works' })
    const { user } = await renderForm()
    await change(user, 'Trading name (optional)', 'Corrib Engineering')
    await user.click(save())
    const dialog = await conflictDialog()
    await user.click(within(dialog).getByRole('button', { name: 'Choose all of mine' }))
    await user.click(within(dialog).getByRole('button', { name: 'Use these values' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await answerLeaveQuestion(user, 'Keep editing')
  })
})
