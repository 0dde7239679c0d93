import { type ReactNode, useEffect } from 'react'

/** The frame of the pages before the sign-in: one question, one column. */
export function OpenPage({ title, children }: { title: string; children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Pension Compliance Service`
  }, [title])
  return (
    <main className="mx-auto flex min-h-screen max-w-sm flex-col gap-6 px-4 pt-[12vh] pb-8">
      <p className="font-medium text-muted">Pension Compliance Service</p>
      <h1 className="text-xl">{title}</h1>
      {children}
    </main>
  )
}
