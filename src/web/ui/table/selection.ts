import { useState } from 'react'

export interface Selection {
  ids: ReadonlySet<string>
  toggle: (ids: readonly string[], isOn: boolean) => void
}

/** The rows somebody picked, by id. Which of them are still shown is for the list to say. */
export function useSelection(): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  return {
    ids,
    toggle: (changed, isOn) =>
      setIds((before) => (isOn ? before.union(new Set(changed)) : before.difference(new Set(changed)))),
  }
}
