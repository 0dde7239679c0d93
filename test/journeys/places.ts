/** Every page of the application, by the accounts that open it. */
import type { Page } from 'playwright-core'
import type { Account } from './people.ts'

/** What stands where: the address of the first scheme, member … that the person can see. */
export async function idsOf(page: Page): Promise<Record<string, string>> {
  const first = async (path: string): Promise<string> => {
    const answer = await page.request.get(path)
    const { data } = (await answer.json()) as { data?: { id: string }[] }
    return data?.[0]?.id ?? ''
  }
  const schemeId = await first('/api/schemes?status=ACTIVE&limit=1')
  return {
    schemeId,
    waitingId: await first('/api/schemes?status=PENDING_APPROVAL&limit=1'),
    draftId: await first('/api/schemes?status=DRAFT&limit=1'),
    employerId: await first('/api/employers?limit=1'),
    memberId: await first('/api/members?limit=1'),
    userId: await first('/api/users?limit=1'),
    trusteeId: schemeId && (await first(`/api/schemes/${schemeId}/trustees?limit=1`)),
    firmId: await first('/api/tenants?limit=1'),
  }
}

const SCHEME = [
  '/schemes/{schemeId}',
  '/schemes/{waitingId}',
  '/schemes/{draftId}',
  '/schemes/{schemeId}/trustees',
  '/schemes/{schemeId}/members',
]
export const PAGES: readonly [account: Account, pages: readonly string[]][] = [
  [
    'brokeradmin',
    [
      '/',
      '/schemes',
      '/schemes?q=nothing+of+that+name',
      ...SCHEME,
      '/schemes/{schemeId}/history',
      '/schemes/{schemeId}/edit',
      '/schemes/new',
      '/schemes/{schemeId}/trustees/new',
      '/trustees/{trusteeId}',
      '/trustees/{trusteeId}/edit',
      '/employers',
      '/employers/{employerId}',
      '/employers/{employerId}/edit',
      '/employers/new',
      '/members',
      '/members/{memberId}',
      '/members/{memberId}/edit',
      '/members/new',
      '/users',
      '/users/{userId}',
      '/users/new',
      '/audit',
      '/settings',
      '/account',
      '/firms',
      '/no/such/page',
    ],
  ],
  ['brokeruser', ['/', '/schemes/{draftId}', '/users', '/audit']],
  [
    'employeradmin',
    ['/', '/schemes', '/schemes/{schemeId}', '/members', '/members/{memberId}', '/users', '/users/new'],
  ],
  ['employeruser', ['/', '/employers']],
  ['member', ['/', '/account', '/schemes']],
  ['superadmin', ['/', '/firms', '/firms/new', '/firms/{firmId}', '/schemes', '/audit', '/users']],
]

/** An address of the table with the ids of the demo; what the demo has nothing for is a mistake of the table. */
export function addressAt(page: string, ids: Readonly<Record<string, string>>): string {
  return page.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const id = ids[name]
    if (!id) throw new Error(`The demo has nothing for ${page}`)
    return id
  })
}
