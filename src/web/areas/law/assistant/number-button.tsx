import { joinClassNames } from '../../../ui/class-names.ts'

/** The number of a source, beside a sentence and on the source itself: each leads to the other. */
export function NumberButton({
  number,
  name,
  isChosen,
  onClick,
  ...rest
}: {
  number: number
  name: string
  isChosen: boolean
  onClick: () => void
  'data-number'?: number
}) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={name}
      aria-pressed={isChosen}
      className={joinClassNames(
        'inline-flex min-h-6 min-w-6 shrink-0 items-center justify-center rounded border px-1 align-baseline font-medium text-sm',
        isChosen
          ? 'border-accent! bg-accent text-on-accent'
          : 'border-line bg-surface text-accent hover:bg-hover',
      )}
      onClick={onClick}
    >
      {number}
    </button>
  )
}
