import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { setUpFakeApi, toPage } from '../../../../../test/components/fake-api.ts'
import { buildMember } from '../../../../../test/components/records.ts'
import { renderPage } from '../../../../../test/components/render-page.tsx'
import { listMembers } from '../../../../contract/members.ts'
import { PAGES } from '../../../../contract/pages.ts'
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

  test('is offered by the empty list too', async () => {
    api.answer(listMembers, () => toPage([]))
    await renderPage(<MemberList />, { at: PAGES.members })
    const empty = (await screen.findByText('No members yet')).parentElement as HTMLElement
    expect(within(empty).getByRole('link', { name: 'Import members' })).toBeDefined()
  })

  test('is not for an employer', async () => {
    api.signIn('EmployerUser')
    api.answer(listMembers, () => toPage([]))
    await renderPage(<MemberList />, { at: PAGES.members })
    await screen.findByText('No members yet')
    expect(importLinks()).toEqual([])
  })
})
