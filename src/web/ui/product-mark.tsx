/** The product's sign, as in the tab of the browser. */
export function ProductMark({ size = 20 }: { size?: number }) {
  return (
    <svg aria-hidden="true" width={size} height={size} viewBox="0 0 16 16" className="shrink-0">
      <rect width="16" height="16" rx="3" className="fill-accent" />
      <path d="M4 8.5l2.5 2.5L12 5.5" fill="none" strokeWidth="2" className="stroke-on-accent" />
    </svg>
  )
}
