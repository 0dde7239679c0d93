import { useSingleKeys } from './keys.ts'

/** Turns the single-key shortcuts off and on again, for this browser. */
export function SingleKeysChoice() {
  const [isOn, setOn] = useSingleKeys()
  return (
    <label className="flex min-h-7 cursor-pointer items-center gap-2">
      <input
        type="checkbox"
        className="size-4 accent-accent"
        checked={isOn}
        onChange={({ target }) => setOn(target.checked)}
      />
      Use single-key shortcuts (turn off for speech input)
    </label>
  )
}
