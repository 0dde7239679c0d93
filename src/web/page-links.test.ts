/**
 * Every page can be reached by links: from the navigation, the account menu and the command palette, over pages that the same role
 * may open. Every link of a mail leads to a page that its reader may open. Reads the page tables and the modules behind each page.
 */
import { describe, expect, test } from 'vitest'
import { ROLES } from '../contract/access.ts'
import type { Contract, Role } from '../contract/define.ts'
import { CONTRACTS } from '../contract/index.ts'
import { PAGES } from '../contract/pages.ts'
import * as users from '../contract/users.ts'
import { isPermitted, type Needed } from './session.tsx'
import { listDestinations } from './shell/destinations.ts'

type Page = keyof typeof PAGES

/** Modules of the web application as text, by their path from this folder. */
const WEB: Record<string, string> = import.meta.glob('./**/*.{ts,tsx}', {
  query: '?raw',
  import: 'default',
  eager: true,
})
const SERVER: Record<string, string> = import.meta.glob(['../server/**/*.ts', '!../server/**/*.test.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
})
type MailMaker = (to: string, appUrl: string, fact?: unknown, inviter?: object) => { text: string }
/** The modules that word mails. Loaded by path: their types belong to the server. */
const MAILS = Object.assign(
  {},
  ...Object.values(
    import.meta.glob<Record<string, MailMaker>>('../server/areas/*/*/mails.ts', { eager: true }),
  ),
) as Record<string, MailMaker>
/** Requirements of pages: an operation, or a role check under the name by which a page table imports it. */
const NEEDED = new Map(
  Object.entries({ ...users, ...Object.fromEntries(CONTRACTS.map((contract) => [contract.name, contract])) }),
)

const pageAt = new Map(Object.entries(PAGES).map(([name, address]) => [address as string, name as Page]))

interface Route {
  page: Page
  /** Empty for pages without a session. */
  needs: string
  file: string
  /** SchemeTabs has a tab for every route below the page of a scheme. */
  isSchemeTab: boolean
}

const TABS: Record<string, string> = {
  defineSchemeTab: PAGES.scheme,
  defineSchemeList: PAGES.scheme,
  defineAssessmentTab: PAGES.ownRiskAssessment,
}

const isPageTable = (file: string): boolean =>
  file === './routes.tsx' || /^\.\/areas\/\w+\/routes\.tsx$/.test(file)

/** The routes as the page tables of the areas list them. */
function routes(): Route[] {
  const calls =
    /\b(definePage|defineRecordPage|defineNewPage|defineEditPage|defineListPage|defineFirmList|defineOpenPage|defineSchemeTab|defineSchemeList|defineAssessmentTab)\(\s*(?:PAGES\.(\w+)|'([^']*)'),\s*(?:(\w+(?:\('[\w.-]+'\))?),\s*)?\(\) => import\('([^']+)'\),?\s*(\w+(?:\('[\w.-]+'\))?)?/g
  return Object.keys(WEB)
    .filter(isPageTable)
    .flatMap((table) =>
      [...(WEB[table] ?? '').matchAll(calls)].map(
        ([, make = '', name, path = '', first = '', file = '', last]) => {
          const address = `${TABS[make]}${path === '/' ? '' : `/${path}`}`
          const page = (name ?? pageAt.get(address)) as Page | undefined
          if (!page) throw new Error(`${table} has a route that is not in PAGES: ${address}`)
          return {
            page,
            needs: ((make === 'defineListPage' && last) || first).replace(/^operation\('(.*)'\)$/, '$1'),
            file: resolved(table, file),
            isSchemeTab: TABS[make] === PAGES.scheme,
          }
        },
      ),
    )
}

/** The path that `from` imports as `path`. */
const resolved = (from: string, path: string): string =>
  new URL(path, `http://x/${from}`).pathname.replace('/', './')

/** The module with everything that it imports from the web application, except the page tables. */
function modulesOf(file: string, visited = new Set<string>()): Set<string> {
  const text = WEB[file]
  if (text === undefined || visited.has(file) || isPageTable(file)) return visited
  visited.add(file)
  for (const [, path = ''] of text.matchAll(/(?:from|import\()\s*'(\.[^']+\.tsx?)'/g))
    modulesOf(resolved(file, path), visited)
  return visited
}

const linksIn = (files: Iterable<string>): Set<Page> =>
  new Set(
    [...files].flatMap((file) =>
      [...(WEB[file] ?? '').matchAll(/PAGES\.(\w+)/g)].map(([, name]) => name as Page),
    ),
  )

/** The frame of every page. Its own links are the navigation's, which depend on the role, and those of menu and palette. */
const FRAME = ['./shell/account-menu.tsx', './shell/palette.tsx']
/** The first page of each kind of role, and the frames around tabs, are not in a page table under a name of their own. */
const FIRST_PAGES: Record<string, Role[]> = {
  './areas/calendar/dashboard/today.tsx': ['SuperAdmin', 'BrokerAdmin', 'BrokerUser'],
  './areas/members/contributions/employer-home.tsx': ['EmployerAdmin', 'EmployerUser'],
  './areas/members/members/my-record.tsx': ['Member'],
}
const FRAMES: Partial<Record<Page, string>> = {
  scheme: './areas/schemes/schemes/scheme-frame.tsx',
  ownRiskAssessment: './areas/governance/own-risk-assessments/assessment-frame.tsx',
}

test('every page is reachable by a link for a role that may open it', () => {
  const table = routes()
  const inTable = new Set(table.map(({ page }) => page))
  expect(
    Object.keys(PAGES).filter((page) => !inTable.has(page as Page) && !['today', 'signIn'].includes(page)),
  ).toEqual([])

  const open = table.filter(({ needs }) => needs === '')
  const serverText = Object.values(SERVER).join('\n')
  const isInMail = (page: Page): boolean =>
    serverText.includes(`PAGES.${page}`) || serverText.includes(`'${PAGES[page].slice(1)}'`)
  const reached = new Map<Page, Role[]>([
    ['today', [...ROLES]],
    ['signIn', [...ROLES]],
  ])
  // Without a session: from the sign-in page, or by the link of a mail.
  for (const { page } of open) if (isInMail(page)) reached.set(page, [...ROLES])
  const signInLinks = linksIn(modulesOf('./areas/firm/auth/sign-in.tsx'))
  for (const { page } of open) if (signInLinks.has(page)) reached.set(page, [...ROLES])

  const links = new Map(
    table.map(({ page, file }) => {
      const frame = page.startsWith('scheme')
        ? FRAMES.scheme
        : page.startsWith('assessment')
          ? FRAMES.ownRiskAssessment
          : FRAMES[page]
      const tabs = frame === FRAMES.scheme ? table.filter(({ isSchemeTab }) => isSchemeTab) : []
      return [
        page,
        [
          ...linksIn([...modulesOf(file), ...(frame ? modulesOf(frame) : [])]),
          ...tabs.map((tab) => tab.page),
        ],
      ]
    }),
  )
  for (const role of ROLES) {
    const isOpen = (page: Page): boolean => {
      const route = table.find((one) => one.page === page)
      return !route || route.needs === '' || isPermitted({ role }, NEEDED.get(route.needs) as Needed)
    }
    const firstPage = Object.entries(FIRST_PAGES).find(([, roles]) => roles.includes(role))?.[0] as string
    const queue: Page[] = [
      ...listDestinations({ role } as never).map(({ to }) => pageAt.get(to) as Page),
      ...linksIn([...FRAME, ...modulesOf(firstPage)]),
    ]
    const visited = new Set<Page>()
    for (let page = queue.shift(); page; page = queue.shift()) {
      if (visited.has(page) || !isOpen(page)) continue
      visited.add(page)
      reached.set(page, [...(reached.get(page) ?? []), role])
      queue.push(...(links.get(page) ?? []))
    }
  }
  const unreachable = table
    .filter(({ page }) => !reached.has(page))
    .map(({ page, file }) => `${page}: ${PAGES[page]} (${file})`)
  expect(unreachable).toEqual([])
})

describe('the links of a mail', () => {
  const APP = 'https://pensions.example.ie'
  const BROKERS: Role[] = ['BrokerUser', 'BrokerAdmin']
  const EMPLOYERS: Role[] = ['EmployerUser', 'EmployerAdmin']
  const table = routes()

  const READERS: [mail: string, fact: unknown, readers: readonly Role[]][] = [
    [
      'buildDigestMail',
      { overdue: 2, soon: 1, later: 3, own: { userId: 'cuser', obligationIds: ['cown'] } },
      BROKERS,
    ],
    ['buildChaserMail', false, EMPLOYERS],
    ['buildChaserMail', true, EMPLOYERS],
    ['buildInvitationMail', 'token', ROLES],
    ['buildGrantMail', { firmName: 'Example Brokers', inviterName: 'Aoife Example', token: 'token' }, ROLES],
    ['buildGrantMail', { firmName: 'Example Brokers', inviterName: 'Aoife Example', token: null }, ROLES],
    ['buildResetMail', 'token', ROLES],
    ['buildConfirmAddressMail', 'token', ROLES],
    ['buildAddressTakenMail', undefined, ROLES],
    ['buildAddressChangeMail', undefined, ROLES],
    ['buildAddressChangedMail', undefined, ROLES],
    ['buildPasswordChangedMail', undefined, ROLES],
    ['buildFactorsChangedMail', undefined, ROLES],
    ['buildFactorResetRequestedMail', undefined, ROLES],
    ['buildFactorResetMail', undefined, ROLES],
    ['buildNewDeviceMail', { browser: 'Firefox', system: 'Windows' }, ROLES],
    ['buildSecondStepRefusedMail', undefined, ROLES],
    [
      'buildSingleSignOnInvitationMail',
      { firmName: 'Example Brokers', name: 'Aoife Example' },
      ROLES.filter((role) => role !== 'SuperAdmin'),
    ],
    ['buildSingleSignOnChangedMail', undefined, ['BrokerAdmin']],
    ['buildSignInLinkedMail', undefined, ROLES],
    ['buildUnlinkedMail', undefined, ROLES],
  ]
  /** Last argument of the mails that have one more. */
  const LAST: Record<string, object> = {
    buildInvitationMail: { firmName: 'Example Brokers', name: 'Aoife Example' },
    buildGrantMail: { firmName: 'Example Brokers', name: 'Aoife Example' },
    buildChaserMail: [],
  }

  test('are checked in every mail', () => {
    expect([...new Set(READERS.map(([mail]) => mail))].sort()).toEqual(Object.keys(MAILS).sort())
  })

  test.each(READERS)(
    '%s (%j) open for each reader, with filters that the page knows',
    (mail, fact, readers) => {
      const { text } = (MAILS[mail] as MailMaker)('a@example.ie', APP, fact, LAST[mail])
      const links = [...text.matchAll(/https:\S+/g)].map(([link]) => new URL(link))
      for (const { pathname, searchParams } of links) {
        const route =
          table.find(({ page }) => PAGES[page] === pathname) ??
          table.find(({ page }) => new RegExp(`^${PAGES[page].replace(/\$\w+/g, '\\w+')}$`).test(pathname)) ??
          (pathname === PAGES.signIn ? { needs: '' } : undefined)
        expect(route, `${pathname} is a page`).toBeDefined()
        if (!route?.needs) continue
        const needed = NEEDED.get(route.needs) as Needed
        for (const role of readers)
          expect(isPermitted({ role }, needed), `${role} may open ${pathname}`).toBe(true)
        if (searchParams.size === 0) continue
        const { input } = needed as unknown as Contract
        expect(
          input.safeParse(Object.fromEntries(searchParams)).error,
          `${pathname}${searchParams}`,
        ).toBeUndefined()
      }
    },
  )
})
