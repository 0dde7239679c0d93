/** Stands where something will be, in its final size, so that nothing moves when it arrives. */
export function Skeleton({ width = '100%', height = 14 }: { width?: number | string; height?: number }) {
  return <span aria-hidden="true" className="skeleton block max-w-full" style={{ width, height }} />
}

const WIDTHS = ['62%', '48%', '71%', '55%', '66%', '44%', '58%', '50%']

export function TableSkeleton({ rows = 8 }: { rows?: number }) {
  return (
    <div role="status" aria-label="Loading" className="rounded-md border border-line bg-surface">
      {WIDTHS.concat(WIDTHS)
        .slice(0, rows)
        .map((width, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike and never change
          <div key={row} className="flex h-9 items-center border-line border-b px-3 last:border-b-0">
            <Skeleton width={width} />
          </div>
        ))}
    </div>
  )
}

export function PageSkeleton() {
  return (
    <div role="status" aria-label="Loading" className="flex flex-col gap-5">
      <span className="flex min-h-9 items-center">
        <Skeleton width={280} height={24} />
      </span>
      <TableSkeleton />
    </div>
  )
}
