/** The key function holders of a demo scheme: proposed, assessed and appointed. */
import { addDays } from '../../contract/civil-dates.ts'
import {
  appointHolder,
  assessHolder,
  createKeyFunctionHolder,
  type KeyFunction,
} from '../../contract/key-function-holders.ts'
import type { RunAs } from '../operation/run-as.ts'
import type { Actor } from '../pipeline/access-scope.ts'
import type { KeyFunctions } from './read-demo.ts'

/** The assessor cannot appoint. */
export async function appointHolders(
  runAs: RunAs,
  { broker, approver }: { broker: Actor; approver: Actor },
  holders: KeyFunctions['holders'],
  {
    schemeId,
    effectiveFrom,
    nextReviewOn,
  }: { schemeId: string; effectiveFrom: string; nextReviewOn: string },
): Promise<void> {
  for (const [keyFunction, { name, qualification }] of Object.entries(holders)) {
    const { id } = await runAs(broker, createKeyFunctionHolder, {
      schemeId,
      function: keyFunction as KeyFunction,
      proposedOn: addDays(effectiveFrom, -40),
      holderKind: 'INDIVIDUAL',
      holderName: name,
      relationship: 'BROKER_STAFF',
      qualificationsOk: true,
      professionalQualification: qualification,
      experienceYears: 12,
    })
    await runAs(broker, assessHolder, {
      id,
      outcome: 'PASS',
      assessedOn: addDays(effectiveFrom, -30),
      nextReviewOn,
    })
    await runAs(approver, appointHolder, {
      id,
      boardResolutionOn: addDays(effectiveFrom, -7),
      effectiveFrom,
    })
  }
}
