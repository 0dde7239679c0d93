import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { setUpFakeApi } from '../../../../../test/components/fake-api.ts'
import { buildScheme } from '../../../../../test/components/records.ts'
import { findDialog, getDescription, renderPage } from '../../../../../test/components/render-page.tsx'
import { submitScheme, withdrawSchemeSubmission } from '../../../../contract/schemes.ts'
import { listUsers } from '../../../../contract/users.ts'
import type { Compliance } from './scheme.ts'
import { SchemeActs } from './scheme-acts.tsx'

const api = setUpFakeApi()

const GAPS: Compliance['approvalGaps'] = [
  {
    code: 'SCHEME_YEAR_END',
    field: 'schemeYearEnd',
    message: 'Enter the scheme year end',
    source: 'Pensions Act 1990 s.55(1)',
  },
  {
    code: 'TRUSTEES',
    field: null,
    message: 'Appoint at least two trustees',
    source: 'Pensions Act 1990 s.64AC',
  },
]

const buildCompliance = (approvalGaps: Compliance['approvalGaps'] = []): Compliance => ({
  schemeId: 'scheme1',
  profile: {
    iorpInScope: { value: true, reason: 'DC', source: 'SI128 3' },
    memberCounts: { active: 0, deferred: 0, pensioner: 0, source: 'DERIVED' },
    activeAndDeferred: 0,
    sizeBand: 'NONE',
    isOneMemberArrangement: false,
    isOneMemberBeforeApril2021: false,
    isRegulatoryOwnFunds: false,
    isMasterTrust: false,
    isDeathBenefitOnly: false,
    isTrustRac: false,
    doraTier: { value: 'NONE', reason: '', source: '' },
    memberBearsRisk: true,
  },
  score: { rating: 'GREEN', summary: 'No open items known', reasons: [] },
  nextDates: [],
  approvalGaps,
  approval: { mayApprove: false, reason: 'Only a broker administrator can approve this scheme' },
})

const renderActs = (
  scheme: Parameters<typeof buildScheme>[0],
  gaps: Compliance['approvalGaps'] = [],
): ReturnType<typeof renderPage> => {
  api.answer(listUsers, () => ({ data: [], nextCursor: null }))
  return renderPage(<SchemeActs scheme={buildScheme(scheme)} compliance={buildCompliance(gaps)} />)
}
const button = (name: string) => screen.findByRole('button', { name })

describe('an incomplete draft', () => {
  test('is not submitted: the dialog lists missing requirements with links', async () => {
    const { user } = await renderActs({ status: 'DRAFT' }, GAPS)
    await user.click(await button('Submit for approval'))
    const dialog = await findDialog('Submit this scheme for approval')
    expect(getDescription(dialog)).toMatch(/can be submitted when all required items are recorded/)
    const links = within(dialog).getAllByRole('link')
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Enter the scheme year end', '/schemes/scheme1/edit#schemeYearEnd'],
      ['Appoint at least two trustees', '/schemes/scheme1/trustees'],
    ])
    expect(within(dialog).queryByRole('button', { name: 'Submit for approval' })).toBeNull()
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(document.activeElement).toBe(await button('Submit for approval'))
    expect(api.requestsTo(submitScheme)).toEqual([])
  })
})

describe('a scheme that waits for approval', () => {
  test('can be withdrawn by its submitter', async () => {
    const { user } = await renderActs({ status: 'PENDING_APPROVAL', submittedBy: 'user1', version: 2 })
    api.answer(withdrawSchemeSubmission, () => buildScheme({ status: 'DRAFT', version: 3 }))
    await user.click(await button('Withdraw submission'))
    const dialog = await findDialog('Withdraw the submission of this scheme')
    await user.click(within(dialog).getByRole('button', { name: 'Withdraw submission' }))
    await screen.findByText('Submission withdrawn')
    expect(api.requestsTo(withdrawSchemeSubmission).map(({ version }) => version)).toEqual([2])
  })

  test('cannot be withdrawn by another broker', async () => {
    await renderActs({ status: 'PENDING_APPROVAL', submittedBy: 'somebodyelse' })
    expect(screen.queryByRole('button', { name: 'Withdraw submission' })).toBeNull()
  })

  test('can be withdrawn by an administrator', async () => {
    api.signIn('BrokerAdmin')
    await renderActs({ status: 'PENDING_APPROVAL', submittedBy: 'somebodyelse' })
    await button('Withdraw submission')
  })
})
