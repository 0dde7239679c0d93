import { describe, expect, test } from 'vitest'
import { readUpload } from '../../../../test/fixtures/uploads/files.ts'
import {
  buildSheetXml,
  buildWorkbook,
  buildWorkbookParts,
  type Cell,
  formula,
  type SheetOptions,
  shared,
} from '../../../../test/fixtures/uploads/workbook.ts'
import { buildZip } from '../../../../test/fixtures/uploads/zip.ts'
import { runTask } from '../../../../test/harness/workers.ts'
import { SheetRefusal } from './shape.ts'
import { readWorkbook } from './workbook.ts'

const read = (rows: Cell[][], options: Partial<SheetOptions> = {}) =>
  readWorkbook(buildWorkbook({ sheets: [{ rows, ...options }] }), runTask)

describe('the text of a cell', () => {
  test('is the typed text, without escapes of XML and Excel', async () => {
    const { header, rows } = await readWorkbook(
      buildWorkbook({
        sheets: [
          {
            rows: [
              ['a', 'b', 'c', 'd'],
              ['007', '  1 ', "'quoted", '=1+1'],
              [shared(0), shared(1), shared(2), shared(3)],
            ],
          },
        ],
        strings: ['Ó & <Sons>', 'two_x000D__x000A_lines', '_x005F_x0041_', '&#128176;'],
      }),
      runTask,
    )
    expect(header).toEqual(['a', 'b', 'c', 'd'])
    expect(rows.map(({ cells }) => cells)).toEqual([
      ['007', '1', "'quoted", '=1+1'],
      ['Ó & <Sons>', 'two lines', '_x0041_', '&#128176;'],
    ])
  })

  test('can be written with any XML character reference, and as CDATA', async () => {
    const xml = buildSheetXml({
      rows: [
        ['a', 'b'],
        ['REFERENCES', 'DATA'],
      ],
    })
      .replace('REFERENCES', '&#x1F4B0;&#211;&amp;&apos;&quot;&lt;&gt;')
      .replace('DATA', '<![CDATA[<b>&amp;</b>]]>')
    const { rows } = await readWorkbook(buildWorkbook({ sheets: [{ xml }] }), runTask)
    expect(rows[0]?.cells).toEqual(['💰Ó&\'"<>', '<b>&amp;</b>'])
  })

  test.each(['&#0;', '&#x110000;', '&nbsp;', '&', '&#xZZ;'])('does not include %s', async (reference) => {
    const xml = buildSheetXml({ rows: [['a', 'b'], ['HERE']] }).replace('HERE', reference)
    await expect(readWorkbook(buildWorkbook({ sheets: [{ xml }] }), runTask)).rejects.toThrow(SheetRefusal)
  })
})

describe('formulas', () => {
  test('are read by their saved values, and reported as missing without one', async () => {
    const { rows, notices } = await read([
      ['a', 'b', 'c'],
      [formula('1+1', 2), formula('"x"', 'text'), formula('NOW()')],
    ])
    expect(rows[0]?.cells).toEqual(['2', 'text', ''])
    expect(notices.map(({ code, row }) => [code, row])).toEqual([
      ['FORMULA_VALUES', 2],
      ['FORMULA_WITHOUT_VALUE', 2],
    ])
  })
})

test('hidden rows are reported with the first one that has content', async () => {
  const { notices } = await read([['a', 'b'], [], ['1', '2'], ['3', '4']], { hiddenRows: [2, 3, 4] })
  expect(notices.map(({ code, row }) => [code, row])).toEqual([['HIDDEN_ROWS', 3]])
})

test.each([
  ['with something in it is told', 2, ['HIDDEN_COLUMNS']],
  ['with nothing in it is not', 3, []],
])('a hidden column %s', async (_, column, codes) => {
  const before = `<cols><col min="${column}" max="16384" hidden="true"/></cols>`
  const { notices } = await read(
    [
      ['a', 'b'],
      ['1', '2'],
    ],
    { before },
  )
  expect(notices.map(({ code }) => code)).toEqual(codes)
})

describe('the worker thread of a workbook', () => {
  const bytes = readUpload('payroll.xlsx')

  test('ends at its heap limit, and the service continues', async () => {
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
    const relations = Array.from(
      { length: 70_000 },
      (_, id) => `<Relationship Id="${id}" Target="${id}.xml"/>`,
    )
    const crowded = buildZip(
      parts.map((part) =>
        part.name === 'xl/_rels/workbook.xml.rels'
          ? { ...part, content: String(part.content).replace('</R', `${relations.join('')}</R`) }
          : part,
      ),
    )
    expect((await readWorkbook(crowded, runTask)).rows).toHaveLength(1)
    await expect(readWorkbook(crowded, runTask, { heapMegabytes: 12 })).rejects.toMatchObject({
      code: 'F07',
      message: 'The workbook is too large to be read; save the one sheet that is needed as CSV',
    })
    expect((await readWorkbook(bytes, runTask)).rows).toHaveLength(6)
  })

  test('ends at its time limit', async () => {
    await expect(readWorkbook(bytes, runTask, { wallMs: 1 })).rejects.toMatchObject({ code: 'F07' })
    expect((await readWorkbook(bytes, runTask)).rows).toHaveLength(6)
  })

  test('is the only one of a firm; others wait, also after a failure', async () => {
    const damaged = readUpload('malformed-xml.xlsx')
    const outcomes = await Promise.allSettled(
      [bytes, damaged, bytes, damaged, damaged, bytes, bytes].map((one) => readWorkbook(one, runTask)),
    )
    expect(outcomes.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
      'rejected',
      'rejected',
      'fulfilled',
      'fulfilled',
    ])
  })

  test('leaves the bytes unchanged', async () => {
    const before = Buffer.from(bytes)
    await readWorkbook(bytes, runTask)
    expect(bytes.equals(before)).toBe(true)
  })
})

test('a format shared by many styles is evaluated once, in linear time', async () => {
  // By an expression with two loops and for each style: half a minute.
  const [code, styles] = [`${'m'.repeat(253)}h`, '<xf numFmtId="200"/>'.repeat(90_000)]
  const parts = buildWorkbookParts({
    sheets: [
      {
        rows: [
          ['a', 'b'],
          ['1', '2'],
        ],
      },
    ],
  }).map((part) =>
    part.name === 'xl/styles.xml'
      ? {
          ...part,
          content: `<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><numFmts><numFmt numFmtId="200" formatCode="${code}"/></numFmts><cellXfs>${styles}</cellXfs></styleSheet>`,
        }
      : part,
  )
  expect((await readWorkbook(buildZip(parts), runTask, { cpuMs: 3_000 })).rows).toHaveLength(1)
})
