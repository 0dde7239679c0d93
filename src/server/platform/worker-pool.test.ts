import { afterEach, describe, expect, test } from 'vitest'
import type { TestTask } from '../../../test/fixtures/tasks/test-task.ts'
import { createWorkerPool, type PoolLimits, type TaskModule, type WorkerPool } from './worker-pool.ts'

const MODULE: TaskModule = {
  url: new URL('../../../test/fixtures/tasks/test-task.ts', import.meta.url),
  heapMegabytes: 32,
  cpuMs: 20_000,
  wallMs: 20_000,
}

let pool: WorkerPool
const open = (limits: Partial<PoolLimits> = {}): WorkerPool => {
  pool = createWorkerPool(limits)
  return pool
}
afterEach(() => pool.close())

const run = (firm: string, input: TestTask, more: Partial<TaskModule> & { bytes?: number } = {}) => {
  const { bytes = 0, ...module } = more
  return pool.forFirm(firm)<unknown>({ module: { ...MODULE, ...module }, input, bytes })
}

describe('a task', () => {
  test('returns a result, and sends parts in order', async () => {
    open()
    expect(await run('a', { does: 'answer', with: 'yes' })).toBe('yes')
    const parts: number[] = []
    const sent = await pool.forFirm('a')({
      module: MODULE,
      input: { does: 'send', parts: 3 } satisfies TestTask,
      onPart: (part: number) => parts.push(part),
    })
    expect([sent, parts]).toEqual(['sent', [0, 1, 2]])
  })

  test('in an endless loop is ended, and the event loop continues', async () => {
    open()
    let turns = 0
    const timer = setInterval(() => turns++, 10)
    await expect(run('a', { does: 'compute' }, { cpuMs: 200 })).rejects.toThrow('Out of computing time')
    clearInterval(timer)
    expect(turns).toBeGreaterThan(3)
    expect(await run('a', { does: 'answer', with: 'next' })).toBe('next')
  })

  test('ends at its time limit and at its heap limit', async () => {
    open()
    await expect(run('a', { does: 'wait', ms: 60_000 }, { wallMs: 100 })).rejects.toThrow('Out of time')
    await expect(run('a', { does: 'allocate' })).rejects.toThrow('Out of memory')
  })

  test('that fails does not affect others', async () => {
    open()
    await expect(run('a', { does: 'fail' })).rejects.toThrow('on purpose')
    expect(await run('a', { does: 'answer', with: 'next' })).toBe('next')
  })

  test('reuses the previous thread if its module allows it', async () => {
    open()
    const options = { isKept: true }
    const thread = await run('a', { does: 'tell thread' }, options)
    expect(await run('b', { does: 'tell thread' }, options)).toBe(thread)
    expect(await run('b', { does: 'tell thread' })).not.toBe(thread)
    await expect(run('a', { does: 'fail' }, options)).rejects.toThrow()
    expect(await run('a', { does: 'tell thread' }, options)).not.toBe(thread)
  })
})

describe('the queue', () => {
  test('runs one task of a firm at a time, and another firm does not wait for them', async () => {
    open({ threads: 2 })
    const ended: string[] = []
    const note = (name: string) => () => void ended.push(name)
    const slow = Array.from({ length: 5 }, (_, n) =>
      run('busy', { does: 'wait', ms: 60_000 }).catch(note(`busy ${n}`)),
    )
    await run('other', { does: 'answer', with: 'one' }).then(note('other 1'))
    await run('third', { does: 'answer', with: 'two' }).then(note('third 1'))
    await run('other', { does: 'answer', with: 'three' }).then(note('other 2'))
    expect(ended).toEqual(['other 1', 'third 1', 'other 2'])
    await pool.close()
    await Promise.all(slow)
  })

  test('takes firms in turn', async () => {
    open({ threads: 1 })
    const order: string[] = []
    const started = (firm: string) =>
      run(firm, { does: 'answer', with: firm }).then((answer) => void order.push(String(answer)))
    await Promise.all(['a', 'a', 'a', 'b', 'c', 'b'].map(started))
    expect(order).toEqual(['a', 'b', 'c', 'a', 'b', 'a'])
  })

  test.each([
    ['of one firm', { waitingPerFirm: 1 }, ['a', 'a', 'a'], 'b'],
    ['of all firms', { threads: 1, waiting: 1 }, ['a', 'b', 'c'], null],
    ['of too many bytes', { threads: 1, waitingBytes: 15 }, ['a', 'b', 'c'], null],
  ] as const)('refuses more %s', async (_name, limits, [first, second, refused], stillTaken) => {
    open(limits)
    const running = run(first, { does: 'wait', ms: 60_000 }).catch(() => {})
    const waiting = run(second, { does: 'wait', ms: 60_000 }, { bytes: 10 }).catch(() => {})
    await expect(run(refused, { does: 'answer', with: '' }, { bytes: 10 })).rejects.toMatchObject({
      code: 'UNAVAILABLE',
    })
    if (stillTaken) expect(await run(stillTaken, { does: 'answer', with: 'taken' })).toBe('taken')
    await pool.close()
    await Promise.all([running, waiting])
  })

  test('refuses tasks that have waited too long', async () => {
    open({ threads: 1, waitMs: 50 })
    const running = run('a', { does: 'wait', ms: 60_000 }).catch(() => {})
    await expect(run('b', { does: 'answer', with: '' })).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    await pool.close()
    await running
  })
})
