/** Acts on the selected rows of a list: one dialog for all, one call for each record, and the failures by name. */

import { useState } from 'react'
import { formatCount } from '../../contract/value-format.ts'
import { Button } from '../ui/button.tsx'
import { LoadingDialog } from '../ui/dialog.tsx'
import { createLazyComponent, useLazyComponent } from '../ui/lazy-component.ts'
import type { BulkAct, BulkRow } from './bulk-act.ts'

const bulkDialog = createLazyComponent(() => import('./bulk-dialog.tsx'))

/** Stays at the bottom of the window while rows are selected. */
export default function BulkBar<Row extends BulkRow>({
  rows,
  acts,
  onClear,
}: {
  rows: readonly Row[]
  acts: readonly BulkAct<Row>[]
  onClear: () => void
}) {
  const [open, setOpen] = useState<string | null>(null)
  const close = (): void => setOpen(null)
  const dialog = useLazyComponent(bulkDialog, open !== null, close)
  if (rows.length === 0 && open === null) return null
  const act = acts.find(({ label }) => label === open)
  return (
    <>
      <section
        aria-label="Selected rows"
        className="sticky bottom-3 z-20 flex flex-wrap items-center gap-2 self-start rounded-md border border-line bg-raised px-3 py-2 shadow-overlay print:hidden"
      >
        <span className="font-medium">{formatCount(rows.length, 'row')} selected</span>
        {acts.map(({ label }) => (
          <Button key={label} onClick={() => setOpen(label)}>
            {label}
          </Button>
        ))}
        <Button look="quiet" onClick={onClear}>
          Clear selection
        </Button>
      </section>
      {act &&
        (dialog ? (
          <dialog.BulkDialog act={act as BulkAct<BulkRow>} rows={rows} onClose={close} onDone={onClear} />
        ) : (
          <LoadingDialog name={act.label} />
        ))}
    </>
  )
}
