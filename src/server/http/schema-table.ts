/** Renders JSON Schemas as tables: one row per field, nested fields under dotted names, long tables folded. */

import { html, type Markup, type Part, prose } from './markup.ts'
import type { Schema } from './openapi-schemas.ts'

/** Longer tables show the required fields and fold the rest. */
const LONG_TABLE_ROWS = 8
const SHORT_SHAPE_FIELDS = 3

export interface Field {
  name: string
  schema: Schema
  isRequired: boolean
  description?: string | undefined
}

export const buildSchemaId = (name: string): string => `schema.${name}`

/** Fields of an object and of its nested objects, in order. */
export function listSchemaFields({ properties = {}, required = [] }: Schema, prefix = ''): Field[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const path = prefix + name
    const field: Field = {
      name: path,
      schema,
      isRequired: required.includes(name),
      description: schema.description,
    }
    const within = schema.items?.properties ? schema.items : schema
    return [field, ...listSchemaFields(within, `${path}${within === schema ? '' : '[]'}.`)]
  })
}

/** Request fields; if most are optional, the required ones come first and the rest is folded. */
export function renderFieldTable(caption: string, fields: readonly Field[]): Markup {
  const needed = fields.filter(({ name, isRequired }) => isRequired && !name.includes('.'))
  const others = fields.filter((field) => !needed.includes(field))
  if (others.length === 0 || needed.length === 0 || fields.length <= LONG_TABLE_ROWS) {
    return renderFoldedFields(caption, fields, true)
  }
  return html`${renderRows(caption, needed, true)}
<details><summary>${others.length} more fields</summary>${renderRows(`${caption}: further fields`, others, true)}</details>`
}

/** The fields of a response. If every field is always present, the column "required" is omitted. */
export function renderFieldsOfResponse(caption: string, schema: Schema): Markup {
  const fields = listSchemaFields(schema)
  return renderFoldedFields(
    caption,
    fields,
    fields.some(({ isRequired }) => !isRequired),
  )
}

/** A small object in one line, if a table would add nothing. */
export function renderInlineShape({ properties = {}, required = [] }: Schema): Markup | undefined {
  const fields = Object.entries(properties)
  const isPlain = fields.every(
    ([, { description, properties, items }]) => !description && !properties && !items?.properties,
  )
  if (!isPlain || fields.length > SHORT_SHAPE_FIELDS) return undefined
  const parts = fields.map(
    ([name, schema]): Part => [name, required.includes(name) ? ': ' : '?: ', formatType(schema)],
  )
  return html`<span class="shape">{ ${joinParts(parts, ', ')} }</span>`
}

const renderFoldedFields = (caption: string, fields: readonly Field[], hasRequired: boolean): Markup =>
  fields.length <= LONG_TABLE_ROWS
    ? renderRows(caption, fields, hasRequired)
    : html`<details><summary>${caption}: ${fields.length} fields</summary>${renderRows(caption, fields, hasRequired)}</details>`

export const renderRows = (caption: string, fields: readonly Field[], hasRequired: boolean): Markup =>
  html`<table>
<caption>${caption}</caption>
<thead><tr><th scope="col">Name</th><th scope="col">Type</th>${hasRequired ? html`<th scope="col">Required</th>` : undefined}<th scope="col">Meaning</th></tr></thead>
<tbody>${fields.map((field) => renderRow(field, hasRequired))}</tbody>
</table>`

function renderRow({ name, schema, isRequired, description }: Field, hasRequired: boolean): Markup {
  const rules = listSchemaRules(schema)
  const depth = Math.min(name.split('.').length - 1, 3)
  return html`<tr><th scope="row"${depth > 0 ? html` class="depth-${depth}"` : undefined}><code>${renderBreakableName(name)}</code></th><td class="type">${formatType(schema)}</td>${
    hasRequired
      ? html`<td class="${isRequired ? 'needed' : 'free'}">${isRequired ? 'required' : 'optional'}</td>`
      : undefined
  }<td>${description ? html`<span>${prose(description)}</span>` : undefined}${rules.length > 0 ? html`<span class="rule">${joinParts(rules, ' · ')}</span>` : undefined}</td></tr>\n`
}

/** Line breaks in long camelCase and dotted names, at their parts. */
export const renderBreakableName = (name: string): Markup[] =>
  name.split(/(?<=[./])|(?<=[a-z])(?=[A-Z])/).map((part, i) => (i === 0 ? html`${part}` : html`<wbr>${part}`))

const joinParts = (parts: readonly Part[], glue: string): Part[] =>
  parts.flatMap((part, i) => (i === 0 ? [part] : [glue, part]))

/** Type in words; named schemas are links. */
export function formatType(schema: Schema): Part {
  const { $ref, anyOf, items, additionalProperties } = schema
  if ($ref !== undefined) {
    const name = $ref.split('/').at(-1) as string
    return html`<a href="#${buildSchemaId(name)}">${name}</a>`
  }
  if (anyOf) return joinParts(anyOf.map(formatType), ' or ')
  if (schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`
  const types = [schema.type ?? 'any JSON'].flat()
  const words = types.map((type): Part => {
    if (type === 'array')
      return items && Object.keys(items).length > 0 ? ['list of ', formatType(items)] : 'list'
    if (type === 'object' && typeof additionalProperties === 'object' && additionalProperties !== null) {
      return Object.keys(additionalProperties).length > 0
        ? ['object of ', formatType(additionalProperties as Schema)]
        : 'any object'
    }
    return type === 'string' && typeof schema.format === 'string' ? schema.format : type
  })
  return joinParts(words, ' or ')
}

/** Constraints of a value beyond its type. */
export function listSchemaRules(schema: Schema): Part[] {
  const inner = schema.type === 'array' && schema.items?.enum ? schema.items : schema
  const choices = (inner.enum ?? []).filter((choice) => choice !== null)
  const { default: preset, pattern, format } = schema
  const rules: (Part | undefined)[] = [
    choices.length > 0
      ? [
          'one of ',
          ...joinParts(
            choices.map((choice) => html`<code>${String(choice)}</code>`),
            ', ',
          ),
        ]
      : undefined,
    formatRange(schema.minLength, schema.maxLength, 'character'),
    formatRange(schema.minimum, schema.maximum, ''),
    formatRange(schema.minItems, schema.maxItems, 'entry'),
    typeof pattern === 'string' ? html`matches <code>${pattern}</code>` : undefined,
    format === 'date' ? html`<code>YYYY-MM-DD</code>` : undefined,
    isWorthTelling(preset)
      ? html`default <code>${typeof preset === 'string' ? preset : JSON.stringify(preset)}</code>`
      : undefined,
  ]
  return rules.filter((rule) => rule !== undefined)
}

const isWorthTelling = (preset: unknown): boolean =>
  preset !== undefined && preset !== '' && JSON.stringify(preset) !== '{}'

function formatRange(from: unknown, to: unknown, unit: string): string | undefined {
  const named = (count: unknown): string => {
    if (unit === '') return String(count)
    const plural = unit === 'entry' ? 'entries' : `${unit}s`
    return `${count} ${count === 1 ? unit : plural}`
  }
  if (typeof from === 'number' && typeof to === 'number')
    return from === to ? named(to) : `${from} to ${named(to)}`
  if (typeof to === 'number') return `at most ${named(to)}`
  if (typeof from === 'number') return unit === '' && from === 0 ? '0 or more' : `at least ${named(from)}`
  return undefined
}
