/** Minutes and the compliance statement are filled with what the registers hold. */
import { describe, expect, test } from 'vitest'
import { createFirm, type Firm } from '../../../../../test/harness/people.ts'
import { useService } from '../../../../../test/harness/service.ts'
import { createBreach } from '../../../../contract/breaches.ts'
import { createDraft } from '../../../../contract/drafts.ts'
import { createMeetingAction } from '../../../../contract/meeting-actions.ts'
import { createTrusteeMeeting, holdTrusteeMeeting } from '../../../../contract/trustee-meetings.ts'

const service = useService()

const hold = async (firm: Firm, schemeId: string, title: string, on: string, agenda?: string) => {
  const { id } = await firm.broker.call(createTrusteeMeeting, {
    id: schemeId,
    title,
    plannedForOn: on,
    ...(agenda ? { agenda } : {}),
  })
  return firm.broker.call(holdTrusteeMeeting, {
    id,
    heldOn: on,
    attendees: ['The trustees'],
    quorumMet: true,
  })
}

describe.each(['DB', 'DC'] as const)('minutes of a %s scheme', (type) => {
  test('hold the agenda, the quorum, actions, breaches and the meeting before', async () => {
    const firm = await createFirm(service())
    const scheme = await firm.hasScheme({ type })
    const before = await hold(firm, scheme.id, 'Spring meeting', '2026-05-12')
    await firm.broker.call(createMeetingAction, {
      id: before.id,
      description: 'Ask the administrator for the service report',
      owner: 'Secretary',
      dueOn: '2026-06-30',
    })
    const meeting = await hold(
      firm,
      scheme.id,
      'Autumn meeting',
      '2026-11-10',
      '1. Risk register\n2. Contributions',
    )
    await firm.broker.call(createMeetingAction, { id: meeting.id, description: 'Book the training' })
    await firm.broker.call(createBreach, {
      schemeId: scheme.id,
      category: 'LATE_REPORT',
      title: 'Annual report a week late',
      occurredOn: '2026-10-08',
      detectedOn: '2026-10-09',
    })
    await firm.admin.call(createBreach, {
      schemeId: scheme.id,
      category: 'MISAPPROPRIATION_SUSPECTED',
      title: 'Secret of the register',
      occurredOn: '2026-10-01',
      detectedOn: '2026-10-02',
    })
    const { text } = await firm.broker.call(createDraft, {
      schemeId: scheme.id,
      kind: 'TRUSTEE_MINUTES',
      subjectId: meeting.id,
    })
    expect(text).toContain('A quorum was present.')
    expect(text).toContain('Agenda:\n\n- Risk register\n- Contributions\n')
    expect(text).toContain('Apologies: none')
    expect(text).toContain('The minutes of “Spring meeting” of 12 May 2026 are not yet approved.')
    expect(text).toContain(
      '- Ask the administrator for the service report (Secretary, due 30 June 2026, overdue)',
    )
    expect(text).toContain('The trustees agreed these actions:\n\n- Book the training\n')
    expect(text).toContain(
      '- Annual report a week late (detected 9 October 2026, no decision on a report yet)',
    )
    expect(text).toContain('Contributions that were invested late:\n\nNone.')
    expect(text).toContain('Open entries of the breach register: 1.')
    expect(text).not.toContain('Secret of the register')
  })
})

test('the compliance statement lists the registers and the obligations of the year, and answers nothing', async () => {
  const firm = await createFirm(service())
  const scheme = await firm.hasActiveScheme(
    { type: 'DC', wentLiveOn: '2022-01-01', schemeYearEnd: { month: 12, day: 31 } },
    { addedOn: '2024-12-01' },
  )
  const { text, places } = await firm.broker.call(createDraft, {
    schemeId: scheme.id,
    kind: 'COMPLIANCE_STATEMENT_CHECKLIST',
  })
  expect(text).toContain('Year of the statement: 2025')
  expect(text).toMatch(/^- Calendar, .+: .*not met$/m)
  expect(text).toContain(
    '- Trustees or directors in office: 0 on 1 January 2025, 0 on 31 December 2025; fewest in the year: 0',
  )
  expect(text).toContain('- Holder in office: none')
  expect(text).not.toMatch(/answer: (?:yes|no)/i)
  expect(places.map(({ name }) => name)).not.toContain('complianceYear')
})
