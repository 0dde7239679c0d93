/** The unfinished import that the address of the page names: a reload, or another device, continues it. */
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { Output } from '../../contract/define.ts'
import type { getImportDraft } from '../../contract/import-drafts.ts'
import { operation } from '../operation.ts'
import { createQuery } from '../queries.ts'

type Kept = Output<typeof getImportDraft>

/**
 * Calls `onFound` once with the unfinished import of the address; `problem` says why it cannot be continued. `importDraftId`: the one that
 * keeps the present file, for the address.
 */
export function useStoredImport(
  importDraftId: string | null,
  onFound: (kept: Kept) => void,
): { problem: Error | null } {
  useImportInAddress(importDraftId)
  const address = useSearch({ strict: false }) as { importDraftId?: string }
  const [id] = useState(address.importDraftId)
  const { data, error } = useQuery({
    ...createQuery(operation('import-draft.get'), { id: id ?? '' }),
    enabled: id !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const [isUsed, setUsed] = useState(false)
  useEffect(() => {
    if (!data || isUsed) return
    setUsed(true)
    onFound(data)
  }, [data, isUsed, onFound])
  return { problem: isUsed ? null : error }
}

/** Writes the unfinished import to the address once the file is kept. */
function useImportInAddress(importDraftId: string | null): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (importDraftId === null) return
    void navigate({
      to: '.',
      search: (before: object) => ({ ...before, importDraftId }),
      replace: true,
    })
  }, [importDraftId, navigate])
}
