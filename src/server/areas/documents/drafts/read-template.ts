/**
 * Reads a template from `content/draft-templates` (its README has the format). Strict: an unknown field, condition, placeholder,
 * citation or shared text is an error that names the file, so that a wrong template never makes a draft.
 */
import { CITATIONS, type CitationId } from '../../../../contract/citations.ts'
import type { DraftKind } from '../../../../contract/draft-kind.ts'
import { listPlaceholders, PLACEHOLDERS } from './placeholders.ts'
import {
  isCondition,
  isSchemeCondition,
  type Passage,
  type Section,
  type Template,
} from './template-model.ts'

export class TemplateError extends Error {}

/** The texts of the folder `shared`, by file name without its ending. */
export type SharedTexts = Readonly<Record<string, string>>

export const getTemplateFile = (kind: DraftKind): string => `${kind.toLowerCase().replaceAll('_', '-')}.md`

export function readTemplate(kind: DraftKind, text: string, shared: SharedTexts): Template {
  const file = getTemplateFile(kind)
  const [before, frontMatter, ...rest] = text.split(/^---\n/m)
  if (before !== '' || frontMatter === undefined || rest.length === 0)
    throw new TemplateError(`${file}: the file begins with form and version between two lines "---"`)
  const { form, version } = readFields(file, frontMatter.trim().split('\n'), ['form', 'version'])
  if (form !== 'DOCUMENT' && form !== 'LETTER') throw new TemplateError(`${file}: form is DOCUMENT or LETTER`)
  if (!Number.isInteger(Number(version)) || Number(version) < 1)
    throw new TemplateError(`${file}: version is a whole number of at least 1`)
  const sections = readSections(file, rest.join('---\n'), shared)
  for (const [index, { key }] of sections.entries())
    if (sections.findIndex((other) => other.key === key) !== index)
      throw new TemplateError(`${file}: two sections have the key "${key}"`)
  const [first, ...others] = sections
  if (!first) throw new TemplateError(`${file}: a template has at least one section`)
  return { kind, version: Number(version), form, sections: [first, ...others] }
}

const INCLUDE = 'Include: '

function readSections(file: string, text: string, shared: SharedTexts): Section[] {
  return readParts(file, '## ', text).flatMap(({ heading, lines }) => {
    if (heading.startsWith(INCLUDE)) return readIncludedText(file, { heading, lines }, shared, readSections)
    const [title = '', key, ...more] = heading.split(/ \{#|\}$/)
    if (!key || more.join('') !== '')
      throw new TemplateError(`${file}: "${heading}" is not "## Heading {#key}"`)
    const where = `${file}, ${key}`
    const [own = '', ...parts] = lines.join('\n').split(/^(?=### )/m)
    const { fields, body } = readPart(where, own.split('\n'), ['If', 'Sources', 'Question', 'Prompt'])
    const when = fields.If ?? 'ALWAYS'
    if (!isSchemeCondition(when))
      throw new TemplateError(`${where}: "${when}" is not a condition of a scheme`)
    if (!fields.Question) throw new TemplateError(`${where}: a section has a Question`)
    return {
      key,
      heading: title,
      when,
      citations: parseCitations(where, fields.Sources),
      text: body,
      passages: readPassages(where, parts.join(''), shared),
      prompt: fields.Prompt ?? null,
      question: fields.Question,
    }
  })
}

const readPassages = (file: string, text: string, shared: SharedTexts): Passage[] =>
  readParts(file, '### ', text).flatMap(({ heading, lines }) => {
    if (heading.startsWith(INCLUDE)) return readIncludedText(file, { heading, lines }, shared, readPassages)
    return readPassage(file, heading, lines)
  })

function readPassage(file: string, heading: string, lines: string[]): Passage {
  const when = heading.replace(/^If: /, '')
  if (when === heading || !isCondition(when))
    throw new TemplateError(`${file}: "${heading}" is not "### If: CONDITION" with a known condition`)
  const { fields, body } = readPart(`${file}, ${when}`, lines, ['Sources'])
  return { when, citations: parseCitations(file, fields.Sources), text: body }
}

interface Part {
  heading: string
  lines: string[]
}

function readParts(file: string, mark: '## ' | '### ', text: string): Part[] {
  const [before = '', ...parts] = text.split(mark === '## ' ? /^## /m : /^### /m)
  if (before.trim() !== '') throw new TemplateError(`${file}: text before the first heading "${mark}"`)
  return parts.map((part) => {
    const [heading = '', ...lines] = part.split('\n')
    return { heading, lines }
  })
}

function readIncludedText<T>(
  file: string,
  { heading, lines }: Part,
  shared: SharedTexts,
  read: (name: string, text: string, shared: SharedTexts) => T[],
): T[] {
  const name = heading.slice(INCLUDE.length)
  const text = Object.hasOwn(shared, name) ? shared[name] : undefined
  if (text === undefined) throw new TemplateError(`${file}: there is no text shared/${name}.md`)
  if (lines.join('').trim() !== '') throw new TemplateError(`${file}: "${heading}" has no text of its own`)
  // A text that includes itself is not found.
  const others = Object.fromEntries(Object.entries(shared).filter(([other]) => other !== name))
  return read(`shared/${name}.md`, text, others)
}

/** Fields up to the first empty line, then the text. */
function readPart<Name extends string>(
  where: string,
  lines: readonly string[],
  names: readonly Name[],
): { fields: Partial<Record<Name, string>>; body: string } {
  const end = lines.indexOf('')
  const fields = readFields(where, lines.slice(0, end === -1 ? lines.length : end), names)
  const body = end === -1 ? '' : lines.slice(end).join('\n').trim()
  if (body === '') throw new TemplateError(`${where}: the text is empty`)
  for (const name of listPlaceholders(body))
    if (!Object.hasOwn(PLACEHOLDERS, name))
      throw new TemplateError(`${where}: {{${name}}} is not a known placeholder`)
  return { fields, body }
}

function readFields<Name extends string>(
  where: string,
  lines: readonly string[],
  names: readonly Name[],
): Partial<Record<Name, string>> {
  const fields: Partial<Record<Name, string>> = {}
  for (const line of lines) {
    const name = names.find((candidate) => line.startsWith(`${candidate}: `))
    if (!name || fields[name] !== undefined)
      throw new TemplateError(`${where}: "${line}" is not one field of ${names.join(', ')}`)
    fields[name] = line.slice(name.length + 2).trim()
  }
  return fields
}

function parseCitations(where: string, list: string | undefined): CitationId[] {
  const ids = list === undefined ? [] : list.split(', ')
  for (const id of ids)
    if (!Object.hasOwn(CITATIONS, id)) throw new TemplateError(`${where}: ${id} is not a known citation`)
  return ids as CitationId[]
}
