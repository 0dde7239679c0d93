import { expect, test } from 'vitest'
import { createLog } from './log.ts'

function written(level = 'trace') {
  const lines: string[] = []
  return { lines, log: createLog(level, { write: (line) => void lines.push(line) }) }
}
const parsed = (lines: string[]) => lines.map((line) => JSON.parse(line))

test('a line is one JSON object with level, time in UTC, fields and message', () => {
  const { lines, log } = written()
  log.info('request', { requestId: 'r1', status: 200, durationMs: 1.5, names: ['A'] })
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatch(/^\{.*\}\n$/)
  expect(parsed(lines)).toEqual([
    {
      level: 'info',
      time: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/),
      requestId: 'r1',
      status: 200,
      durationMs: 1.5,
      names: ['A'],
      msg: 'request',
    },
  ])
})

test('only messages of the level or above are written', () => {
  const { lines, log } = written('warn')
  log.debug('a')
  log.info('b')
  log.warn('c')
  log.error('d')
  expect(parsed(lines).map(({ level, msg }) => [level, msg])).toEqual([
    ['warn', 'c'],
    ['error', 'd'],
  ])
  const silent = written('silent')
  silent.log.error('e')
  expect(silent.lines).toEqual([])
})

test.each([
  '\n',
  '\r\n',
  '\u2028',
  '\n{"level":"error","msg":"forged"}',
  '"}\n{"level":"error"',
  '\u001b[2J',
])('a value with %j does not create a log line', (planted) => {
  const { lines, log } = written()
  log.info(`message${planted}`, { route: `/x${planted}`, code: planted, names: [planted] })
  expect(lines).toHaveLength(1)
  expect([...(lines[0] ?? '').slice(0, -1)].filter((letter) => letter < ' ')).toEqual([])
  expect(parsed(lines)).toMatchObject([{ level: 'info', route: `/x${planted}`, msg: `message${planted}` }])
})

test('a database error is logged with class, code and location, without the values it quotes', () => {
  const { lines, log } = written()
  class DatabaseError extends Error {}
  const error = Object.assign(new DatabaseError('Key (email)=(nora.byrne@example.com) already exists.'), {
    code: '23505',
    constraint: 'users_email',
    routine: '_bt_check_unique',
    detail: 'Key (email)=(nora.byrne@example.com) already exists.',
    where: 'nora.byrne@example.com',
    parameters: ['nora.byrne@example.com'],
  })
  log.error('request failed', { error })
  expect(lines[0]).not.toContain('nora')
  expect(parsed(lines)[0].error).toEqual({
    type: 'DatabaseError',
    code: '23505',
    constraint: 'users_email',
    routine: '_bt_check_unique',
    stack: expect.arrayContaining([expect.stringMatching(/^at /)]),
  })
})

test('the cause of an error is logged with its type only', () => {
  const { lines, log } = written()
  class StoreUnavailable extends Error {
    readonly code = 'UNAVAILABLE'
  }
  const refused = Object.assign(new Error('connect ECONNREFUSED nora.example.com'), { code: 'ECONNREFUSED' })
  log.error('request failed', { error: new StoreUnavailable('away', { cause: refused }) })
  const denied = Object.assign(new Error('nora may not'), { name: 'AccessDenied', secret: 'nora' })
  log.error('request failed', { error: new StoreUnavailable('away', { cause: denied }) })
  log.error('request failed', { error: new StoreUnavailable('away', { cause: 'nora' }) })
  expect(lines.join('')).not.toContain('nora')
  expect(parsed(lines).map(({ error }) => [error.type, error.code, error.cause])).toEqual([
    ['StoreUnavailable', 'UNAVAILABLE', { type: 'Error', code: 'ECONNREFUSED' }],
    ['StoreUnavailable', 'UNAVAILABLE', { type: 'AccessDenied' }],
    ['StoreUnavailable', 'UNAVAILABLE', undefined],
  ])
})

test('a message of several lines is not repeated with the stack', () => {
  const { lines, log } = written()
  const error = new TypeError('nora.byrne@example.com\n    and nora.byrne@example.com')
  log.error('failed', { error })
  expect(lines[0]).not.toContain('nora')
})

test('a thrown value that is not an error is logged with its type only', () => {
  const { lines, log } = written()
  log.error('failed', { error: 'nora.byrne@example.com' })
  log.error('failed', { error: { email: 'nora.byrne@example.com' } })
  log.error('failed', { error: null })
  expect(lines.join('')).not.toContain('nora')
  expect(parsed(lines).map(({ error }) => error)).toEqual([
    { type: 'string' },
    { type: 'object' },
    { type: 'object' },
  ])
})

test('messages of our own errors are logged, because they contain no personal data', () => {
  const { lines, log } = written()
  log.error('failed', { error: new Error('The migration 0007 is missing') })
  expect(parsed(lines)[0].error).toMatchObject({ type: 'Error', message: 'The migration 0007 is missing' })
})
