import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { setUpFakeApi, toPage } from '../../../../../test/components/fake-api.ts'
import { buildMember, buildUser } from '../../../../../test/components/records.ts'
import { findDialog, renderPage } from '../../../../../test/components/render-page.tsx'
import { listMembers } from '../../../../contract/members.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { createUser } from '../../../../contract/users.ts'
import { FirmPage as MemberList } from './member-list.tsx'

const api = setUpFakeApi()

const importLinks = () => screen.queryAllByRole('link', { name: 'Import members' })

describe('the import of members', () => {
  test('is a link beside "New member"', async () => {
    api.answer(listMembers, () => toPage([buildMember()]))
    await renderPage(<MemberList />, { at: PAGES.members })
    await screen.findByText(/Nolan/)
    expect(importLinks().map((link) => link.getAttribute('href'))).toEqual([PAGES.importMembers])
  })

  test('is also offered by the empty list', async () => {
    api.answer(listMembers, () => toPage([]))
    await renderPage(<MemberList />, { at: PAGES.members })
    const empty = (await screen.findByText('No members yet')).parentElement as HTMLElement
    expect(within(empty).getByRole('link', { name: 'Import members' })).toBeDefined()
  })

  test('is not offered to an employer', async () => {
    api.signIn('EmployerUser')
    api.answer(listMembers, () => toPage([]))
    await renderPage(<MemberList />, { at: PAGES.members })
    await screen.findByText('No members yet')
    expect(importLinks()).toEqual([])
  })
})

test('members are invited together; a member without an e-mail address is left out', async () => {
  api.signIn('BrokerAdmin')
  api.answer(listMembers, () =>
    toPage([
      buildMember({ id: 'one', firstName: 'Ann', lastName: 'Nolan', email: 'ann@example.ie' }),
      buildMember({ id: 'two', firstName: 'Tom', lastName: 'Daly', email: null }),
    ]),
  )
  api.answer(createUser, ({ input }) => buildUser({ name: input.name, email: input.email }))
  const { user } = await renderPage(<MemberList />, { at: PAGES.members })
  const table = await screen.findByRole('table', { name: 'Members' })
  for (const box of within(table).getAllByRole('checkbox').slice(1)) await user.click(box)
  await user.click(screen.getByRole('button', { name: 'Invite' }))
  const dialog = await findDialog('Invite: 1 record')
  expect(dialog.textContent).toContain('1 selected row left out')
  await user.click(within(dialog).getByRole('button', { name: 'Invite' }))
  await screen.findByText('Invite: 1 record saved')
  expect(api.requestsTo(createUser).map(({ input }) => input)).toEqual([
    expect.objectContaining({ email: 'ann@example.ie', name: 'Ann Nolan', role: 'Member', memberId: 'one' }),
  ])
})
