import { describe, expect, test } from 'vitest'
import type { ImportColumn } from '../../contract/imports.ts'
import {
  countEdits,
  type Draft,
  formatValue,
  NOTHING_DECIDED,
  removeEdit,
  setSkipped,
  toDraft,
  toOptions,
  withColumn,
  withEdit,
  withEditOfRows,
} from './draft.ts'
import { toDrafts, toWorkbookOptions } from './sheets.ts'

const column = (position: number, field: string | null): ImportColumn => ({
  column: position,
  header: `Header ${position}`,
  field,
  from: field ? 'HEADER' : null,
})

describe('edits', () => {
  const once = withEdit(NOTHING_DECIDED, 4, 2, { value: '10', before: 'ten' })
  test('an edit keeps the original value, however often it is changed', () => {
    const twice = withEdit(once, 4, 2, { value: '11', before: '10' })
    expect(twice.edits.get(4)?.get(2)).toEqual({ value: '11', before: 'ten' })
    expect(countEdits(twice)).toBe(1)
  })
  test('typing the original value is no edit', () => {
    expect(withEdit(once, 4, 2, { value: 'ten', before: '10' }).edits.size).toBe(0)
    expect(withEdit(NOTHING_DECIDED, 4, 2, { value: 'ten', before: 'ten' }).edits.size).toBe(0)
  })
  test('a value is replaced in several rows at once; each keeps its original value', () => {
    const all = withEditOfRows(once, [4, 5, 6], 2, { value: '11', before: '10' })
    expect(countEdits(all)).toBe(3)
    expect(all.edits.get(4)?.get(2)).toEqual({ value: '11', before: 'ten' })
    expect(all.edits.get(6)?.get(2)).toEqual({ value: '11', before: '10' })
    const restored = withEditOfRows(all, [5, 6], 2, { value: '10', before: '11' })
    expect([...restored.edits.keys()]).toEqual([4])
  })
  test('undoing removes the edit of a row; undoing an unchanged cell has no effect', () => {
    expect(removeEdit(once, 4, 2).edits.size).toBe(0)
    expect(removeEdit(once, 4, 3)).toBe(once)
    expect(removeEdit(once, 5, 2)).toBe(once)
  })
  test('other rows keep their object, so that only changed rows are rendered again', () => {
    const both = withEdit(once, 9, 1, { value: 'x', before: '' })
    expect(both.edits.get(4)).toBe(once.edits.get(4))
  })
  test('earlier drafts are not changed', () => {
    removeEdit(once, 4, 2)
    setSkipped(once, [4], true)
    expect(countEdits(once)).toBe(1)
    expect(once.skipped.size).toBe(0)
  })
})

describe('the sent options', () => {
  test('are equal for the same decisions in any order', () => {
    const decide = (rows: number[]): Draft =>
      rows.reduce(
        (draft, row) => setSkipped(withEdit(draft, row, 1, { value: 'x', before: '' }), [row], true),
        NOTHING_DECIDED,
      )
    expect(JSON.stringify(toOptions(decide([3, 1, 2])))).toBe(JSON.stringify(toOptions(decide([2, 3, 1]))))
  })
  test('do not contain rows that are no longer skipped', () =>
    expect(toOptions(setSkipped(setSkipped(NOTHING_DECIDED, [2, 3], true), [2], false)).skipRows).toEqual([
      3,
    ]))
  test('of pending PPS numbers are sent, kept and read again, for a file and for a workbook', () => {
    expect(toOptions(NOTHING_DECIDED)).not.toHaveProperty('ppsnPending')
    const draft: Draft = { ...NOTHING_DECIDED, ppsnPending: true }
    expect(toDraft(toOptions(draft))).toEqual(draft)
    const options = toWorkbookOptions({ Members: draft })
    expect(options.ppsnPending).toBe(true)
    expect(toDrafts(true, options)).toEqual({ Members: draft })
  })
  test('do not contain original values', () =>
    expect(toOptions(withEdit(NOTHING_DECIDED, 4, 2, { value: '10', before: 'ten' })).edits).toEqual([
      { row: 4, column: 2, value: '10' },
    ]))
})

describe('columns', () => {
  const columns = [column(1, 'ppsn'), column(2, 'avc'), column(3, null)]
  const mapped = (position: number, field: string | null, before = NOTHING_DECIDED) =>
    withColumn(before, columns, position, field).mapping
  test('a column without a field gets one', () => expect(mapped(3, 'comment')).toEqual({ comment: 3 }))
  test('a column with a field is removed from it explicitly, because its header would match again', () => {
    expect(mapped(2, 'er_special')).toEqual({ avc: null, er_special: 2 })
    expect(mapped(2, null)).toEqual({ avc: null })
  })
  test('a field moves from another column', () => expect(mapped(3, 'avc')).toEqual({ avc: 3 }))
  test('a column can get its field back', () => {
    const without = withColumn(NOTHING_DECIDED, columns, 2, null)
    expect(withColumn(without, [column(1, 'ppsn'), column(2, null)], 2, 'avc').mapping).toEqual({ avc: 2 })
  })
})

test.each([
  ['ppsn', '1234567FA', '*******FA'],
  ['ppsn', 'to follow', 'to follow'],
  ['comment', 'PPS 1234567FA', 'PPS *******FA'],
  ['ee_contribution', '1,234.56', '1,234.56'],
])('in %s, what is typed as %j is shown as %j', (field, typed, shown) =>
  expect(formatValue({ field }, typed)).toBe(shown),
)
