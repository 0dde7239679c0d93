import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Contract } from '../../contract/define.ts'
import { CONTRACTS } from '../../contract/index.ts'
import { escapeHtml, html, prose } from './markup.ts'
import { buildOpenApiDocument } from './openapi.ts'
import type { Schema } from './openapi-schemas.ts'
import { renderReferencePage } from './reference-page.ts'
import { formatType, listSchemaFields, listSchemaRules } from './schema-table.ts'

const INFO = { version: '1.2.3', serverUrl: 'http://localhost:3000' }
const NONCE = 'r4nd0m+/=='
const reference = renderReferencePage(buildOpenApiDocument(CONTRACTS, INFO), NONCE)

const tagsOf = (page: string): string[] =>
  page.replace(/<(style|script)\b[^>]*>.*?<\/\1>/gs, '<$1>').match(/<[a-z][^>]*>/g) ?? []
/** The names of a tag's attributes, without their values. */
const withoutValues = (tag: string): string => tag.replace(/"[^"]*"/g, '""')
const idsOf = (page: string): string[] => tagsOf(page).flatMap((tag) => /\sid="([^"]*)"/.exec(tag)?.[1] ?? [])

describe('markup', () => {
  test('escapes HTML special characters', () => {
    expect(escapeHtml(`<a href="x" title='y'>&amp;</a>`)).toBe(
      '&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;amp;&lt;/a&gt;',
    )
  })

  test('escapes each inserted value, and no markup twice', () => {
    const bold = html`<b>${'1 < 2'}</b>`
    expect(html`<p title="${'"'}">${[bold, ' & ', 3, undefined]}</p>`.text).toBe(
      '<p title="&quot;"><b>1 &lt; 2</b> &amp; 3</p>',
    )
  })

  test('escapes text in code and strong elements', () => {
    expect(html`${prose('**a<b** and `c&d` and `')}`.text).toBe(
      '<strong>a&lt;b</strong> and <code>c&amp;d</code> and `',
    )
  })
})

describe.each([['reference', reference]])('%s', (_name, page) => {
  test('carries the nonce on each style and script', () => {
    const sources = page.match(/<(style|script)\b[^>]*>/g) ?? []
    expect(sources.length).toBeGreaterThan(0)
    for (const source of sources) expect(source).toContain(`nonce="${NONCE}"`)
  })

  test('has no inline style, no inline handler, and no external resource', () => {
    for (const tag of tagsOf(page)) {
      expect(withoutValues(tag)).not.toMatch(/\s(style|on\w+)\s*=/i)
      expect(tag).not.toMatch(/\s(src|href|action)="(https?:|\/\/|javascript:)/i)
    }
  })

  test('has one main landmark, one first heading, and skips no heading level', () => {
    expect(page.match(/<main\b/g)).toHaveLength(1)
    const levels = [...page.matchAll(/<h([1-6])\b/g)].map((match) => Number(match[1]))
    expect(levels.filter((level) => level === 1)).toHaveLength(1)
    for (const [i, level] of levels.entries()) expect(level - (levels[i - 1] ?? 0)).toBeLessThanOrEqual(1)
  })
})

describe('the reference', () => {
  test('has an anchor for every operation, and a link to it', () => {
    const ids = new Set(idsOf(reference))
    for (const { name } of CONTRACTS) {
      expect(ids).toContain(name)
      expect(reference).toContain(`<a href="#${name}">`)
    }
  })

  test('has unique anchors and no broken link', () => {
    const ids = idsOf(reference)
    expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([])
    const anchors = [...reference.matchAll(/href="#([^"]+)"/g)].map((match) => match[1] as string)
    expect([...new Set(anchors)].filter((anchor) => !ids.includes(anchor))).toEqual([])
  })

  test('states who may call: a role, every visitor or the bearer of a token', () => {
    for (const door of [
      'BrokerAdmin or higher',
      'All signed-in users',
      'Public',
      'The scheduler, with its bearer token',
    ]) {
      expect(reference).toContain(`<strong>${door}</strong>`)
    }
  })

  test('escapes all texts of a contract', () => {
    const hostile = `"><script>alert('x')</script><b onclick="y">`
    const contract: Contract = {
      name: 'thing.list',
      kind: 'query',
      route: 'GET /api/things',
      access: 'public',
      summary: hostile,
      input: z.object({ [hostile]: z.string().default(hostile).describe(hostile) }),
      output: z.object({ [hostile]: z.enum([hostile]).describe(hostile) }),
    }
    const info = { version: hostile, serverUrl: hostile }
    const page = renderReferencePage(buildOpenApiDocument([contract], info), NONCE)
    expect(page).toContain('alert(&#39;x&#39;)')
    expect(page).not.toContain(`alert('x')`)
    expect(page.match(/<script\b/g)).toHaveLength(1)
    for (const tag of tagsOf(page)) expect(withoutValues(tag)).not.toMatch(/\son\w+\s*=/i)
  })

  test('has a new nonce in each response', () => {
    const document = buildOpenApiDocument(CONTRACTS, INFO)
    const [first, second] = [renderReferencePage(document, 'first'), renderReferencePage(document, 'second')]
    expect(second).not.toContain('first"')
    expect(second).toBe(first.replaceAll('nonce="first"', 'nonce="second"'))
  })
})

describe('descriptions of schemas', () => {
  const inWords = (schema: Schema): string => html`${formatType(schema)}`.text.replace(/<[^>]+>/g, '')
  test.each([
    [{ type: 'string' }, 'string'],
    [{ type: 'string', format: 'date' }, 'date'],
    [{ type: ['integer', 'null'] }, 'integer or null'],
    [{ $ref: '#/components/schemas/Scheme' }, 'Scheme'],
    [{ anyOf: [{ $ref: '#/components/schemas/CivilDate' }, { type: 'null' }] }, 'CivilDate or null'],
    [{ type: 'array', items: { $ref: '#/components/schemas/Scheme' } }, 'list of Scheme'],
    [{ type: 'array', items: {} }, 'list'],
    [{ type: 'object', additionalProperties: { type: 'integer' } }, 'object of integer'],
    [{ type: 'object', additionalProperties: {} }, 'any object'],
    [{ const: 'ok' }, '&quot;ok&quot;'],
    [{}, 'any JSON'],
  ])('%j is %s', (schema, words) => {
    expect(inWords(schema)).toBe(words)
  })

  test.each([
    [{ minLength: 1, maxLength: 200 }, '1 to 200 characters'],
    [{ maxLength: 1 }, 'at most 1 character'],
    [{ minimum: 0 }, '0 or more'],
    [{ minimum: 0, maximum: 100 }, '0 to 100'],
    [{ type: 'array', maxItems: 4, items: { enum: ['A', 'B'] } }, 'one of A, B · at most 4 entries'],
    [{ enum: ['A', null], default: 'A' }, 'one of A · default A'],
    [{ default: '' }, ''],
    [{ default: false }, 'default false'],
  ])('%j means %s', (schema, words) => {
    const rules = listSchemaRules(schema).map((rule) => html`${rule}`.text.replace(/<[^>]+>/g, ''))
    expect(rules.join(' · ')).toBe(words)
  })

  test('nested fields have dotted names', () => {
    const schema = {
      properties: {
        year: { type: 'object', properties: { month: { type: 'integer' } }, required: ['month'] },
        gaps: { type: 'array', items: { type: 'object', properties: { code: { type: 'string' } } } },
      },
      required: ['gaps'],
    }
    expect(listSchemaFields(schema).map(({ name, isRequired }) => [name, isRequired])).toEqual([
      ['year', false],
      ['year.month', true],
      ['gaps', true],
      ['gaps[].code', false],
    ])
  })
})
