import { type ReactNode, useEffect, useRef } from 'react'
import { moveFocusToHeading } from '../../../ui/focus-return.ts'
import { ProductMark } from '../../../ui/product-mark.tsx'

/** The frame of the pages before the sign-in: one question, one column. */
export function OpenPage({
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
    <main className="mx-auto flex min-h-screen max-w-[400px] flex-col gap-6 px-4 pt-[max(24px,12vh)] pb-8">
      <p className="flex items-center justify-center gap-2.5 font-medium text-lg">
        <ProductMark size={24} />
        Pension Compliance Service
      </p>
      <div className="flex flex-col gap-5 rounded-md border border-line bg-surface p-5 sm:p-8">
        <h1 ref={heading} className="text-xl">
          {title}
        </h1>
        {children}
      </div>
    </main>
  )
}
