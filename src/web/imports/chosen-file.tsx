/** The file of an import while it is on the page, and the result after the import. */

import { FileSpreadsheet } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { IMPORT_LIMITS } from '../../contract/imports.ts'
import { formatNumber } from '../../contract/value-format.ts'
import { moveFocusToHeading } from '../ui/focus-return.ts'
import { createFixedCopy } from './files.ts'

const MEGABYTE = 1024 * 1024

/** The file of an unfinished import, which stays on the service. */
export interface KeptFile {
  importDraftId: string
  name: string
  size: number
}
export type ImportFile = File | KeptFile

export function useChosenFile(): {
  file: ImportFile | null
  problem: string | null
  /** Returns whether the file was accepted. */
  take: (chosen: File) => Promise<boolean>
  continueWith: (kept: KeptFile) => void
  drop: () => void
} {
  const [file, setFile] = useState<ImportFile | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  return {
    file,
    problem,
    async take(chosen) {
      if (chosen.size > IMPORT_LIMITS.bytes) {
        setProblem(
          `${chosen.name} has ${(chosen.size / MEGABYTE).toFixed(1)} MB; the maximum is ${IMPORT_LIMITS.bytes / MEGABYTE} MB. Remove unneeded sheets and columns, or save it as CSV.`,
        )
        return false
      }
      try {
        setFile(await createFixedCopy(chosen))
        setProblem(null)
        return true
      } catch {
        setProblem(
          `${chosen.name} cannot be opened. Choose a file, not a folder, and close it in other programs.`,
        )
        return false
      }
    },
    continueWith: setFile,
    drop() {
      setFile(null)
      setProblem(null)
    },
  }
}

const KILOBYTE = 1024

export function ChosenFile({ file, onRemove }: { file: ImportFile; onRemove: () => void }) {
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <FileSpreadsheet aria-hidden="true" size={18} className="shrink-0 text-accent" />
      <span className="min-w-0 font-medium [overflow-wrap:anywhere]">{file.name}</span>
      <span className="text-muted">{formatNumber(Math.ceil(file.size / KILOBYTE))} kB</span>
      <button type="button" className="link" onClick={onRemove}>
        Remove
      </button>
    </p>
  )
}

/** The result gets the focus, so that screen readers read it first. */
export function Outcome({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => moveFocusToHeading(box.current?.querySelector('h2') ?? null), [])
  return <div ref={box}>{children}</div>
}
