import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { setUpFakeApi } from '../../../../../test/components/fake-api.ts'
import { renderPage } from '../../../../../test/components/render-page.tsx'
import { type Verification, verifyAuditLog } from '../../../../contract/audit.ts'
import { createConflictRefusal } from '../../../../server/pipeline/refusal.ts'
import { ChainActions, ChainVerdict } from './chain-verification.tsx'

const api = setUpFakeApi()
beforeEach(() => api.signIn('BrokerAdmin'))

const HASH = 'ab'.repeat(32)
const verification = (fields: Partial<Verification>): Verification => ({
  tenantId: 'tenant1',
  intact: true,
  entries: 12,
  head: { sequence: 12, hash: HASH },
  firstProblem: null,
  checkpoints: [],
  ...fields,
})

/** Presses "Verify chain". */
async function verify(): Promise<void> {
  const chain = { tenantId: undefined, firmName: 'Harbour Row' }
  const { user } = await renderPage(
    <>
      <ChainActions {...chain} />
      <ChainVerdict {...chain} />
    </>,
  )
  await user.click(await screen.findByRole('button', { name: 'Verify chain' }))
}

test('an intact log shows the signed checkpoint outside the database and the number of later entries', async () => {
  api.answer(verifyAuditLog, () =>
    verification({
      checkpoints: [
        { keptIn: 'DATABASE', sequence: 11, hash: HASH, sealedAt: '2026-11-23T10:15:00.000Z' },
        { keptIn: 'ANCHOR_FILE', sequence: 10, hash: HASH, sealedAt: '2026-11-23T10:00:00.000Z' },
      ],
    }),
  )
  await verify()
  await screen.findByText(/The log of Harbour Row is intact: 12 entries/)
  await screen.findByText(
    /Compared with the signed checkpoint outside the database of .*23 Nov 2026.*, at entry 10; 2 later entries have no checkpoint yet\./,
  )
})

test('an intact log without a checkpoint says that only its own chain was verified', async () => {
  api.answer(verifyAuditLog, () => verification({}))
  await verify()
  await screen.findByText('No checkpoint is signed yet: the log was compared only with itself.')
})

test.each([
  ['REWRITTEN', /broken at entry 7: the log was rewritten up to there/],
  ['BEGINNING', /broken at entry 7: the log was emptied and restarted/],
  ['SIGNATURE', /broken at entry 7: its checkpoint has a wrong signature/],
] as const)('a log that is not intact shows the kind of tampering: %s', async (kind, text) => {
  api.answer(verifyAuditLog, () =>
    verification({ intact: false, firstProblem: { sequence: 7, kind, message: 'What the service says' } }),
  )
  await verify()
  await screen.findByText(text)
  expect(screen.queryByText(/Compared with/)).toBeNull()
})

test('a second concurrent verification says when to try again', async () => {
  api.answer(verifyAuditLog, () => {
    throw createConflictRefusal(
      'A verification or an export of this audit log is running. Try again when it has finished',
      { code: 'AUDIT_LOG_BUSY' },
    )
  })
  await verify()
  await screen.findByText('The chain was not verified')
  await screen.findByText(/Try again when it has finished/)
})
