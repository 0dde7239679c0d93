/** The product mark: a year that closes with a check. The icon of the browser tab is the same drawing. */
export function ProductMark({ size = 20 }: { size?: number }) {
  return (
    <svg aria-hidden="true" width={size} height={size} viewBox="0 0 24 24" className="shrink-0">
      <rect width="24" height="24" rx="6" className="fill-accent" />
      <g
        fill="none"
        strokeWidth="2.4"
        strokeLinecap="round"
        strokeLinejoin="round"
        className="stroke-on-accent"
      >
        <path d="M18.5 12.5A6.6 6.6 0 1 1 14 5.9" />
        <path d="M8.9 12l2.9 2.8 6.7-7.8" />
      </g>
    </svg>
  )
}
