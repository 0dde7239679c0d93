import { Link } from '@tanstack/react-router'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { ConnectionLost, holdAnswer, setUpFakeApi } from '../../../test/components/fake-api.ts'
import { buildEmployer } from '../../../test/components/records.ts'
import {
  answerLeaveQuestion,
  getDescription,
  isLeaveQuestionOpen,
  renderPage,
} from '../../../test/components/render-page.tsx'
import { createEmployer, EmployerStatus } from '../../contract/employers.ts'
import { PAGES } from '../../contract/pages.ts'
import {
  createConflictRefusal,
  createInvalidFieldRefusal,
  createLegalRuleRefusal,
} from '../../server/pipeline/refusal.ts'
import { listCodeOptions } from '../labels.ts'
import { DateField, SelectField, TextField } from '../ui/form/fields.tsx'
import { ContractForm } from './contract-form.tsx'
import { getFieldHelp } from './field-help.ts'

const api = setUpFakeApi()

/** The participation dates stand before the CRO number, unlike in the schema. */
function renderForm(onSaved: (saved: { id: string }) => void = () => {}) {
  return renderPage(
    <>
      <h1>New employer</h1>
      <Link to={PAGES.schemes}>Schemes</Link>
      <ContractForm
        contract={createEmployer}
        defaults={{}}
        ids={{}}
        submitLabel="Create employer"
        onSaved={onSaved}
        onCancel={() => onSaved({ id: 'cancelled' })}
      >
        <TextField name="legalName" isRequired />
        <DateField name="participationOn" help={getFieldHelp(createEmployer, 'participationOn')} />
        <DateField name="cessationOn" />
        <TextField name="croNumber" help={getFieldHelp(createEmployer, 'croNumber')} />
        <SelectField name="status" isRequired options={listCodeOptions(EmployerStatus.options)} />
      </ContractForm>
    </>,
  )
}

const legalName = () => screen.findByLabelText<HTMLInputElement>('Legal name')
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(`${name} (optional)`)
const submit = () => screen.getByRole('button', { name: 'Create employer' })

describe('fields', () => {
  test('a field shows its label, the help text of the contract and whether it is required', async () => {
    await renderForm()
    const required = await legalName()
    expect(required.getAttribute('aria-required')).toBe('true')
    expect(required.getAttribute('aria-invalid')).toBeNull()
    const optional = field('CRO number')
    expect(optional.getAttribute('aria-required')).toBeNull()
    expect(getDescription(optional)).toBe('Companies Registration Office number (format not verified)')
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Status' }).value).toBe('ACTIVE')
  })

  test('a date typed as 1/2/2024 is sent as 2024-02-01', async () => {
    api.answer(createEmployer, () => buildEmployer())
    const { user } = await renderForm()
    await user.type(await legalName(), 'Moyle Limited')
    await user.type(field('Participates since'), '1/2/2024')
    await user.click(submit())
    await waitFor(() => expect(api.requestsTo(createEmployer)).toHaveLength(1))
    expect(api.requestsTo(createEmployer)[0]?.sent.participationOn).toBe('2024-02-01')
  })
})

describe('validation in the browser', () => {
  test('the form sends nothing and lists the invalid fields in screen order', async () => {
    const { user } = await renderForm()
    await user.type(await legalName(), ' ')
    await user.type(field('CRO number'), '12A')
    await user.type(field('Participates since'), 'spring')
    await user.click(submit())
    const summary = await screen.findByRole('alert', { name: 'There is a problem' })
    expect(
      within(summary)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'Enter the legal name',
      'Participates since: Enter the date as 21/03/2026',
      'CRO number: Up to six digits',
    ])
    const refused = field('CRO number')
    expect(refused.getAttribute('aria-invalid')).toBe('true')
    expect(getDescription(refused)).toContain('Up to six digits')
    expect(refused.value).toBe('12A')
    expect(field('Participated until').getAttribute('aria-invalid')).toBeNull()
    expect(api.requestsTo(createEmployer)).toEqual([])
  })

  test('the error summary takes the focus and links to the first invalid field', async () => {
    const { user } = await renderForm()
    await user.type(await legalName(), '{Enter}')
    const summary = await screen.findByRole('alert', { name: 'There is a problem' })
    await waitFor(() => expect(document.activeElement).toBe(summary))
    await user.tab()
    await user.keyboard('{Enter}')
    expect(document.activeElement).toBe(await legalName())
  })

  test('the form shows a rule about two fields at the field that the contract names', async () => {
    const { user } = await renderForm()
    await user.type(await legalName(), 'Moyle Limited')
    await user.type(field('Participates since'), '01/02/2024')
    await user.type(field('Participated until'), '31/01/2024')
    await user.click(submit())
    await screen.findByRole('alert', { name: 'There is a problem' })
    expect(getDescription(field('Participated until'))).toBe(
      'The date cannot be before the start of participation',
    )
    expect(api.requestsTo(createEmployer)).toEqual([])
  })
})

describe('refusals by the service', () => {
  test('the form shows a 400 issue at its field and keeps the input', async () => {
    api.answer(createEmployer, () => {
      throw createInvalidFieldRefusal('croNumber', 'This number is not in use')
    })
    const { user } = await renderForm()
    await user.type(await legalName(), 'Moyle Limited')
    await user.type(field('CRO number'), '123456')
    await user.click(submit())
    expect((await screen.findByRole('alert')).textContent).toContain('CRO number: This number is not in use')
    expect(getDescription(field('CRO number'))).toContain('This number is not in use')
    expect(field('CRO number').value).toBe('123456')
    expect((await legalName()).value).toBe('Moyle Limited')
  })

  test('the form shows a duplicate (409) at the field that the service names', async () => {
    api.answer(createEmployer, () => {
      throw createConflictRefusal('An employer of this name exists', {
        code: 'DUPLICATE',
        field: 'legalName',
      })
    })
    const { user } = await renderForm()
    await user.type(await legalName(), 'Moyle Limited')
    await user.click(submit())
    await screen.findByRole('alert')
    expect(getDescription(await legalName())).toBe('An employer of this name exists')
  })

  test('the form shows a 422 above the fields with the legal source', async () => {
    api.answer(createEmployer, () => {
      throw createLegalRuleRefusal('EMPLOYER_LIMIT', 'PA 64E', 'The firm cannot take more employers')
    })
    const { user } = await renderForm()
    await user.type(await legalName(), 'Moyle Limited')
    await user.click(submit())
    const summary = await screen.findByRole('alert')
    expect(summary.textContent).toMatch(/The firm cannot take more employers\. .*64E/)
    expect((await legalName()).getAttribute('aria-invalid')).toBeNull()
  })
})

describe('submit', () => {
  test('the form sends the body of the contract and passes the answer on', async () => {
    api.answer(createEmployer, ({ input }) => buildEmployer({ id: 'employer7', legalName: input.legalName }))
    const onSaved = vi.fn()
    const { user } = await renderForm(onSaved)
    await user.type(await legalName(), ' Moyle Limited ')
    await user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Ceased')
    await user.click(submit())
    await waitFor(() => expect(onSaved).toHaveBeenCalledOnce())
    expect(onSaved.mock.calls[0]?.[0]).toMatchObject({ id: 'employer7', legalName: 'Moyle Limited' })
    const [request] = api.requestsTo(createEmployer)
    expect(request?.sent).toEqual({
      legalName: ' Moyle Limited ',
      tradingName: null,
      croNumber: null,
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
      status: 'CEASED',
    })
    expect(request?.version).toBeNull()
    expect(request?.idempotencyKey).toMatch(/^[\da-f-]{36}$/)
  })

  test('the form sends one request when it is submitted again before the answer', async () => {
    const { handle, release } = holdAnswer(buildEmployer())
    api.answer(createEmployer, handle)
    const onSaved = vi.fn()
    const { user } = await renderForm(onSaved)
    await user.type(await legalName(), 'Moyle Limited')
    await user.dblClick(submit())
    await user.type(await legalName(), '{Enter}')
    expect(submit().getAttribute('aria-busy')).toBe('true')
    release()
    await waitFor(() => expect(onSaved).toHaveBeenCalledOnce())
    expect(api.requestsTo(createEmployer)).toHaveLength(1)
  })

  test('after a lost connection the form keeps the input and retries with the same idempotency key', async () => {
    api.answer(createEmployer, () => {
      throw new ConnectionLost()
    })
    const onSaved = vi.fn()
    const { user } = await renderForm(onSaved)
    await user.type(await legalName(), 'Moyle Limited')
    await user.click(submit())
    expect((await screen.findByRole('alert')).textContent).toContain('No connection to the service')
    api.answer(createEmployer, () => buildEmployer())
    await user.click(submit())
    await waitFor(() => expect(onSaved).toHaveBeenCalledOnce())
    const [first, second] = api.requestsTo(createEmployer)
    expect(second?.idempotencyKey).toBe(first?.idempotencyKey)
    expect(second?.sent).toEqual(first?.sent)
  })
})

describe('leaving', () => {
  test('an unchanged form can be left without a question', async () => {
    const { user } = await renderForm()
    await legalName()
    await user.click(screen.getByRole('link', { name: 'Schemes' }))
    await screen.findByRole('heading', { name: PAGES.schemes })
    expect(isLeaveQuestionOpen()).toBe(false)
  })

  test('a changed form asks first and stays when the person declines', async () => {
    const onSaved = vi.fn()
    const { user } = await renderForm(onSaved)
    await user.type(await legalName(), 'Moyle Limited')
    await user.click(screen.getByRole('link', { name: 'Schemes' }))
    await answerLeaveQuestion(user, 'Keep editing')
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await answerLeaveQuestion(user, 'Keep editing')
    expect(onSaved).not.toHaveBeenCalled()
    expect((await legalName()).value).toBe('Moyle Limited')
  })
})
