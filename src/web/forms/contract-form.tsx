/**
 * A form for one command: validated with the contract's schema before it is sent; a refused field shows the service's error
 * beside it. Typed text is never lost; leaving with unsaved changes asks first.
 */
import { zodResolver } from '@hookform/resolvers/zod'
import { useBlocker } from '@tanstack/react-router'
import { type ReactNode, useRef, useState } from 'react'
import { type FieldValues, FormProvider, type UseFormReturn, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { CITATIONS, type CitationId, formatCitedSources } from '../../contract/citations.ts'
import { acceptsIdempotencyKey, type Contract, type Output, type Sent } from '../../contract/define.ts'
import { Refused } from '../client.ts'
import { confirmLeaveWithoutSaving } from '../confirm-leave.ts'
import { formatProblem, isAlreadySaved, isStaleVersion } from '../problems.ts'
import { useCommand } from '../queries.ts'
import { Button, type ButtonLook } from '../ui/button.tsx'
import { joinClassNames } from '../ui/class-names.ts'
import { useDialogGuard, useIsInDialog } from '../ui/dialog.tsx'
import { ErrorSummary } from '../ui/form/error-summary.tsx'
import { defaultValuesOf } from './form-defaults.ts'
import { formatIssue } from './issue-words.ts'

export type Values = FieldValues

interface ContractFormProps<C extends Contract> {
  contract: C
  /** What the fields begin with. Everything here is sent, shown or not. */
  defaults: Values
  /** What is sent besides the fields: the ids of the path. */
  ids: Partial<Sent<C>>
  version?: number
  submitLabel: string
  submitLook?: ButtonLook
  /** What the fields begin with is not saved anywhere yet. */
  startsDirty?: boolean
  /** Where the page stays after saving: what the fields then have. Without it the page is expected to be left. */
  staysWith?: 'what was saved' | 'the defaults' | ((answer: Output<C>) => Values)
  /** The form is longer than a screen: its buttons stay in sight. */
  isLong?: boolean
  onSaved: (answer: Output<C>, sent: Sent<C>) => void
  onCancel?: () => void
  /** Somebody else saved first: what was typed is handed over, to be merged. */
  onStale?: (typed: Values) => void
  /** Looks at what was entered before it is sent: the last chance to add or to leave out. */
  prepare?: (values: Values) => Values
  children: ReactNode
}

export function ContractForm<C extends Contract>(props: ContractFormProps<C>) {
  const { submitLabel, submitLook = 'primary', isLong = false, onCancel, children } = props
  const beginning = defaultValuesOf(props.contract, props.defaults)
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
  const cancel = (): void => {
    if (!mayLeave()) return
    leave()
    onCancel?.()
  }
  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={form.handleSubmit(save)} className="flex flex-col gap-6">
        <ErrorSummary />
        {children}
        <div
          className={joinClassNames(
            'flex flex-wrap gap-2',
            isLong && 'sticky bottom-0 z-10 border-line border-t bg-canvas py-3 print:hidden',
            // A long dialog scrolls; its buttons stay in sight.
            isInDialog &&
              'sticky -bottom-5 z-10 -mx-5 -mb-5 border-line border-t bg-raised px-5 py-3 print:hidden',
          )}
        >
          <Button type="submit" look={submitLook} isBusy={isBusy}>
            {submitLabel}
          </Button>
          {isSavedBefore && <Button onClick={addAnother}>Add another</Button>}
          {onCancel && (
            <Button look="quiet" onClick={cancel}>
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
function useLeaveGuard(isUnsaved: boolean): { mayLeave: () => boolean; leave: () => void } {
  const isLeaving = useRef(false)
  const isKept = (): boolean => isUnsaved && !isLeaving.current
  const mayLeave = (): boolean => !isKept() || confirmLeaveWithoutSaving()
  useBlocker({ shouldBlockFn: () => !mayLeave(), enableBeforeUnload: isKept })
  useDialogGuard(mayLeave)
  return {
    mayLeave,
    leave() {
      isLeaving.current = true
    },
  }
}

/** Sends the values, and puts what the service refuses beside the fields. */
function useSave<C extends Contract>({
  contract,
  ids,
  version,
  staysWith,
  onSaved,
  onStale,
  form,
  beginning,
  leave,
}: ContractFormProps<C> & { form: UseFormReturn<Values>; beginning: Values; leave: () => void }) {
  const command = useCommand(contract)
  // The same intention keeps its key, so that a second try after a broken connection creates nothing twice. A refusal leaves
  // nothing behind under it.
  const idempotencyKey = useRef(crypto.randomUUID())
  const [isSavedBefore, setSavedBefore] = useState(false)
  const isSending = useRef(false)

  const valuesAfter = (answer: Output<C>): Values => {
    if (typeof staysWith === 'function') return defaultValuesOf(contract, staysWith(answer))
    return staysWith === 'the defaults' ? beginning : form.getValues()
  }

  async function save(values: Values): Promise<void> {
    // A second click may come before the button is drawn as busy.
    if (isSending.current) return
    isSending.current = true
    // A file among the fields goes along as the file of a multipart contract.
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
      onSaved(answer, sent)
    } catch (error) {
      setSavedBefore(isAlreadySaved(error))
      if (isStaleVersion(error) && onStale) onStale(form.getValues())
      else showProblem(form, error)
    } finally {
      isSending.current = false
    }
  }

  function addAnother(): void {
    idempotencyKey.current = crypto.randomUUID()
    setSavedBefore(false)
    void form.handleSubmit(save)()
  }
  return { save, addAnother, isBusy: command.isPending, isSavedBefore }
}

/** Puts each refusal beside the field it is about, and the rest at the top. */
function showProblem(form: UseFormReturn<Values>, error: unknown): void {
  const issues = error instanceof Refused ? error.issues : []
  for (const { path, code, message } of issues)
    form.setError(path.join('.') || 'root.service', { type: code, message })
  const details = error instanceof Refused ? error.details : {}
  if (typeof details.field === 'string' && error instanceof Refused) {
    form.setError(details.field, { type: 'duplicate', message: error.message })
    return
  }
  if (issues.length > 0) return
  const message = [formatProblem(error), formatSourceText(details)].filter(Boolean).join(' ')
  form.setError('root.service', { type: 'service', message })
}

/** Where a rule of law that refused is written: `IORP II art. 24(2); Pensions Act s.64AH, not verified.` */
function formatSourceText({ citation, nationalCitation }: Record<string, unknown>): string | null {
  const ids = [citation, nationalCitation].filter(isCitation)
  return ids.length > 0 ? `${formatCitedSources(...ids)}.` : null
}
const isCitation = (id: unknown): id is CitationId => typeof id === 'string' && id in CITATIONS
