import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { setUpFakeApi, toPage } from '../../../test/components/fake-api.ts'
import { buildEmployer } from '../../../test/components/records.ts'
import { catchDownloads, findDialog, renderPage } from '../../../test/components/render-page.tsx'
import {
  type Employer,
  EmployerStatus,
  type EmployerSummary,
  listEmployers,
} from '../../contract/employers.ts'
import { PAGES } from '../../contract/pages.ts'
import { createSavedView, listSavedViews } from '../../contract/saved-views.ts'
import { Refusal } from '../../server/pipeline/refusal.ts'
import { listCodeOptions } from '../labels.ts'
import { Button } from '../ui/button.tsx'
import { PAUSE_AFTER_TYPING_MS } from '../ui/filters.tsx'
import type { Column } from '../ui/table/column.ts'
import { createAddedColumn, createTextColumn } from './columns.tsx'
import { List } from './list.tsx'

const api = setUpFakeApi()

const COLUMNS: readonly Column<EmployerSummary>[] = [
  createTextColumn('legalName', { label: 'Name', sort: 'legalName' }),
  createTextColumn('tradingName'),
  createTextColumn('croNumber', { isExtra: true }),
  createAddedColumn(),
]
const EMPLOYERS = [
  buildEmployer({ id: 'employer1', legalName: 'Ballycotton Foods Limited', tradingName: 'Ballycotton' }),
  buildEmployer({ id: 'employer2', legalName: 'Corrib Limited', tradingName: '=Corrib', croNumber: '1234' }),
  buildEmployer({ id: 'employer3', legalName: 'Moyle Limited', status: 'CEASED' }),
]

function renderList(at = '/employers', onEdit: (employer: EmployerSummary) => void = () => {}) {
  return renderPage(
    <List
      contract={listEmployers}
      name="Employers"
      columns={COLUMNS}
      linkTo={({ id }) => ({ to: PAGES.employer, params: { employerId: id } })}
      searchLabel="Search by name"
      filters={[{ name: 'status', options: listCodeOptions(EmployerStatus.options) }]}
      empty={{ title: 'No employers yet', action: <Button>New employer</Button> }}
      keys={{ e: onEdit }}
    />,
    { at },
  )
}

/** Filters and sorts like the real service. */
const answerWith = (employers: readonly Employer[]) =>
  api.answer(listEmployers, ({ input: { q, status, sort } }) => {
    const found = employers.filter(
      (employer) =>
        (!status || employer.status === status) &&
        (!q || employer.legalName.toLowerCase().includes(q.toLowerCase())),
    )
    return toPage(sort === '-createdAt' ? found.toReversed() : found)
  })

const table = () => screen.findByRole('table', { name: 'Employers' })
const headings = async () =>
  within(await table())
    .getAllByRole('columnheader')
    .slice(1)
const rowNames = () => screen.queryAllByRole('link').map(({ textContent }) => textContent)
const lastSent = () => api.requestsTo(listEmployers).at(-1)?.sent

describe('rows', () => {
  test('each row links to its record, and the number of rows is announced', async () => {
    answerWith(EMPLOYERS)
    const { user } = await renderList()
    await table()
    expect(rowNames()).toEqual(['Ballycotton Foods Limited', 'Corrib Limited', 'Moyle Limited'])
    expect(screen.getByText('3 rows shown').getAttribute('role')).toBe('status')
    await user.click(screen.getByRole('link', { name: 'Corrib Limited' }))
    await screen.findByRole('heading', { name: '/employers/employer2' })
  })

  test('an empty list shows the next step', async () => {
    answerWith([])
    await renderList()
    await screen.findByText('No employers yet')
    expect(screen.getByRole('button', { name: 'New employer' })).toBeDefined()
  })

  test('a list without results has a button that removes all filters', async () => {
    answerWith(EMPLOYERS)
    const { user } = await renderList('/employers?q=nothing&status=ACTIVE')
    await user.click(await screen.findByRole('button', { name: 'Clear filters' }))
    await table()
    expect(window.location.search).toBe('')
    expect(rowNames()).toHaveLength(3)
  })

  test('the list requests the next page with the cursor and appends its rows', async () => {
    api.answer(listEmployers, ({ input: { cursor } }) =>
      cursor ? toPage(EMPLOYERS.slice(2)) : toPage(EMPLOYERS.slice(0, 2), 'cursor-of-page-2'),
    )
    const { user } = await renderList()
    await table()
    expect(screen.getByText('The first 2 rows are shown; there are more')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Show more' }))
    await screen.findByRole('link', { name: 'Moyle Limited' })
    expect(rowNames()).toHaveLength(3)
    expect(lastSent()).toMatchObject({ cursor: 'cursor-of-page-2' })
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
  })

  test('of a long list only the rows near the visible part are rendered, and scrolling renders others', async () => {
    const names = Array.from({ length: 250 }, (_, n) => `Employer ${n + 1}`)
    answerWith(names.map((legalName, n) => buildEmployer({ id: `employer${n}`, legalName })))
    await renderList()
    await table()
    await waitFor(() => expect(rowNames().length).toBeLessThan(100))
    expect(rowNames()).toContain('Employer 1')
    expect((await table()).getAttribute('aria-rowcount')).toBe('251')
    onTestFinished(() => void vi.restoreAllMocks())
    const scrolled = 9_000
    vi.spyOn(window, 'scrollY', 'get').mockReturnValue(scrolled)
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, -scrolled, 0, 0))
    window.dispatchEvent(new Event('scroll'))
    await screen.findByRole('link', { name: 'Employer 250' })
    expect(rowNames()).not.toContain('Employer 1')
  })

  test('the list shows why it could not be loaded and loads again on request', async () => {
    api.answer(listEmployers, () => {
      throw new Refusal(500, 'Internal server error', { details: { requestId: 'request-7' } })
    })
    const { user } = await renderList()
    expect((await screen.findByRole('alert')).textContent).toContain('request-7')
    answerWith(EMPLOYERS)
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await table()
  })
})

describe('filters', () => {
  test('a filter is part of the address and of the request until its chip removes it', async () => {
    answerWith(EMPLOYERS)
    const { user } = await renderList()
    await table()
    await user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Ceased')
    await waitFor(() => expect(rowNames()).toEqual(['Moyle Limited']))
    expect(window.location.search).toBe('?status=CEASED')
    expect(within(screen.getByRole('list', { name: 'Filters' })).getByText('Status: Ceased')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Remove filter Status' }))
    await waitFor(() => expect(rowNames()).toHaveLength(3))
    expect(window.location.search).toBe('')
  })

  test('the list reads its filters from the address and ignores values outside the contract', async () => {
    answerWith(EMPLOYERS)
    await renderList('/employers?q=corrib&status=UNKNOWN&sort=-createdAt&cursor=old')
    await table()
    expect(rowNames()).toEqual(['Corrib Limited'])
    expect(lastSent()).toEqual({ q: 'corrib', sort: '-createdAt', limit: '100', fields: 'summary' })
    expect(screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search by name' }).value).toBe('corrib')
  })

  test('the search sends one request after the person stops typing', async () => {
    answerWith(EMPLOYERS)
    const { user } = await renderList()
    await table()
    await user.type(screen.getByRole('searchbox'), 'moyle')
    await waitFor(() => expect(rowNames()).toEqual(['Moyle Limited']))
    expect(window.location.search).toBe('?q=moyle')
    expect(api.requestsTo(listEmployers)).toHaveLength(2)
  })

  test('Enter in the search moves the focus to the first result', async () => {
    answerWith(EMPLOYERS)
    const { user } = await renderList()
    await table()
    await user.keyboard('/')
    expect(document.activeElement).toBe(screen.getByRole('searchbox'))
    await user.keyboard('corrib{Enter}')
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Corrib Limited' })),
    )
  })
})

describe('Enter in the search, while the result takes longer than the pause after typing', () => {
  test('moves the focus to the first result once it is there', async () => {
    const result = Promise.withResolvers<void>()
    api.answer(listEmployers, async ({ input: { q } }) => {
      if (q) await result.promise
      return toPage(EMPLOYERS.filter(({ legalName }) => !q || legalName.toLowerCase().includes(q)))
    })
    const { user } = await renderList()
    await table()
    await user.type(screen.getByRole('searchbox'), 'corrib{Enter}')
    await new Promise((resolve) => setTimeout(resolve, PAUSE_AFTER_TYPING_MS * 2))
    result.resolve()
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Corrib Limited' })),
    )
  })
})

describe('columns', () => {
  test('a column heading sorts the list and announces the order', async () => {
    answerWith(EMPLOYERS)
    const { user } = await renderList()
    const [name, , added] = await headings()
    expect(name?.getAttribute('aria-sort')).toBe('ascending')
    await user.click(screen.getByRole('button', { name: 'Added' }))
    await waitFor(() => expect(rowNames()[0]).toBe('Moyle Limited'))
    expect(added?.getAttribute('aria-sort')).toBe('descending')
    expect(name?.getAttribute('aria-sort')).toBeNull()
    expect(window.location.search).toBe('?sort=-createdAt')
  })

  test('the column chooser shows and hides columns and stores the choice in the browser', async () => {
    answerWith(EMPLOYERS)
    const { user } = await renderList()
    const shown = async () => (await headings()).map(({ textContent }) => textContent)
    expect(await shown()).toEqual(['Name', 'Trading name', 'Added'])
    await user.click(screen.getByRole('button', { name: 'Columns' }))
    const choices = await findDialog('Columns')
    // The first column is the name of the row: it cannot be hidden.
    expect(within(choices).queryByRole('checkbox', { name: 'Name' })).toBeNull()
    await user.click(within(choices).getByRole('checkbox', { name: 'CRO number' }))
    await user.click(within(choices).getByRole('checkbox', { name: 'Trading name' }))
    await user.keyboard('{Escape}')
    expect(await shown()).toEqual(['Name', 'CRO number', 'Added'])
    expect(localStorage.getItem('columns:Employers')).toBe('tradingName')
  })
})

describe('row actions', () => {
  test('j and k move between rows, and an action key applies to the current row', async () => {
    answerWith(EMPLOYERS)
    const onEdit = vi.fn()
    const { user } = await renderList('/employers', onEdit)
    await table()
    await user.keyboard('e')
    expect(onEdit).not.toHaveBeenCalled()
    await user.keyboard('jjk')
    expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Ballycotton Foods Limited' }))
    await user.keyboard('e')
    expect(onEdit).toHaveBeenCalledWith(expect.objectContaining({ id: 'employer1' }))
  })
})

describe('the CSV file', () => {
  test('the file has the visible columns of all rows and escapes formulas', async () => {
    answerWith(EMPLOYERS.slice(0, 2))
    const downloads = catchDownloads()
    const { user } = await renderList()
    await table()
    await user.click(screen.getByRole('button', { name: 'CSV' }))
    const [file] = await downloads()
    expect(file?.name).toBe('employers.csv')
    expect(file?.content.replace(/^\uFEFF/, '').split('\r\n')).toEqual([
      '"Name","Trading name","Added"',
      '"Ballycotton Foods Limited","Ballycotton","2026-01-05"',
      '"Corrib Limited","\'=Corrib","2026-01-05"',
      '',
    ])
  })

  test('the file of a longer list has all its pages, with the filters of the list', async () => {
    api.answer(listEmployers, ({ input: { cursor } }) =>
      cursor ? toPage(EMPLOYERS.slice(2)) : toPage(EMPLOYERS.slice(0, 2), 'cursor-of-page-2'),
    )
    const downloads = catchDownloads()
    const { user } = await renderList('/employers?q=limited')
    await table()
    await user.click(screen.getByRole('button', { name: 'CSV' }))
    await waitFor(async () => expect((await downloads())[0]?.content).toContain('Moyle Limited'))
    expect(
      api
        .requestsTo(listEmployers)
        .slice(1)
        .map(({ sent }) => sent),
    ).toEqual([
      { q: 'limited', limit: '200', fields: 'summary' },
      { q: 'limited', limit: '200', cursor: 'cursor-of-page-2', fields: 'summary' },
    ])
    expect(rowNames()).toHaveLength(2)
  })

  test('the file of selected rows has only those rows', async () => {
    answerWith(EMPLOYERS)
    const downloads = catchDownloads()
    const { user } = await renderList()
    await table()
    await user.click(screen.getByRole('checkbox', { name: 'Select Moyle Limited' }))
    expect(screen.getByText('1 row selected').getAttribute('role')).toBe('status')
    await user.click(screen.getByRole('button', { name: 'CSV of 1 row' }))
    const [file] = await downloads()
    expect(file?.content).toContain('Moyle Limited')
    expect(file?.content).not.toContain('Corrib')
  })
})

describe('saved views', () => {
  const late = {
    id: 'view1',
    createdAt: '2026-11-20T09:00:00.000Z',
    updatedAt: '2026-11-20T09:00:00.000Z',
    version: 1,
    tenantId: 'firm1',
    page: '/employers',
    name: 'Ceased',
    search: { status: 'CEASED' },
  }

  test('are opened from the menu, and saved without the search text', async () => {
    answerWith(EMPLOYERS)
    api.answer(listSavedViews, () => toPage([late]))
    api.answer(createSavedView, ({ input }) => ({ ...late, ...input, id: 'view2' }))
    const { user } = await renderList('/employers?q=Corrib&sort=-createdAt')
    await user.click(await screen.findByRole('button', { name: 'Views' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Save this view' }))
    const dialog = await findDialog('Save this view')
    expect(dialog.textContent).toContain('The search text is not saved')
    await user.type(within(dialog).getByLabelText('Name'), 'Newest')
    await user.click(within(dialog).getByRole('button', { name: 'Save view' }))
    await waitFor(() =>
      expect(api.requestsTo(createSavedView).map(({ sent }) => sent)).toEqual([
        { page: '/employers', name: 'Newest', search: { sort: '-createdAt' } },
      ]),
    )
    await user.click(await screen.findByRole('button', { name: 'Views' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Ceased' }))
    await waitFor(() => expect(window.location.search).toBe('?status=CEASED'))
  })
})
