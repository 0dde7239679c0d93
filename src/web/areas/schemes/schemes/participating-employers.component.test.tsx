import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { setUpFakeApi, toPage } from '../../../../../test/components/fake-api.ts'
import { buildScheme } from '../../../../../test/components/records.ts'
import { renderPage } from '../../../../../test/components/render-page.tsx'
import { listParticipations, type Participation } from '../../../../contract/participations.ts'
import { ParticipatingEmployers } from './participating-employers.tsx'

const api = setUpFakeApi()

const buildParticipation = (fields: Partial<Participation>): Participation => ({
  id: 'participation1',
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  version: 1,
  tenantId: 'tenant1',
  schemeId: 'scheme1',
  employerId: 'employer1',
  employerName: 'Ballycotton Foods Limited',
  isSchemeEmployer: true,
  fromOn: null,
  untilOn: null,
  status: 'PARTICIPATING',
  ...fields,
})

const answerWith = () =>
  api.answer(listParticipations, () =>
    toPage([
      buildParticipation({}),
      buildParticipation({
        id: 'participation2',
        employerId: 'employer2',
        employerName: 'Corrib Limited',
        isSchemeEmployer: false,
        fromOn: '2024-03-01',
        untilOn: '2026-09-30',
        status: 'ENDED',
      }),
    ]),
  )

test('each employer is shown with its dates and status', async () => {
  answerWith()
  await renderPage(<ParticipatingEmployers scheme={buildScheme({ id: 'scheme1', status: 'ACTIVE' })} />)
  const section = await screen.findByRole('region', { name: 'Participating employers' })
  const [own, other] = within(section).getAllByRole('listitem')
  expect(own?.textContent).toContain('Since the scheme began')
  expect(own?.textContent).toContain('Employer of the scheme')
  expect(other?.textContent).toMatch(/From .*1 Mar(ch)? 2024 until .*30 Sep(t|tember)? 2026/)
  expect(other?.textContent).toContain('Ended')
  const linkTo = (name: string) => within(section).getByRole('link', { name }).getAttribute('href')
  expect(linkTo('Edit the participation of Corrib Limited')).toBe('/participating-employers/participation2')
  expect(linkTo('Add employer')).toBe('/schemes/scheme1/participating-employers/new')
})

test('an employer cannot be added to a wound-up scheme', async () => {
  answerWith()
  await renderPage(<ParticipatingEmployers scheme={buildScheme({ id: 'scheme1', status: 'WOUND_UP' })} />)
  await screen.findByRole('region', { name: 'Participating employers' })
  expect(screen.queryByRole('link', { name: 'Add employer' })).toBeNull()
})
