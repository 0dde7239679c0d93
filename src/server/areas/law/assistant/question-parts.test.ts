import { expect, test } from 'vitest'
import { expandShorthand, listParts, readAsFollowUp, splitQuestion } from './question-parts.ts'

test.each([
  ['whats the deadline, we didnt pay', 'what is the deadline, we did not pay'],
  ['Info for a member after 2 yrs', 'information for a member after 2 years'],
  ['when are employee contribs due', 'when are employee contributions due'],
  ['what’s the IM rule', 'what’s the IM rule'],
])('shorthand is written out: “%s”', (typed, written) => expect(expandShorthand(typed)).toBe(written))

test.each([
  [
    'who signs off the annual report and by when',
    ['who signs off the annual report', 'signs off annual report by when'],
  ],
  [
    'data breach, statements sent to the wrong person, who do we tell and how quick',
    [
      'data breach, statements sent to the wrong person who do we tell',
      'data breach, statements sent to the wrong person how quick',
    ],
  ],
  [
    'We sold the firm. Is that notified, and by when must it be?',
    ['We sold the firm. Is that notified', 'We sold the firm. by when must it be?'],
  ],
  [
    'we paid the november contributions on 28 december are we late and is it an offence',
    [
      'we paid the november contributions on 28 december are we late',
      'we paid the november contributions on 28 december is it an offence',
    ],
  ],
  [
    'How many trustees do we need? Do they need training?',
    ['How many trustees do we need?', 'trustees Do they need training?'],
  ],
  [
    'year ends in June when is the annual report due and who audits it',
    ['year ends in June when is the annual report due', 'year ends in June annual report due who audits it'],
  ],
  [
    'Auto-enrolment: who has to be put in and what percent do we deduct',
    ['Auto-enrolment who has to be put in', 'Auto-enrolment what percent do we deduct'],
  ],
])('each part keeps the subject that it needs: “%s”', (question, parts) =>
  expect(splitQuestion(question)).toEqual(parts),
)

test.each([
  ['How many trustees do we need? Do they need training?', [false, true]],
  ['Who appoints the auditor and how often does the board meet', [false, false]],
  ['We sold the firm. Who appoints the auditor, and who appoints the actuary?', [true, true]],
])('parts that need the subject of another part or of a statement: “%s”', (question, expected) =>
  expect(listParts(question).map(({ needsSubject }) => needsSubject)).toEqual(expected),
)

test.each([
  'When is the annual report due?',
  'the employer took the money from wages and did not pay it in',
  'How often are the policy and the statement reviewed?',
  'leaver with 1 year of service',
  'I complained to the trustees and they have not answered - who do I go to now',
  '',
])('one question has no parts: “%s”', (question) => expect(splitQuestion(question)).toEqual([]))

test.each([
  ['and for one-member schemes?', 'When is the own-risk assessment due for one-member schemes?'],
  ['what about DB?', 'When is the own-risk assessment due for DB?'],
  ['and who approves it?', 'own-risk assessment due who approves it?'],
  ['Who signs it?', 'own-risk assessment due Who signs it?'],
])('“%s” keeps the subject of the question before', (question, read) =>
  expect(readAsFollowUp(question, 'When is the own-risk assessment due?')).toBe(read),
)

test.each([
  ['and the benefit statements?', 'When is the own-risk assessment due?', 'When due: benefit statements'],
  ['what about training?', 'How often must the SIPP be reviewed', 'How often: training'],
  ['and the SIPP', 'Who signs the annual report?', 'Who signs: SIPP'],
  ['and the trustees?', 'Who signs the annual report?', 'Who signs the annual report for the trustees?'],
])('“%s” replaces the subject of the question before', (question, previous, read) =>
  expect(readAsFollowUp(question, previous)).toBe(read),
)

test.each(['How many trustees does a scheme need?', 'What is the 21-day rule?'])(
  '“%s” is read as typed',
  (question) => expect(readAsFollowUp(question, 'When is the own-risk assessment due?')).toBeNull(),
)
