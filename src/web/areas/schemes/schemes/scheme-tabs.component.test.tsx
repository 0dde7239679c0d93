import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { setUpFakeApi } from '../../../../../test/components/fake-api.ts'
import { buildScheme } from '../../../../../test/components/records.ts'
import { renderPage } from '../../../../../test/components/render-page.tsx'
import { operation } from '../../../operation.ts'
import { listUnplacedTabs, SchemeTabs } from './scheme-tabs.tsx'

const api = setUpFakeApi()
const tabsOf = async (name: string) => within(await screen.findByRole('navigation', { name }))
const labels = (tabs: Awaited<ReturnType<typeof tabsOf>>) =>
  tabs.getAllByRole('link').map(({ textContent }) => textContent)

test('a tab with several pages is selected on each of them and shows them in a second row', async () => {
  api.signIn('BrokerAdmin')
  await renderPage(<SchemeTabs scheme={buildScheme({ id: 'scheme1' })} />, {
    at: '/schemes/scheme1/policies',
  })
  const tabs = await tabsOf('Parts of the scheme')
  expect(labels(tabs)).toEqual([
    'Overview',
    'Obligations',
    'People',
    'Contributions',
    'Governance',
    'Breaches',
    'Files',
    'More',
  ])
  expect(tabs.getByRole('link', { name: 'Governance' }).getAttribute('aria-current')).toBe('true')
  const pages = await tabsOf('Governance')
  expect(labels(pages)).toEqual(['ORA', 'Policies', 'Meetings', 'Compliance statements', 'Events'])
  expect(pages.getByRole('link', { name: 'Policies' }).getAttribute('aria-current')).toBe('page')
})

test('a personal contract has no trustees, and a tab of one page has the name of the page', async () => {
  const scheme = buildScheme({ id: 'scheme1', type: 'PRSA', legalForm: 'PRSA_CONTRACT' })
  await renderPage(<SchemeTabs scheme={scheme} />, { at: '/schemes/scheme1/members' })
  const tabs = await tabsOf('Parts of the scheme')
  expect(labels(tabs)).toEqual([
    'Overview',
    'Obligations',
    'Members',
    'Contributions',
    'Events',
    'Breaches',
    'Files',
    'Details',
  ])
  expect(tabs.getByRole('link', { name: 'Members' }).getAttribute('aria-current')).toBe('page')
  expect(screen.queryByRole('navigation', { name: 'People' })).toBeNull()
})

test('a tab without a group is named after its address', () => {
  const needs = operation('scheme.get')
  const tab = (path: string) => ({
    fullPath: `/schemes/$schemeId/${path}`,
    options: { staticData: { needs } },
  })
  expect(listUnplacedTabs([tab(''), tab('trustees'), tab('side-letters')])).toEqual([
    { label: 'Side letters', to: '/schemes/$schemeId/side-letters', needs },
  ])
})
