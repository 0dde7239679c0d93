/** A checkbox that fills its cell, so that it is easy to hit. */
export function Check({
  name,
  state,
  onChange,
}: {
  name: string
  state: 'on' | 'off' | 'some'
  onChange: (isOn: boolean) => void
}) {
  return (
    <label className="flex h-full cursor-pointer items-center justify-center">
      <input
        type="checkbox"
        aria-label={name}
        className="size-4 cursor-pointer accent-accent"
        ref={(input) => {
          if (input) input.indeterminate = state === 'some'
        }}
        checked={state === 'on'}
        onChange={({ target }) => onChange(target.checked)}
      />
    </label>
  )
}
