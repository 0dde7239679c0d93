import { type SubmitEvent, useRef, useState } from 'react'
import { addDocumentVersion, type DocumentRecord } from '../../../../contract/documents.ts'
import { formatFileSize } from '../../../format.ts'
import { formatProblem, isStaleVersion } from '../../../problems.ts'
import { useCommand } from '../../../queries.ts'
import { ACCEPT, ACCEPTED, findFileProblem } from '../../../records/accepted-files.ts'
import { UploadProgress } from '../../../records/upload-progress.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { DropZone } from '../../../ui/drop-zone.tsx'
import { showToast } from '../../../ui/toast.tsx'

/** Asks for the file of the next version, and what that does to the document. */
export function AddVersion({ document, onClose }: { document: DocumentRecord; onClose: () => void }) {
  const command = useCommand(addDocumentVersion)
  const [file, setFile] = useState<File | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [share, setShare] = useState(0)
  const idempotencyKey = useRef(crypto.randomUUID())

  const pick = ([chosen]: File[]): void => {
    if (!chosen) return
    const refused = findFileProblem(chosen) ?? null
    setProblem(refused)
    setFile(refused ? null : chosen)
    idempotencyKey.current = crypto.randomUUID()
  }

  async function add(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    if (command.isPending) return
    if (!file) return setProblem('Choose a file first.')
    setProblem(null)
    setShare(0)
    try {
      const { number } = await command.mutateAsync({
        sent: { id: document.id },
        version: document.version,
        file,
        idempotencyKey: idempotencyKey.current,
        onProgress: setShare,
      })
      showToast('saved', `Version ${number} added`)
      onClose()
    } catch (error) {
      setProblem(
        isStaleVersion(error)
          ? 'Another user changed this document in the meantime. Close this dialog, check the document, then try again.'
          : formatProblem(error),
      )
    }
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Add a version"
      description={`The file becomes version ${document.number + 1}, the current version. Version ${document.number} is kept. ${
        document.status === 'FINAL' ? 'The document becomes a draft again. ' : ''
      }The audit log records the user.`}
    >
      <form noValidate onSubmit={(event) => void add(event)} className="flex flex-col gap-4">
        <DropZone label="File" help={`${ACCEPTED}.`} accept={ACCEPT} problem={problem} onFiles={pick} />
        {file && (
          <p className="[overflow-wrap:anywhere]">
            <span className="font-medium">{file.name}</span>{' '}
            <span className="text-muted">{formatFileSize(file.size)}</span>
          </p>
        )}
        {file && command.isPending && <UploadProgress name={file.name} share={share} />}
        <div className="flex flex-wrap gap-2">
          <Button type="submit" look="primary" isBusy={command.isPending}>
            Add version {document.number + 1}
          </Button>
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
