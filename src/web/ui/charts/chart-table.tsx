import { Folded } from '../details.tsx'

interface ChartTableProps {
  name: string
  /** Of the first column. */
  heading: string
  columns: readonly string[]
  rows: readonly { label: string; cells: readonly string[] }[]
}

/** The numbers behind a chart. */
export const ChartTable = ({ name, heading, columns, rows }: ChartTableProps) => (
  <Folded name="Show as table">
    <div className="overflow-x-auto">
      <table aria-label={name} className="w-full max-w-2xl text-sm">
        <thead>
          <tr>
            <th scope="col" className="py-1 pr-3 text-left font-medium text-muted">
              {heading}
            </th>
            {columns.map((column) => (
              <th key={column} scope="col" className="py-1 pl-3 text-right font-medium text-muted">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, cells }) => (
            <tr key={label} className="border-line border-t">
              <th scope="row" className="py-1 pr-3 text-left font-normal">
                {label}
              </th>
              {cells.map((cell, index) => (
                <td key={columns[index]} className="whitespace-nowrap py-1 pl-3 text-right tabular-nums">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </Folded>
)
