/** Questions about the obligations of the firm's own schemes are answered from its calendar. */
import { beforeAll, describe, expect, test } from 'vitest'
import { createFirm, type Firm, nextUniqueText } from '../../../../../test/harness/people.ts'
import { useService } from '../../../../../test/harness/service.ts'
import { askAssistant } from '../../../../contract/assistant.ts'
import { createBreach } from '../../../../contract/breaches.ts'
import { listObligations } from '../../../../contract/obligations.ts'
import { ingestStarterDigest } from '../corpus/index.ts'

const service = useService()

let firm: Firm
let scheme: { id: string; name: string }
beforeAll(async () => {
  await ingestStarterDigest(service().app.pipeline, '2026-11-21')
  firm = await createFirm(service())
  scheme = await firm.hasActiveScheme({
    name: `Lighthouse Plan ${nextUniqueText()}`,
    type: 'DC',
    wentLiveOn: '2022-01-01',
    schemeYearEnd: { month: 12, day: 31 },
  })
})
const ask = (question: string, more: { schemeId?: string; followsId?: string } = {}, by: Firm = firm) =>
  by.broker.call(askAssistant, { question, quoteOnly: true, ...more })

describe('a question', () => {
  test('that names a scheme is answered with the obligations of the rule that it is about', async () => {
    const { calendar, answer, sentences, notes } = await ask(
      `When is the next annual report of ${scheme.name} due?`,
    )
    expect(calendar).toMatchObject({ schemeId: scheme.id, schemeName: scheme.name })
    const { data } = await firm.broker.call(listObligations, {
      schemeId: scheme.id,
      ruleId: 'REP-01',
      limit: 200,
    })
    const rules = new Set(calendar?.obligations.map(({ ruleId }) => ruleId))
    expect(rules).toContain('REP-01')
    const listed = calendar?.obligations.filter(({ ruleId }) => ruleId === 'REP-01') ?? []
    for (const { id, dueOn, status } of listed)
      expect(data.find((one) => one.id === id)).toMatchObject({ dueOn, status })
    expect(answer.startsWith(calendar?.text ?? '')).toBe(true)
    expect(sentences[0]).toMatchObject({ part: 'SHORT_ANSWER' })
    expect(notes.join(' ')).not.toContain('Lighthouse')
  })

  test('that has a word of one scheme’s name alone is about that scheme', async () => {
    const owner = await createFirm(service())
    const other = await owner.hasActiveScheme({ name: 'Carrowmore Foods DC Scheme', type: 'DC' })
    const { calendar, answer } = await ask('when is the carrowmore scheme annual report due', {}, owner)
    expect(calendar).toMatchObject({ schemeId: other.id, schemeName: other.name })
    expect(answer).toContain(other.name)
    // Words of the law and of everyday English name no scheme, and no scheme of another firm is found.
    const ofTheLaw = await ask('when is the annual report due for foods', {}, owner)
    expect(ofTheLaw.calendar?.schemeId ?? null).toBeNull()
    const elsewhere = await ask('when is the carrowmore scheme annual report due')
    expect(elsewhere.calendar?.schemeId ?? null).toBeNull()
    expect(elsewhere.answer).not.toContain(other.name)
  })

  test('about a chosen scheme lists what is overdue, or says that nothing is', async () => {
    const { data } = await firm.broker.call(listObligations, {
      schemeId: scheme.id,
      status: 'OVERDUE',
      limit: 200,
    })
    const { calendar, refused } = await ask('What is overdue?', { schemeId: scheme.id })
    expect(refused).toBe(false)
    expect(calendar?.obligations).toHaveLength(Math.min(5, data.length))
    if (data.length === 0) expect(calendar?.text).toBe(`No obligation of ${scheme.name} is overdue.`)
  })

  test('about the persons of a scheme names the tab that shows them', async () => {
    const { calendar, sentences } = await ask(`Who are the trustees of ${scheme.name}?`)
    expect(calendar?.text).toContain(`The page of ${scheme.name} shows this on the tab “People”`)
    expect(sentences).toEqual([])
  })

  test('about our own calendar lists the obligations of the firm', async () => {
    const { calendar } = await ask('when is the next annual report of our schemes due')
    expect(calendar?.obligations.map(({ ruleId }) => ruleId)).toContain('REP-01')
    const clients = await ask('which of our clients have not got the annual report done yet')
    expect(clients.calendar?.obligations.map(({ ruleId }) => ruleId)).toContain('REP-01')
  })

  test('about the deadlines up to a month lists what is due until its end', async () => {
    const { calendar, sentences } = await ask('what deadlines have we between now and end of january')
    expect(calendar?.text).toMatch(/due by 31 Jan 20\d\d\.$/)
    expect(sentences).toEqual([])
    const ofTheLaw = await ask('what is the deadline for the report for the year to January 2026')
    expect(ofTheLaw.calendar?.text ?? '').not.toContain('due by 31 Jan')
  })

  test('whether something is late compares the last day with today', async () => {
    const { calendar } = await ask(
      'Our risk management policy was adopted on 1 June 2022 and not looked at since. Are we late?',
    )
    expect(calendar?.text).toContain('Overdue today: the last day was 1 Jun 2025')
  })

  test('about a window has its first and its last day', async () => {
    const { calendar } = await ask('An employee was auto-enrolled on 1 March 2026. When can she opt out?')
    expect(calendar?.calculated.map(({ dueOn }) => dueOn)).toEqual(['2026-09-01', '2026-11-01'])
  })

  test('with amounts is answered with the sum', async () => {
    const { sentences } = await ask('On a salary of EUR 40,000 what is paid into My Future Fund in 2029?')
    expect(sentences[0]).toMatchObject({
      part: 'SHORT_ANSWER',
      text: expect.stringContaining('in 2029 EUR 1,200 from the employee'),
    })
  })

  test('about a transfer has the last day, counted from the receipt in the question', async () => {
    const { calendar } = await ask('Transfer request received 3 March 2026, what is the last day to pay it?')
    expect(calendar?.calculated).toMatchObject([{ ruleId: 'leaving-transfer-right', dueOn: '2026-06-03' }])
  })

  test('about contributions that were paid on a day says whether they are late', async () => {
    const { calendar } = await ask(
      'The October 2026 contributions were paid on 24 November 2026, is that late?',
    )
    expect(calendar?.text).toMatch(/^Late: paid over on 24 Nov 2026, 3 days after the last day\./)
  })

  test('that compares kinds of schemes has a table, and other questions have none', async () => {
    const { comparison, answer } = await ask('What is the difference between DB and DC schemes?')
    expect(comparison?.columns).toEqual(['Defined benefit', 'Defined contribution'])
    expect(comparison?.rows.map(({ ruleId }) => ruleId)).toContain('DB-01')
    expect(answer.startsWith(comparison?.text ?? '-')).toBe(true)
    expect((await ask('When is the annual report due?')).comparison).toBeNull()
  })

  test.each(['What is overdue?', 'what is due this month', 'Which deadlines are coming up this week?'])(
    'for a list of the firm is answered from all its schemes: “%s”',
    async (question) => {
      const { calendar } = await ask(question)
      expect(calendar).toMatchObject({ schemeId: null, schemeName: null })
      for (const { schemeId } of calendar?.obligations ?? []) expect(schemeId).toBe(scheme.id)
    },
  )

  test.each([
    'When is the annual report due?',
    'What happens if contributions are overdue?',
    'What do trustees do when contributions are late?',
    'What must a pension benefit statement contain?',
  ])('about the law asks nothing of the calendar: “%s”', async (question) =>
    expect((await ask(question)).calendar).toBeNull(),
  )

  test.each([
    [
      'An employer deducted contributions from wages paid on 27 February 2026. By what date must they reach the trustees?',
      'Pay over employee deductions: due on 21 Mar 2026 (28 Feb 2026 + 21 days). Invest contributions: due on 31 Mar 2026 (21 Mar 2026 + 10 days).',
    ],
    [
      'Our scheme year ended on 31 December 2025. When is the annual report due?',
      'Prepare and sign the annual report: due on 30 Sep 2026 (31 Dec 2025 + 9 months). Notify members that the annual report is available: due on 28 Oct 2026 (31 Dec 2025 + 9 months + 28 days).',
    ],
  ])('with a date is answered with the due date counted from it: “%s”', async (question, text) => {
    const { calendar, answer, sentences } = await ask(question)
    expect(calendar).toMatchObject({ text, obligations: [] })
    for (const { source } of calendar?.calculated ?? []) expect(source).toEqual(expect.any(String))
    expect(answer.startsWith(text)).toBe(true)
    expect(sentences[0]?.part).toBe('SHORT_ANSWER')
  })

  test.each([
    'pension money for August, by when must it be with the trustees',
    'when is the money taken from wages in august due',
    'by when does the August contribution have to be paid',
    'when are employee contribs for August due to the trustees',
  ])('with a month of deductions is answered with the general rule and the date: “%s”', async (question) => {
    const { calendar, sentences } = await ask(question)
    expect(calendar?.text).toMatch(/Pay over employee deductions: due on 21 Sep \d{4}/)
    expect(sentences[0]?.text).toContain('within 21 days after the end of the month')
  })

  test.each([
    ['Our ORA was done in June 2023, when is the next one due?', 'GOV-01', '2026-06-01'],
    ['The SIPP was reviewed in May 2024, by when again?', 'GOV-07', '2027-05-01'],
  ])(
    'with a month in which something was done counts from its first day: “%s”',
    async (question, ruleId, dueOn) => {
      const { calendar } = await ask(question)
      expect(calendar?.calculated).toMatchObject([{ ruleId, dueOn }])
      expect(calendar?.text).toContain('counts from its first day')
    },
  )

  test('for a month lists what is due in it, of the firm, of a scheme or of a described scheme', async () => {
    const { calendar } = await ask('What is due in January 2027?', { schemeId: scheme.id })
    expect(calendar?.text).toMatch(/due in Jan 2027\.$/)
    for (const { dueOn } of calendar?.obligations ?? []) expect(dueOn).toMatch(/^2027-01-/)
    const described = await ask('what is due in december 2026 for a DC scheme with year end 31 march')
    expect(described.calendar?.text).toContain('Prepare and sign the annual report: 31 Dec 2026.')
    expect(described.calendar?.calculated.length).toBeGreaterThan(0)
  })

  test('about a fine asks nothing of the calendar', async () =>
    expect((await ask('what fine for late remittance')).calendar).toBeNull())

  test('about a scheme that waits for approval says so', async () => {
    const pending = await firm.hasScheme({ name: `Harbour Plan ${nextUniqueText()}` })
    const { calendar } = await ask('What is due next?', { schemeId: pending.id })
    expect(calendar?.text).toMatch(/is (?:not submitted|submitted) for approval.*approves it\.$/)
  })

  test('is not answered with obligations of a restricted breach, because all users of the firm read the answer', async () => {
    await firm.admin.call(createBreach, {
      schemeId: scheme.id,
      category: 'DATA_PROTECTION',
      title: 'A file taken home',
      occurredOn: '2026-11-20',
      awareAt: '2026-11-20T10:00:00.000Z',
      isRestricted: true,
    })
    const { data } = await firm.admin.call(listObligations, {
      schemeId: scheme.id,
      ruleId: 'GDP-01',
      limit: 200,
    })
    expect(data.filter(({ dueOn }) => dueOn !== null)).toHaveLength(1)
    for (const question of [
      'Which deadlines are due this week?',
      'When must the personal data breach be notified?',
    ]) {
      const { calendar } = await firm.admin.call(askAssistant, {
        question,
        schemeId: scheme.id,
        quoteOnly: true,
      })
      expect(calendar, question).not.toBeNull()
      expect(calendar?.obligations.map(({ id }) => id)).not.toContain(data[0]?.id)
    }
  })

  test('with the generic words of a scheme name is not about that scheme', async () => {
    const other = await createFirm(service())
    await other.hasActiveScheme({ name: 'Pension Scheme', type: 'DC', wentLiveOn: '2022-01-01' })
    expect((await ask('When is the annual report of a pension scheme due?', {}, other)).calendar).toBeNull()
  })

  test('does not reach the schemes of another firm, by name or by id', async () => {
    const other = await createFirm(service())
    expect(
      (await ask(`What is overdue for ${scheme.name}?`, {}, other)).calendar?.schemeId ?? null,
    ).toBeNull()
    const refused = await other.broker.send(askAssistant, {
      question: 'What is overdue?',
      schemeId: scheme.id,
    })
    expect(refused.status).toBe(403)
    expect((await ask('What is overdue?', {}, other)).calendar?.obligations).toEqual([])
  })
})

describe('a question that follows another', () => {
  test('keeps the subject and the scheme of the question before', async () => {
    const first = await ask('When is the annual report due?', { schemeId: scheme.id })
    const second = await ask('and who signs it?', { followsId: first.id })
    expect(second.readAs).toBe('annual report due who signs it?')
    expect(second.calendar?.schemeId).toBe(scheme.id)
    const third = await ask('and for a DB scheme?', { followsId: second.id })
    expect(third.readAs).toBe('annual report due who signs it for a DB scheme?')
  })

  test('is read as typed if it has its own subject', async () => {
    const first = await ask('When is the annual report due?')
    const second = await ask('How many trustees does a scheme need?', { followsId: first.id })
    expect(second.readAs).toBeNull()
  })

  test('cannot follow an answer of another firm', async () => {
    const other = await createFirm(service())
    const first = await ask('When is the annual report due?')
    const { status } = await other.broker.send(askAssistant, {
      question: 'and who signs it?',
      followsId: first.id,
    })
    expect(status).toBe(403)
  })
})
