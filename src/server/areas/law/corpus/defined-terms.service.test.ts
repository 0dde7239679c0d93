import { beforeAll, describe, expect, test } from 'vitest'
import { type Caller, createAnonymousCaller, createFirm } from '../../../../../test/harness/people.ts'
import { TEST_SECRETS, useService } from '../../../../../test/harness/service.ts'
import { askAssistant } from '../../../../contract/assistant.ts'
import { type FoundPassage, ingestCorpus, searchCorpus } from '../../../../contract/corpus.ts'
import { listDefinedTerms } from './defined-terms.ts'

const service = useService({ emptyDatabase: true })

test.each([
  ['What is a sponsoring undertaking?', 'sponsoring undertaking'],
  ["What's an IORP?", 'iorp'],
  ['what are biometric risks', 'biometric risk'],
  ['What does ‘ICT-related incident’ mean?', 'ict related incident'],
  ['What does "beneficiary" mean under the Directive?', 'beneficiary'],
  ['What is meant by the term sustainable investment in the SFDR?', 'sustainable investment'],
  ['How is "key function" defined?', 'key function'],
  ['Define cross-border activity', 'cross border activity'],
  ['Definition of beneficiary in the IORP II Directive', 'beneficiary'],
  ['What is the meaning of personal data for the purposes of the GDPR?', 'personal data'],
  ['What is a depositary, and who appoints it?', 'depositary'],
])('%s asks for the definition of "%s"', (question, term) =>
  expect(listDefinedTerms(question, [])).toContain(term),
)

test.each([
  'Who may be a trustee?',
  'By when is the annual report due?',
  'Must a scheme have a depositary?',
  'Which definitions does the Act change?',
])('%s asks for no definition', (question) => expect(listDefinedTerms(question, [])).toEqual([]))

test('an abbreviation is also searched in full', () =>
  expect(listDefinedTerms('What is an ORA?', [{ said: 'ora', written: 'own-risk assessment' }])).toContain(
    'own risk assessment',
  ))

describe('a question for a definition', () => {
  const OFTEN = Array.from({ length: 120 }, (_, at) => [
    `## Section ${at + 10} — Crews`,
    `The crew of boat ${at} keeps a log of the crew, and the crew signs it for the crew of the next boat.`,
  ]).flat()
  let broker: Caller
  beforeAll(async () => {
    const text = (
      docId: string,
      title: string,
      authorityRank: number,
      meaning: string,
      lines: string[] = [],
    ) => ({
      docId,
      title,
      kind: 'IE_ACT' as const,
      aliases: [title],
      authorityRank,
      versionDate: '2020-01-01',
      text: [
        '## Section 2 — Definitions',
        'In this Act:',
        `“crew” means ${meaning};`,
        '“quay” means whatever boats are tied to, of stone or of timber.',
        ...lines,
      ].join('\n\n'),
    })
    await createAnonymousCaller(service()).send(
      ingestCorpus,
      {
        documents: [
          text('BOATS', 'Boats Act', 1, 'those who work on a boat and are paid for it', OFTEN),
          text('YACHTS', 'Yachts Act', 10, 'whoever is aboard a yacht, its guests left out'),
        ],
      },
      { headers: { authorization: `Bearer ${TEST_SECRETS.RAG_INGEST_TOKEN}` } },
    )
    broker = (await createFirm(service())).broker
  })
  const first = async (q: string): Promise<string> => {
    const [{ docId, citation, why }] = (await broker.call(searchCorpus, { q })).data as [FoundPassage]
    return `${docId} ${citation}${why.isNamed ? ' named' : ''}`
  }

  test.each([
    ['What is a crew?', 'BOATS Section 2 “crew” named'],
    ['What does “crew” mean in the Yachts Act?', 'YACHTS Section 2 “crew” named'],
    ['Define quay', 'BOATS Section 2 “quay” named'],
  ])('finds the definition, even if the term is frequent elsewhere: %s', async (question, found) =>
    expect(await first(question)).toBe(found),
  )

  test('is answered with the definition only', async () => {
    const { sentences } = await broker.call(askAssistant, {
      question: 'What does “crew” mean in the Boats Act?',
    })
    expect(sentences[0]?.text).toContain('those who work on a boat and are paid for it')
    expect(sentences.every(({ text }) => text.includes('“crew” means'))).toBe(true)
  })

  test('about something else is ranked like any other question', async () =>
    expect(await first('Does the crew of boat 7 sign the log?')).not.toContain('named'))
})
