import { useState } from 'react'

export interface Selection {
  ids: ReadonlySet<string>
  toggle: (ids: readonly string[], isOn: boolean) => void
}

/** Rows that the user selected, by id. The list determines which of them are still shown. */
export function useSelection(): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  return {
    ids,
    toggle: (changed, isOn) =>
      setIds((before) => (isOn ? before.union(new Set(changed)) : before.difference(new Set(changed)))),
  }
}
