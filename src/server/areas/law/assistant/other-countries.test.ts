import { expect, test } from 'vitest'
import { findForeignWord } from './other-countries.ts'

test.each([
  ['Within how many days does The Pensions Regulator expect a report?', 'the United Kingdom'],
  ['A worker was put into NEST. How long is the opt-out period?', 'the United Kingdom'],
  ['How do trustees equalise guaranteed minimum pensions?', 'the United Kingdom'],
  ['What is the superannuation guarantee rate?', 'Australia'],
  ['May our 401(k) lend to members?', 'the United States'],
  ['How high is the annual allowance this year?', 'the United Kingdom'],
  ['Can I move my KiwiSaver home?', 'New Zealand'],
  ['Is an RRSP taxed?', 'Canada'],
  ['How do I run payroll for staff in Northern Ireland?', 'the United Kingdom'],
])('%s', (question, country) => expect(findForeignWord(question)?.country).toBe(country))

test.each([
  'When is the statement of investment policy principles (SIPP) reviewed?',
  'What does section 58A of the Pensions Act 1990 say?',
  'What does the Pensions Authority expect of trustees?',
  'A bird left its nest on the roof of the scheme office: who is told?',
  'Who can opt out of automatic enrolment, and when?',
  'Can a member move the pension to England?',
  'Is salary sacrifice allowed for pension contributions?',
])('%s is a question about Irish law', (question) => expect(findForeignWord(question)).toBeUndefined())
