/** Lists with `fields=summary`: every list that has summaries returns the same records with fewer fields. */
import { describe, expect, test } from 'vitest'
import type { Contract } from '../src/contract/define.ts'
import { CONTRACTS } from '../src/contract/index.ts'
import { listSchemes } from '../src/contract/schemes.ts'
import { findSummaries } from '../src/contract/values.ts'
import { createFirm } from './harness/people.ts'
import { useSeededFirms, useService } from './harness/service.ts'

const MOST_BYTES_OF_50_SCHEMES = 20_000
const withSummaries: Contract[] = CONTRACTS.filter(({ output }) => findSummaries(output) !== null)

describe('with the records of a firm', () => {
  const { firms } = useSeededFirms()

  test.each(withSummaries)('$name', async (contract) => {
    const { BrokerAdmin } = firms().firm.people
    const read = async (fields?: 'all' | 'summary') =>
      (await BrokerAdmin.call(contract, { limit: 200, ...(fields ? { fields } : {}) })) as {
        data: Record<string, unknown>[]
        nextCursor: string | null
      }
    const complete = await read()
    const summaries = await read('summary')
    const names = Object.keys(findSummaries(contract.output)?.shape.data.element.shape ?? {})
    expect(complete.data.length).toBeGreaterThan(0)
    expect(Object.keys(complete.data[0] ?? {}).length).toBeGreaterThan(names.length)
    expect(await read('all')).toEqual(complete)
    expect(summaries).toEqual({
      data: complete.data.map((record) => Object.fromEntries(names.map((name) => [name, record[name]]))),
      nextCursor: complete.nextCursor,
    })
  })
})

describe('with many schemes', () => {
  const service = useService()

  test('a page of 50 schemes has at most 20 kB', async () => {
    const firm = await createFirm(service())
    const { id } = await firm.hasScheme({
      name: 'Ballycotton Foods Limited Retirement and Death Benefit Plan',
    })
    await service().asOwner(
      `insert into schemes select (jsonb_populate_record(s, jsonb_build_object('id', s.id || n, 'name_key', s.name_key || ' ' || n))).*
       from schemes s, generate_series(1, 49) n where s.id = $1`,
      [id],
    )
    const { data } = await firm.broker.call(listSchemes, { limit: 50, fields: 'summary' })
    expect(data).toHaveLength(50)
    expect(Buffer.byteLength(JSON.stringify(data))).toBeLessThan(MOST_BYTES_OF_50_SCHEMES)
  })
})
