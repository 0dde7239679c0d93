import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { mountCspReports, readCspViolations } from './csp-reports.ts'

const REPORT = {
  type: 'csp-violation',
  url: 'https://pensions.example.com/members/mary-obrien?q=mary',
  body: {
    documentURL: 'https://pensions.example.com/members/mary-obrien',
    effectiveDirective: 'script-src-elem',
    blockedURL: 'https://user:mary@evil.example/x?mary=1',
    sample: 'mary',
  },
}

test.each<[unknown, ReturnType<typeof readCspViolations>]>([
  [[REPORT], [{ directive: 'script-src-elem', blocked: 'https://evil.example' }]],
  [
    { 'csp-report': { 'effective-directive': 'style-src', 'blocked-uri': 'inline' } },
    [{ directive: 'style-src', blocked: 'inline' }],
  ],
  [
    { 'csp-report': { 'violated-directive': 'Mary <b>', 'blocked-uri': 'mary o brien' } },
    [{ directive: 'unknown', blocked: 'unknown' }],
  ],
  [
    { 'csp-report': { 'effective-directive': 'img-src', 'blocked-uri': 'https://1234567t.example/x' } },
    [{ directive: 'img-src', blocked: 'unknown' }],
  ],
  [
    [{ body: { effectiveDirective: 7, blockedURL: ['mary'] } }],
    [{ directive: 'unknown', blocked: 'unknown' }],
  ],
  [[{ body: null }, 7, null, [], {}], []],
  ['mary', []],
  [
    Array.from({ length: 500 }, () => REPORT),
    Array.from({ length: 10 }, () => ({ directive: 'script-src-elem', blocked: 'https://evil.example' })),
  ],
])('the directive and the host are read from %j', (sent, read) => {
  expect(readCspViolations(JSON.stringify(sent))).toEqual(read)
})

test('a report that is not JSON has no violations', () =>
  expect(readCspViolations('{"csp-report":')).toEqual([]))

test('reports are logged without page content, at a limited rate, and only with the allowed size and type', async () => {
  const lines: string[] = []
  let time = 0
  const app = Fastify()
  mountCspReports(app, {
    admit: async () => {},
    log: { warn: (message, fields) => void lines.push(JSON.stringify([message, fields])) },
    now: () => time,
  })
  const send = (payload: string, type = 'application/reports+json') =>
    app.inject({ method: 'POST', url: '/csp-reports', headers: { 'content-type': type }, payload })
  const many = JSON.stringify(Array.from({ length: 10 }, () => REPORT))
  for (let i = 0; i < 20; i++) expect((await send(many)).statusCode).toBe(204)
  expect(lines).toHaveLength(30)
  expect(lines.join()).not.toContain('mary')
  time = 60_000
  await send(JSON.stringify({ 'csp-report': {} }), 'application/csp-report')
  expect(lines).toHaveLength(31)
  expect((await send('x'.repeat(20_000))).statusCode).toBe(413)
  expect((await send('{}', 'application/xml')).statusCode).toBe(415)
  await app.close()
})
