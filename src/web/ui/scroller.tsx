import type { ReactNode } from 'react'

/**
 * A table that may be wider than the page and has nothing in it that takes the focus: the box itself takes it, so that the arrow keys
 * move what is in it (WCAG 2.2, 2.1.1).
 */
export const Scroller = ({ name, children }: { name: string; children: ReactNode }) => (
  <section
    // Named differently from the section around it, because two regions of one name cannot be distinguished.
    aria-label={`Table: ${name}`}
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
    tabIndex={0}
    className="overflow-x-auto rounded-md border border-line bg-surface print:overflow-visible"
  >
    {children}
  </section>
)
