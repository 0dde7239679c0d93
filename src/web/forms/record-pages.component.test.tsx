import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { setUpFakeApi } from '../../../test/components/fake-api.ts'
import { buildEmployer } from '../../../test/components/records.ts'
import { renderPage } from '../../../test/components/render-page.tsx'
import { createEmployer, getEmployer, updateEmployer } from '../../contract/employers.ts'
import { PAGES } from '../../contract/pages.ts'
import { linkToRecord } from '../page-address.ts'
import { TextField } from '../ui/form/fields.tsx'
import { createEditPage } from './edit-page.tsx'
import { createNewPage } from './new-page.tsx'

const api = setUpFakeApi()
const EMPLOYER = buildEmployer({ id: 'employer1', legalName: 'Corrib Limited', version: 3 })
const CRUMBS = [{ label: 'Employers', to: PAGES.employers }]
const fields = () => <TextField name="legalName" isRequired />

const NewPage = createNewPage({
  create: createEmployer,
  title: 'New employer',
  useCrumbs: () => CRUMBS,
  useDefaults: ({ search }) => ({ status: 'ACTIVE', payFrequencies: [], legalName: search.name ?? null }),
  submitLabel: 'Add employer',
  cancelTo: { to: PAGES.employers },
  saved: ({ legalName }) => `${legalName} added`,
  savedTo: ({ id }) => linkToRecord(PAGES.employer, id),
  fields,
})
const SEVERAL = {
  create: createEmployer,
  title: 'New employer',
  useCrumbs: () => CRUMBS,
  useDefaults: () => ({ status: 'ACTIVE', payFrequencies: [] }),
  submitLabel: 'Add employer',
  cancelTo: { to: PAGES.employers },
  saved: ({ legalName }: { legalName: string }) => `${legalName} added`,
  savedTo: ({ id }: { id: string }) => linkToRecord(PAGES.employer, id),
  fields,
}
const PageForSeveral = createNewPage({ ...SEVERAL, alternative: { label: 'Save and add another' } })
const PageWithNextStep = createNewPage({
  ...SEVERAL,
  alternative: {
    label: 'Save and add scheme',
    to: ({ id }) => ({ to: PAGES.newScheme, search: { employerId: id } }),
  },
})
const PageOfSeveralRequests = createNewPage({
  ...SEVERAL,
  send: async ({ legalName }) => ({ ...EMPLOYER, id: 'employer2', legalName: `${legalName} DAC` }),
})
const EditPage = createEditPage({
  get: getEmployer,
  update: updateEmployer,
  page: PAGES.employer,
  name: ({ legalName }) => legalName,
  useCrumbs: () => CRUMBS,
  locked: ({ status }) => status === 'CEASED' && <p>This employer has ceased</p>,
  saved: 'Employer saved',
  fields,
})

const crumbs = () =>
  within(screen.getByRole('navigation', { name: 'Breadcrumb' }))
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')])
const name = () => screen.findByLabelText<HTMLInputElement>('Legal name')

describe('the page that creates a record', () => {
  const renderNewPage = () =>
    renderPage(<NewPage />, { at: '/employers/new?name=Corrib', path: PAGES.newEmployer })

  test('it begins with the defaults, which read the query string, and opens the new record', async () => {
    api.answer(createEmployer, ({ input }) => ({ ...EMPLOYER, legalName: input.legalName }))
    const { user } = await renderNewPage()
    expect((await name()).value).toBe('Corrib')
    await user.click(screen.getByRole('button', { name: 'Add employer' }))
    await screen.findByRole('heading', { name: '/employers/employer1' })
    await screen.findByText('Corrib added')
    expect(api.requestsTo(createEmployer)[0]?.sent).toMatchObject({ legalName: 'Corrib', status: 'ACTIVE' })
  })

  test('a second button saves and begins an empty form, with the focus in its first field', async () => {
    api.answer(createEmployer, ({ input }) => ({ ...EMPLOYER, legalName: input.legalName }))
    const { user } = await renderPage(<PageForSeveral />, { at: '/employers/new', path: PAGES.newEmployer })
    await user.type(await name(), 'First Limited')
    await user.click(screen.getByRole('button', { name: 'Save and add another' }))
    await screen.findByText('First Limited added')
    expect((await name()).value).toBe('')
    expect(document.activeElement).toBe(await name())
    await user.type(await name(), 'Second Limited')
    await user.click(screen.getByRole('button', { name: 'Add employer' }))
    await screen.findByRole('heading', { name: '/employers/employer1' })
    expect(api.requestsTo(createEmployer).map(({ sent }) => sent)).toMatchObject([
      { legalName: 'First Limited' },
      { legalName: 'Second Limited' },
    ])
  })

  test('a second button saves and opens the page of the next step, and refuses what the first refuses', async () => {
    api.answer(createEmployer, ({ input }) => ({ ...EMPLOYER, legalName: input.legalName }))
    const { user } = await renderPage(<PageWithNextStep />, { at: '/employers/new', path: PAGES.newEmployer })
    await user.click(await screen.findByRole('button', { name: 'Save and add scheme' }))
    await screen.findByText('Enter the legal name', { selector: '[role=alert] *' })
    await user.type(await name(), 'First Limited')
    await user.click(screen.getByRole('button', { name: 'Save and add scheme' }))
    await screen.findByRole('heading', { name: '/schemes/new' })
    expect(api.requestsTo(createEmployer)).toHaveLength(1)
  })

  test('a page that needs several requests sends them itself', async () => {
    const { user } = await renderPage(<PageOfSeveralRequests />, {
      at: '/employers/new',
      path: PAGES.newEmployer,
    })
    await user.type(await name(), 'First')
    await user.click(screen.getByRole('button', { name: 'Add employer' }))
    await screen.findByText('First DAC added')
    await screen.findByRole('heading', { name: '/employers/employer2' })
  })

  test('Cancel opens the list', async () => {
    const { user } = await renderNewPage()
    await user.click(await screen.findByRole('button', { name: 'Cancel' }))
    await screen.findByRole('heading', { name: '/employers' })
  })
})

describe('the page that edits a record', () => {
  const renderEditPage = () =>
    renderPage(<EditPage />, { at: '/employers/employer1/edit', path: PAGES.editEmployer })

  test('it has the name of the record in its title and its last breadcrumb', async () => {
    api.answer(getEmployer, () => EMPLOYER)
    await renderEditPage()
    await screen.findByRole('heading', { level: 1, name: 'Edit Corrib Limited' })
    expect(crumbs()).toEqual([
      ['Employers', '/employers'],
      ['Corrib Limited', '/employers/employer1'],
    ])
  })

  test('it saves the version that was read and opens the record', async () => {
    api.answer(getEmployer, () => EMPLOYER)
    api.answer(updateEmployer, () => ({ ...EMPLOYER, version: 4 }))
    const { user } = await renderEditPage()
    await user.type(await name(), ' 2')
    await user.click(screen.getByRole('button', { name: 'Save changes' }))
    await screen.findByRole('heading', { name: '/employers/employer1' })
    expect(api.requestsTo(updateEmployer)[0]).toMatchObject({
      version: 3,
      sent: { legalName: 'Corrib Limited 2' },
    })
  })

  test('it shows why a locked record cannot be edited, in place of the form', async () => {
    api.answer(getEmployer, () => ({ ...EMPLOYER, status: 'CEASED' as const }))
    await renderEditPage()
    await screen.findByText('This employer has ceased')
    expect(screen.queryByRole('button', { name: 'Save changes' })).toBeNull()
  })
})
