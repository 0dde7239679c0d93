/** Figures by year, typed one a line: `2026: €2,200,000.00`, or by age `2011, age 30: 20%`. */

import { useState } from 'react'
import { useController } from 'react-hook-form'
import { formatMoney } from '../../../../contract/value-format.ts'
import { Field, type FieldProps } from '../../../ui/form/labelled-field.tsx'
import { parseTypedCents, parseTypedNumber } from '../../../ui/form/typed-number.ts'

export type Figure = { fromYear: number } & ({ amountCents: number } | { fromAge: number; percent: number })

/** A line without its white space. */
const LINE = /^(\d{4})(?:,?age(\d{1,3}))?:€?([\d.,]+)%?$/i

export const formatFigure = (figure: Figure): string =>
  'percent' in figure
    ? `${figure.fromYear}, age ${figure.fromAge}: ${figure.percent}%`
    : `${figure.fromYear}: ${formatMoney(figure.amountCents)}`

function parseFigure(line: string): unknown {
  const [, year, age, figure] = LINE.exec(line.replace(/\s/g, '')) ?? []
  if (year === undefined || figure === undefined) return null
  const number = age === undefined ? parseTypedCents(figure) : parseTypedNumber(figure)
  if (typeof number === 'string') return null
  return {
    fromYear: Number(year),
    ...(age === undefined ? { amountCents: number } : { fromAge: Number(age), percent: number }),
  }
}

/** The figures; the text itself where a line is not understood, so that the schema refuses it. */
function parseFigures(text: string): unknown {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const figures = lines.map(parseFigure)
  return figures.includes(null) ? text : figures
}

export function FiguresField(field: FieldProps) {
  const { field: formField } = useController({ name: field.name })
  const [typed, setTyped] = useState<string | null>(null)
  const text = Array.isArray(formField.value)
    ? (formField.value as Figure[]).map(formatFigure).join('\n')
    : String(formField.value ?? '')
  return (
    <Field {...field}>
      {(control) => (
        <textarea
          {...control}
          ref={formField.ref}
          name={formField.name}
          rows={6}
          autoComplete="off"
          className="control"
          value={typed ?? text}
          onBlur={() => {
            setTyped(null)
            formField.onBlur()
          }}
          onChange={({ target }) => {
            setTyped(target.value)
            formField.onChange(parseFigures(target.value))
          }}
        />
      )}
    </Field>
  )
}
