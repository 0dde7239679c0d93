/**
 * A form for one command: validated with the contract's schema before it is sent; a refused field shows the service's error
 * beside it. Typed text is never lost; leaving with unsaved changes asks first.
 */
import { zodResolver } from '@hookform/resolvers/zod'
import { useBlocker } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { type FieldValues, FormProvider, type UseFormReturn, useForm } from 'react-hook-form'
import type { z } from 'zod'
import type { CitationId } from '../../contract/citations.ts'
import { acceptsIdempotencyKey, type Contract, type Output, type Sent } from '../../contract/define.ts'
import { Refused } from '../client.ts'
import { confirmLeaveWithoutSaving } from '../confirm-leave.ts'
import { formatProblem, isAlreadySaved, isStaleVersion } from '../problems.ts'
import { useCommand } from '../queries.ts'
import { Button, type ButtonLook } from '../ui/button.tsx'
import { joinClassNames } from '../ui/class-names.ts'
import { useDialogGuard, useIsInDialog } from '../ui/dialog.tsx'
import { ErrorSummary } from '../ui/form/error-summary.tsx'
import { getDefaultValues } from './form-defaults.ts'
import { formatIssue } from './issue-words.ts'

export type Values = FieldValues

const FormIndex = lazy(() => import('./form-index.tsx'))

interface ContractFormProps<C extends Contract> {
  contract: C
  /** Initial values of the fields. All of them are sent, shown or not. */
  defaults: Values
  /** Values sent besides the fields: the ids of the path. */
  ids: Partial<Sent<C>>
  version?: number
  submitLabel: string
  submitLook?: ButtonLook
  /** A second button that saves, and continues elsewhere than `onSaved`. */
  alternative?: { label: string; onSaved: (answer: Output<C>) => void } | undefined
  /** Sends the values where one request is not enough. */
  send?: ((sent: Sent<C>) => Promise<Output<C>>) | undefined
  /** The initial values are not saved yet. */
  startsDirty?: boolean
  /** For a page that stays after saving: the values that the fields then have. Without it the page must navigate away. */
  staysWith?: 'what was saved' | 'the defaults' | ((answer: Output<C>) => Values)
  /** The form is longer than a screen: its buttons stay visible. */
  isLong?: boolean
  onSaved: (answer: Output<C>, sent: Sent<C>) => void
  onCancel?: () => void
  /** Called when another user saved first, with the typed values to merge. */
  onStale?: (typed: Values) => void
  /** Adjusts the entered values before they are sent. */
  prepare?: (values: Values) => Values
  children: ReactNode
}

export function ContractForm<C extends Contract>(props: ContractFormProps<C>) {
  const { submitLabel, submitLook = 'primary', alternative, isLong = false, onCancel, children } = props
  const beginning = getDefaultValues(props.contract, props.defaults)
  const form = useForm<Values>({
    defaultValues: beginning,
    // The summary takes the focus, and leads to each field.
    shouldFocusError: false,
    resolver: (values, context, options) =>
      zodResolver(
        props.contract.input as z.ZodType<FieldValues, FieldValues>,
        { error: formatIssue },
        { raw: true },
      )((props.prepare ?? keepValues)({ ...values, ...props.ids }), context, options),
  })
  // Read while rendering: react-hook-form only watches what is read.
  const { mayLeave, leave } = useLeaveGuard(form.formState.isDirty || (props.startsDirty ?? false))
  const { save, addAnother, isBusy, isSavedBefore } = useSave({ ...props, form, beginning, leave })
  const isInDialog = useIsInDialog()
  const cancel = async (): Promise<void> => {
    if (!(await mayLeave())) return
    leave()
    onCancel?.()
  }
  return (
    <FormProvider {...form}>
      <form
        noValidate
        onSubmit={(event) => {
          // React passes the event on to a form around the dialog of this one.
          event.stopPropagation()
          void form.handleSubmit((values) => save(values))(event)
        }}
        className="relative flex flex-col gap-6 *:[fieldset]:scroll-mt-16 xl:has-[nav]:pr-60"
      >
        <ErrorSummary />
        {children}
        {!isInDialog && !isLong && (
          <Suspense>
            <FormIndex />
          </Suspense>
        )}
        <div
          className={joinClassNames(
            'form-actions flex flex-wrap gap-2',
            isLong && 'sticky bottom-0 z-10 border-line border-t bg-canvas py-3 print:hidden',
            // A long dialog scrolls; its buttons stay in sight.
            isInDialog &&
              'sticky -bottom-5 z-10 -mx-5 -mb-5 border-line border-t bg-raised px-5 py-3 print:hidden',
          )}
        >
          <Button type="submit" look={submitLook} isBusy={isBusy}>
            {submitLabel}
          </Button>
          {alternative && (
            <Button
              isBusy={isBusy}
              onClick={() => void form.handleSubmit((values) => save(values, alternative.onSaved))()}
            >
              {alternative.label}
            </Button>
          )}
          {isSavedBefore && <Button onClick={addAnother}>Add another</Button>}
          {onCancel && (
            <Button look="quiet" onClick={() => void cancel()}>
              Cancel
            </Button>
          )}
        </div>
      </form>
    </FormProvider>
  )
}

const keepValues = (values: Values): Values => values

/** Asks before unsaved values are lost. `leave()` states that the page is left on purpose. */
function useLeaveGuard(isUnsaved: boolean): { mayLeave: () => Promise<boolean>; leave: () => void } {
  const isLeaving = useRef(false)
  const hasUnsavedValues = (): boolean => isUnsaved && !isLeaving.current
  const mayLeave = async (): Promise<boolean> => !hasUnsavedValues() || (await confirmLeaveWithoutSaving())
  useBlocker({ shouldBlockFn: async () => !(await mayLeave()), enableBeforeUnload: hasUnsavedValues })
  useDialogGuard(mayLeave)
  return {
    mayLeave,
    leave() {
      isLeaving.current = true
    },
  }
}

/** Sends the values, and shows the service's errors beside the fields. */
function useSave<C extends Contract>({
  contract,
  ids,
  version,
  staysWith,
  send,
  onSaved,
  onStale,
  form,
  beginning,
  leave,
}: ContractFormProps<C> & { form: UseFormReturn<Values>; beginning: Values; leave: () => void }) {
  const command = useCommand(contract, send)
  // A retry after a broken connection has the same key, so that it creates no duplicate. A refused request stores no result under its key.
  const idempotencyKey = useRef(crypto.randomUUID())
  const [isSavedBefore, setSavedBefore] = useState(false)
  const isSending = useRef(false)

  const valuesAfter = (answer: Output<C>): Values => {
    if (typeof staysWith === 'function') return getDefaultValues(contract, staysWith(answer))
    return staysWith === 'the defaults' ? beginning : form.getValues()
  }

  async function save(values: Values, then = onSaved): Promise<void> {
    // A second click may come before the button is rendered as busy.
    if (isSending.current) return
    isSending.current = true
    // A file among the fields is sent as the file of a multipart contract.
    const { file, ...fields } = values
    const isSent = file instanceof File
    const sent = { ...(isSent ? fields : values), ...ids } as Sent<C>
    try {
      const answer = await command.mutateAsync({
        sent,
        version,
        ...(isSent ? { file } : {}),
        ...(acceptsIdempotencyKey(contract) ? { idempotencyKey: idempotencyKey.current } : {}),
      })
      if (staysWith) {
        idempotencyKey.current = crypto.randomUUID()
        form.reset(valuesAfter(answer))
      } else leave()
      then(answer, sent)
    } catch (error) {
      setSavedBefore(isAlreadySaved(error))
      if (isStaleVersion(error) && onStale) onStale(form.getValues())
      else await showProblem(form, error)
    } finally {
      isSending.current = false
    }
  }

  function addAnother(): void {
    idempotencyKey.current = crypto.randomUUID()
    setSavedBefore(false)
    void form.handleSubmit((values) => save(values))()
  }
  return { save, addAnother, isBusy: command.isPending, isSavedBefore }
}

/** Shows each error beside its field, and the rest at the top. */
async function showProblem(form: UseFormReturn<Values>, error: unknown): Promise<void> {
  const issues = error instanceof Refused ? error.issues : []
  for (const { path, code, message } of issues)
    form.setError(path.join('.') || 'root.service', { type: code, message })
  const details = error instanceof Refused ? error.details : {}
  if (typeof details.field === 'string' && error instanceof Refused) {
    form.setError(details.field, { type: 'duplicate', message: error.message })
    return
  }
  if (issues.length > 0) return
  const message = [formatProblem(error), await formatSourceText(details)].filter(Boolean).join(' ')
  form.setError('root.service', { type: 'service', message })
}

/** Source of a rule of law that refused: `IORP II art. 24(2); Pensions Act s.64AH, not verified.` */
async function formatSourceText({
  citation,
  nationalCitation,
}: Record<string, unknown>): Promise<string | null> {
  if (!citation && !nationalCitation) return null
  // Few refusals have a source, so the table of references is loaded when one is shown.
  const { CITATIONS, formatCitedSources } = await import('../../contract/citations.ts')
  const isCitation = (id: unknown): id is CitationId => typeof id === 'string' && id in CITATIONS
  const ids = [citation, nationalCitation].filter(isCitation)
  return ids.length > 0 ? `${formatCitedSources(...ids)}.` : null
}
