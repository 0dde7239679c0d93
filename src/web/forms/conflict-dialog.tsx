/** Dialog after another user saved first: their changes, this user's changes, and a choice field by field. */

import { useId, useState } from 'react'
import { formatInstant } from '../../contract/value-format.ts'
import { formatValue, getLabel } from '../labels.ts'
import { isSameValue } from '../same-value.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import type { Values } from './contract-form.tsx'

type Choice = 'mine' | 'theirs'

interface Sides {
  base: Values
  mine: Values
  theirs: Values
}

/** Fields that both users changed, to different values; only these need a decision. */
export const listConflictingFields = ({ base, mine, theirs }: Sides): string[] =>
  Object.keys(theirs).filter(
    (name) =>
      !isSameValue(mine[name], theirs[name]) &&
      !isSameValue(mine[name], base[name]) &&
      !isSameValue(theirs[name], base[name]),
  )

/** Each side's own changes, and the chosen value of conflicting fields. */
export function mergeSides(sides: Sides, choices: Readonly<Record<string, Choice>>): Values {
  const { base, mine, theirs } = sides
  return Object.fromEntries(
    Object.keys(theirs).map((name) => {
      const isMine = name in choices ? choices[name] === 'mine' : !isSameValue(mine[name], base[name])
      return [name, isMine ? mine[name] : theirs[name]]
    }),
  )
}

export function ConflictDialog({
  theirsAt,
  onClose,
  onSettle,
  ...sides
}: Sides & { theirsAt: string; onClose: () => void; onSettle: (values: Values) => void }) {
  const id = useId()
  const { base, mine, theirs } = sides
  const names = Object.keys(theirs).filter(
    (name) => !isSameValue(theirs[name], base[name]) || !isSameValue(mine[name], base[name]),
  )
  const toChoose = listConflictingFields(sides)
  // A field that one side changed keeps that value; where both sides changed it, the user decides.
  const [choices, setChoices] = useState<Record<string, Choice>>(() =>
    Object.fromEntries(
      names
        .filter((name) => !toChoose.includes(name))
        .map((name) => [name, isSameValue(theirs[name], base[name]) ? 'mine' : 'theirs']),
    ),
  )
  const [isAsked, setAsked] = useState(false)
  const open = toChoose.filter((name) => !(name in choices))
  const chooseAll = (choice: Choice): void =>
    setChoices({ ...choices, ...Object.fromEntries(toChoose.map((name) => [name, choice])) })
  const goOn = (): void => (open.length > 0 ? setAsked(true) : onSettle(mergeSides(sides, choices)))
  return (
    <Dialog
      isOpen
      isWide
      onClose={onClose}
      title="Another user saved this record first"
      description={`The record was changed on ${formatInstant(theirsAt)}, while you were editing. Your changes are not lost: ${
        toChoose.length === 0
          ? 'you changed different fields, so both changes are kept. Check them, then save.'
          : 'choose a value for each field changed by both, then return to the form and save.'
      }`}
    >
      {isAsked && open.length > 0 && (
        <p role="alert" className="mb-3 font-semibold text-danger">
          Choose a value for: {open.map((name) => getLabel(name)).join(', ')}
        </p>
      )}
      <table className="w-full border-separate border-spacing-0">
        <thead>
          <tr className="text-left text-muted text-sm">
            <th scope="col" className="py-1 pr-3 font-medium">
              Field
            </th>
            <th id={`${id}-mine`} scope="col" className="py-1 pr-3 font-medium">
              Yours
            </th>
            <th id={`${id}-theirs`} scope="col" className="py-1 font-medium">
              Theirs
            </th>
          </tr>
        </thead>
        <tbody>
          {names.map((name) => (
            <FieldSides
              key={name}
              id={id}
              name={name}
              sides={sides}
              choice={choices[name]}
              onChoose={(choice) => setChoices({ ...choices, [name]: choice })}
            />
          ))}
        </tbody>
      </table>
      <div className="mt-5 flex flex-wrap gap-2">
        <Button look="primary" onClick={goOn}>
          Use these values
        </Button>
        {toChoose.length > 0 && (
          <>
            <Button onClick={() => chooseAll('mine')}>Choose all of mine</Button>
            <Button onClick={() => chooseAll('theirs')}>Choose all of theirs</Button>
          </>
        )}
      </div>
    </Dialog>
  )
}

/** Both values of a field, and the choice between them. */
function FieldSides({
  id,
  name,
  sides,
  choice,
  onChoose,
}: {
  id: string
  name: string
  sides: Sides
  choice: Choice | undefined
  onChoose: (choice: Choice) => void
}) {
  return (
    <tr>
      <th
        id={`${id}-${name}`}
        scope="row"
        className="min-w-24 border-line border-t py-2 pr-3 text-left align-top font-medium"
      >
        {getLabel(name)}
      </th>
      {(['mine', 'theirs'] as const).map((side) => (
        <td key={side} className="border-line border-t py-2 pr-3 align-top">
          <label className="flex cursor-pointer items-start gap-2">
            <input
              type="radio"
              name={`choice-${name}`}
              aria-labelledby={`${id}-${name} ${id}-${side} ${id}-${name}-${side}`}
              className="mt-0.5 size-4 shrink-0 accent-accent"
              checked={choice === side}
              onChange={() => onChoose(side)}
            />
            <span id={`${id}-${name}-${side}`} className="whitespace-pre-line [overflow-wrap:anywhere]">
              {formatValue(name, sides[side][name])}
              {isSameValue(sides[side][name], sides.base[name]) && (
                <span className="block text-muted text-sm">unchanged</span>
              )}
            </span>
          </label>
        </td>
      ))}
    </tr>
  )
}
