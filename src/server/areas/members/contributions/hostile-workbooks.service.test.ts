/** Workbooks that are expensive to read, sent over HTTP by one firm, must not delay the workbooks of another one. */
import { expect, test } from 'vitest'
import { SAMPLE_MEMBERS, SAMPLE_MONTH } from '../../../../../test/fixtures/uploads/expected-imports.ts'
import { readUpload } from '../../../../../test/fixtures/uploads/files.ts'
import { buildWorkbookParts } from '../../../../../test/fixtures/uploads/workbook.ts'
import { buildZip } from '../../../../../test/fixtures/uploads/zip.ts'
import { createPayroll, type Payroll } from '../../../../../test/harness/payroll.ts'
import { useService } from '../../../../../test/harness/service.ts'
import { uploadContributions } from '../../../../contract/contributions.ts'
import { live } from '../../../../contract/health.ts'

const service = useService()

/** 99,000 styles that share a number format of 253 letters: each was matched with an expression of two loops. */
function workbookOfManyStyles(): Buffer {
  const styles = '<xf numFmtId="200"/>'.repeat(99_000)
  const content = `<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><numFmts><numFmt numFmtId="200" formatCode="${'m'.repeat(253)}h"/></numFmts><cellXfs>${styles}</cellXfs></styleSheet>`
  const parts = buildWorkbookParts({
    sheets: [
      {
        rows: [
          ['a', 'b'],
          ['1', '2'],
        ],
      },
    ],
  })
  return buildZip(parts.map((part) => (part.name === 'xl/styles.xml' ? { ...part, content } : part)))
}

const send = ({ employer, scheme }: Payroll, name: string, bytes: Buffer) =>
  employer.upload(uploadContributions, { schemeId: scheme.id, payrollMonth: SAMPLE_MONTH }, { name, bytes })

test('expensive workbooks of a firm end, and another firm and the health probe are answered meanwhile', async () => {
  const hostile = await createPayroll(service(), { members: 0 })
  const other = await createPayroll(service(), { members: 0 })
  for (const member of SAMPLE_MEMBERS)
    await other.firm.hasMember({ ...member, schemeId: other.scheme.id, status: 'ACTIVE' })
  const bomb = workbookOfManyStyles()
  let ended = 0
  const bombs = Array.from({ length: 6 }, () =>
    send(hostile, 'payroll.xlsx', bomb).finally(() => {
      ended++
    }),
  )
  const probe = service().app.http.inject(live.route.split(' ')[1] as string)
  const reply = await send(other, 'payroll.xlsx', readUpload('payroll.xlsx'))
  // Read to its rows, before the workbooks of the other firm are all refused.
  expect(reply.body.counts ?? reply.body.details.counts, reply.text).toBeDefined()
  expect(ended).toBeLessThan(bombs.length)
  expect((await probe).statusCode).toBe(200)
  for (const { status } of await Promise.all(bombs)) expect([422, 503]).toContain(status)
})
