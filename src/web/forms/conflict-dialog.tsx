/** Somebody else saved first: what they changed, what was typed here, and which of the two goes on, field by field. */
import { useState } from 'react'
import { labelOf, valueWords } from '../labels.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { instantWords } from '../words.ts'
import type { Values } from './contract-form.tsx'

type Choice = 'mine' | 'theirs'

/** What was not entered is null in records and may be missing in forms; neither keeps an order of fields. */
const plain = (_name: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(
        Object.entries(value)
          .filter(([, part]) => part !== null && part !== undefined && part !== '')
          .sort(([a], [b]) => (a < b ? -1 : 1)),
      )
    : (value ?? null)
const isSame = (a: unknown, b: unknown): boolean =>
  JSON.stringify(a ?? null, plain) === JSON.stringify(b ?? null, plain)

interface Sides {
  base: Values
  mine: Values
  theirs: Values
}

/** Fields that both changed, to different values; only these need a person. */
export const contested = ({ base, mine, theirs }: Sides): string[] =>
  Object.keys(theirs).filter(
    (name) =>
      !isSame(mine[name], theirs[name]) &&
      !isSame(mine[name], base[name]) &&
      !isSame(theirs[name], base[name]),
  )

/** Each side's own changes, and for contested fields what was chosen. */
export function merged(sides: Sides, choices: Readonly<Record<string, Choice>>): Values {
  const { base, mine, theirs } = sides
  return Object.fromEntries(
    Object.keys(theirs).map((name) => {
      const isMine = name in choices ? choices[name] === 'mine' : !isSame(mine[name], base[name])
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
  const { base, mine, theirs } = sides
  const names = Object.keys(theirs).filter(
    (name) => !isSame(theirs[name], base[name]) || !isSame(mine[name], base[name]),
  )
  const toChoose = contested(sides)
  const [choices, setChoices] = useState<Record<string, Choice>>(() =>
    Object.fromEntries(names.map((name) => [name, isSame(theirs[name], base[name]) ? 'mine' : 'theirs'])),
  )
  const all = (choice: Choice): void => setChoices(Object.fromEntries(names.map((name) => [name, choice])))
  return (
    <Dialog
      isOpen
      isWide
      onClose={onClose}
      title="Somebody else saved this record first"
      description={`It was changed at ${instantWords(theirsAt)}, while you were editing. Nothing of yours is lost: choose what each field becomes, then go back to the form and save.${toChoose.length === 0 ? ' You changed different fields, so both can be kept.' : ''}`}
    >
      <table className="w-full border-separate border-spacing-0">
        <thead>
          <tr className="text-left text-muted text-sm">
            <th scope="col" className="py-1 pr-3 font-medium">
              Field
            </th>
            <th scope="col" className="py-1 pr-3 font-medium">
              Yours
            </th>
            <th scope="col" className="py-1 font-medium">
              Theirs
            </th>
          </tr>
        </thead>
        <tbody>
          {names.map((name) => (
            <tr key={name}>
              <th scope="row" className="border-line border-t py-2 pr-3 text-left align-top font-medium">
                {labelOf(name)}
              </th>
              {(['mine', 'theirs'] as const).map((side) => (
                <td key={side} className="border-line border-t py-2 pr-3 align-top">
                  <label className="flex cursor-pointer items-start gap-2">
                    <input
                      type="radio"
                      name={`choice-${name}`}
                      className="mt-0.5 size-4 shrink-0 accent-accent"
                      checked={choices[name] === side}
                      onChange={() => setChoices({ ...choices, [name]: side })}
                    />
                    <span className="[overflow-wrap:anywhere]">
                      {valueWords(name, (side === 'mine' ? mine : theirs)[name])}
                      {isSame((side === 'mine' ? mine : theirs)[name], base[name]) && (
                        <span className="block text-muted text-sm">unchanged</span>
                      )}
                    </span>
                  </label>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <div className="mt-5 flex flex-wrap gap-2">
        <Button look="primary" onClick={() => onSettle(merged(sides, choices))}>
          Go on with this
        </Button>
        <Button onClick={() => all('mine')}>Keep mine</Button>
        <Button onClick={() => all('theirs')}>Take theirs</Button>
      </div>
    </Dialog>
  )
}
