const WHOLE = 100

/** How much of the file has left, then that the service is at work. The share is not spoken: it changes too often. */
export function Progress({ isBusy, share, words }: { isBusy: boolean; share: number; words: string }) {
  const isLeaving = share > 0 && share < 1
  const percent = Math.round(share * WHOLE)
  return (
    <div className="flex min-h-6 flex-wrap items-center gap-x-3">
      <p role="status" className="text-muted">
        {isBusy && (isLeaving ? 'Uploading …' : `${words} …`)}
      </p>
      {isBusy && isLeaving && (
        <progress
          aria-label="Uploaded"
          value={percent}
          max={WHOLE}
          title={`${percent} %`}
          className="h-2 w-40 accent-accent"
        />
      )}
    </div>
  )
}
