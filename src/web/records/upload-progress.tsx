/** How much of a file has left; then the service looks at it. */
export function UploadProgress({ name, share }: { name: string; share: number }) {
  const percent = Math.floor(share * 100)
  return (
    <div className="flex items-center gap-3">
      <progress
        aria-label={`Upload of ${name}`}
        className="h-2 w-full max-w-60 accent-accent"
        value={percent}
        max={100}
      />
      <span className="text-muted">{percent < 100 ? `${percent} %` : 'Checking'}</span>
    </div>
  )
}
