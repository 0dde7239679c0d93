import { describe, expect, test } from 'vitest'
import { listLeaks } from './harness/canaries.ts'

describe('the values for which the log of a run is searched', () => {
  const values = ['Siobhán Ní Bhriain', 'said "no" twice', '1234567FA', '1234567FB', '1234567', 'aaaaaaab']
  const written = values.map((value) => [value, JSON.stringify({ value })] as const)

  test.each(written)('%s is found at any position, also escaped as JSON', (value, json) => {
    expect(listLeaks(`{"n":1}\n${json}`, values)).toContain(value)
    expect(listLeaks(value, values)).toContain(value)
    expect(listLeaks(`${value}\n{"n":1}`, values)).toContain(value)
  })

  test('are found exactly, even if several begin alike', () => {
    expect(listLeaks('{"pps":"1234567FB"}', values).sort()).toEqual(['1234567', '1234567FB'])
    expect(listLeaks('aaaaaaaaaaaab 123456', values)).toEqual(['aaaaaaab'])
    expect(listLeaks('', values)).toEqual([])
  })
})
