/**
 * The web application as files: one document, served at every page's address with a fresh nonce, and its assets, whose names change with
 * their content. All are read at startup: a process serves one version until it ends, even if another is built meanwhile, and an asset is a
 * key in a table, never a path. All data of the pages comes from the API.
 */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { PAGES } from '../../contract/pages.ts'
import { TEXT } from '../../contract/problems.ts'
import { Refusal } from '../pipeline/refusal.ts'
import { WEB_FOLDER } from '../platform/build-folders.ts'
import { buildUnlimitedHeaders } from './headers.ts'
import { toPlainPath } from './request-path.ts'

/** Placeholder in the built document for the nonce of each response. */
export const NONCE_PLACEHOLDER = 'nonce-of-this-response'

export interface WebApp {
  /** The document that starts the application; the client router selects the page. */
  document(nonce: string): string
  /** Asset files by name. */
  assets: ReadonlyMap<string, Asset>
}

type Coding = 'br' | 'gzip' | 'identity'

export interface Asset {
  type: string
  /** Compressed by the build; a file that does not get smaller is stored only uncompressed. */
  copies: Partial<Record<Coding, Copy>> & { identity: Copy }
}

interface Copy {
  bytes: Buffer
  etag: string
}

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}
const COPIES: readonly [ending: string, Coding][] = [
  ['', 'identity'],
  ['.br', 'br'],
  ['.gz', 'gzip'],
]

/** Opens the built application, or throws an error that explains how to build it. */
export function openWebApp(folder: string = WEB_FOLDER): WebApp {
  const text = readUnlessMissing(() => readFileSync(join(folder, 'index.html'), 'utf8'))
  const assets = readUnlessMissing(() => readAssets(join(folder, 'assets')))
  if (text === null || assets === null) throw new Error('The web application is not built: run npm run web')
  const named = [...text.matchAll(/"\/assets\/([^"]+)"/g)].map(([, name]) => name as string)
  const lost = named.find((name) => !assets.has(name))
  if (lost) throw new Error(`The web application lacks ${lost}: run npm run web -- --force`)
  const parts = text.split(NONCE_PLACEHOLDER)
  return { document: (nonce) => parts.join(nonce), assets }
}

function readUnlessMissing<T>(read: () => T): T | null {
  try {
    return read()
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return null
    throw error
  }
}

function readAssets(folder: string): Map<string, Asset> {
  const files = new Set(readdirSync(folder))
  const names = [...files].filter((name) => !/\.(br|gz)$/.test(name))
  return new Map(names.map((name) => [name, readAsset(folder, name, files)]))
}

function readAsset(folder: string, name: string, files: ReadonlySet<string>): Asset {
  const type = TYPES[extname(name)]
  // Without a type browsers refuse the file silently (nosniff).
  if (!type) throw new Error(`No content type is known for ${name}`)
  const copies = COPIES.filter(([ending]) => files.has(name + ending)).map(([ending, coding]) => {
    const bytes = readFileSync(join(folder, name + ending))
    const etag = `"${createHash('sha256').update(bytes).digest('base64url')}"`
    return [coding, { bytes, etag }]
  })
  return { type, copies: Object.fromEntries(copies) as Asset['copies'] }
}

/** Selects the coding of `Accept-Encoding` with the highest weight, Brotli before gzip; without the header, none. */
export function getContentCoding(accepted: string | undefined): Coding {
  const weights = new Map(
    (accepted ?? '').split(',').map((part) => {
      const [name = '', ...parameters] = part
        .toLowerCase()
        .split(';')
        .map((word) => word.trim())
      const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1'
      return [name, Number(weight)]
    }),
  )
  const weightOf = (coding: Coding): number => weights.get(coding) ?? weights.get('*') ?? 0
  const best = weightOf('gzip') > weightOf('br') ? 'gzip' : 'br'
  return weightOf(best) > 0 && weightOf(best) >= (weights.get('identity') ?? 0) ? best : 'identity'
}

/** Requested by a browser for display, not by a program that reads JSON. */
export const isPageRequest = ({ method, url, headers }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  !/^\/(api|assets)(\/|$)/.test(toPlainPath(url)) &&
  /\btext\/html\b/i.test(headers.accept ?? '')

export function sendDocument(reply: FastifyReply, webApp: WebApp): FastifyReply {
  return reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(webApp.document(reply.request.context.nonce))
}

function sendAsset(reply: FastifyReply, { type, copies }: Asset): FastifyReply {
  const { headers } = reply.request
  const wanted = getContentCoding(headers['accept-encoding'])
  const coding = copies[wanted] ? wanted : 'identity'
  const { bytes, etag } = copies[coding] ?? copies.identity
  reply.headers({ etag, vary: 'accept-encoding', 'cache-control': 'public, max-age=31536000, immutable' })
  if (isHeld(headers['if-none-match'], etag)) return reply.code(304).send()
  if (coding !== 'identity') reply.header('content-encoding', coding)
  return reply.type(type).send(bytes)
}

const isHeld = (held: string | undefined, etag: string): boolean =>
  held?.split(',').some((one) => ['*', etag].includes(one.trim().replace(/^W\//, ''))) ?? false

export function mountWebApp(
  app: FastifyInstance,
  options: {
    webApp: WebApp
    /** Counts a visit in the bucket of its address, like any other request without a session. */
    admit: (request: FastifyRequest, reply: FastifyReply) => Promise<void>
  },
): void {
  const { webApp, admit } = options
  const config = { madeBy: 'page' } as const
  for (const address of Object.values(PAGES)) {
    app.get(address.replaceAll('$', ':'), { config, onRequest: admit }, (_, reply) =>
      sendDocument(reply, webApp),
    )
  }
  app.get('/assets/*', { config }, async (request, reply) => {
    // Files that never change cost nothing and take no token; an office behind one address would run out of tokens.
    reply.headers(buildUnlimitedHeaders())
    const asset = webApp.assets.get((request.params as { '*': string })['*'])
    // A client must not cache the absence of an asset that another version of the service has.
    if (!asset) throw new Refusal(404, TEXT.notFound, { headers: { 'cache-control': 'no-store' } })
    return sendAsset(reply, asset)
  })
}
