/**
 * The web application as files: the one document, served at every page's address with a fresh nonce, and its assets,
 * whose names change with their content. What it shows comes from the API like everybody else's.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { PAGES } from '../../contract/pages.ts'
import { notFound } from '../operation/refusal.ts'
import { unlimitedHeaders } from './headers.ts'

/** Where the build puts the application. */
export const WEB_FOLDER = fileURLToPath(new URL('../../../dist/web', import.meta.url))
/** Stands in the built document where each response has its own nonce. */
export const NONCE_PLACEHOLDER = 'nonce-of-this-response'
const YEAR_SECONDS = 31_536_000

export interface WebApp {
  /** The document that starts the application; what it shows there is for the router to say. */
  document(nonce: string): string
  /** The folder of the files it loads. */
  assets: string
}

/** The built application, or an error that says how to build it. */
export function openWebApp(folder: string = WEB_FOLDER): WebApp {
  const parts = readDocument(folder).split(NONCE_PLACEHOLDER)
  return { document: (nonce) => parts.join(nonce), assets: join(folder, 'assets') }
}

function readDocument(folder: string): string {
  try {
    return readFileSync(join(folder, 'index.html'), 'utf8')
  } catch (cause) {
    throw new Error('The web application is not built: run npm run web', { cause })
  }
}

/** Asked for by somebody who looks at it, not by a program that reads JSON. */
export const wantsPage = ({ method, url, headers }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  !/^\/(api|assets)(\/|$)/.test(url) &&
  /\btext\/html\b/.test(headers.accept ?? '')

export function sendDocument(reply: FastifyReply, webApp: WebApp): FastifyReply {
  return reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(webApp.document(reply.request.visit.nonce))
}

export async function mountWebApp(
  app: FastifyInstance,
  options: {
    webApp: WebApp
    /** Counts a visit in the bucket of its address, like any other request without a session. */
    admit: (request: FastifyRequest, reply: FastifyReply) => Promise<void>
  },
): Promise<void> {
  const { webApp, admit } = options
  const config = { madeBy: 'page' } as const
  for (const address of Object.values(PAGES)) {
    app.get(address.replaceAll('$', ':'), { config, onRequest: admit }, (_, reply) =>
      sendDocument(reply, webApp),
    )
  }
  await app.register(fastifyStatic, {
    root: webApp.assets,
    serve: false,
    preCompressed: true,
    immutable: true,
    maxAge: YEAR_SECONDS * 1000,
    dotfiles: 'ignore',
  })
  app.get('/assets/*', { config }, async (request, reply) => {
    const { '*': name } = request.params as { '*': string }
    // Files that never change cost nothing and take no token; an office behind one address would run out of them.
    reply.headers(unlimitedHeaders())
    // The compressed copies are answers, not addresses.
    if (/\.(br|gz)$/.test(name)) throw notFound()
    return reply.sendFile(name)
  })
}
