import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { holdAnswer, setUpFakeApi } from '../../../test/components/fake-api.ts'
import { findDialog, renderPage } from '../../../test/components/render-page.tsx'
import type { Role } from '../../contract/define.ts'
import { countForNavigation } from '../../contract/inbox.ts'
import { PAGES } from '../../contract/pages.ts'
import { findRecords, type SearchHit } from '../../contract/search.ts'
import { rememberVisit } from './recent.ts'
import { Shell } from './shell.tsx'

const api = setUpFakeApi()
beforeEach(() =>
  api.answer(countForNavigation, () => ({ inbox: 2, overdue: 12, approvals: 0, lawChanges: 0 })),
)

const HITS: SearchHit[] = [
  { kind: 'scheme', id: 'scheme7', title: 'Moyle DC', detail: 'Moyle Limited' },
  { kind: 'member', id: 'member7', title: 'Aoife Nolan', detail: 'Moyle DC' },
  { kind: 'employer', id: 'employer7', title: 'Moyle Limited', detail: null },
  { kind: 'policy', id: 'policy7', title: 'Moyle contingency plan', detail: 'Moyle DC' },
]
const answerSearches = (hits: SearchHit[] = HITS): void => api.answer(findRecords, () => ({ data: hits }))

async function openPalette(role: Role = 'BrokerUser') {
  api.signIn(role)
  const { user } = await renderPage(<h1>First page</h1>, { frame: Shell })
  await screen.findByRole('heading', { name: 'First page' })
  await user.keyboard('{Control>}k{/Control}')
  return { user, box: await screen.findByRole('combobox', { name: /^Find/ }) }
}

const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)
/** The option that the combobox names as current. */
const current = (box: HTMLElement) =>
  document.getElementById(box.getAttribute('aria-activedescendant') ?? '')?.textContent

describe('opening', () => {
  test('Ctrl+K opens the palette with the focus in its field, and Escape returns the focus', async () => {
    const { user } = await renderPage(<button type="button">Before</button>, { frame: Shell })
    const before = await screen.findByRole('button', { name: 'Before' })
    before.focus()
    await user.keyboard('{Control>}k{/Control}')
    const dialog = await findDialog('Find')
    const box = await within(dialog).findByRole('combobox', { name: 'Find records, pages and actions' })
    await waitFor(() => expect(document.activeElement).toBe(box))
    expect(box.getAttribute('aria-controls')).toBe(screen.getByRole('listbox', { name: 'Results' }).id)
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(before))
  })

  test('the button in the header opens the palette', async () => {
    const { user } = await renderPage(<h1>First page</h1>, { frame: Shell })
    await user.click(await screen.findByRole('button', { name: /^Find/ }))
    expect(await screen.findByRole('combobox', { name: /^Find/ })).toBeDefined()
  })
})

describe('searching', () => {
  test('a search finds records of all kinds with one request', async () => {
    answerSearches()
    const { user } = await openPalette()
    await user.keyboard('moyle')
    await waitFor(() =>
      expect(options()).toEqual([
        'SchemeMoyle DCMoyle Limited',
        'MemberAoife NolanMoyle DC',
        'EmployerMoyle Limited',
        'PolicyMoyle contingency planMoyle DC',
      ]),
    )
    expect(api.requestsTo(findRecords).map(({ sent }) => sent)).toEqual([{ q: 'moyle' }])
    expect(within(screen.getByRole('dialog')).getByRole('status').textContent).toMatch(/^4 found/)
  })

  test('arrow keys select a result, wrapping around, and Enter opens it', async () => {
    answerSearches()
    const { user, box } = await openPalette()
    await user.keyboard('moyle')
    await screen.findByRole('option', { name: /Moyle contingency/ })
    expect(current(box)).toContain('Moyle DC')
    await user.keyboard('{ArrowDown}')
    expect(current(box)).toContain('Aoife Nolan')
    expect(screen.getByRole('option', { selected: true }).textContent).toContain('Aoife Nolan')
    await user.keyboard('{ArrowUp}{ArrowUp}')
    expect(current(box)).toContain('Moyle contingency plan')
    expect(document.activeElement).toBe(box)
    await user.keyboard('{Enter}')
    await screen.findByRole('heading', { name: '/policies/policy7' })
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('Enter waits for the results of the current text', async () => {
    const { handle, release } = holdAnswer({
      data: [{ kind: 'scheme' as const, id: 'scheme8', title: 'Slaney DB', detail: null }],
    })
    api.answer(findRecords, handle)
    const { user } = await openPalette()
    await user.keyboard('slaney{Enter}')
    await screen.findByText('Searching …')
    expect(screen.getByRole('dialog')).toBeDefined()
    release()
    await screen.findByRole('heading', { name: '/schemes/scheme8' })
  })

  test('a search without results suggests other search terms', async () => {
    answerSearches([])
    const { user } = await openPalette()
    await user.keyboard('zzz')
    expect(await screen.findByText(/^No results for “zzz”/)).toBeDefined()
  })

  test('a PPS number is never sent as a search', async () => {
    const { user } = await openPalette()
    await user.keyboard('6433435F')
    await screen.findByText(/^No results for/)
    expect(api.requestsTo(findRecords)).toEqual([])
  })

  test('an empty search lists the last opened records first', async () => {
    rememberVisit('/schemes/scheme9', 'Nore Pension Scheme')
    const { user } = await openPalette()
    expect(options()[0]).toBe('RecentNore Pension Scheme')
    await user.keyboard('{Enter}')
    await screen.findByRole('heading', { name: '/schemes/scheme9' })
  })
})

describe('results by role', () => {
  test.each([
    [
      'BrokerUser',
      [
        'ActionNew scheme',
        'ActionNew employer',
        'ActionNew member',
        'ActionNew policy',
        'ActionNew draft',
        'ActionNew provider',
      ],
    ],
    ['EmployerUser', []],
    ['Member', []],
  ] as const)('the role %s finds the commands %j', async (role, expected) => {
    answerSearches([])
    const { user } = await openPalette(role)
    await user.keyboard('new')
    await waitFor(() =>
      expect(within(screen.getByRole('dialog')).getByRole('status').textContent).not.toBe('Searching …'),
    )
    expect(options()).toEqual(expected)
  })

  test.each([
    ['BrokerUser', ['ActionImport members from a file']],
    ['EmployerUser', []],
  ] as const)('the role %s finds for "import" the commands %j', async (role, expected) => {
    answerSearches([])
    const { user } = await openPalette(role)
    await user.keyboard('import members')
    await waitFor(() => expect(options()).toEqual(expected))
    if (expected.length === 0) return
    await user.keyboard('{Enter}')
    await screen.findByRole('heading', { name: PAGES.importMembers })
  })

  test('a search finds only the pages of the role', async () => {
    answerSearches()
    const { user } = await openPalette('EmployerUser')
    await user.keyboard('audit log')
    expect(options().filter((name) => name?.startsWith('Page'))).toEqual([])
    await user.clear(screen.getByRole('combobox'))
    await user.keyboard('account')
    expect(options()[0]).toBe('PageAccount and password')
    await user.keyboard('{Enter}')
    await screen.findByRole('heading', { name: PAGES.account })
  })

  test('a member searches pages only', async () => {
    const { user } = await openPalette('Member')
    await user.keyboard('nolan')
    expect(await screen.findByText('There is no page “nolan”.')).toBeDefined()
    expect(screen.getByRole('combobox', { name: 'Find a page' })).toBeDefined()
  })
})

describe('keys that open pages', () => {
  async function openFirstPage(role: Role) {
    api.signIn(role)
    const { user } = await renderPage(<h1>First page</h1>, { frame: Shell })
    await screen.findByRole('heading', { name: 'First page' })
    return user
  }

  test('g and a letter open a page of the navigation', async () => {
    const user = await openFirstPage('BrokerUser')
    // The keys are loaded after the page.
    await waitFor(async () => {
      await user.keyboard('gs')
      expect(screen.queryByRole('heading', { name: PAGES.schemes })).not.toBeNull()
    })
    await user.keyboard('gc')
    await screen.findByRole('heading', { name: PAGES.calendar })
  })

  test('pages that the role cannot open stay closed', async () => {
    const user = await openFirstPage('EmployerUser')
    await waitFor(async () => {
      await user.keyboard('gm')
      expect(screen.queryByRole('heading', { name: PAGES.members })).not.toBeNull()
    })
    await user.keyboard('gp')
    await user.keyboard('go')
    await screen.findByRole('heading', { name: PAGES.contributionBatches })
  })
})
