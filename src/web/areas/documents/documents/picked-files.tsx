/** The files that become documents: each with its title and kind, and how far it is. */
import { Link } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { PAGES } from '../../../../contract/pages.ts'
import { formatFileSize } from '../../../format.ts'
import { KINDS } from '../../../records/document-kinds.ts'
import { UploadProgress } from '../../../records/upload-progress.tsx'
import { IconButton } from '../../../ui/button.tsx'
import { SelectField, TextField } from '../../../ui/form/fields.tsx'
import { Status } from '../../../ui/status.tsx'
import type { ChosenFile } from './use-upload.ts'

export function PickedFiles({
  files,
  onRemove,
}: {
  files: readonly ChosenFile[]
  /** Not while something is being sent. */
  onRemove: ((key: string) => void) | null
}) {
  if (files.length === 0) return null
  return (
    <ul aria-label="Files" className="flex max-w-3xl flex-col gap-3">
      {files.map(({ key, file, state }) => (
        <li key={key} className="rounded-md border border-line bg-surface p-4">
          <div className="flex items-start justify-between gap-3">
            <p className="min-w-0 [overflow-wrap:anywhere]">
              <span className="font-medium">{file.name}</span>{' '}
              <span className="text-muted">{formatFileSize(file.size)}</span>
            </p>
            {onRemove && state.is !== 'added' && (
              <IconButton name={`Leave out ${file.name}`} onClick={() => onRemove(key)}>
                <X aria-hidden="true" size={16} />
              </IconButton>
            )}
          </div>
          {state.is === 'added' ? (
            <p className="mt-1 flex flex-wrap items-center gap-x-3">
              <Status tone="done">Added</Status>
              <Link to={PAGES.document} params={{ documentId: state.id }} className="link">
                {state.title}
              </Link>
            </p>
          ) : (
            <div className="mt-3 flex flex-col gap-3">
              {state.is === 'refused' && (
                <p role="alert" className="font-medium text-danger">
                  Not added: {state.words}
                </p>
              )}
              {state.is === 'sending' && <UploadProgress name={file.name} share={state.share} />}
              <fieldset className="grid min-w-0 gap-x-6 gap-y-3 md:grid-cols-2">
                <legend className="sr-only">{file.name}</legend>
                <TextField name={`files.${key}.title`} isRequired />
                <SelectField name={`files.${key}.kind`} isRequired options={KINDS} />
              </fieldset>
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}
