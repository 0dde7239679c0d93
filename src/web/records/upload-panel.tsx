import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import type { DocumentKind } from '../../contract/documents.ts'
import { toSentenceCase } from '../../contract/value-format.ts'
import { formatFileSize, getTodayInDublin } from '../format.ts'
import { operation } from '../operation.ts'
import { formatProblem } from '../problems.ts'
import { useCommand } from '../queries.ts'
import { Button } from '../ui/button.tsx'
import { DropZone } from '../ui/drop-zone.tsx'
import { SelectField, TextField } from '../ui/form/fields.tsx'
import { ACCEPT, ACCEPTED, findFileProblem, suggestTitle } from './accepted-files.ts'
import { KINDS } from './document-kinds.ts'
import { UploadProgress } from './upload-progress.tsx'

interface UploadPanelProps {
  label: string
  kind: DocumentKind
  schemeId: string
  onCancel: () => void
  onAdded: (document: { id: string; title: string }) => void
}

/** A form inside the form, with values of its own; the browser knows one form only, so that Enter is taken here. */
export default function UploadPanel({ label, kind, schemeId, onCancel, onAdded }: UploadPanelProps) {
  const nameId = useId()
  const panel = useRef<HTMLFieldSetElement>(null)
  const { form, file, problem, share, take, submit } = useUpload({ kind, schemeId, onAdded })
  useEffect(() => panel.current?.querySelector<HTMLElement>('input[type="file"]')?.focus(), [])
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
    // Enter in a text of this panel uploads; it does not send the form around it.
    event.preventDefault()
    if (event.target.type !== 'file') submit()
    else event.target.click()
  }
  return (
    <FormProvider {...form}>
      <fieldset
        ref={panel}
        aria-labelledby={nameId}
        className="flex w-full min-w-0 flex-col gap-3 rounded-md border border-line bg-surface p-3"
        onKeyDown={onKeyDown}
      >
        <legend id={nameId} className="sr-only">
          Upload a file for {toSentenceCase(label)}
        </legend>
        <DropZone
          label="File"
          help={file ? `${file.name}, ${formatFileSize(file.size)}` : ACCEPTED}
          accept={ACCEPT}
          isSmall={file !== null}
          problem={problem}
          onFiles={take}
        />
        {file && (
          <>
            <TextField name="title" isRequired />
            <SelectField name="kind" isRequired options={KINDS} />
          </>
        )}
        {share !== null && file && <UploadProgress name={file.name} share={share} />}
        <div className="flex flex-wrap gap-2">
          <Button look="secondary" isBusy={share !== null} onClick={submit}>
            Upload
          </Button>
          <Button look="quiet" onClick={onCancel}>
            Cancel upload
          </Button>
        </div>
      </fieldset>
    </FormProvider>
  )
}

/** The chosen file with its title and kind; leaving the panel stops the upload. */
function useUpload({ kind, schemeId, onAdded }: Pick<UploadPanelProps, 'kind' | 'schemeId' | 'onAdded'>) {
  const form = useForm({ defaultValues: { title: '', kind: kind as string | null } })
  const command = useCommand(operation('document.create'))
  const [file, setFile] = useState<File | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  /** How much is uploaded, from 0 to 1; null while nothing is. */
  const [share, setShare] = useState<number | null>(null)
  // The same file keeps its key, so that a second try after a lost answer adds nothing twice.
  const idempotencyKey = useRef('')
  const stop = useRef(new AbortController())
  useEffect(() => {
    stop.current = new AbortController()
    return () => stop.current.abort()
  }, [])

  function take([chosen]: File[]): void {
    if (!chosen) return
    const words = findFileProblem(chosen) ?? null
    setProblem(words)
    if (words) return
    setFile(chosen)
    idempotencyKey.current = crypto.randomUUID()
    form.setValue('title', suggestTitle(chosen.name))
    form.clearErrors()
  }

  async function send({ title, kind: ofKind }: { title: string; kind: string | null }): Promise<void> {
    if (share !== null) return
    if (!file) {
      setProblem('Choose a file first.')
      return
    }
    if (title.trim() === '') return form.setError('title', { type: 'required', message: 'Enter a title' })
    if (!ofKind) return form.setError('kind', { type: 'required', message: 'Choose a kind' })
    setShare(0)
    setProblem(null)
    try {
      onAdded(
        await command.mutateAsync({
          sent: {
            schemeId,
            title: title.trim(),
            kind: ofKind as DocumentKind,
            receivedOn: getTodayInDublin(),
          },
          file,
          idempotencyKey: idempotencyKey.current,
          signal: stop.current.signal,
          onProgress: setShare,
        }),
      )
    } catch (error) {
      if (!stop.current.signal.aborted) setProblem(formatProblem(error))
    } finally {
      setShare(null)
    }
  }
  return { form, file, problem, share, take, submit: () => void form.handleSubmit(send)() }
}
