/** For all operations on a scheme: the audit log reproduces the records of any past moment. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createFirm, type Firm } from '../../../../../test/harness/people.ts'
import { getPropertyRuns } from '../../../../../test/harness/property-runs.ts'
import { useService } from '../../../../../test/harness/service.ts'
import { createBreach } from '../../../../contract/breaches.ts'
import { updateEmployer } from '../../../../contract/employers.ts'
import { joinMember, leaveMember } from '../../../../contract/members.ts'
import type { SchemeStanding } from '../../../../contract/obligations.ts'
import {
  completeObligation,
  getStanding,
  listObligations,
  reopenObligation,
  waiveObligation,
} from '../../../../contract/obligations.ts'
import { createSchemeEvent, withdrawSchemeEvent } from '../../../../contract/scheme-events.ts'
import { updateScheme } from '../../../../contract/schemes.ts'
import { createTrusteeMeeting, holdTrusteeMeeting } from '../../../../contract/trustee-meetings.ts'
import { createTrusteeTraining } from '../../../../contract/trustee-trainings.ts'
import { appointTrustee, assessTrustee, createTrustee, retireTrustee } from '../../../../contract/trustees.ts'
import { SYSTEM } from '../../../pipeline/act-as.ts'
import { calculateComplianceStatus } from './compliance-status.ts'
import { loadSchemeRecordsAsAt } from './scheme-records.ts'

const service = useService()
const TODAY = '2026-11-21'

interface World {
  firm: Firm
  schemeId: string
  employerId: string
  name: string
  trustees: string[]
  events: string[]
  members: string[]
  done: string[]
}

/** Operations by users; a refused one changes nothing, which is acceptable here. */
const STEPS: ((world: World, number: number) => Promise<unknown>)[] = [
  ({ firm, schemeId, name }, number) =>
    firm.broker.send(updateScheme, {
      id: schemeId,
      name,
      type: 'DC',
      wentLiveOn: `20${10 + (number % 10)}-03-01`,
      schemeYearEnd: { month: 1 + (number % 12), day: 28 },
      memberCounts:
        number % 2 ? { active: number % 150, deferred: 3, pensioner: 0, asOfOn: '2026-01-01' } : null,
      considersEsg: number % 3 === 0,
    }),
  // The employer's PRSA access for employees not eligible for the scheme decides PRS-01.
  ({ firm, schemeId, name }, number) =>
    firm.broker.send(updateScheme, {
      id: schemeId,
      name,
      type: 'DC',
      limitsEntry: true,
      waitingPeriodMonths: number % 9,
    }),
  ({ firm, employerId }, number) =>
    firm.broker.send(updateEmployer, {
      id: employerId,
      legalName: 'An employer',
      prsaProvider: 'A provider',
      prsaDesignatedOn: number % 2 ? '2026-01-05' : null,
    }),
  async (world) => {
    const trustee = await world.firm.broker.call(createTrustee, {
      id: world.schemeId,
      personName: 'Somebody',
    })
    await world.firm.broker.call(assessTrustee, { id: trustee.id, assessedOn: '2020-01-01' })
    await world.firm.admin.call(appointTrustee, { id: trustee.id, on: '2020-02-01' })
    world.trustees.push(trustee.id)
  },
  ({ firm, trustees }, number) =>
    firm.broker.send(createTrusteeTraining, {
      id: trustees[number % trustees.length] ?? 'a1',
      completedOn: '2022-05-05',
      topic: 'Duties',
    }),
  ({ firm, trustees }, number) =>
    firm.broker.send(retireTrustee, { id: trustees[number % trustees.length] ?? 'a1', on: '2026-10-01' }),
  async (world, number) => {
    const kinds = ['BULK_TRANSFER', 'RULE_AMENDMENT', 'FIXED_NOTICE', 'CYBER_INCIDENT'] as const
    const event = await world.firm.broker.call(createSchemeEvent, {
      id: world.schemeId,
      kind: kinds[number % kinds.length] as 'BULK_TRANSFER',
      occurredOn: '2026-11-05',
      title: 'Something',
    })
    world.events.push(event.id)
  },
  ({ firm, events }, number) =>
    firm.broker.send(withdrawSchemeEvent, {
      id: events[number % events.length] ?? 'a1',
      reason: 'By mistake',
    }),
  async (world) => {
    const member = await world.firm.hasMember({ schemeId: world.schemeId })
    await world.firm.broker.call(joinMember, { id: member.id, on: '2026-10-20' })
    world.members.push(member.id)
  },
  ({ firm, members }, number) =>
    firm.broker.send(leaveMember, { id: members[number % members.length] ?? 'a1', on: '2026-11-10' }),
  async (world, number) => {
    const { data } = await world.firm.broker.call(listObligations, { schemeId: world.schemeId, limit: 200 })
    const open = data.filter(({ status }) => ['UPCOMING', 'DUE_SOON', 'OVERDUE'].includes(status))
    const one = open[number % open.length]
    if (!one) return
    world.done.push(one.id)
    await (number % 2
      ? world.firm.broker.send(completeObligation, { id: one.id, note: 'Done', completedOn: '2026-11-01' })
      : world.firm.broker.send(waiveObligation, { id: one.id, reason: 'Not pursued' }))
  },
  ({ firm, done }, number) =>
    firm.broker.send(reopenObligation, { id: done[number % done.length] ?? 'a1', reason: 'After all' }),
  async ({ firm, schemeId }) => {
    const meeting = await firm.broker.call(createTrusteeMeeting, {
      id: schemeId,
      title: 'Meeting',
      plannedForOn: '2026-09-01',
    })
    await firm.broker.send(holdTrusteeMeeting, {
      id: meeting.id,
      heldOn: '2026-09-01',
      attendees: ['Somebody'],
    })
  },
  ({ firm, schemeId }) =>
    firm.broker.send(createBreach, {
      schemeId,
      category: 'DATA_PROTECTION',
      title: 'A letter to the wrong address',
      occurredOn: '2026-11-19',
      severity: 'HIGH',
      awareAt: '2026-11-20T09:00:00.000Z',
    }),
]

test('the compliance status as at any past moment equals the status shown at that moment', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ step: fc.nat(STEPS.length - 1), number: fc.nat(1000) }), {
        minLength: 6,
        maxLength: 14,
      }),
      async (history) => {
        const firm = await createFirm(service())
        const scheme = await firm.hasActiveScheme({
          type: 'DC',
          wentLiveOn: '2015-03-01',
          schemeYearEnd: { month: 12, day: 31 },
        })
        const world: World = {
          firm,
          schemeId: scheme.id,
          employerId: scheme.employerId,
          name: scheme.name,
          trustees: [],
          events: [],
          members: [],
          done: [],
        }
        const snapshots: { moment: Date; standing: SchemeStanding }[] = []
        for (const { step, number } of history) {
          await STEPS[step]?.(world, number)
          const [now] = await service().asOwner<{ at: Date }>('select clock_timestamp() as at')
          snapshots.push({
            moment: new Date(now?.at ?? 0),
            standing: await firm.broker.call(getStanding, { id: scheme.id }),
          })
          // The log counts milliseconds.
          await new Promise((resolve) => setTimeout(resolve, 5))
        }
        for (const { moment, standing } of snapshots) {
          const rebuilt = await service().app.pipeline.actAs(SYSTEM, 'test.as-at', async (tx) => {
            const records = await loadSchemeRecordsAsAt(tx, scheme.id, new Date(moment.getTime() + 2))
            return { answer: records && calculateComplianceStatus(records, TODAY), changes: [] }
          })
          expect(rebuilt).toEqual(standing)
        }
      },
    ),
    { numRuns: getPropertyRuns(8) },
  )
}, 120_000)

test('the status before the scheme was added is not found, and a future date is refused', async () => {
  const firm = await createFirm(service())
  const scheme = await firm.hasActiveScheme({ type: 'DC' })
  expect((await firm.broker.send(getStanding, { id: scheme.id, on: '2020-01-01' })).status).toBe(404)
  expect((await firm.broker.send(getStanding, { id: scheme.id, on: '2199-01-01' })).status).toBe(422)
})
