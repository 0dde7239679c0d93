import { useState } from 'react'
import { useController, useFormContext } from 'react-hook-form'
import { formatFileSize } from '../../../format.ts'
import { DropZone } from '../../../ui/drop-zone.tsx'
import { useFieldError } from '../../../ui/form/labelled-field.tsx'
import { ACCEPT, readFile } from './text-file.ts'

/** The file of the text; JSON fills in the fields around it as well. */
export function TextFileField() {
  const { field } = useController({ name: 'file' })
  const { setValue, formState } = useFormContext()
  const { isSubmitted } = formState
  const [problem, setProblem] = useState<string | null>(null)
  const error = useFieldError('file', 'File')
  const file: unknown = field.value
  async function pick([chosen]: File[]): Promise<void> {
    if (!chosen) return
    const read = await readFile(chosen)
    if ('problem' in read) return setProblem(read.problem)
    setProblem(null)
    for (const [name, value] of Object.entries(read.terms))
      if (value !== null) setValue(name, value, { shouldDirty: true, shouldValidate: isSubmitted })
    field.onChange(read.file)
  }
  return (
    <div data-field="file" className="flex flex-col gap-2">
      <DropZone
        label="File"
        help="PDF, HTML, Markdown or plain text, up to 25 MB, or JSON in the format of the API. Headings such as “Article 28 — …” and “Section 12 — …” divide the text into provisions."
        accept={ACCEPT}
        isSmall={file instanceof File}
        problem={problem ?? error}
        onFiles={(files) => void pick(files)}
      />
      {file instanceof File && (
        <p className="[overflow-wrap:anywhere]">
          <span className="font-medium">{file.name}</span>{' '}
          <span className="text-muted">{formatFileSize(file.size)}</span>
        </p>
      )}
    </div>
  )
}
