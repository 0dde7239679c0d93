/** Sends files of test/fixtures/uploads as a payroll: what payroll software may produce, and what the service makes of it. */
import { afterEach, beforeAll, expect, test } from 'vitest'
import {
  listContributions,
  undoContributions,
  uploadContributions,
} from '../../src/contract/contributions.ts'
import { SAMPLE_MEMBERS, SAMPLE_MONTH, type UPLOADS } from '../fixtures/uploads/expected-imports.ts'
import { readUpload } from '../fixtures/uploads/files.ts'
import { createPayroll, type Payroll } from './payroll.ts'
import type { Reply } from './people.ts'
import { useService } from './service.ts'
import { readStoredDigests } from './stored-rows.ts'

/** One test for each file that has an expectation for uploads of contributions. */
export function testUploads(uploads: typeof UPLOADS): void {
  const service = useService()

  let payroll: Payroll
  beforeAll(async () => {
    payroll = await createPayroll(service(), { members: 0 })
    for (const member of SAMPLE_MEMBERS)
      await payroll.firm.hasMember({ ...member, schemeId: payroll.scheme.id, status: 'ACTIVE' })
  })

  // So that the month is free for the next file.
  afterEach(async () => {
    const { broker } = payroll.firm
    const { data } = await broker.call(listContributions, { status: 'AWAITING_FUNDS' })
    for (const { id } of data) await broker.call(undoContributions, { id, reason: 'The next file' })
  })

  const WARNINGS = [
    'R01',
    'R05',
    'R07',
    ...Array.from({ length: 12 }, (_, index) => `W${String(index + 1).padStart(2, '0')}`),
  ]

  const send = (file: string, name: string): Promise<Reply> =>
    payroll.firm.broker.upload(
      uploadContributions,
      { schemeId: payroll.scheme.id, payrollMonth: SAMPLE_MONTH, confirmedWarnings: WARNINGS },
      { name, bytes: readUpload(file) },
    )
  const codesOf = (errors: { code: string }[] = []): string[] =>
    [...new Set(errors.map(({ code }) => code))].sort()

  const CASES = uploads.flatMap(({ file, sentAs = file, contributions }) =>
    contributions ? [{ file, sentAs, contributions }] : [],
  )

  test.each(CASES)(
    '$file sent as $sentAs: $contributions',
    async ({ file, sentAs, contributions: expected }) => {
      const before = await readStoredDigests(service())
      const reply = await send(file, sentAs)
      if ('ok' in expected) {
        expect(reply.status, reply.text.slice(0, 2_000)).toBe(201)
        const { counts, errors, batch } = reply.body
        expect(counts.ok + counts.warn).toBe(expected.ok)
        if (expected.codes) expect(codesOf(errors)).toEqual(expected.codes.toSorted())
        expect(batch.fileName).not.toMatch(/[/\\\u202e]/)
        return
      }
      expect(reply.status, reply.text.slice(0, 2_000)).toBe(expected.http)
      if (expected.http === 422) {
        const { code, errors } = reply.body.details
        expect(code).toBe(expected.code)
        if (expected.codes) expect(codesOf(errors)).toEqual(expected.codes.toSorted())
      }
      for (const { ppsNumber } of SAMPLE_MEMBERS) expect(reply.text).not.toContain(ppsNumber.slice(0, 7))
      // A file with rejected rows is kept as such; nothing else leaves a trace.
      if (expected.http !== 422 || expected.code !== 'ROWS_REJECTED')
        expect(await readStoredDigests(service())).toEqual(before)
    },
  )
}
