import type { ReactNode } from 'react'

/** The text in the middle, and beside it what belongs to it; below it where there is no room. Paper has the text only. */
export const TextWithAside = ({ aside, children }: { aside: ReactNode; children: ReactNode }) => (
  <div className="grid grid-cols-[minmax(0,1fr)] gap-6 xl:grid-cols-[minmax(0,1fr)_340px] print:block">
    <div className="flex min-w-0 flex-col gap-4">{children}</div>
    <aside aria-label="About this draft" className="flex min-w-0 flex-col gap-6 print:hidden">
      {aside}
    </aside>
  </div>
)
