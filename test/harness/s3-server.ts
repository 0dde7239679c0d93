/** A server of the S3 protocol on a port of its own, whose requests a test may see, spoil or answer itself. */
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
// @ts-expect-error it brings no types
import S3rver from '@20minutes/s3rver'
import type { S3Options } from '../../src/server/platform/files/s3-file-store.ts'

interface Engine {
  configureBuckets(): Promise<unknown>
  callback(): RequestListener
}

/** Calls `pass` to let the store answer; not calling it leaves the request to the test. */
export type Interceptor = (request: IncomingMessage, response: ServerResponse, pass: () => void) => void

export interface S3Server {
  options: S3Options
  /** Method and address of every request, in order. */
  requests: string[]
  /** Stands before the store until the next call. */
  intercept(interceptor: Interceptor): void
  /** Keys of the objects, and `unfinished KEY` for every upload in parts that came to no end. */
  contents(): Promise<string[]>
  close(): Promise<void>
}

const BUCKET = 'files'
const letPass: Interceptor = (_request, _response, pass) => pass()

export async function startS3Server(): Promise<S3Server> {
  const directory = await mkdtemp(join(tmpdir(), 's3-'))
  const engine: Engine = new S3rver({ directory, silent: true, configureBuckets: [{ name: BUCKET }] })
  await engine.configureBuckets()
  const answer = engine.callback()
  const uploads = join(directory, BUCKET, '._S3rver_uploads')
  const requests: string[] = []
  let interceptor = letPass

  const server = createServer((request, response) => {
    const { method, url = '' } = request
    requests.push(`${method} ${url}`)
    const uploadId = new URL(url, 'http://store').searchParams.get('uploadId')
    interceptor(request, response, () => {
      // The engine does not know AbortMultipartUpload.
      if (method === 'DELETE' && uploadId !== null)
        void rm(join(uploads, uploadId), { recursive: true }).then(() => response.writeHead(204).end())
      else answer(request, response)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  return {
    options: {
      bucket: BUCKET,
      region: 'eu-west-1',
      endpoint: `http://127.0.0.1:${port}`,
      forcePathStyle: true,
      credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
    },
    requests,
    intercept(given) {
      interceptor = given
    },
    async contents() {
      const objects = (await readdir(join(directory, BUCKET), { recursive: true }))
        .filter((name) => name.endsWith('._S3rver_object'))
        .map((name) => name.slice(0, -'._S3rver_object'.length))
      const unfinished = await readdir(uploads).catch(() => [])
      const keys = unfinished.map(
        async (id) => `unfinished ${await readFile(join(uploads, id, 'key'), 'utf8')}`,
      )
      return [...objects, ...(await Promise.all(keys))].sort()
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await rm(directory, { recursive: true, force: true })
    },
  }
}
