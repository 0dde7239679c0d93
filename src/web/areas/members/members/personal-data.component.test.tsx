import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { setUpFakeApi } from '../../../../../test/components/fake-api.ts'
import { buildMember } from '../../../../../test/components/records.ts'
import { renderPage } from '../../../../../test/components/render-page.tsx'
import { PAGES } from '../../../../contract/pages.ts'
import { erasePersonalData, getPersonalData, type PersonalData } from '../../../../contract/personal-data.ts'
import { createBusinessRuleRefusal } from '../../../../server/pipeline/refusal.ts'
import PersonalDataSection from './personal-data.tsx'

const api = setUpFakeApi()

const HELD: PersonalData = {
  memberId: 'member1',
  holdings: [
    { kind: 'RECORD', count: 1 },
    { kind: 'PPS_NUMBER', count: 0 },
    { kind: 'CONTRIBUTIONS', count: 12 },
    { kind: 'DOCUMENTS', count: 2 },
  ],
  startsOn: '2021-03-31',
  years: 7,
  documentsRetainedUntilOn: null,
  retainUntilOn: '2028-03-31',
  isRetentionOver: false,
  blocker: null,
  otherMemberships: 0,
  mentions: [],
}

const show = (held: Partial<PersonalData> = {}) => {
  api.signIn('BrokerAdmin')
  api.answer(getPersonalData, () => ({ ...HELD, ...held }))
  return renderPage(<PersonalDataSection member={buildMember()} />, { at: PAGES.members })
}

test('what is held is listed with what erasure does, and the calculation of the retention period', async () => {
  await show()
  await screen.findByText('The record must be kept until 31 Mar 2028: 31 Mar 2021 plus 7 years.')
  const rows = within(screen.getByRole('list')).getAllByRole('listitem')
  expect(rows.map(({ textContent }) => textContent?.split('.')[0])).toEqual([
    expect.stringMatching(/^Member recordErased/),
    expect.stringMatching(/^Contribution lines: 12Kept/),
    expect.stringMatching(/^Documents: 2Erased/),
  ])
})

test('erasure within the retention period needs a reason, and the dialog says that it cannot be undone', async () => {
  const sent: unknown[] = []
  api.answer(erasePersonalData, ({ sent: body }) => {
    sent.push(body)
    if (body.reason === null)
      throw createBusinessRuleRefusal('RETENTION', 'The record must be kept until 2028-03-31', {
        field: 'reason',
      })
    return { ...HELD, blocker: 'ALREADY_ERASED' as const }
  })
  const { user } = await show()
  await user.click(await screen.findByRole('button', { name: 'Erase …' }))
  await screen.findByText('Erasure is permanent and cannot be undone.')
  const dialog = screen.getByRole('dialog')
  const erase = await within(dialog).findByRole('button', { name: 'Erase permanently' })
  await user.click(erase)
  await within(dialog).findAllByText(/must be kept until 2028-03-31/)
  await user.type(within(dialog).getByRole('textbox', { name: /Reason/ }), 'The member objected')
  await user.click(erase)
  await screen.findByText('The personal data are erased')
  expect(sent).toEqual([{ reason: null }, { reason: 'The member objected' }])
})

test('a member whose membership continues cannot be erased', async () => {
  await show({ blocker: 'MEMBERSHIP_CONTINUES', startsOn: null, retainUntilOn: null })
  await screen.findByText(/The membership continues/)
  expect(screen.queryByRole('button', { name: 'Erase …' })).toBeNull()
  screen.getByRole('button', { name: 'Export copy' })
})

test('file notes with the name of the member are linked for a person to read', async () => {
  await show({
    mentions: [{ entityType: 'fileNote', entityId: 'note1', createdAt: '2026-02-03T10:00:00.000Z' }],
  })
  expect(await screen.findByRole('link', { name: '3 Feb 2026' })).toHaveProperty(
    'href',
    expect.stringContaining('/file-notes/note1'),
  )
})
