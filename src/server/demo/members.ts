/** The members of a demo scheme. They are synthetic: names, dates, salaries and PPS numbers are computed from a running number. */
import { createMember, leaveMember, retireMember } from '../../contract/members.ts'
import { calculatePpsCheckLetter } from '../../contract/pps-number.ts'
import type { RunAs } from '../operation/run-as.ts'
import type { Actor } from '../pipeline/access-scope.ts'
import { searchKey } from '../platform/text-keys.ts'
import type { Members, Names } from './read-demo.ts'

/** A member as the employer's payroll knows them. */
export interface Earner {
  worksNumber: string
  firstName: string
  lastName: string
  salaryCents: number
}
interface CreatedMember extends Earner {
  id: string
  isPaid: boolean
}

export async function createMembers(
  runAs: RunAs,
  broker: Actor,
  { active, deferred, prospective, joinedEmploymentOn, joinedSchemeOn }: Members,
  { schemeId, names, firstNumber }: { schemeId: string; names: Names; firstNumber: number },
): Promise<CreatedMember[]> {
  const created: CreatedMember[] = []
  for (let index = 0; index < active + deferred; index++) {
    const number = firstNumber + index
    const earner = getEarner(number, names)
    const hasLeft = index >= active
    const status = index + 1 === prospective ? 'PROSPECTIVE' : 'ACTIVE'
    const { salaryCents, ...named } = earner
    const { id } = await runAs(broker, createMember, {
      ...named,
      ...buildPersonalData(number, index, earner),
      schemeId,
      status,
      joinedEmploymentOn,
      joinedSchemeOn,
      pensionableSalaryCents: salaryCents,
      employeeRatePercent: 5,
      employerRatePercent: 7,
    })
    if (hasLeft) await runAs(broker, leaveMember, { id, on: '2024-08-31' })
    if (hasLeft && number % 3 === 0) await runAs(broker, retireMember, { id, on: '2026-02-28' })
    created.push({ ...earner, id, isPaid: !hasLeft && status === 'ACTIVE' })
  }
  return created
}

const getEarner = (number: number, { firstNames, lastNames }: Names): Earner => ({
  worksNumber: `W${String(number % 10_000).padStart(4, '0')}`,
  firstName: firstNames[number % firstNames.length] as string,
  lastName: lastNames[Math.floor(number / 3) % lastNames.length] as string,
  salaryCents: (32_000 + ((number * 1_370) % 48_000)) * 100,
})

function buildPersonalData(number: number, index: number, { firstName, lastName }: Earner) {
  const digits = String(number)
  const [year, month, day] = [1962 + ((number * 7) % 38), 1 + (number % 12), 1 + ((number * 5) % 28)]
  return {
    ppsNumber: `${digits}${calculatePpsCheckLetter(digits, 'A')}A`,
    dateOfBirth: `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`,
    email: `${searchKey(firstName, lastName).replace(/[^a-z]+/g, '.')}.${index}@example.com`,
    sex: number % 2 === 0 ? 'F' : 'M',
  } as const
}
