import { expect, test, vi } from 'vitest'
import { createAnonymousCaller, createFirm, type Firm } from '../../../../../test/harness/people.ts'
import { IORP } from '../../../../../test/harness/samples.ts'
import { TEST_SECRETS, useService } from '../../../../../test/harness/service.ts'
import { getDashboard } from '../../../../contract/dashboard.ts'
import { getTenant, updateTenant } from '../../../../contract/tenants.ts'
import { createId } from '../../../platform/ids.ts'
import { FOLLOWED_AT_ONCE } from './daily.ts'
import { createDeferredRecalculation } from './deferred-recalculation.ts'
import { MOST_SCHEMES_AT_ONCE } from './recalculate.ts'

const service = useService({ emptyDatabase: true })

const hasCopies = (firm: Firm, schemeId: string, count: number) =>
  service().asOwner(
    `insert into schemes select (jsonb_populate_record(s, jsonb_build_object('id', $3 || n, 'name', s.name || ' ' || n, 'name_key', s.name_key || ' ' || n))).*
     from schemes s, generate_series(1, $2) n where s.id = $1 and s.tenant_id = $4`,
    [schemeId, count, createId().slice(0, 20), firm.id],
  )

const saveDueDateOfFee = async (firm: Firm): Promise<void> => {
  const { settings } = await firm.admin.call(getTenant, { id: firm.id })
  await firm.admin.call(updateTenant, {
    id: firm.id,
    name: 'A firm',
    settings: { ...settings, annualFeeDue: { month: 12, day: 1 } },
  })
}

const recalculatedSchemes = async (firm: Firm): Promise<number> =>
  (
    await service().asOwner<{ schemes: number }>(
      'select count(distinct scheme_id)::int as schemes from obligations where tenant_id = $1',
      [firm.id],
    )
  )[0]?.schemes as number

const progress = async (firm: Firm) => (await firm.broker.call(getDashboard, {})).recalculation

test('a change of settings of a large firm recalculates all of its schemes, after the response', async () => {
  const firm = await createFirm(service())
  const scheme = await firm.hasActiveScheme(IORP)
  await hasCopies(firm, scheme.id, MOST_SCHEMES_AT_ONCE)
  expect(await recalculatedSchemes(firm)).toBe(1)
  await saveDueDateOfFee(firm)
  await vi.waitFor(async () => expect(await progress(firm)).toBeNull(), { timeout: 60_000, interval: 200 })
  expect(await recalculatedSchemes(firm)).toBe(MOST_SCHEMES_AT_ONCE + 1)
})

test('the daily job follows all schemes of a large firm', async () => {
  const firm = await createFirm(service())
  const scheme = await firm.hasActiveScheme(IORP)
  await hasCopies(firm, scheme.id, FOLLOWED_AT_ONCE)
  const { status, body } = await createAnonymousCaller(service()).request({
    method: 'POST',
    url: '/api/cron/obligations',
    headers: { authorization: `Bearer ${TEST_SECRETS.CRON_TOKEN}` },
  })
  expect({ status, body }).toMatchObject({ status: 200, body: { failedFirms: 0 } })
  const [snapshots] = await service().asOwner<{ schemes: number }>(
    'select count(*)::int as schemes from compliance_snapshots where tenant_id = $1',
    [firm.id],
  )
  expect(snapshots?.schemes).toBe(FOLLOWED_AT_ONCE + 1)
})

test('a recalculation that a stop interrupts is continued by another start', async () => {
  const firm = await createFirm(service())
  const scheme = await firm.hasActiveScheme(IORP)
  await hasCopies(firm, scheme.id, MOST_SCHEMES_AT_ONCE)
  await service().asOwner("update tenants set recalculated_up_to = '' where id = $1", [firm.id])
  const { pipeline } = service().app
  const parts = { pipeline, today: () => '2026-11-21', log: { error: expect.unreachable } }
  const stopped = createDeferredRecalculation({
    ...parts,
    pipeline: {
      ...pipeline,
      actIn: async (...args) => {
        void stopped.stop()
        return pipeline.actIn(...args)
      },
    },
  })
  await stopped.wake()
  const half = await progress(firm)
  expect(half).toMatchObject({ schemes: MOST_SCHEMES_AT_ONCE + 1 })
  expect(half?.recalculated).toBeGreaterThan(0)
  expect(half?.recalculated).toBeLessThan(MOST_SCHEMES_AT_ONCE)
  await createDeferredRecalculation(parts).wake()
  expect(await progress(firm)).toBeNull()
  expect(await recalculatedSchemes(firm)).toBe(MOST_SCHEMES_AT_ONCE + 1)
})
