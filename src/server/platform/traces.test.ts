import { describe, expect, test } from 'vitest'
import {
  describeFailure,
  getTraceId,
  maskLiterals,
  parseTraceparent,
  runOutsideSpan,
  runSpan,
  runTrace,
  type Span,
  type SpanDescription,
  type SpanFailure,
  type Tracing,
} from './traces.ts'

describe('the text of a statement in a span', () => {
  test.each([
    ['placeholders', 'select "id" from "members" where "name" = $1 and x = $12'],
    ['names that contain digits', 'select t1.column2, "Quoted 1 \'name" from x_9'],
    ['casts', 'select $1::jsonb, count(*)'],
  ])('keeps %s', (_name, text) => {
    expect(maskLiterals(text)).toBe(text)
  })

  test.each([
    ["select 'Siobhán O''Brien', 1", 'select ?, ?'],
    ["select E'it\\'s 1234567FA', 'x'", 'select E?, ?'],
    ["select 'a\\', 'secret'", 'select ?, ?'],
    ['where pps = 1234567FA', 'where pps = ?'],
    ['select 1.5e10, -3', 'select ?, -?'],
    ['do $$ begin secret end $$', 'do ?'],
    ['do $tag$ secret $$ more $tag$ x', 'do ? x'],
    ["select 'never closed secret", 'select ?'],
    ['do $$ never closed secret', 'do ?'],
    ['select  1,\n  2', 'select ?, ?'],
    ["select 1 -- it's\n, 'secret'", 'select ? , ?'],
    ["select /* it's */ 'secret'", 'select ?'],
    ["set local app.scope = 'aoife@example.ie'", 'set local app.scope = ?'],
  ])('masks the literals of %j', (text, masked) => {
    expect(maskLiterals(text)).toBe(masked)
  })

  test('has a limit, also where it ends inside a literal', () => {
    const masked = maskLiterals(`select '${'secret '.repeat(2_000)}`)
    expect(masked).toBe('select ?')
  })
})

describe('traceparent', () => {
  const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
  const SPAN = '00f067aa0ba902b7'

  test.each([
    ['01', true],
    ['00', false],
    ['03', true],
  ])('with flags %s', (flags, isSampled) => {
    expect(parseTraceparent(`00-${TRACE}-${SPAN}-${flags}`)).toEqual({
      traceId: TRACE,
      spanId: SPAN,
      isSampled,
    })
  })

  test.each([
    undefined,
    '',
    'Siobhán',
    `00-${'0'.repeat(32)}-${SPAN}-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `ff-${TRACE}-${SPAN}-01`,
    `00-${TRACE.toUpperCase()}-${SPAN}-01`,
    `00-${TRACE}-${SPAN}-01x`,
  ])('%j is not used', (header) => {
    expect(parseTraceparent(header)).toBeNull()
  })
})

/** Keeps what was reported, as a tree of names. */
function createRecorder(isSampled = true) {
  const ended: { path: string; failure: SpanFailure | null | undefined }[] = []
  const createSpan = (path: string): Span => ({
    traceId: path.split('/', 1)[0] as string,
    startChild: ({ name }) => createSpan(`${path}/${name}`),
    set() {},
    end: (failure) => void ended.push({ path, failure }),
  })
  const tracing: Tracing = {
    startTrace: ({ name }) => (isSampled ? createSpan(name) : null),
    close: async () => {},
  }
  return { tracing, ended }
}
const span = (name: string): SpanDescription => ({ name, kind: 'internal' })

describe('spans', () => {
  test('of parallel work have their own parents, and the log gets the trace', async () => {
    const { tracing, ended } = createRecorder()
    const run = (name: string) =>
      runTrace(tracing, span(name), async () => {
        await runSpan(span('first'), async () => void (await Promise.resolve()))
        await runSpan(span('second'), async () => void (await runSpan(span('inner'), async () => {})))
        return getTraceId()
      })
    expect(await Promise.all([run('a'), run('b')])).toEqual(['a', 'b'])
    expect(ended.map(({ path }) => path).toSorted()).toEqual(
      ['a', 'b'].flatMap((root) => [root, `${root}/first`, `${root}/second`, `${root}/second/inner`]),
    )
    expect(getTraceId()).toBeUndefined()
  })

  test('a trace that a request begins is a span of it', async () => {
    const { tracing, ended } = createRecorder()
    await runTrace(tracing, span('request'), () => runTrace(tracing, span('job'), async () => {}))
    expect(ended.map(({ path }) => path)).toEqual(['request/job', 'request'])
  })

  test('work outside of the span of its caller has none', async () => {
    const { tracing, ended } = createRecorder()
    await runTrace(tracing, span('request'), () =>
      runOutsideSpan(() => runSpan(span('other'), async () => expect(getTraceId()).toBeUndefined())),
    )
    expect(ended.map(({ path }) => path)).toEqual(['request'])
  })

  test('without a trace, and in one that is not sampled, the work runs alone', async () => {
    const { tracing, ended } = createRecorder(false)
    expect(await runSpan(span('a'), async (given) => given)).toBeNull()
    expect(await runTrace(undefined, span('a'), async (given) => given)).toBeNull()
    expect(await runTrace(tracing, span('a'), () => runSpan(span('b'), async (given) => given))).toBeNull()
    expect(ended).toEqual([])
  })

  test('a failure is reported by class and code, and reaches the caller', async () => {
    const { tracing, ended } = createRecorder()
    const failure = Object.assign(new RangeError('1234567FA'), { code: '23505', detail: '1234567FA' })
    await expect(runTrace(tracing, span('a'), () => Promise.reject(failure))).rejects.toBe(failure)
    expect(ended).toEqual([{ path: 'a', failure: { type: 'RangeError', code: '23505' } }])
    expect(describeFailure('1234567FA')).toEqual({ type: 'string' })
  })
})
