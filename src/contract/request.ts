/** A contract and what is sent to it -> method, address and body. Pages, tests and the demo call through this. */
import { type Operation, parseRoute, type Sent } from './define.ts'

export interface ContractRequest {
  method: string
  url: string
  body: Record<string, unknown> | undefined
}

export function buildRequest<C extends Operation>(contract: C, sent: Sent<C>): ContractRequest {
  const { method, path, parameters } = parseRoute(contract.route)
  const rest = { ...(sent as Record<string, unknown>) }
  let url = path
  for (const name of parameters) {
    url = url.replace(`{${name}}`, encodeURIComponent(String(rest[name])))
    delete rest[name]
  }
  if (contract.kind === 'command') return { method, url, body: rest }
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(rest)) if (value !== undefined) query.set(name, String(value))
  return { method, url: query.size > 0 ? `${url}?${query}` : url, body: undefined }
}
