import { expect, test } from 'vitest'
import { formatTitle } from './answer-title.ts'

test.each([
  ['Who lights the lamp?', 'Who lights the lamp?'],
  [`${'lamp '.repeat(27)}at the tower of the harbour`, `${'lamp '.repeat(27)}at …`],
  ['x'.repeat(150), `${'x'.repeat(140)} …`],
])('%s', (question, title) => expect(formatTitle(question)).toBe(title))
