/** One operation on the reference page: request, response and required role. */

import { html, type Markup, nothing, type Part, prose } from './markup.ts'
import type { Answer, DescribedOperation, OpenApiDocument } from './openapi.ts'
import type { Reference } from './openapi-schemas.ts'
import {
  formatType,
  listSchemaFields,
  renderBreakableName,
  renderFieldsOfResponse,
  renderFieldTable,
  renderInlineShape,
  renderRows,
} from './schema-table.ts'

export interface Placed {
  method: string
  path: string
  operation: DescribedOperation
}

export const buildRefusalId = (status: string): string => `refusal.${status}`
export const buildHeaderId = (name: string): string => `header.${name.toLowerCase()}`

/** In the order of the tags, then of the paths in the document. */
export const groupOperationsByTag = ({
  paths,
  tags,
}: OpenApiDocument): { tag: string; placed: Placed[] }[] => {
  const all = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(
      ([method, operation]): Placed => ({
        method: method.toUpperCase(),
        path,
        operation,
      }),
    ),
  )
  return tags.map(({ name }) => ({
    tag: name,
    placed: all.filter(({ operation }) => operation.tags.includes(name)),
  }))
}

const renderMethodBadge = (method: string): Markup =>
  html`<span class="${method === 'GET' ? 'method' : 'method changes'}">${method}</span>`

const DOORS: Record<string, string> = {
  public: 'Public',
  cron: 'The scheduler, with its bearer token',
  ingest: 'Ingest token, with its bearer token',
  SuperAdmin: 'SuperAdmin',
}

/** The required role in words. */
const formatRequiredRole = ({ 'x-minimum-role': role }: DescribedOperation): string =>
  DOORS[role] ?? (role === 'Member' ? 'All signed-in users' : `${role} or higher`)

export function renderOperation({ method, path, operation }: Placed): Markup {
  const { operationId, summary, 'x-minimum-role': role } = operation
  const inputSection = renderInputs(operation)
  return html`<article class="operation" id="${operationId}" data-operation="${`${method} ${path} ${operationId} ${role} ${summary}`}">
<h3>${renderMethodBadge(method)} <span class="path">${renderBreakableName(path)}</span></h3>
<p class="summary">${prose(summary)}</p>
<p class="meta"><strong>${formatRequiredRole(operation)}</strong> <a href="#${operationId}"><code>${operationId}</code></a></p>
<div class="${inputSection === nothing ? 'parts' : 'parts wide'}">
${inputSection}<div class="answers">${getAnswers(operation)}</div>
</div>
</article>
`
}

function renderInputs({ parameters = [], requestBody }: DescribedOperation): Markup {
  const own = parameters.filter((parameter) => 'name' in parameter)
  const shared = parameters.filter((parameter): parameter is Reference => '$ref' in parameter)
  const fields = own.map(({ name, schema, required, description }) => ({
    name,
    schema,
    isRequired: required,
    description: description ?? schema.description,
  }))
  const [mediaType, body] = Object.entries(requestBody?.content ?? {})[0] ?? []
  const parts: Markup[] = []
  if (fields.length > 0) parts.push(renderRows('Parameters', fields, true))
  if (body) {
    const caption = mediaType === 'application/json' ? 'Body' : `Body, as ${mediaType}`
    parts.push(renderFieldTable(caption, listSchemaFields(body.schema)))
  }
  if (shared.length > 0) {
    const links = shared.map(({ $ref }, i): Part => {
      const name = $ref.split('/').at(-1) as string
      return [i === 0 ? '' : ', ', html`<a href="#${buildHeaderId(name)}">${name}</a>`]
    })
    parts.push(html`<p><span class="quiet">Headers:</span> ${links}</p>`)
  }
  return parts.length === 0 ? nothing : html`<div>${parts}</div>\n`
}

function getAnswers({ responses }: DescribedOperation): Part {
  const own = Object.entries(responses).filter((entry): entry is [string, Answer] => !('$ref' in entry[1]))
  const refused = Object.entries(responses).filter(([, answer]) => '$ref' in answer)
  return html`<h4>Answers</h4>
${own.map(([status, answer]) => renderAnswer(status, answer))}
<p class="refusals"><span class="quiet">Refused with</span> ${refused.map(([status]) => html`<a href="#${buildRefusalId(status)}">${status}</a> `)}</p>`
}

function renderAnswer(status: string, { description, content, headers }: Answer): Markup {
  const [mediaType, body] = Object.entries(content ?? {})[0] ?? []
  const extra = Object.keys(headers).filter((name) => !name.startsWith('X-'))
  const hasFields = body?.schema.properties !== undefined
  const shape =
    body &&
    (hasFields ? renderInlineShape(body.schema) : html`<span class="shape">${formatType(body.schema)}</span>`)
  return html`<p><span class="status">${status}</span> ${shape ?? html`<span>${description}</span>`}${
    mediaType === undefined || mediaType === 'application/json' ? undefined : html` <code>${mediaType}</code>`
  }${extra.length > 0 ? html` <span class="quiet">with ${extra.join(', ')}</span>` : undefined}</p>
${body && hasFields && !shape ? renderFieldsOfResponse('Fields of the answer', body.schema) : undefined}`
}
