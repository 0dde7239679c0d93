/** Questions are answered from the texts, word for word and with their places; what the texts do not say is said so. */

import { beforeAll, describe, expect, test } from 'vitest'
import { assertNotInLogs } from '../../../../../test/harness/canaries.ts'
import {
  createAnonymousCaller,
  createFirm,
  type Firm,
  generatePpsNumber,
} from '../../../../../test/harness/people.ts'
import { TEST_SECRETS, useService } from '../../../../../test/harness/service.ts'
import {
  type Answer,
  askAssistant,
  getAnswer,
  listAnswers,
  rateAnswer,
} from '../../../../contract/assistant.ts'
import { getSource, ingestCorpus } from '../../../../contract/corpus.ts'
import { EXAMPLE_QUESTIONS } from '../../../../contract/example-questions.ts'
import { ingestStarterDigest, readStarterNotes } from '../corpus/index.ts'
import { OF_NOTES, OF_UNCONFIRMED } from './answer-caveats.ts'

const service = useService({ emptyDatabase: true })
const DIRECTIVE = `## Article 28 — Own-risk assessment

1. Institutions shall carry out and document their own-risk assessment at least every three years or without delay following any significant change in the risk profile.

2. The own-risk assessment shall include:

(a) a description of how it is integrated into the management process;

(b) an assessment of the effectiveness of the risk-management system.

## Article 24 — Key functions

1. Institutions shall have in place the following key functions: a risk-management function, an internal audit function and, where applicable, an actuarial function.

2. The person who carries out the internal audit function shall be independent of whoever carries out another key function.
`
let firm: Firm
beforeAll(async () => {
  firm = await createFirm(service())
  await createAnonymousCaller(service()).send(
    ingestCorpus,
    {
      documents: [
        {
          docId: 'EU-32016L2341',
          title: 'Directive (EU) 2016/2341 (IORP II)',
          kind: 'EU_DIRECTIVE',
          text: DIRECTIVE,
          versionDate: '2024-01-09',
        },
      ],
    },
    { headers: { authorization: `Bearer ${TEST_SECRETS.RAG_INGEST_TOKEN}` } },
  )
})

const ask = (question: string): Promise<Answer> => firm.broker.call(askAssistant, { question })

/** Every sentence stands in the passage that it cites, which is where the citation says. */
async function expectVerbatim({ sentences, citations }: Answer): Promise<void> {
  expect(sentences.length).toBeGreaterThan(0)
  for (const { text, leadIn, cites } of sentences) {
    expect(cites.length).toBeGreaterThan(0)
    for (const number of cites) {
      const cited = citations.find((one) => one.number === number)
      const { passages } = await firm.broker.call(getSource, { id: cited?.sourceId ?? '' })
      const passage = passages.find(({ anchor }) => anchor === cited?.anchor)
      expect(passage?.text).toContain(text)
      expect(passage?.text).toContain(cited?.quote)
      if (leadIn) expect(passage?.text).toContain(leadIn)
    }
  }
}

describe('a question', () => {
  test('is answered with verbatim quotes and their citations, and stored', async () => {
    const answer = await ask('How often is the own-risk assessment carried out?')
    expect(answer).toMatchObject({ mode: 'EXTRACTS', refused: false, reason: null })
    expect(answer.answer).toContain('at least every three years')
    expect(answer.citations[0]).toMatchObject({ docId: 'EU-32016L2341', citation: 'Article 28' })
    await expectVerbatim(answer)
    expect(await firm.broker.call(getAnswer, { id: answer.id })).toEqual(answer)
    const { data } = await firm.admin.call(listAnswers, {})
    expect(data.map(({ id }) => id)).toContain(answer.id)
  })

  test('about a named provision is answered from it', async () => {
    const answer = await ask('What does Article 24(2) say?')
    expect(answer.citations.map(({ citation }) => citation)).toEqual(['Article 24'])
    expect(answer.answer).toContain('independent')
    await expectVerbatim(answer)
  })

  test('about a provision without a stored text is not answered from another provision', async () => {
    expect(await ask('What does Article 71 of the IORP II Directive require?')).toMatchObject({
      refused: true,
      reasonCode: 'PROVISION_NOT_HELD',
      sentences: [],
      citations: [],
    })
  })

  test.each([
    ['What does regulation 12(3) of S.I. 301/2006 say?', 'Regulation 12(3)'],
    ['Which risk profile does the actuarial function use under PEN-2?', 'PEN-2'],
  ])('that names a source that is not imported gets its name: %s', async (question, name) => {
    const answer = await ask(question)
    expect(answer).toMatchObject({ refused: true, reasonCode: 'PROVISION_NOT_HELD' })
    expect(answer.reason).toContain(name)
  })

  test.each([
    ['What is the capital of Peru?', 'OUTSIDE_CORPUS'],
    ['How long do I boil potatoes for colcannon?', 'OUTSIDE_CORPUS'],
    ['When must we report to The Pensions Regulator?', 'OTHER_COUNTRY'],
  ])('that the sources do not answer is refused with an explanation: %s', async (question, reasonCode) => {
    const answer = await ask(question)
    expect(answer).toMatchObject({ mode: 'REFUSED', refused: true, reasonCode, sentences: [], citations: [] })
    expect(answer.reason?.length).toBeGreaterThan(30)
    expect(answer.answer).toBe(answer.reason)
  })

  test('lists words that are in no source', async () => {
    const { notes } = await ask('Shall the own-risk assessment include an assessment of zeppelins?')
    expect(notes.join(' ')).toContain('“zeppelins”')
  })

  test.each([
    ['How soon is the internal audit function of Article 24(2) independent?', 'asks for a figure'],
    [
      'What did the courts decide about an internal audit function?',
      'The sources do not include court decisions',
    ],
  ])('for a fact that the sentences do not contain gets a note: %s', async (question, expected) => {
    expect((await ask(question)).notes.join(' ')).toContain(expected)
  })

  test('explains guidance notes only if the answer quotes one', async () => {
    await ingestStarterDigest(service().app.pipeline, '2026-11-21')
    const ofNotes = await ask('What does an own-risk assessment say of protection mechanisms?')
    expect(ofNotes.citations.some(({ kind }) => kind === 'DIGEST')).toBe(true)
    expect(ofNotes.notes).toContain(OF_NOTES)
    const ofText = await ask('What does Article 24(2) of the IORP II Directive say?')
    expect(ofText.citations.map(({ kind }) => kind)).toEqual(['EU_DIRECTIVE'])
    expect(ofText.notes).not.toContain(OF_NOTES)
  })

  test.each(EXAMPLE_QUESTIONS)(
    'to the example question “%s” opens with a guidance note',
    async (question) => {
      await ingestStarterDigest(service().app.pipeline, '2026-11-21')
      const answer = await ask(question)
      expect(answer.refused).toBe(false)
      const [first] = answer.sentences
      expect(answer.citations.find(({ number }) => first?.cites.includes(number))?.kind).toBe('DIGEST')
      // No note says that the passages match only a part of the question.
      expect(answer.notes.filter((note) => note !== OF_UNCONFIRMED)).toEqual([OF_NOTES])
    },
  )

  test('without a sure note gets the answers to similar questions, each under its question, and a caveat', async () => {
    await ingestStarterDigest(service().app.pipeline, '2026-11-21')
    const answer = await ask('does the union have to agree before AVCs are paid out')
    const near = answer.sentences.filter(({ part }) => part === 'NEAR_ANSWER')
    expect(near.length).toBeGreaterThan(0)
    expect(answer.sentences.filter(({ part }) => part === 'SHORT_ANSWER')).toEqual([])
    const questions = readStarterNotes().flatMap((note) => note.questions)
    for (const { leadIn } of near) expect(questions).toContain(leadIn)
    expect(answer.notes.join(' ')).toContain('No guidance note clearly answers this question.')
  })

  test('is rated with a comment', async () => {
    const { id } = await ask('Who carries out the internal audit function?')
    expect(
      await firm.broker.call(rateAnswer, { id, rating: 'NOT_HELPFUL', comment: 'It says too little' }),
    ).toMatchObject({ rating: 'NOT_HELPFUL', comment: 'It says too little', version: 2 })
  })
})

describe('a question with personal data', () => {
  const PPS_NUMBER = generatePpsNumber()
  test.each([
    [`Member with PPS ${PPS_NUMBER} asks what an assessment is`, ['PPS_NUMBER']],
    ['Does aoife.byrne at example dot ie have to be told of the assessment?', ['EMAIL']],
    ['She was born on 4 May 1970: when is the assessment due?', ['DATE']],
    ['What does Fionnuala Mac Giolla-Phádraig get from the assessment?', ['NAME']],
    ['mac giolla phadraig, fionnuala: may she see the assessment?', ['NAME']],
  ])('is refused and its kind named: %s', async (question, kinds) => {
    assertNotInLogs(service().runFolder, PPS_NUMBER, 'giollaphadraig', 'Giolla-Phádraig')
    await firm.hasMember({ firstName: 'Fionnuala', lastName: 'Mac Giolla-Phádraig' })
    const reply = await firm.broker.send(askAssistant, { question })
    expect(reply).toMatchObject({ status: 422, body: { details: { code: 'PERSONAL_DATA', kinds } } })
    expect(reply.text).not.toMatch(new RegExp(`${PPS_NUMBER}|byrne|1970|giolla`, 'i'))
  })

  test.each([
    'An employer deducted contributions from wages paid on 27 February 2026. When is the assessment due?',
    'Is the own-risk assessment required below EUR 80,000?',
    'What does Fionnuala mean for an own-risk assessment?',
  ])('dates, amounts and single words are not personal data: %s', async (question) => {
    expect((await firm.broker.send(askAssistant, { question })).status).toBe(200)
  })

  test('the members of another firm are not recognised', async () => {
    const other = await createFirm(service())
    expect(
      (await other.broker.send(askAssistant, { question: 'What does Fionnuala Mac Giolla-Phádraig assess?' }))
        .status,
    ).toBe(200)
  })
})

describe('a question with an event stream', () => {
  const readEvents = async (question: string) => {
    const reply = await firm.broker.request({
      method: 'POST',
      url: '/api/ai/ask',
      headers: { accept: 'text/event-stream', 'content-type': 'application/json' },
      payload: JSON.stringify({ question }),
    })
    const events = reply.text
      .split('\n\n')
      .filter(Boolean)
      .map((block) => {
        const [, event, data] = /^event: (\w+)\ndata: (.+)$/.exec(block) ?? []
        return { event, data: JSON.parse(data ?? 'null') }
      })
    return { reply, events }
  }

  test('the service sends the sources, each sentence and then the complete answer', async () => {
    const { reply, events } = await readEvents('What key functions shall institutions have in place?')
    expect(reply.headers['content-type']).toBe('text/event-stream; charset=utf-8')
    expect(reply.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' })
    expect(events[0]?.event).toBe('sources')
    expect(events.at(-1)?.event).toBe('done')
    const whole = events.at(-1)?.data as Answer
    expect(events.slice(1, -1).map(({ data }) => data)).toEqual(whole.sentences)
    expect(events[0]?.data).toEqual({ citations: whole.citations })
    expect(await firm.broker.call(getAnswer, { id: whole.id })).toEqual(whole)
  })

  test('an unanswered question is sent as a complete answer, and an invalid question as an error', async () => {
    const { events } = await readEvents('How long do I boil potatoes for colcannon?')
    expect(events.map(({ event }) => event)).toEqual(['done'])
    const { reply } = await readEvents('x')
    expect(reply).toMatchObject({ status: 400, body: { error: expect.any(String) } })
  })
})
