import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { DraftKind } from '../../../../contract/draft-kind.ts'
import { getTemplateFile, readTemplate, TemplateError } from './read-template.ts'
import { CONDITIONS } from './template-model.ts'

const FOLDER = new URL('../../../../../content/draft-templates/', import.meta.url)
const namesIn = (folder: string): string[] =>
  readdirSync(new URL(folder, FOLDER)).filter((name) => name !== 'shared')

test('the folder has one template for each kind of draft and no other file', () => {
  expect(namesIn('./').sort()).toEqual(DraftKind.options.map(getTemplateFile).sort())
})

test('each shared text is included by a template', () => {
  const texts = namesIn('./').map((name) => readFileSync(new URL(name, FOLDER), 'utf8'))
  for (const name of namesIn('shared/'))
    expect(
      texts.some((text) => text.includes(`# Include: ${name.replace('.md', '')}\n`)),
      name,
    ).toBe(true)
})

test('the documentation of the format lists each condition', () => {
  const documentation = readFileSync(new URL('../README.md', FOLDER), 'utf8')
  const listed = [...documentation.matchAll(/^\| `([A-Z0-9_]+)` \|/gm)].map(([, name]) => name)
  expect(listed).toEqual(Object.keys(CONDITIONS))
})

const FRONT_MATTER = ['---', 'form: LETTER', 'version: 2', '---', '']
const SECTION = [
  '## Purpose of the letter {#purpose}',
  'Question: What is it for?',
  '',
  'To {{trusteeNames}}.',
]
const read = (...lines: string[]) =>
  readTemplate('CHASE_EMAIL', lines.join('\n'), {
    common: '### If: PAID_UP\n\nIt is paid up.\n\n### If: PRSA\nSources: DIR 25\n\nIt is a PRSA.\n',
    closing: '## Closing {#closing}\nQuestion: Who signs?\n\nYours sincerely\n',
  })

test('a template has the sections, conditional passages and shared texts of its file, in their order', () => {
  const template = read(
    ...FRONT_MATTER,
    '## Purpose of the letter {#purpose}',
    'If: UNDER_TRUST',
    'Sources: DIR 24(1), PA 64AH',
    'Question: What is it for?',
    'Prompt: Explain it.',
    '',
    'One paragraph for {{schemeName}}.',
    '',
    '- an item',
    '',
    '### If: PAST_DUE',
    '',
    'It is late.',
    '',
    '### Include: common',
    '',
    '## Include: closing',
  )
  expect(template).toEqual({
    kind: 'CHASE_EMAIL',
    form: 'LETTER',
    version: 2,
    sections: [
      {
        key: 'purpose',
        heading: 'Purpose of the letter',
        when: 'UNDER_TRUST',
        citations: ['DIR 24(1)', 'PA 64AH'],
        question: 'What is it for?',
        prompt: 'Explain it.',
        text: 'One paragraph for {{schemeName}}.\n\n- an item',
        passages: [
          { when: 'PAST_DUE', citations: [], text: 'It is late.' },
          { when: 'PAID_UP', citations: [], text: 'It is paid up.' },
          { when: 'PRSA', citations: ['DIR 25'], text: 'It is a PRSA.' },
        ],
      },
      {
        key: 'closing',
        heading: 'Closing',
        when: 'ALWAYS',
        citations: [],
        question: 'Who signs?',
        prompt: null,
        text: 'Yours sincerely',
        passages: [],
      },
    ],
  })
})

describe('the reader refuses', () => {
  test.each([
    ['a file without front matter', SECTION],
    [
      'an unknown field of the front matter',
      ['---', 'form: LETTER', 'version: 2', 'author: x', '---', ...SECTION],
    ],
    ['an unknown form', ['---', 'form: EMAIL', 'version: 2', '---', ...SECTION]],
    ['a missing version', ['---', 'form: LETTER', '---', ...SECTION]],
    ['no section', FRONT_MATTER],
    ['text before the first section', [...FRONT_MATTER, 'Dear', ...SECTION]],
    ['a section without a key', [...FRONT_MATTER, '## Purpose', 'Question: What?', '', 'Text']],
    ['two sections with one key', [...FRONT_MATTER, ...SECTION, '', ...SECTION]],
    ['a section without a question', [...FRONT_MATTER, '## A {#a}', 'Sources: DIR 25', '', 'Text']],
    ['a section without a text', [...FRONT_MATTER, '## A {#a}', 'Question: What?']],
    ['an unknown field', [...FRONT_MATTER, '## A {#a}', 'Question: What?', 'Owner: x', '', 'Text']],
    [
      'a field that is given twice',
      [...FRONT_MATTER, '## A {#a}', 'Question: A?', 'Question: B?', '', 'Text'],
    ],
    ['an unknown citation', [...FRONT_MATTER, '## A {#a}', 'Sources: DIR 999', 'Question: A?', '', 'Text']],
    ['an unknown placeholder', [...FRONT_MATTER, ...SECTION, 'And {{trusteeName}}.']],
    [
      'an unknown condition of a section',
      [...FRONT_MATTER, '## A {#a}', 'If: LARGE', 'Question: A?', '', 'Text'],
    ],
    [
      'a condition of the record for a section',
      [...FRONT_MATTER, '## A {#a}', 'If: PAST_DUE', 'Question: A?', '', 'Text'],
    ],
    ['an unknown condition of a passage', [...FRONT_MATTER, ...SECTION, '', '### If: LARGE', '', 'Text']],
    ['another heading in a section', [...FRONT_MATTER, ...SECTION, '', '### Details', '', 'Text']],
    [
      'an unknown placeholder of a passage',
      [...FRONT_MATTER, ...SECTION, '', '### If: PRSA', '', '{{nobody}}'],
    ],
    ['a passage without a text', [...FRONT_MATTER, ...SECTION, '', '### If: PRSA', 'Sources: DIR 25']],
    ['an unknown shared text', [...FRONT_MATTER, ...SECTION, '', '### Include: other']],
    ['a text below an inclusion', [...FRONT_MATTER, ...SECTION, '', '### Include: common', '', 'Text']],
  ])('%s', (_what, lines) => {
    expect(() => read(...lines)).toThrow(TemplateError)
    expect(() => read(...lines)).toThrow(/^(?:chase-email\.md|shared\/\w+\.md)[:,]/)
  })
})
