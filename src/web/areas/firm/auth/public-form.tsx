/** A form of a page before the sign-in. Unlike others it may be left without a question: there is nothing in it to keep. */
import { zodResolver } from '@hookform/resolvers/zod'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type FieldValues, FormProvider, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { Refused } from '../../../client.ts'
import { formatIssue } from '../../../forms/issue-words.ts'
import { formatProblem } from '../../../problems.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'

export function PublicForm({
  schema,
  defaults,
  submitLabel,
  initialProblem = null,
  words = formatProblem,
  onSubmit,
  children,
}: {
  schema: z.ZodType
  defaults: FieldValues
  submitLabel: string
  initialProblem?: string | null
  words?: (error: unknown) => string
  onSubmit: (values: FieldValues) => Promise<void>
  children: ReactNode
}) {
  const problemBox = useRef<HTMLDivElement>(null)
  // An object, so that the same refusal twice is two refusals and takes the focus twice.
  const [problem, setProblem] = useState(initialProblem === null ? null : { text: initialProblem })
  const form = useForm({
    defaultValues: defaults,
    reValidateMode: 'onSubmit',
    resolver: zodResolver(
      schema as z.ZodType<FieldValues, FieldValues>,
      { error: formatIssue },
      { raw: true },
    ),
  })
  useEffect(() => {
    if (problem) problemBox.current?.focus()
  }, [problem])

  const submit = form.handleSubmit(
    async (typed) => {
      setProblem(null)
      try {
        await onSubmit(typed)
      } catch (error) {
        const issues = error instanceof Refused ? error.issues : []
        const ofFields = issues.filter(({ path }) => String(path[0]) in defaults)
        for (const { path, code, message } of ofFields)
          form.setError(String(path[0]), { type: code, message }, { shouldFocus: true })
        if (ofFields.length === 0) setProblem({ text: words(error) })
      }
    },
    () => setProblem(null),
  )

  return (
    <>
      {problem && (
        <div ref={problemBox} role="alert" tabIndex={-1}>
          <Notice look="late" title={problem.text} />
        </div>
      )}
      <FormProvider {...form}>
        <form noValidate onSubmit={submit} className="flex flex-col gap-4">
          {children}
          <Button type="submit" look="primary" isBusy={form.formState.isSubmitting}>
            {submitLabel}
          </Button>
        </form>
      </FormProvider>
    </>
  )
}
