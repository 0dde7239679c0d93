export interface Option {
  value: string
  label: string
  /** Options of one group are listed together, under its name. */
  group?: string
}

/** Options of a select, in groups where there are many. */
export function Options({ options }: { options: readonly Option[] }) {
  const groups = [...Map.groupBy(options, ({ group }) => group)]
  return groups.map(([group, members]) =>
    group === undefined ? (
      members.map((option) => <One key={option.value} {...option} />)
    ) : (
      <optgroup key={group} label={group}>
        {members.map((option) => (
          <One key={option.value} {...option} />
        ))}
      </optgroup>
    ),
  )
}

const One = ({ value, label }: Option) => <option value={value}>{label}</option>
