/** Zone for choosing files: dropped, or chosen by click or key. The page checks the files. */
import { Upload } from 'lucide-react'
import { type DragEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { joinClassNames } from './class-names.ts'

/** A file dropped outside the zone would otherwise replace the page and all entered values. */
function useNothingElseTakesFiles(): void {
  useEffect(() => {
    const keepPage = (event: globalThis.DragEvent): void => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault()
    }
    window.addEventListener('dragover', keepPage)
    window.addEventListener('drop', keepPage)
    return () => {
      window.removeEventListener('dragover', keepPage)
      window.removeEventListener('drop', keepPage)
    }
  }, [])
}

export function DropZone({
  label,
  help,
  accept,
  isMultiple = false,
  isSmall = false,
  problem,
  onFiles,
}: {
  /** The file to choose: `Payroll file`. */
  label: string
  /** Accepted types and sizes. */
  help: ReactNode
  /** File extensions for the file dialog; dropped files may have any. */
  accept: string
  isMultiple?: boolean
  /** A file is chosen already: another one is the less likely next step. */
  isSmall?: boolean
  /** Reason why the last file was refused. */
  problem?: string | null | undefined
  /** At least one file; several only with `isMultiple`. */
  onFiles: (files: File[]) => void
}) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const [hasTooMany, setTooMany] = useState(false)
  useNothingElseTakesFiles()
  const words = hasTooMany ? 'Drop one file at a time.' : problem

  const take = (list: FileList | null | undefined): void => {
    const files = [...(list ?? [])]
    setTooMany(!isMultiple && files.length > 1)
    if (files.length > 0 && (isMultiple || files.length === 1)) onFiles(files)
  }
  const drop = (event: DragEvent): void => {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files)
  }

  return (
    <div className="flex max-w-3xl flex-col gap-1 print:hidden">
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      <div id={`${id}-help`} className="text-muted text-sm">
        {help}
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is one of three ways; the others are the field's */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: keys are taken by the field */}
      <div
        className={joinClassNames(
          'relative mt-1 flex cursor-pointer flex-wrap items-center justify-center gap-x-2 gap-y-1 rounded-md border border-control border-dashed bg-surface text-center has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2',
          isSmall ? 'min-h-9 p-2' : 'min-h-24 p-4',
          isOver ? 'border-accent! bg-accent-soft!' : 'hover:bg-hover',
          words && 'border-danger!',
        )}
        onClick={({ target }) => target !== input.current && input.current?.click()}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <input
          ref={input}
          id={id}
          type="file"
          accept={accept}
          multiple={isMultiple}
          aria-describedby={[`${id}-help`, words && `${id}-error`].filter(Boolean).join(' ')}
          aria-invalid={words ? true : undefined}
          // Invisible, but covers the whole zone for keyboard focus.
          className="absolute inset-0 opacity-0 pointer-events-none outline-2"
          onChange={({ target }) => {
            take(target.files)
            // Choosing the same file again, after a correction, must fire the event again.
            target.value = ''
          }}
        />
        <Upload aria-hidden="true" size={18} className="shrink-0 text-accent" />
        <span>
          <span className="link">{isMultiple ? 'Choose files' : 'Choose a file'}</span>
          <span className="pointer-coarse:hidden"> or drop {isMultiple ? 'them' : 'it'} here</span>
        </span>
      </div>
      {words && (
        <p id={`${id}-error`} role="alert" className="font-medium text-danger text-sm">
          {words}
        </p>
      )}
    </div>
  )
}
