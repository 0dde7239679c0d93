/** The files that were chosen, and their way to the service: one after the other, each as a document. */

import { useEffect, useRef, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import type { Sent } from '../../../../contract/define.ts'
import { createDocument } from '../../../../contract/documents.ts'
import { formatCount } from '../../../../contract/value-format.ts'
import { Refused } from '../../../client.ts'
import { formatProblem } from '../../../problems.ts'
import { useCommand } from '../../../queries.ts'
import { findFileProblem, suggestTitle } from '../../../records/accepted-files.ts'

interface Added {
  is: 'added'
  id: string
  title: string
}

export interface ChosenFile {
  /** Names its fields in the form: `files.f1.title`. */
  key: string
  file: File
  /** The same intention keeps its key, so that a second try after a lost answer adds nothing twice. */
  idempotencyKey: string
  state: { is: 'waiting' } | { is: 'sending'; share: number } | { is: 'refused'; words: string } | Added
}

/** The fields that each file has of its own. */
const OWN = new Set(['title', 'kind'])

export function useUpload(form: UseFormReturn<FieldValues>) {
  const command = useCommand(createDocument)
  const [files, setFiles] = useState<readonly ChosenFile[]>([])
  const [problem, setProblem] = useState<string | null>(null)
  const [isSending, setSending] = useState(false)
  const lastKey = useRef(0)
  const stop = useRef(new AbortController())
  useEffect(() => {
    stop.current = new AbortController()
    return () => stop.current.abort()
  }, [])
  useEffect(() => shareKinds(form), [form])

  const left = files.filter(({ state }) => state.is !== 'added')
  const put = (key: string, state: ChosenFile['state']): void =>
    setFiles((before) => before.map((one) => (one.key === key ? { ...one, state } : one)))

  function pick(chosen: readonly File[]): void {
    const problems = chosen.flatMap((file) => findFileProblem(file) ?? [])
    setProblem(problems.length > 0 ? problems.join(' ') : null)
    const taken = chosen.filter((file) => !findFileProblem(file))
    const { files: before = {} } = form.getValues() as { files?: Record<string, { kind?: string | null }> }
    const kind = Object.values(before).find((one) => one?.kind)?.kind ?? null
    const added = taken.map((file): ChosenFile => {
      const key = `f${++lastKey.current}`
      form.setValue(`files.${key}`, { title: suggestTitle(file.name), kind }, { shouldDirty: true })
      return { key, file, idempotencyKey: crypto.randomUUID(), state: { is: 'waiting' } }
    })
    if (added.length > 0) form.clearErrors('root')
    setFiles([...files, ...added])
  }

  function leaveOut(key: string): void {
    form.unregister(`files.${key}`)
    setFiles(files.filter((one) => one.key !== key))
  }

  /** False where the others would be refused for the same reason. */
  async function sendOne(
    { key, file, idempotencyKey }: ChosenFile,
    values: FieldValues,
  ): Promise<Added | boolean> {
    const { files: own, ...shared } = values
    put(key, { is: 'sending', share: 0 })
    try {
      const { id, title } = await command.mutateAsync({
        sent: { ...shared, ...own[key] } as Sent<typeof createDocument>,
        file,
        idempotencyKey,
        signal: stop.current.signal,
        onProgress: (share) => put(key, { is: 'sending', share }),
      })
      const added: Added = { is: 'added', id, title }
      put(key, added)
      form.unregister(`files.${key}`)
      return added
    } catch (error) {
      if (stop.current.signal.aborted) return false
      put(key, { is: 'refused', words: formatProblem(error) })
      showProblem(form, key, error)
      return isAboutThisFile(error)
    }
  }

  /** Those that were added, when that is all of them; null where something is left to do. */
  async function send(values: FieldValues): Promise<readonly Added[] | null> {
    // A second click may come before the button is drawn as busy.
    if (command.isPending || isSending) return null
    if (left.length === 0) {
      setProblem('Choose a file first.')
      form.setError('root.files', { type: 'files', message: 'Choose a file first' })
      return null
    }
    setSending(true)
    const done: Added[] = files.flatMap(({ state }) => (state.is === 'added' ? [state] : []))
    const before = done.length
    try {
      for (const one of left) {
        const result = await sendOne(one, values)
        if (result === false) break
        if (result !== true) done.push(result)
      }
    } finally {
      setSending(false)
    }
    const missing = left.length - (done.length - before)
    if (missing === 0) return done
    if (!stop.current.signal.aborted)
      form.setError('root.files', {
        type: 'files',
        message: `${formatCount(missing, 'file')} not added: see the reason at each file`,
      })
    return null
  }

  return { files, left, problem, isSending, pick, leaveOut, send }
}

/** A kind that is chosen for one file is taken for those that have none yet. */
function shareKinds(form: UseFormReturn<FieldValues>): () => void {
  const { unsubscribe } = form.watch(({ files = {} }, { name, type }) => {
    const [, key] = /^files\.(\w+)\.kind$/.exec(name ?? '') ?? []
    const kind = key && files[key]?.kind
    if (!kind || type !== 'change') return
    for (const other of Object.keys(files))
      if (files[other] && !files[other].kind) form.setValue(`files.${other}.kind`, kind)
  })
  return unsubscribe
}

/** Puts each refusal beside the field it is about; the file itself says the rest. */
function showProblem(form: UseFormReturn<FieldValues>, key: string, error: unknown): void {
  if (!(error instanceof Refused)) return
  const getFieldPath = (field: string): string => (OWN.has(field) ? `files.${key}.${field}` : field)
  for (const { path, code, message } of error.issues)
    form.setError(getFieldPath(path.join('.')), { type: code, message })
  const { field } = error.details
  if (typeof field === 'string' && field !== 'file')
    form.setError(getFieldPath(field), { type: 'refused', message: error.message })
}

/** Its type, its size, its name: the next one may be better. */
function isAboutThisFile(error: unknown): boolean {
  if (!(error instanceof Refused)) return false
  const { status, details, issues } = error
  if (status === 400) return issues.length > 0 && issues.every(({ path }) => OWN.has(String(path[0])))
  return status === 413 || (status === 422 && details.field === 'file')
}
