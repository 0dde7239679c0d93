import { Download } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { Contract, Sent } from '../../contract/define.ts'
import { formatCount, formatNumber } from '../../contract/value-format.ts'
import { formatLoadProblem } from '../problems.ts'
import { fetchAllRows, type RowOf } from '../queries.ts'
import { Button } from '../ui/button.tsx'
import { downloadCsv } from '../ui/csv.ts'
import type { Column } from '../ui/table/column.ts'
import { showToast } from '../ui/toast.tsx'

/** A larger spreadsheet is not readable, and its query would slow down other users. */
const ROWS_AT_MOST = 20_000

/** The rows as a file: those that were selected, or else all that the filters leave, also what is not loaded yet. */
export function CsvButton<C extends Contract>({
  contract,
  sent,
  name,
  columns,
  rows,
  selected,
  isWhole,
}: {
  contract: C
  sent: Sent<C>
  name: string
  columns: readonly Column<RowOf<C>>[]
  rows: readonly RowOf<C>[]
  selected: readonly RowOf<C>[]
  /** These rows are all there are. Otherwise all are asked for at once: what was loaded a while ago may fit the rest no more. */
  isWhole: boolean
}) {
  const [loaded, setLoaded] = useState<number | null>(null)
  const stop = useRef<AbortController>(null)
  useEffect(() => () => stop.current?.abort(), [])

  const gather = async (signal: AbortSignal): Promise<void> => {
    const all: RowOf<C>[] = []
    setLoaded(0)
    for await (const page of fetchAllRows(contract, sent, signal)) {
      all.push(...page)
      if (all.length > ROWS_AT_MOST)
        return showToast(
          'failed',
          `No file created: the list has more than ${formatNumber(ROWS_AT_MOST)} rows. Use the filters first.`,
        )
      setLoaded(all.length)
    }
    downloadCsv(name, columns, all)
  }
  const download = async (): Promise<void> => {
    if (selected.length > 0) return downloadCsv(name, columns, selected)
    if (isWhole) return downloadCsv(name, columns, rows)
    stop.current = new AbortController()
    const { signal } = stop.current
    try {
      await gather(signal)
    } catch (error) {
      if (!signal.aborted) showToast('failed', `No file created. ${formatLoadProblem(error)}`)
    } finally {
      setLoaded(null)
    }
  }
  return (
    <Button
      look="quiet"
      icon={<Download aria-hidden="true" size={16} />}
      isBusy={loaded !== null}
      onClick={() => void download()}
    >
      {loaded !== null
        ? `CSV: ${formatCount(loaded, 'row')} …`
        : selected.length > 0
          ? `CSV of ${formatCount(selected.length, 'row')}`
          : 'CSV'}
    </Button>
  )
}
