import { expect, test } from 'vitest'
import { listSentTexts } from './sent-texts.ts'

test.each([
  [
    'chat completions',
    {
      model: 'm',
      messages: [
        { role: 'system', content: 'Do' },
        { role: 'user', content: 'What?' },
      ],
    },
  ],
  [
    'messages with blocks',
    {
      system: [{ type: 'text', text: 'Do' }],
      messages: [{ role: 'user', content: [{ type: 'text', text: 'What?' }] }],
    },
  ],
])('%s are shown as instruction and question', (_shape, body) =>
  expect(listSentTexts(JSON.stringify(body))).toEqual([
    { name: 'Request', text: 'What?' },
    { name: 'Instructions', text: 'Do' },
  ]),
)

test('texts to be embedded are shown together', () =>
  expect(listSentTexts('{"input":["One","Two"],"model":"m"}')).toEqual([
    { name: 'Text for the vector search', text: 'One\n\nTwo' },
  ]))

test.each(['not JSON', '{}', '[1]', '{"messages":"none"}'])(
  'a text in an unknown format gives no parts: %s',
  (body) => expect(listSentTexts(body)).toEqual([]),
)
