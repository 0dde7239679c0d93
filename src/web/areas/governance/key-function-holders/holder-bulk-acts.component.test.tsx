import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { setUpFakeApi, toPage } from '../../../../../test/components/fake-api.ts'
import { findDialog, renderPage } from '../../../../../test/components/render-page.tsx'
import {
  appointHolder,
  KeyFunctionHolder,
  listKeyFunctionHolders,
} from '../../../../contract/key-function-holders.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { listSavedViews } from '../../../../contract/saved-views.ts'
import HolderList from './holder-list.tsx'

const api = setUpFakeApi()

const NULL_FIELDS = [
  ...['responsiblePerson', 'organisation', 'email', 'conflictProtocolDocumentId', 'conflictProtocolOn'],
  ...['outsourcingArrangementId', 'qualificationsOk', 'professionalQualification', 'experienceYears'],
  ...['reputeDeclarationDocumentId', 'outsourcingInForceFrom', 'assessedBy', 'nextReviewOn'],
  ...['boardResolutionOn', 'minutesDocumentId', 'effectiveFrom', 'termEndsOn', 'endedOn', 'endReason'],
  ...['authorityNotifiedOn', 'authorityReference'],
]
const buildHolder = (fields: Partial<KeyFunctionHolder>): KeyFunctionHolder =>
  KeyFunctionHolder.parse({
    ...Object.fromEntries(NULL_FIELDS.map((name) => [name, null])),
    id: 'holder1',
    createdAt: '2026-11-01T09:00:00.000Z',
    updatedAt: '2026-11-01T09:00:00.000Z',
    version: 2,
    tenantId: 'firm1',
    schemeId: 'scheme1',
    schemeName: 'Ballycotton DC',
    function: 'INTERNAL_AUDIT',
    isDeputy: false,
    holderKind: 'INDIVIDUAL',
    holderName: 'Peadar Lally',
    relationship: 'INDEPENDENT_PROVIDER',
    holdsSameFunctionForEmployer: false,
    isOutsourced: false,
    assessedOn: '2026-11-01',
    assessmentOutcome: 'PASS',
    proposedOn: '2026-10-01',
    reportedOn: [],
    undecidedReports: 0,
    status: 'FIT_PROPER_OK',
    barredApproverIds: [],
    ...fields,
  })

test('one person is appointed in several schemes, except where the user recorded the assessment', async () => {
  api.signIn('BrokerAdmin')
  api.answer(listSavedViews, () => toPage([]))
  api.answer(listKeyFunctionHolders, () =>
    toPage([
      buildHolder({ id: 'one' }),
      buildHolder({ id: 'two', schemeName: 'Corrib DC' }),
      buildHolder({ id: 'three', schemeName: 'Moyle DC', barredApproverIds: ['user1'] }),
    ]),
  )
  api.answer(appointHolder, ({ input: { id } }) => buildHolder({ id, status: 'APPOINTED' }))
  const { user } = await renderPage(<HolderList />, { at: PAGES.keyFunctionHolders })
  const table = await screen.findByRole('table', { name: 'Key function holders' })
  await user.click(within(table).getByRole('checkbox', { name: 'Select all 3 rows shown' }))
  await user.click(await screen.findByRole('button', { name: 'Appoint' }))
  const dialog = await findDialog()
  expect(dialog.textContent).toContain('Left out: Peadar Lally, internal audit of Moyle DC.')
  await within(dialog).findByLabelText('Resolution of the trustees')
  await user.click(within(dialog).getByRole('button', { name: 'Appoint' }))
  await screen.findByText('Appoint: 2 records saved')
  expect(api.requestsTo(appointHolder).map(({ input }) => input.id)).toEqual(['one', 'two'])
})
