import { expect, test } from 'vitest'
import { type CallEnding, createCircuit } from './circuit.ts'
import { ModelUnavailable, type UnavailableReason } from './model-unavailable.ts'

const failed = (reason: UnavailableReason) => new ModelUnavailable(reason)
const SERVER = failed('SERVER')

test.each<[CallEnding[], UnavailableReason | undefined]>([
  [[], undefined],
  [[SERVER, SERVER, SERVER, SERVER], undefined],
  [[SERVER, SERVER, SERVER, SERVER, SERVER], 'SERVER'],
  [[SERVER, failed('TIMEOUT'), failed('CUT_OFF'), failed('MALFORMED'), failed('NETWORK')], 'NETWORK'],
  [[SERVER, SERVER, SERVER, SERVER, 'ANSWERED', SERVER], undefined],
  [[SERVER, SERVER, SERVER, SERVER, failed('REFUSED'), SERVER], undefined],
  [[SERVER, SERVER, SERVER, SERVER, null, SERVER], 'SERVER'],
  [[null, null, null, null, null, null], undefined],
  [[failed('REFUSED_KEY')], 'REFUSED_KEY'],
  [[failed('REFUSED_KEY'), SERVER, SERVER, SERVER, SERVER, SERVER], 'REFUSED_KEY'],
])('after %j the circuit is open because of %s', (endings, because) => {
  const circuit = createCircuit({ now: () => new Date('2026-03-02T09:00:00Z') })
  for (const ending of endings) circuit.leave(ending)
  let refusal: unknown
  try {
    circuit.enter()
  } catch (error) {
    refusal = error
  }
  expect(refusal).toEqual(because && expect.objectContaining({ reason: 'OPEN_CIRCUIT', because }))
})

test.each<[CallEnding, boolean]>([
  ['ANSWERED', true],
  [failed('REFUSED'), true],
  [SERVER, false],
  [null, false],
])('after a trial that ends with %j the next call is allowed at once: %s', (ending, mayCome) => {
  let now = new Date('2026-03-02T09:00:00Z')
  const circuit = createCircuit({ now: () => now })
  circuit.leave(failed('REFUSED_KEY'))
  now = new Date('2026-03-02T09:00:30Z')
  circuit.enter()
  expect(() => circuit.enter()).toThrow(ModelUnavailable)
  circuit.leave(ending)
  if (mayCome) circuit.enter()
  else expect(() => circuit.enter()).toThrow(ModelUnavailable)
  // After any outcome there is another attempt.
  now = new Date('2026-03-02T09:01:00Z')
  circuit.enter()
})
