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

const DETAILS = Array.from({ length: 8 }, (_, place) => place)

/** A record: the way to it, its name with its facts, the answer, and its details. */
export function RecordSkeleton() {
  return (
    <div role="status" aria-label="Loading" className="flex flex-col gap-6">
      <span className="flex flex-col gap-3">
        <Skeleton width={200} />
        <Skeleton width={340} height={24} />
        <Skeleton width={420} />
      </span>
      <Skeleton height={44} />
      <span className="grid gap-x-8 gap-y-5 rounded-md border border-line bg-surface p-4 sm:grid-cols-2 xl:grid-cols-4">
        {DETAILS.map((place) => (
          <span key={place} className="flex flex-col gap-2">
            <Skeleton width="45%" height={12} />
            <Skeleton width="70%" />
          </span>
        ))}
      </span>
    </div>
  )
}
