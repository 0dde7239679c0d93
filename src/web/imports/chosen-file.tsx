/** The file of an import while it is on the page, and what is read once it was imported. */
import { FileSpreadsheet } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { IMPORT_LIMITS } from '../../contract/imports.ts'
import { formatNumber } from '../format.ts'
import { moveFocusToHeading } from '../ui/focus-return.ts'
import { createFixedCopy } from './files.ts'

const MEGABYTE = 1024 * 1024

export function useChosenFile(): {
  file: File | null
  problem: string | null
  /** Whether it was taken. */
  take: (chosen: File) => Promise<boolean>
  drop: () => void
} {
  const [file, setFile] = useState<File | null>(null)
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
    drop() {
      setFile(null)
      setProblem(null)
    },
  }
}

const KILOBYTE = 1024

export function ChosenFile({ file, onRemove }: { file: File; onRemove: () => void }) {
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

/** What became of it is read first. */
export function Outcome({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => moveFocusToHeading(box.current?.querySelector('h2') ?? null), [])
  return <div ref={box}>{children}</div>
}
