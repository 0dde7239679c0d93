import { useId } from 'react'
import type { MapOf } from './heat-map.tsx'

const WORDS: Record<MapOf, string> = { residual: 'Residual', inherent: 'Inherent' }

/** Which of the two scores the map is drawn of. */
export function MapChoice({ of, onChange }: { of: MapOf; onChange: (of: MapOf) => void }) {
  const name = useId()
  return (
    <fieldset className="flex gap-4">
      <legend className="sr-only">Score that the map shows</legend>
      {(['residual', 'inherent'] as const).map((one) => (
        <label key={one} className="flex cursor-pointer items-center gap-2">
          <input
            type="radio"
            name={name}
            className="size-4 shrink-0 accent-accent"
            checked={of === one}
            onChange={() => onChange(one)}
          />
          {WORDS[one]}
        </label>
      ))}
    </fieldset>
  )
}
