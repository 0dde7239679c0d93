import { expect, test } from 'vitest'
import { splitSentences } from './sentences.ts'

test.each([
  [
    'sentences of a paragraph',
    'The keeper shall light the lamp. The lamp shall burn all night.',
    [
      { leadIn: null, text: 'The keeper shall light the lamp.' },
      { leadIn: null, text: 'The lamp shall burn all night.' },
    ],
  ],
  [
    'a stop of an abbreviation ends none',
    'It is told under art. 28 of the Directive and reg. 4 of S.I. 128/2021 that it is due.',
    [
      {
        leadIn: null,
        text: 'It is told under art. 28 of the Directive and reg. 4 of S.I. 128/2021 that it is due.',
      },
    ],
  ],
  [
    'points of a list keep what leads into them',
    'The assessment shall include the following:\n\n(a) how it is made;\n\n(b) what it is made for.',
    [
      { leadIn: 'The assessment shall include the following:', text: '(a) how it is made;' },
      { leadIn: 'The assessment shall include the following:', text: '(b) what it is made for.' },
    ],
  ],
  [
    'a paragraph after the list is led into by nothing',
    'It includes:\n\n(a) one thing alone.\n\nIt is kept for six years.',
    [
      { leadIn: 'It includes:', text: '(a) one thing alone.' },
      { leadIn: null, text: 'It is kept for six years.' },
    ],
  ],
  [
    'the next paragraph of the same count stands beside the one that leads in, and is not of its list',
    '5. The keeper shall tell the master where:\n\n(a) the lamp fails at sea;\n\n(i) by day or by night;\n\n(b) the oil is spent.\n\n6. The master shall protect whoever tells of it.',
    [
      { leadIn: '5. The keeper shall tell the master where:', text: '(a) the lamp fails at sea;' },
      { leadIn: '5. The keeper shall tell the master where:', text: '(i) by day or by night;' },
      { leadIn: '5. The keeper shall tell the master where:', text: '(b) the oil is spent.' },
      { leadIn: null, text: '6. The master shall protect whoever tells of it.' },
    ],
  ],
  [
    'the points of a point end with it',
    '(a) the lamps are these:\n\n(i) one of brass;\n\n(ii) one of tin;\n\n(b) the oil is kept dry.',
    [
      { leadIn: '(a) the lamps are these:', text: '(i) one of brass;' },
      { leadIn: '(a) the lamps are these:', text: '(ii) one of tin;' },
      { leadIn: null, text: '(b) the oil is kept dry.' },
    ],
  ],
  [
    'a list within a list keeps both paragraphs that lead into it',
    '(1) The master may give a notice stating that—\n\n(a) the lamp has failed, and\n\n(b) the keeper may during 21 days—\n\n(i) light it again, and\n\n(ii) pay the sum,\n\n(c) nothing follows.\n\n(2) The keeper shall—\n\n(a) answer it in time.',
    [
      { leadIn: '(1) The master may give a notice stating that—', text: '(a) the lamp has failed, and' },
      {
        leadIn: '(1) The master may give a notice stating that— (b) the keeper may during 21 days—',
        text: '(i) light it again, and',
      },
      {
        leadIn: '(1) The master may give a notice stating that— (b) the keeper may during 21 days—',
        text: '(ii) pay the sum,',
      },
      { leadIn: '(1) The master may give a notice stating that—', text: '(c) nothing follows.' },
      { leadIn: '(2) The keeper shall—', text: '(a) answer it in time.' },
    ],
  ],
  [
    'a number in brackets stays with its words',
    '(2) Where the lamp fails, the keeper shall tell the master. The master answers.',
    [
      { leadIn: null, text: '(2) Where the lamp fails, the keeper shall tell the master.' },
      { leadIn: null, text: 'The master answers.' },
    ],
  ],
] as const)('%s', (_what, text, expected) => expect(splitSentences(text)).toEqual(expected))

test('each quotation is in the text verbatim', () => {
  const text =
    '(1) “Lamp” means a light; and “keeper” means who keeps it.\n\n(2) The keeper shall—\n\n(a) light it (at sunset), and\n\n(b) put it out.'
  for (const { leadIn, text: quoted } of splitSentences(text)) {
    expect(text).toContain(quoted)
    if (leadIn !== null) expect(text).toContain(leadIn)
  }
})
