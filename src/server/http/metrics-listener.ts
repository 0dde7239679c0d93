/** `GET /metrics` on a port of its own, for Prometheus. It has no access control: METRICS_HOST decides who can reach it. */
import { createServer, type Server } from 'node:http'
import type { Metrics } from '../platform/metrics.ts'

export function createMetricsListener(
  metrics: Pick<Metrics, 'render'>,
  onFailure: (error: unknown) => void,
): Server {
  return createServer({ headersTimeout: 10_000, requestTimeout: 20_000 }, (request, response) => {
    // The response is no part of the API, and its port has no other address.
    const respond = (status: number, contentType: string, text: string): void => {
      response.writeHead(status, { 'content-type': contentType, 'cache-control': 'no-store' }).end(text)
    }
    if (request.method !== 'GET' || request.url?.split('?', 1)[0] !== '/metrics')
      return respond(404, 'text/plain; charset=utf-8', 'Not found\n')
    metrics.render().then(
      ({ contentType, text }) => respond(200, contentType, text),
      (error: unknown) => {
        onFailure(error)
        respond(500, 'text/plain; charset=utf-8', 'The metrics cannot be read\n')
      },
    )
  })
}
