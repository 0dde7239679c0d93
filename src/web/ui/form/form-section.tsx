import type { ReactNode } from 'react'

/** Fields that belong together, under their own legend. */
export function FormSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="flex min-w-0 flex-col gap-4">
      <legend className="mb-3 font-semibold text-lg">{title}</legend>
      {children}
    </fieldset>
  )
}
