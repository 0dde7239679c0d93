/** The template of each kind of draft, read from `content/draft-templates` at start. */
import { readdirSync, readFileSync } from 'node:fs'
import { DraftKind } from '../../../../contract/draft-kind.ts'
import { getTemplateFile, readTemplate, type SharedTexts } from './read-template.ts'
import type { Template } from './template-model.ts'

const FOLDER = new URL('../../../../../content/draft-templates/', import.meta.url)
// Git may check the files out with the line ends of Windows.
const getText = (name: string): string => readFileSync(new URL(name, FOLDER), 'utf8').replaceAll('\r\n', '\n')

const shared: SharedTexts = Object.fromEntries(
  readdirSync(new URL('shared/', FOLDER)).map((name) => [
    name.replace(/\.md$/, ''),
    getText(`shared/${name}`),
  ]),
)

export const TEMPLATES = Object.fromEntries(
  DraftKind.options.map((kind) => [kind, readTemplate(kind, getText(getTemplateFile(kind)), shared)]),
) as Readonly<Record<DraftKind, Template>>
