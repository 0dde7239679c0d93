/** The workbook to fill in: a sheet that explains every column, then the sheets with their headers. */
import { listSheetColumns, SHEETS } from '../../../../contract/scheme-imports.ts'
import { type WrittenSheet, writeWorkbook } from '../../../platform/sheet/write-workbook.ts'

const GUIDE_WIDTHS = [12, 28, 10, 70, 28]

const TEMPLATE_SHEETS: readonly WrittenSheet[] = [
  {
    name: 'Guide',
    header: ['Sheet', 'Column', 'Required', 'Explanation', 'Example'],
    widths: GUIDE_WIDTHS,
    rows: SHEETS.flatMap((sheet) =>
      listSheetColumns(sheet).map(([column, { isRequired, help, example }]) => [
        sheet,
        column,
        isRequired ? 'Yes' : '',
        help,
        example,
      ]),
    ),
  },
  ...SHEETS.map((sheet) => ({
    name: sheet,
    header: listSheetColumns(sheet).map(([name]) => name),
    rows: [],
  })),
]

export const writeTemplate = (): Promise<Buffer> => writeWorkbook(TEMPLATE_SHEETS)
