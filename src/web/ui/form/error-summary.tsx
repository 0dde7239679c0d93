import { useEffect, useRef } from 'react'
import { useFormContext, useFormState } from 'react-hook-form'
import { labelOf } from '../../labels.ts'

interface FieldProblem {
  path: string
  type: string
  message: string
}

/** Every error of a nested tree, in the order of the fields. */
function problemsIn(errors: object, prefix = ''): FieldProblem[] {
  return Object.entries(errors).flatMap(([name, error]): FieldProblem[] => {
    if (!error || typeof error !== 'object' || name === 'ref') return []
    const path = prefix ? `${prefix}.${name}` : name
    const { message, type } = error as { message?: unknown; type?: unknown }
    if (typeof message === 'string') return [{ path, type: String(type), message }]
    return problemsIn(error, path)
  })
}

/** What stands in the way, at the top of the form; takes the focus after a try to save, and leads to each field. */
export function ErrorSummary() {
  const box = useRef<HTMLDivElement>(null)
  const { setFocus } = useFormContext()
  const { errors, submitCount } = useFormState()
  const problems = problemsIn(errors)
  const hasProblems = problems.length > 0
  useEffect(() => {
    if (hasProblems && submitCount > 0) box.current?.focus()
  }, [submitCount, hasProblems])
  if (!hasProblems || submitCount === 0) return null
  return (
    <div
      ref={box}
      role="alert"
      tabIndex={-1}
      aria-label="There is a problem"
      className="max-w-[70ch] rounded-md border border-danger bg-danger-soft p-3"
    >
      <p className="font-medium">There is a problem</p>
      <ul className="mt-1 flex flex-col gap-1">
        {problems.map(({ path, type, message }) => {
          const label = labelOf(path.split('.').at(-1) ?? path)
          const words =
            type === 'missing' ? `Enter the ${label.charAt(0).toLowerCase()}${label.slice(1)}` : message
          return (
            <li key={path}>
              {path.startsWith('root') ? (
                message
              ) : (
                <button type="button" className="link text-left" onClick={() => setFocus(path)}>
                  {type === 'missing' ? words : `${label}: ${words}`}
                </button>
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
