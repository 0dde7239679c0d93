/** Work that goes on after an answer has gone out. */
import { expect } from 'vitest'
import type { Contract } from '../../src/contract/define.ts'
import type { Caller } from './people.ts'
import type { Service } from './service.ts'

/** The entry of a reset mail is written after the answer, when the mail has been prepared; files are removed after it too. */
export async function waitUntilSettled(service: Service, contract: Contract, actor: Caller): Promise<void> {
  await expect.poll(() => service.asOwner('select 1 from unclaimed_files')).toEqual([])
  if (contract.name === 'auth.forgot-password') await service.mailer.mailTo(actor.email, 'Reset')
}
