/** The reference at /docs, which the server renders itself from the OpenAPI document. */

import { capitalise } from '../../contract/value-format.ts'
import { html, type Markup, type Part, prose, trustMarkup } from './markup.ts'
import type { OpenApiDocument } from './openapi.ts'
import { PAGE_STYLE } from './page-style.ts'
import {
  buildHeaderId,
  buildRefusalId,
  groupOperationsByTag,
  type Placed,
  renderOperation,
} from './reference-operation.ts'
import { buildSchemaId, formatType, listSchemaRules, renderFieldsOfResponse } from './schema-table.ts'

const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24'%3E%3Crect width='24' height='24' rx='6' fill='%233442b8'/%3E%3Cg fill='none' stroke='%23fff' stroke-width='2.4' stroke-linecap='round' stroke-linejoin='round'%3E%3Cpath d='M18.5 12.5A6.6 6.6 0 1 1 14 5.9'/%3E%3Cpath d='M8.9 12l2.9 2.8 6.7-7.8'/%3E%3C/g%3E%3C/svg%3E"

interface Page {
  title: string
  nonce: string
  body: Markup
  script?: string
}

const renderPage = ({ title, nonce, body, script }: Page): string =>
  html`<!doctype html>
<html lang="en-IE">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="${ICON}">
<style nonce="${nonce}">${trustMarkup(PAGE_STYLE)}</style>
</head>
<body>
${body}
${script === undefined ? undefined : html`<script nonce="${nonce}">${trustMarkup(script)}</script>`}
</body>
</html>
`.text

/** Only the nonce differs from one response to the next. */
const rendered = new WeakMap<object, Markup>()

export function renderReferencePage(document: object, nonce: string): string {
  const api = document as OpenApiDocument
  const body = rendered.get(document) ?? renderReference(api)
  rendered.set(document, body)
  return renderPage({ title: `API reference · ${api.info.title}`, nonce, body, script: SCRIPT })
}

function renderReference(api: OpenApiDocument): Markup {
  const groups = groupOperationsByTag(api)
  return html`<a class="skip" href="#content">Skip to the content</a>
<div class="layout">
<aside class="side">
<a class="home" href="/">${api.info.title}</a>
<div class="filter" id="filter-box" role="search" hidden><label class="unseen" for="filter">Filter operations</label><input id="filter" type="search" placeholder="Filter, or press /" autocomplete="off" spellcheck="false"><p id="filter-status" role="status"></p></div>
<nav aria-label="Reference"><ul class="groups">
${groups.map(({ tag, placed }) => renderNavigationGroup(tag, placed))}
${FURTHER.map(([anchor, title]) => html`<li class="group"><a href="#${anchor}">${title}</a></li>\n`)}
</ul></nav>
</aside>
<main id="content" tabindex="-1">
${renderIntroduction(api)}
${groups.map(
  ({ tag, placed }) => html`<section data-group="${tag}"><h2 id="tag.${tag}">${getTitle(tag)}</h2>
${placed.map(renderOperation)}</section>
`,
)}
${renderRecords(api)}
${renderRefusalTable(api)}
${renderHeaderTables(api)}
${renderDoorTable(api)}
<footer>${api.info.title} ${api.info.version} · <a href="/api/openapi.json">OpenAPI document</a></footer>
</main>
</div>`
}

const FURTHER = [
  ['records', 'Records and values'],
  ['refusals', 'Refusals'],
  ['headers', 'Headers'],
  ['doors', 'Authentication'],
] as const

/** `audit-log` as "Audit log". */
const getTitle = (tag: string): string => capitalise(tag).replaceAll('-', ' ')

const renderNavigationGroup = (tag: string, placed: readonly Placed[]): Markup =>
  html`<li class="group" data-group="${tag}"><a href="#tag.${tag}">${getTitle(tag)}</a><ul>${placed.map(
    ({ method, operation: { operationId } }) =>
      html`<li data-for="${operationId}"><a href="#${operationId}">${operationId.slice(tag.length + 1)} <span class="verb">${method}</span></a></li>\n`,
  )}</ul></li>\n`

function renderIntroduction({ info, servers }: OpenApiDocument): Markup {
  const [lead = '', ...conventions] = info.description.split('\n\n')
  return html`<header data-introduction>
<h1>API reference</h1>
<p class="lead">${prose(lead)}</p>
<p class="facts">Version ${info.version} · <a href="/api/openapi.json">OpenAPI document</a></p>
<div class="conventions">${conventions.map((paragraph) => html`<p>${prose(paragraph.replace('.**', '**'))}</p>\n`)}</div>
<section><h2>First requests</h2>
<pre tabindex="0" role="region" aria-label="First requests with curl"><code>${describeFirstRequests(servers[0]?.url ?? '')}</code></pre></section>
</header>`
}

const describeFirstRequests = (base: string): string => `# sign in; the cookies are kept in the file "jar"
token() { curl -s -b jar -c jar ${base}/api/auth/csrf | cut -d'"' -f4; }
curl -b jar -c jar -H 'Accept: application/json' ${base}/api/auth/signin \\
  --data-urlencode "csrfToken=$(token)" --data-urlencode 'email=…' --data-urlencode 'password=…'

# read, then change
curl -b jar '${base}/api/schemes?limit=10'
curl -b jar -X POST -H "X-CSRF-Token: $(token)" ${base}/api/schemes/{id}/submit`

function renderRecords({ components: { schemas } }: OpenApiDocument): Markup {
  const all = Object.entries(schemas)
  const values = all.filter(([, schema]) => schema.properties === undefined)
  return html`<section data-further><h2 id="records">Records and values</h2>
<table class="terms"><caption class="unseen">Values</caption>
<thead><tr><th scope="col">Value</th><th scope="col">Type</th><th scope="col">Meaning</th></tr></thead>
<tbody>${values.map(
    ([name, schema]) =>
      html`<tr id="${buildSchemaId(name)}"><th scope="row"><code>${name}</code></th><td class="type">${formatType(schema)}</td><td>${prose(schema.description ?? '')} ${renderSeparated(listSchemaRules(schema))}</td></tr>\n`,
  )}</tbody></table>
${all
  .filter(([, schema]) => schema.properties !== undefined)
  .map(
    ([name, schema]) =>
      html`<div class="record" id="${buildSchemaId(name)}"><h3>${name}</h3>
${renderFieldsOfResponse(name, schema)}</div>\n`,
  )}</section>`
}

const renderSeparated = (rules: readonly Part[]): Markup =>
  html`<span class="rule">${rules.map((rule, i): Part => (i === 0 ? rule : [' · ', rule]))}</span>`

/** The refusals that operations name, by status. */
function renderRefusalTable({ paths, components: { responses } }: OpenApiDocument): Markup {
  const used = Object.values(paths)
    .flatMap((item) => Object.values(item))
    .flatMap((operation) => Object.entries(operation.responses))
    .flatMap(([status, answer]): [string, string][] =>
      '$ref' in answer ? [[status, answer.$ref.split('/').at(-1) as string]] : [],
    )
  const byStatus = [...new Map(used)].sort(([a], [b]) => Number(a) - Number(b))
  return html`<section data-further><h2 id="refusals">Refusals</h2>
<table class="statuses"><caption class="unseen">Refusals by status</caption>
<thead><tr><th scope="col">Status</th><th scope="col">Meaning</th><th scope="col">For example</th></tr></thead>
<tbody>${byStatus.map(([status, name]) => {
    const { description = '', content = {} } = responses[name] ?? {}
    const example = content['application/json']?.example
    return html`<tr id="${buildRefusalId(status)}"><th scope="row"><span class="status">${status}</span></th><td>${prose(description)}</td><td><pre><code>${JSON.stringify(example)}</code></pre></td></tr>\n`
  })}</tbody></table></section>`
}

function renderHeaderTables({ components: { parameters, headers } }: OpenApiDocument): Markup {
  const sent = Object.values(parameters).map(({ name, description = '' }) => ({ name, description }))
  const answered = Object.entries(headers).map(([name, { description }]) => ({ name, description }))
  const table = (caption: string, rows: { name: string; description: string }[]): Markup =>
    html`<table class="terms"><caption>${caption}</caption>
<thead><tr><th scope="col">Header</th><th scope="col">Meaning</th></tr></thead>
<tbody>${rows.map(({ name, description }) => html`<tr id="${buildHeaderId(name)}"><th scope="row"><code>${name}</code></th><td>${prose(description)}</td></tr>\n`)}</tbody></table>`
  return html`<section data-further><h2 id="headers">Headers</h2>
${table('Sent', sent)}
${table('Answered', answered)}</section>`
}

const renderDoorTable = ({ components: { securitySchemes } }: OpenApiDocument): Markup =>
  html`<section data-further><h2 id="doors">Authentication</h2>
<table class="terms"><caption class="unseen">Ways to prove who is calling</caption>
<thead><tr><th scope="col">Way</th><th scope="col">Sent as</th><th scope="col">Meaning</th></tr></thead>
<tbody>${Object.entries(securitySchemes).map(
    ([name, { type, scheme, name: cookie, description = '' }]) =>
      html`<tr><th scope="row"><code>${name}</code></th><td class="type">${type === 'http' ? `Authorization: ${scheme} …` : `cookie ${cookie}`}</td><td>${prose(description)}</td></tr>\n`,
  )}</tbody></table></section>`

/** Filters operations while one types; opens what an anchor leads to, and everything before printing. */
const SCRIPT = `
(() => {
  const filter = document.getElementById('filter')
  const status = document.getElementById('filter-status')
  const entries = [...document.querySelectorAll('[data-operation]')].map((article) => ({
    text: article.dataset.operation.toLowerCase(),
    shown: [article, document.querySelector('[data-for="' + CSS.escape(article.id) + '"]')],
    groups: document.querySelectorAll('[data-group="' + article.closest('[data-group]').dataset.group + '"]'),
  }))
  const others = document.querySelectorAll('[data-introduction], [data-further]')
  const apply = () => {
    const words = filter.value.toLowerCase().split(/\\s+/).filter(Boolean)
    const isFiltered = words.length > 0
    for (const { groups } of entries) for (const group of groups) group.hidden = isFiltered
    let count = 0
    for (const { text, shown, groups } of entries) {
      const fits = words.every((word) => text.includes(word))
      for (const element of shown) element.hidden = !fits
      if (!fits) continue
      count += 1
      for (const group of groups) group.hidden = false
    }
    for (const element of others) element.hidden = isFiltered
    status.textContent = isFiltered ? count + ' of ' + entries.length + ' operations' : ''
  }
  filter.addEventListener('input', apply)
  document.addEventListener('keydown', (event) => {
    if (event.key === '/' && document.activeElement !== filter && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault()
      filter.focus()
    }
    if (event.key === 'Escape' && document.activeElement === filter) {
      filter.value = ''
      apply()
    }
  })
  const openTarget = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)))
    if (!target) return
    if (target.closest('[hidden]')) {
      filter.value = ''
      apply()
      target.scrollIntoView()
    }
    if (target.matches('.record')) for (const details of target.querySelectorAll('details')) details.open = true
  }
  addEventListener('hashchange', openTarget)
  addEventListener('beforeprint', () => {
    for (const details of document.querySelectorAll('details')) details.open = true
  })
  document.getElementById('filter-box').hidden = false
  openTarget()
})()
`
