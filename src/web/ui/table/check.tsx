import type { Selection } from './selection.ts'

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

/** Selects all rows of a table or of a group of rows. */
export function CheckRows({
  name,
  rows,
  selection,
}: {
  name: string
  rows: readonly { id: string }[]
  selection: Selection
}) {
  const selected = rows.filter(({ id }) => selection.ids.has(id)).length
  return (
    <Check
      name={name}
      state={selected === 0 ? 'off' : selected === rows.length ? 'on' : 'some'}
      onChange={(isOn) =>
        selection.toggle(
          rows.map(({ id }) => id),
          isOn,
        )
      }
    />
  )
}
