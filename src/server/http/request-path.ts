/** The path as the router understands it. An address can be spelled in many ways, and gates and limits know one. */
import type { FastifyRequest } from 'fastify'

export function parsePath(request: FastifyRequest): string {
  // A matched route names itself; parameters stand as `:id`.
  if (!request.is404 && request.routeOptions.url) return request.routeOptions.url
  return toPlainPath(request.url)
}

/** Path and query without scheme and authority, which a request may carry in front of them. */
export const toOriginForm = (url: string): string =>
  url.startsWith('/') ? url : url.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*(?=\/)/i, '').replace(/^[^/].*/, '/')

export function toPlainPath(url: string): string {
  const path = toOriginForm(url).split(/[?#]/, 1)[0] as string
  if (!path.includes('%')) return path
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
