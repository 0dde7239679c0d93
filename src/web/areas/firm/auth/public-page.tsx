import { type ReactNode, useEffect, useRef } from 'react'
import { moveFocusToHeading } from '../../../ui/focus-return.ts'
import { ProductMark } from '../../../ui/product-mark.tsx'

/** The frame of the pages before the sign-in: one question, one column; the product beside it where there is room. */
export function PublicPage({
  title,
  isAnswer = false,
  children,
}: {
  title: string
  /** Takes the place of the form that asked for it: its heading is read at once. */
  isAnswer?: boolean
  children: ReactNode
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isAnswer) moveFocusToHeading(heading.current)
  }, [isAnswer])
  useEffect(() => {
    document.title = `${title} · Pension Compliance Service`
  }, [title])
  return (
    <div className="min-h-screen lg:grid lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
      <ProductPanel />
      <main className="mx-auto flex min-h-screen w-full max-w-[400px] flex-col gap-8 px-5 pt-[max(24px,10vh)] pb-10 lg:justify-center lg:pt-10">
        <p className="flex items-center gap-2.5 font-semibold text-lg lg:hidden">
          <ProductMark size={28} />
          Pension Compliance Service
        </p>
        <div className="flex flex-col gap-5">
          <h1 ref={heading} className="text-2xl tracking-tight">
            {title}
          </h1>
          {children}
        </div>
      </main>
    </div>
  )
}

/** The statement of the product, with one due date as the service explains it. */
const ProductPanel = () => (
  <aside
    aria-label="About this service"
    className="flex flex-col justify-between gap-12 bg-brand p-12 text-on-brand max-lg:hidden xl:p-16 print:hidden"
  >
    <p className="flex items-center gap-3 font-semibold text-lg">
      <ProductMark size={32} />
      Pension Compliance Service
    </p>
    <div className="flex max-w-[520px] flex-col gap-10">
      <p className="text-balance font-semibold text-[2.5rem] leading-[1.15] tracking-tight">
        Every obligation of every scheme, with its date and its source.
      </p>
      <div className="flex flex-col gap-4 rounded-md border border-brand-line p-6">
        <p className="flex flex-wrap items-baseline justify-between gap-x-4 font-medium">
          Annual report <span className="text-on-brand-muted">Due 30 Sep 2026</span>
        </p>
        <p className="text-xl">31 Dec 2025 + 9 months = 30 Sep 2026</p>
        <p className="border-brand-line border-t pt-4 text-on-brand-muted">
          Scheme year end: 31 December. The legal source is one click away.
        </p>
      </div>
    </div>
    <p className="text-on-brand-muted">For Irish occupational pension schemes under IORP II</p>
  </aside>
)
