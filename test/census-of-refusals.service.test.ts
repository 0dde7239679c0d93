/** Every command of the contract, refused or not to be recorded: nothing is changed, and nothing is recorded (Spec 2.6). */
import { beforeEach, describe, expect, test } from 'vitest'
import type { Contract, Role } from '../src/contract/define.ts'
import { CONTRACTS } from '../src/contract/index.ts'
import { assertNotInLogs } from './harness/canaries.ts'
import { createAnonymousCaller, nextUniqueText, type Reply } from './harness/people.ts'
import { type Act, buildRequestOfSample, findSample, isForPeople } from './harness/samples.ts'
import { useSeededFirms } from './harness/service.ts'
import { readStoredDigests } from './harness/stored-rows.ts'
import { waitUntilSettled } from './harness/wait-until-settled.ts'

const { service, firms } = useSeededFirms()
const commands = CONTRACTS.filter(({ kind }) => kind === 'command')

/** They record nothing, or what they are given can be used once only, also by a refused attempt (single-sign-on.service.test.ts). */
const WITHOUT_ENTRY = ['auth.forgot-password', 'auth.start-single-sign-on', 'auth.single-sign-on']

describe('a command that is refused or cannot be audited', () => {
  const NO_ENTRY = 'No entry today'
  beforeEach(async () => {
    await service().asOwner(`create function refuse_entry() returns trigger language plpgsql as $$
      begin raise exception 'no entry today'; end $$`)
    await service().asOwner(`create trigger refuse_entry before insert on audit_log for each row
      when (new.user_agent = '${NO_ENTRY}') execute function refuse_entry()`)
  })

  async function refusals(contract: Contract, { actor, send }: Act): Promise<Reply[]> {
    const { firm, secondEmployer, otherFirm } = firms()
    const replies = [
      await send({ raw: '{"not":' }),
      await send({ headers: { origin: 'https://other.example' } }),
    ]
    if (contract.name === 'auth.signin')
      replies.push(await send({ sent: { password: 'not their password' } }))
    if (contract.name === 'auth.reset-password')
      replies.push(await send({ sent: { token: 'not-their-token' } }))
    if (!isForPeople(contract)) return replies
    replies.push(
      await send({ as: createAnonymousCaller(service()) }),
      await send({ headers: { 'x-csrf-token': 'not-a-token' } }),
    )
    const role = actor.role as Role
    if (findSample(contract).names === null) return replies
    replies.push(await send({ as: firm.people.Member }))
    if (role !== 'SuperAdmin') replies.push(await send({ as: otherFirm.people[role] }))
    if (role === 'EmployerAdmin') replies.push(await send({ as: secondEmployer.people[role] }))
    if (contract.status !== 201) replies.push(await send({ headers: { 'if-match': '"999"' } }))
    return replies
  }

  test.each(commands.filter(({ access, name }) => access !== 'cron' && !WITHOUT_ENTRY.includes(name)))(
    '$name leaves no change and no audit entry',
    async (contract) => {
      const act = await buildRequestOfSample(contract, firms().firm)
      const before = await readStoredDigests(service())

      const replies = await refusals(contract, act)
      for (const { status, text } of replies) expect(status, text).toBeGreaterThanOrEqual(400)
      for (const { status, text } of replies) expect(status, text).toBeLessThan(500)

      const unrecorded = await act.send({ headers: { 'user-agent': NO_ENTRY } })
      expect(unrecorded).toMatchObject({ status: 500, body: { error: 'Internal server error' } })
      expect(unrecorded.headers).not.toHaveProperty('set-cookie')
      expect(await readStoredDigests(service())).toEqual(before)

      expect((await act.run()).status, 'it is possible all the same').toBeLessThan(300)
      if (findSample(contract).repeats === false) {
        await waitUntilSettled(service(), contract, act.actor)
        const done = await readStoredDigests(service())
        const repeated = await act.run()
        expect(repeated.status, `a repetition: ${repeated.text}`).toBeGreaterThanOrEqual(400)
        expect(await readStoredDigests(service())).toEqual(done)
      }
    },
  )

  test('an invitation that cannot be audited sends no mail', async () => {
    const contract = commands.find(({ name }) => name === 'user.create') as Contract
    const { send } = await buildRequestOfSample(contract, firms().firm)
    const [lost, kept] = [`lost-${nextUniqueText()}@example.com`, `kept-${nextUniqueText()}@example.com`]
    assertNotInLogs(service().runFolder, lost, kept)
    await send({ sent: { email: lost }, headers: { 'user-agent': NO_ENTRY } })
    await send({ sent: { email: kept } })
    await service().mailer.mailTo(kept)
    expect(service().mailer.sent.filter(({ to }) => to === lost)).toEqual([])
  })
})
