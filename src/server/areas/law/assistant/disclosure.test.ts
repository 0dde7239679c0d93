import { describe, expect, test } from 'vitest'
import type { FoundPassage } from '../../../../contract/corpus.ts'
import type { Member } from '../../../../contract/members.ts'
import { Refusal } from '../../../pipeline/refusal.ts'
import { requireSealed } from '../../../platform/model-provider/outbound.ts'
import { createNameSet } from '../../../platform/personal-data.ts'
import {
  type Chunk,
  readMarkdown,
  readStarterDigest,
  type StoredPassage,
  splitIntoChunks,
} from '../corpus/index.ts'
import {
  createPublicChunk,
  MESSAGE_TEXTS,
  type Outbound,
  type PublicChunk,
  requireSchemeName,
  type SchemeName,
  SYSTEM_TEXTS,
  sealDisclosure,
  sealPassages,
  sealQuestion,
  UnprovenPassage,
} from './disclosure.ts'
import { type RedactedQuestion, redactQuestion } from './redact-question.ts'

const names = createNameSet(["Mary O'Brien", 'Peter Walsh'])
const nobody = createNameSet([])
const TEXT = `# Lamps

## Section 7 — Lamps

(1) The keeper shall light the lamp of the lighthouse at sunset and shall keep it burning until sunrise on every day of the year.
`
const stored = ({
  citation,
  headingPath,
  body,
  questions,
  sources,
  confidence,
  contentHash,
}: Chunk): StoredPassage => ({
  id: 7,
  citation,
  headingPath,
  text: body,
  questions,
  sources,
  confidence,
  contentHash,
})
const provision = stored(splitIntoChunks(readMarkdown(TEXT), 'The Lamps Act')[0] as Chunk)
const note = stored(readStarterDigest('2026-01-01')[0]?.chunks[0] as Chunk)
const chunk = createPublicChunk(provision)
const question = redactQuestion({
  question: 'When is the lamp burning?',
  mode: 'projected',
  known: new Set(['lamp', 'burning']),
  names,
})

function failureOf(work: () => unknown): Error {
  try {
    work()
  } catch (error) {
    return error as Error
  }
  throw new Error('Nothing was refused')
}

describe('a passage', () => {
  test('is public if its hash proves it', () => {
    expect(chunk).toMatchObject({
      citation: 'Section 7',
      headingPath: ['The Lamps Act', 'Section 7 — Lamps'],
    })
    // The subject above a note is not proven.
    expect(createPublicChunk(note).headingPath).toEqual([note.citation])
  })

  test.each([
    { ...provision, text: `${provision.text} Mary O’Brien earns €54,321.` },
    { ...provision, citation: 'Mary O’Brien' },
    { ...provision, headingPath: ['Mary O’Brien'] },
    { ...note, text: `${note.text} Mary O’Brien` },
  ])('is refused otherwise, and the error does not repeat its text', (changed) => {
    const failure = failureOf(() => createPublicChunk(changed))
    expect(failure).toBeInstanceOf(UnprovenPassage)
    expect(failure.message).not.toContain('Brien')
  })
})

describe('the name of a scheme', () => {
  test.each([
    ['Acme  Widgets\nPension Scheme', 'Acme Widgets Pension Scheme'],
    ['O’Connell & Sons (No. 2) DC Scheme', 'O’Connell & Sons (No. 2) DC Scheme'],
  ])('%s is sent as %s', (name, text) => expect(requireSchemeName(name, names).text).toBe(text))

  test.each([
    ['Peter Walsh Executive Scheme', 'NAME'],
    ['Walsh, Peter: scheme', 'NAME'],
    ['hslaW reteP scheme', 'NAME'],
    [`Scheme ${Buffer.from('Peter Walsh').toString('base64')}`, 'NAME'],
    ['Scheme Peter%20Walsh', 'NAME'],
    ['Scheme of 1234567T', 'PPS_NUMBER'],
    ['Scheme pw@example.ie', 'EMAIL'],
    ['Scheme since 04/05/1970', 'DATE'],
    ['Scheme of €54,321', 'MONEY'],
  ])('%s is refused by its kind', (name, kind) => {
    const refusal = failureOf(() => requireSchemeName(name, names)) as Refusal
    expect(refusal).toBeInstanceOf(Refusal)
    expect(refusal).toMatchObject({ status: 422, details: { code: 'PERSONAL_DATA', kinds: [kind] } })
    expect(refusal.message).not.toMatch(/walsh|1234567|example|1970|54/i)
  })

  test.each(['', '   ', 'x'.repeat(201)])('%j is refused', (name) => {
    expect(failureOf(() => requireSchemeName(name, names))).toMatchObject({ status: 422 })
  })
})

describe('outbound data', () => {
  const outbound: Outbound = {
    kind: 'answer',
    scheme: { name: requireSchemeName('Acme Scheme', names), type: 'DC' },
    chunks: [chunk, createPublicChunk(note)],
    question,
  }

  test('consists of the constants, the passages between marks, and the fields', () => {
    const { system, prompt } = sealDisclosure(outbound, names)
    expect(system).toBe(SYSTEM_TEXTS.answer)
    const mark = /^Mark: (@@[a-z]{24})\n/.exec(prompt)?.[1] ?? ''
    expect(prompt.split('\n').map((line) => line.replaceAll(mark, '@'))).toEqual([
      'Mark: @',
      '@ scheme',
      'Acme Scheme',
      '@ end of scheme',
      'Type of the scheme: defined contribution',
      '@ passage 1',
      'Citation: Section 7',
      'Headings: The Lamps Act > Section 7 — Lamps',
      ...provision.text.split('\n'),
      '@ end of passage 1',
      '@ passage 2',
      `Citation: ${note.citation}`,
      `Headings: ${note.citation}`,
      ...note.text.split('\n'),
      '@ end of passage 2',
      '@ question',
      'When is the lamp burning?',
      '@ end of question',
      MESSAGE_TEXTS.task.answer,
    ])
  })

  test('has a different mark each time', () => {
    const marks = Array.from({ length: 50 }, () => sealDisclosure(outbound, names).prompt.split('\n')[0])
    expect(new Set(marks).size).toBe(50)
  })

  test('without a question the task is stated, and a second attempt says that the first was refused', () => {
    const { prompt, system } = sealDisclosure(
      { kind: 'section', chunks: [chunk], question: null, isAgain: true },
      names,
    )
    expect(system).toBe(SYSTEM_TEXTS.section)
    expect(prompt.split('\n').slice(-2)).toEqual([MESSAGE_TEXTS.task.strict, MESSAGE_TEXTS.task.again])
  })

  test('never contains the type of a PRSA or a RAC, also after a cast', () => {
    const scheme = { name: requireSchemeName('Acme Scheme', names), type: 'PRSA' as 'DC' }
    expect(sealDisclosure({ ...outbound, scheme }, names).prompt).not.toMatch(/type of the scheme|PRSA/i)
  })

  test('never contains a number of the scheme, also after a cast', () => {
    const { prompt } = sealDisclosure({ ...outbound, counts: { policies: 54_321 } } as Outbound, names)
    expect(prompt).not.toContain('54')
  })

  test('is scanned again with the current names', () => {
    const acme = { ...outbound, scheme: { name: requireSchemeName('Peter Walsh Scheme', nobody) } }
    expect(failureOf(() => sealDisclosure(acme, names))).toMatchObject({
      status: 422,
      details: { kinds: ['NAME'] },
    })
    const redacted = redactQuestion({
      question: 'What does peter walsh say?',
      mode: 'projected',
      known: new Set(['peter', 'walsh']),
      names: nobody,
    })
    expect(failureOf(() => sealDisclosure({ ...outbound, question: redacted }, names))).toMatchObject({
      status: 422,
    })
    expect(failureOf(() => sealQuestion(redacted as RedactedQuestion, names))).toMatchObject({ status: 422 })
  })

  test('includes the texts to be embedded', () => {
    expect(sealQuestion(question as RedactedQuestion, names).texts).toEqual(['When is the lamp burning?'])
    expect(sealPassages([chunk]).texts).toEqual([`The Lamps Act > Section 7 — Lamps\n${provision.text}`])
    expect(() => requireSealed(sealPassages([chunk]))).not.toThrow()
  })
})

describe('checks by type and at run time', () => {
  const member = { firstName: 'Mary', lastName: 'O’Brien' } as Member
  const found = { citation: 'Section 7', headingPath: [], text: 'Mary O’Brien' } as unknown as FoundPassage

  test('refuse a plain text, a record or an unproven passage', () => {
    // @ts-expect-error a text is no passage
    const text: PublicChunk = 'The keeper shall light the lamp'
    // @ts-expect-error nor is a passage that was found and not proven
    const unproven: PublicChunk = found
    // @ts-expect-error nor one that was kept
    const notProven: PublicChunk = provision
    // @ts-expect-error the shape is not the proof
    const shape: PublicChunk = { ...chunk }
    // @ts-expect-error a member is no passage
    const person: PublicChunk = member
    for (const one of [
      text,
      unproven,
      notProven,
      shape,
      person,
      structuredClone(chunk),
      Object.create(chunk) as PublicChunk,
    ]) {
      expect(
        failureOf(() => sealDisclosure({ kind: 'answer', chunks: [one], question }, names)),
      ).toBeInstanceOf(UnprovenPassage)
      expect(failureOf(() => sealPassages([one]))).toBeInstanceOf(UnprovenPassage)
    }
    // @ts-expect-error a passage that was found has no proof
    expect(failureOf(() => createPublicChunk(found))).toBeInstanceOf(Error)
  })

  test('refuse a plain text as a question or as the name of a scheme', () => {
    // @ts-expect-error a text is no projected question
    const outbound: Outbound = { kind: 'answer', chunks: [chunk], question: 'What does Mary O’Brien get?' }
    // @ts-expect-error a text is no checked name
    const name: SchemeName = 'Acme Scheme'
    // @ts-expect-error and neither is a member
    const person: SchemeName = member
    for (const one of [name, person, { text: 'Acme' } as SchemeName])
      expect(
        failureOf(() =>
          sealDisclosure({ kind: 'answer', scheme: { name: one }, chunks: [chunk], question }, names),
        ),
      ).toBeInstanceOf(TypeError)
    expect(failureOf(() => sealDisclosure(outbound, names))).toBeInstanceOf(TypeError)
    expect(failureOf(() => sealQuestion('What?' as unknown as RedactedQuestion, names))).toBeInstanceOf(
      TypeError,
    )
  })

  test('refuse fields that are not on the allow-list', () => {
    // @ts-expect-error there is no place for members
    const more: Outbound = { kind: 'answer', chunks: [chunk], question, members: [member] }
    const scheme: NonNullable<Outbound['scheme']> = {
      name: requireSchemeName('Acme', names),
      // @ts-expect-error nor for another type of scheme
      type: 'PRSA',
    }
    for (const one of [more, { ...more, scheme }]) {
      const { system, prompt } = sealDisclosure(one, names)
      expect(`${system}${prompt}`).not.toMatch(/Brien|PRSA/)
    }
  })
})
