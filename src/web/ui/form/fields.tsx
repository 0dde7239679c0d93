/** The kinds of fields. What is typed stays as it was typed until it can be understood. */
import { CalendarDays } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { useController, useFormContext } from 'react-hook-form'
import { formatTypedDate, formatTypedInstant, parseTypedDate, parseTypedMoment } from '../../format.ts'
import { getLabel } from '../../labels.ts'
import { type Option, Options } from '../options.tsx'
import { Field, type FieldProps, useFieldError } from './labelled-field.tsx'
import { parseTypedCents, parseTypedNumber } from './typed-number.ts'

const toNullIfEmpty = (text: unknown): unknown =>
  typeof text === 'string' && text.trim() === '' ? null : text
/** Records keep long texts as one line: a line that was broken for the eye goes on after a comma, or after its full stop. */
const toOneLine = (text: unknown): unknown =>
  typeof text === 'string'
    ? toNullIfEmpty(
        text
          .split('\n')
          .map((line) => line.trim())
          .filter(Boolean)
          .reduce(
            (before, line) =>
              before === '' ? line : `${before}${/[,;:.!?]$/.test(before) ? '' : ','} ${line}`,
            '',
          ),
      )
    : text

interface TextFieldProps extends FieldProps {
  type?: 'text' | 'email' | 'tel'
  autoComplete?: string
  rows?: number
  autoFocus?: boolean
}

export function TextField({
  type = 'text',
  autoComplete = 'off',
  rows,
  autoFocus,
  ...field
}: TextFieldProps) {
  const { register } = useFormContext()
  const registered = register(field.name, { setValueAs: rows ? toOneLine : toNullIfEmpty })
  const shared = {
    ...registered,
    autoComplete,
    autoFocus,
    className: 'control',
    spellCheck: rows ? true : undefined,
  }
  return (
    <Field {...field}>
      {(control) =>
        rows ? (
          <textarea {...shared} {...control} rows={rows} />
        ) : (
          <input {...shared} {...control} type={type} />
        )
      }
    </Field>
  )
}

/** Text of several lines, which keeps them. */
export function ProseField({ rows = 8, ...field }: FieldProps & { rows?: number }) {
  const { register } = useFormContext()
  return (
    <Field {...field}>
      {(control) => (
        <textarea
          {...register(field.name, { setValueAs: toNullIfEmpty })}
          {...control}
          rows={rows}
          spellCheck
          className="control"
        />
      )}
    </Field>
  )
}

export function SelectField({
  options,
  emptyLabel = 'Not known',
  ...field
}: FieldProps & { options: readonly Option[]; emptyLabel?: string }) {
  const { register } = useFormContext()
  return (
    <Field {...field}>
      {(control) => (
        <select {...register(field.name, { setValueAs: toNullIfEmpty })} {...control} className="control">
          <option value="">{field.isRequired ? 'Choose …' : emptyLabel}</option>
          <Options options={options} />
        </select>
      )}
    </Field>
  )
}

/** Yes, no, or not known. */
export function YesNoField(field: FieldProps) {
  const { field: formField } = useController({ name: field.name })
  return (
    <Field {...field}>
      {(control) => (
        <select
          {...control}
          ref={formField.ref}
          name={formField.name}
          className="control"
          value={formField.value === null || formField.value === undefined ? '' : String(formField.value)}
          onBlur={formField.onBlur}
          onChange={({ target: { value } }) => formField.onChange(value === '' ? null : value === 'true')}
        >
          <option value="">Not known</option>
          <option value="true">Yes</option>
          <option value="false">No</option>
        </select>
      )}
    </Field>
  )
}

/** Yes or no, said by the label. */
export function CheckField({ name, label, help }: FieldProps & { label: string }) {
  const { register } = useFormContext()
  return (
    <div data-field={name} className="flex max-w-[480px] flex-col gap-1">
      <label className="flex cursor-pointer items-start gap-2">
        <input type="checkbox" {...register(name)} className="mt-0.5 size-4 shrink-0 accent-accent" />
        <span>
          {label}
          {help && <span className="block text-muted text-sm">{help}</span>}
        </span>
      </label>
    </div>
  )
}

/** Several of a few codes. */
export function ChecksField({
  options,
  ...field
}: FieldProps & { label: string; options: readonly { value: string; label: string }[] }) {
  const { register } = useFormContext()
  const id = useId()
  const error = useFieldError(field.name, field.label)
  const describedBy = [field.help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <fieldset
      data-field={field.name}
      data-label={field.label}
      aria-describedby={describedBy || undefined}
      className="flex flex-col gap-1.5"
    >
      <legend className="mb-1 font-medium">{field.label}</legend>
      {options.map(({ value, label }) => (
        <label key={value} className="flex min-h-7 cursor-pointer items-center gap-2">
          <input
            type="checkbox"
            value={value}
            {...register(field.name)}
            aria-invalid={error ? true : undefined}
            className="size-4 accent-accent"
          />
          {label}
        </label>
      ))}
      {field.help && (
        <p id={`${id}-help`} className="text-muted text-sm">
          {field.help}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="font-medium text-danger text-sm">
          {error}
        </p>
      )}
    </fieldset>
  )
}

/** The form hands out copies of lists. */
const isSameValue = (a: unknown, b: unknown): boolean =>
  Object.is(a, b) || (Array.isArray(a) && Array.isArray(b) && a.join() === b.join())

/** Shows a value in the words people type and keeps what they typed while it is not understood. */
function TypedField({
  toText,
  parse,
  inputMode,
  prefix,
  suffix,
  placeholder,
  hasPicker = false,
  ...field
}: FieldProps & {
  toText: (value: unknown) => string
  /** The value; the text itself where it is not understood, so that the schema refuses it. */
  parse: (text: string) => unknown
  inputMode: 'numeric' | 'decimal' | 'text'
  prefix?: string
  suffix?: string
  placeholder?: string
  /** The value is a civil date, which can also be picked. */
  hasPicker?: boolean
}) {
  const { field: formField } = useController({ name: field.name })
  const [typed, setTyped] = useState<{ text: string; value: unknown } | null>(null)
  // A value that came from elsewhere (reset, a merged conflict) is shown as it is.
  const text = typed && isSameValue(typed.value, formField.value) ? typed.text : toText(formField.value)
  return (
    <Field {...field}>
      {(control) => (
        <span className="flex items-center gap-2">
          {prefix && <span className="text-muted">{prefix}</span>}
          <input
            {...control}
            ref={formField.ref}
            name={formField.name}
            inputMode={inputMode}
            autoComplete="off"
            placeholder={placeholder}
            className="control max-w-48"
            value={text}
            onBlur={() => {
              setTyped(null)
              formField.onBlur()
            }}
            onChange={({ target }) => {
              const value = target.value.trim() === '' ? null : parse(target.value)
              setTyped({ text: target.value, value })
              formField.onChange(value)
            }}
          />
          {hasPicker && (
            <DatePicker
              label={field.label ?? getLabel(field.name)}
              value={getText(formField.value)}
              onPick={(day) => {
                setTyped(null)
                formField.onChange(day)
              }}
            />
          )}
          {suffix && <span className="text-muted">{suffix}</span>}
        </span>
      )}
    </Field>
  )
}

const CIVIL_DATE = /^\d{4}-\d\d-\d\d$/

/** The browser's own calendar, opened by a button: the text field stays the one that is read and typed in. */
function DatePicker({
  label,
  value,
  onPick,
}: {
  label: string
  value: string
  onPick: (day: string | null) => void
}) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <span className="relative print:hidden">
      <button
        type="button"
        className="grid size-8 cursor-pointer place-items-center rounded-md text-muted hover:bg-hover hover:text-text"
        onClick={() => input.current?.showPicker()}
      >
        <CalendarDays aria-hidden="true" size={16} />
        <span className="sr-only">Choose date: {label}</span>
      </button>
      <input
        ref={input}
        type="date"
        tabIndex={-1}
        aria-hidden="true"
        className="pointer-events-none absolute inset-0 opacity-0"
        value={CIVIL_DATE.test(value) ? value : ''}
        onChange={({ target }) => onPick(target.value || null)}
      />
    </span>
  )
}

const getText = (value: unknown): string => (value === null || value === undefined ? '' : String(value))

/** A civil date, typed as 21/03/2026. */
export function DateField(field: FieldProps) {
  return (
    <TypedField
      {...field}
      inputMode="numeric"
      placeholder="dd/mm/yyyy"
      hasPicker
      toText={(value) => (CIVIL_DATE.test(getText(value)) ? formatTypedDate(getText(value)) : getText(value))}
      parse={(text) => parseTypedDate(text) ?? text}
    />
  )
}

/** A day and a time in Dublin, typed as 21/03/2026 14:05; kept as an instant. */
export function MomentField(field: FieldProps) {
  return (
    <TypedField
      {...field}
      inputMode="text"
      placeholder="dd/mm/yyyy hh:mm"
      toText={(value) =>
        /^\d{4}-\d\d-\d\dT/.test(getText(value)) ? formatTypedInstant(getText(value)) : getText(value)
      }
      parse={(text) => parseTypedMoment(text) ?? text}
    />
  )
}

export function NumberField({ suffix, ...field }: FieldProps & { suffix?: string }) {
  return (
    <TypedField
      {...field}
      inputMode="decimal"
      {...(suffix ? { suffix } : {})}
      toText={getText}
      parse={parseTypedNumber}
    />
  )
}

/** Several whole numbers, typed as `60, 30, 14`; none is an empty list. */
export function NumbersField(field: FieldProps) {
  return (
    <TypedField
      {...field}
      inputMode="text"
      toText={(value) => (Array.isArray(value) ? value.join(', ') : getText(value))}
      parse={(text) => {
        const parts = text.split(/[\s,;]+/).filter(Boolean)
        return parts.every((part) => /^\d+$/.test(part)) ? parts.map(Number) : text
      }}
    />
  )
}

/** Money in euro, kept in cents. */
export function MoneyField(field: FieldProps) {
  return (
    <TypedField
      {...field}
      inputMode="decimal"
      prefix="€"
      toText={(value) =>
        typeof value === 'number'
          ? (value / 100).toLocaleString('en-IE', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
          : getText(value)
      }
      parse={parseTypedCents}
    />
  )
}
