import { useEffect, useRef } from 'react'
import { useFormContext, useFormState } from 'react-hook-form'
import { getLabel } from '../../labels.ts'
import { formatError, MISSING } from './error-words.ts'

interface FieldProblem {
  path: string
  message: string
}

/** Every error of a nested tree. */
function listProblems(errors: object, prefix = ''): FieldProblem[] {
  return Object.entries(errors).flatMap(([name, error]): FieldProblem[] => {
    if (!error || typeof error !== 'object' || name === 'ref') return []
    // A list is typed in one field, which shows the errors of its items.
    const path = Array.isArray(errors) ? prefix : prefix ? `${prefix}.${name}` : name
    const { message } = error as { message?: unknown }
    if (typeof message === 'string') return [{ path, message }]
    return listProblems(error, path)
  })
}

/** The fields on the screen with their labels, in screen order. A dialog comes last, so its labels win. */
const readFieldLabels = (): Map<string | undefined, string | undefined> =>
  new Map(
    Array.from(document.querySelectorAll<HTMLElement>('[data-field]'), ({ dataset }) => [
      dataset.field,
      dataset.label,
    ]),
  )

/** Sorts by screen order, which differs from the order of the schema; problems without a field come first. */
function sortByScreen(
  problems: readonly FieldProblem[],
  fields: ReadonlyMap<unknown, unknown>,
): FieldProblem[] {
  const order = [...fields.keys()]
  return problems.toSorted((a, b) => order.indexOf(a.path) - order.indexOf(b.path))
}

/** Errors of the form, at its top; gets the focus after a failed submit, and links to each field. */
export function ErrorSummary() {
  const box = useRef<HTMLDivElement>(null)
  const { setFocus } = useFormContext()
  const { errors, submitCount } = useFormState()
  const fields = readFieldLabels()
  const problems = sortByScreen(listProblems(errors), fields)
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
        {problems.map(({ path, message }) => {
          const label = fields.get(path) ?? getLabel(path)
          const words = formatError(message, label)
          return (
            <li key={path}>
              {path.startsWith('root') ? (
                message
              ) : (
                <button type="button" className="link text-left" onClick={() => setFocus(path)}>
                  {message === MISSING ? words : `${label}: ${words}`}
                </button>
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
