import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { assertNotInLogs } from '../../../../../test/harness/canaries.ts'
import { type Caller, createFirm, type Firm, nextUniqueText } from '../../../../../test/harness/people.ts'
import {
  type Entry,
  fetchFile,
  readPdfStreams,
  readPdfWords,
  readZip,
} from '../../../../../test/harness/report-files.ts'
import { IORP } from '../../../../../test/harness/samples.ts'
import { useService } from '../../../../../test/harness/service.ts'
import { createBreach } from '../../../../contract/breaches.ts'
import { createDocument, type DocumentKind, finaliseDocument } from '../../../../contract/documents.ts'
import { createKeyFunctionHolder } from '../../../../contract/key-function-holders.ts'
import { createMeetingAction } from '../../../../contract/meeting-actions.ts'
import { createOwnRiskAssessment, startOwnRiskAssessment } from '../../../../contract/own-risk-assessments.ts'
import {
  approvePolicy,
  bringPolicyIntoForce,
  createPolicy,
  submitPolicy,
} from '../../../../contract/policies.ts'
import { getBoardPack, getSupervisoryPack } from '../../../../contract/reports.ts'
import { createRiskItem } from '../../../../contract/risk-items.ts'
import { createTrusteeMeeting, holdTrusteeMeeting } from '../../../../contract/trustee-meetings.ts'
import { createTrusteeTraining } from '../../../../contract/trustee-trainings.ts'
import { appointTrustee, assessTrustee, createTrustee } from '../../../../contract/trustees.ts'
import { createId } from '../../../platform/ids.ts'

const service = useService()

const IORP_OF_2015 = { ...IORP, wentLiveOn: '2015-03-01' } as const

async function packOf(
  caller: Caller,
  id: string,
  range: { from?: string; to?: string } = {},
): Promise<{ bytes: Buffer; names: string[]; text(name: string): string; file(name: string): Buffer }> {
  const { status, bytes } = await fetchFile(service(), caller, getSupervisoryPack, { id, ...range })
  expect(status).toBe(200)
  const entries = readZip(bytes)
  return {
    bytes,
    names: entries.map(({ name }) => name),
    text: (name) => entries.find((one) => one.name === name)?.bytes.toString('utf8') ?? '',
    file: (name) => entries.find((one) => one.name === name)?.bytes ?? Buffer.alloc(0),
  }
}

async function boardPackOf(caller: Caller, id: string): Promise<{ bytes: Buffer; words: string }> {
  const { status, bytes } = await fetchFile(service(), caller, getBoardPack, { id })
  expect(status).toBe(200)
  return { bytes, words: readPdfWords(bytes) }
}

async function hasDocument(
  firm: Firm,
  schemeId: string,
  title: string,
  fields: { kind?: DocumentKind; receivedOn?: string; memberId?: string; isDraft?: boolean } = {},
): Promise<string> {
  const { isDraft = false, ...sent } = fields
  const reply = await firm.broker.upload(
    createDocument,
    {
      kind: 'TRUSTEE_MINUTES',
      receivedOn: '2026-10-09',
      title,
      ...(sent.memberId ? {} : { schemeId }),
      ...sent,
    } as never,
    { name: `${title.slice(0, 40)}.txt`, bytes: `Content of ${title}\n` },
  )
  expect(reply.status).toBe(201)
  if (!isDraft) await firm.broker.call(finaliseDocument, { id: reply.body.id })
  return reply.body.id
}

/** One month that was paid on time and one that is overdue. */
async function contributed(firm: Firm, scheme: { id: string; name: string; employerId: string }) {
  for (const [month, dueOn, funded] of [
    ['2026-08', '2026-09-21', '2026-09-18'],
    ['2026-09', '2026-10-21', null],
  ])
    await service().asOwner(
      `insert into contribution_batches (tenant_id, id, scheme_id, scheme_name, scheme_type, legal_form, employer_id, payroll_month,
         status, source, file_name, file_sha256, row_count, line_count, ee_cents, er_cents, avc_cents, er_special_cents,
         single_premium_cents, due_on, received_cents, received_on, funded_on)
       values ($1, $2, $3, $4, 'DC', 'OCCUPATIONAL_TRUST', $5, $6, $7, 'CSV', 'payroll.csv', $2, 1, 1, 1234500, 0, 0, 0, 0, $8,
         $9, $10, $10)`,
      [
        firm.id,
        createId(),
        scheme.id,
        scheme.name,
        scheme.employerId,
        month,
        funded ? 'FUNDED' : 'AWAITING_FUNDS',
        dueOn,
        funded ? 1_234_500 : 0,
        funded,
      ],
    )
}

async function inForce(firm: Firm, schemeId: string, title: string, content: string): Promise<void> {
  const { id } = await firm.broker.call(createPolicy, { schemeId, kind: 'RISK_MANAGEMENT', title, content })
  await firm.broker.call(submitPolicy, { id })
  await firm.admin.call(approvePolicy, { id, approvedOn: '2026-03-10' })
  await firm.broker.call(bringPolicyIntoForce, { id, effectiveFrom: '2026-03-10' })
}

/** A scheme with a record of most kinds. */
async function createScheme(firm: Firm) {
  const scheme = await firm.hasActiveScheme(
    { ...IORP_OF_2015, name: `Scéim Phinsin Uí Néill €${nextUniqueText()}` },
    { addedOn: '2021-04-22' },
  )
  const trusteeName = `Áine Ní Dhomhnaill ${nextUniqueText()}`
  const holderName = `Łukasz Óg ${nextUniqueText()}`
  assertNotInLogs(service().runFolder, trusteeName, holderName)
  const trustee = await firm.broker.call(createTrustee, { id: scheme.id, personName: trusteeName })
  await firm.broker.call(assessTrustee, { id: trustee.id, assessedOn: '2026-01-10' })
  await firm.admin.call(appointTrustee, { id: trustee.id, on: '2026-01-15' })
  await service().asOwner("update trustees set created_at = '2026-01-05' where id = $1", [trustee.id])
  await firm.broker.call(createTrusteeTraining, {
    id: trustee.id,
    completedOn: '2026-05-04',
    topic: 'Law of pensions',
  })
  await firm.broker.call(createKeyFunctionHolder, {
    schemeId: scheme.id,
    function: 'RISK_MANAGEMENT',
    holderKind: 'INDIVIDUAL',
    holderName,
    relationship: 'INDEPENDENT_PROVIDER',
  })
  await inForce(firm, scheme.id, 'Risk policy', '# Purpose\n\nHow risk is managed.')
  const assessment = await firm.broker.call(createOwnRiskAssessment, {
    schemeId: scheme.id,
    trigger: 'INITIAL',
    asOfOn: '2026-10-31',
  })
  await firm.broker.call(startOwnRiskAssessment, { id: assessment.id })
  await firm.broker.call(createRiskItem, {
    id: assessment.id,
    area: 'OPERATIONAL',
    description: 'The administrator fails',
    inherentLikelihood: 5,
    inherentImpact: 4,
    residualLikelihood: 4,
    residualImpact: 4,
  })
  const meeting = await firm.broker.call(createTrusteeMeeting, {
    id: scheme.id,
    title: 'Third quarter',
    plannedForOn: '2026-10-07',
  })
  await firm.broker.call(holdTrusteeMeeting, { id: meeting.id, attendees: [trusteeName], quorumMet: true })
  await firm.broker.call(createMeetingAction, {
    id: meeting.id,
    description: '=HYPERLINK("x")',
    dueOn: '2026-11-01',
  })
  await firm.broker.call(createBreach, {
    schemeId: scheme.id,
    category: 'LATE_REPORT',
    title: 'Report was late',
    occurredOn: '2026-10-02',
    severity: 'HIGH',
  })
  await contributed(firm, scheme)
  return { ...scheme, trusteeName, holderName, trusteeId: trustee.id }
}

/** Entered by an administrator, about a suspicion hidden from other users. */
const suspects = (firm: Firm, schemeId: string) =>
  firm.admin.call(createBreach, {
    schemeId,
    category: 'MISAPPROPRIATION_SUSPECTED',
    title: 'Whisper of a theft',
    occurredOn: '2026-11-02',
  })

describe('the board pack', () => {
  test('is a tagged PDF that begins with the summary, and contains every register and the letters of Irish names', async () => {
    const firm = await createFirm(service())
    const scheme = await createScheme(firm)
    const { headers, bytes } = await fetchFile(service(), firm.broker, getBoardPack, { id: scheme.id })
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': expect.stringContaining('attachment'),
      'content-length': String(bytes.length),
    })
    expect(bytes.subarray(0, 8).toString()).toBe('%PDF-1.7')
    const words = readPdfWords(bytes)
    // A long word is broken over two lines.
    for (const text of [
      scheme.name,
      'As at',
      '21 Nov 2026',
      'needing action now',
      'Compliance status',
      'Decisions asked for',
      'Approve the minutes of the meeting “Third quarter”',
      'Considered by the trustees',
      'Obligations',
      'KFH-01',
      'Vacancy since 22 Apr 2021:',
      'Rules that do not apply',
      scheme.trusteeName,
      'Law of pensions',
      scheme.holderName.replace('Ł', 'L'),
      'The administrator fails',
      'Risk policy',
      'Report was late',
      'Third quarter',
      '€12,345.00',
      'overdue',
      'Our interpretation:',
      'unverified',
      'Page 2 of',
    ])
      expect(words.replaceAll(' ', ''), text).toContain(text.replaceAll(' ', ''))
    expect(words.indexOf('needing action now')).toBeLessThan(words.indexOf('Obligations'))
    expect(words.toLowerCase()).not.toContain('compliant')
  })

  test('has headings, table headers, a chart description, a language and a title for screen readers', async () => {
    const firm = await createFirm(service())
    const { bytes } = await boardPackOf(firm.broker, (await createScheme(firm)).id)
    const structure = bytes.toString('latin1')
    expect(structure).toContain('/Lang (en-IE)')
    expect(structure).toContain('/DisplayDocTitle true')
    expect(structure).toContain('/Marked true')
    for (const element of ['Document', 'H1', 'H2', 'H3', 'P', 'Table', 'TR', 'TH', 'TD', 'L', 'LI', 'Figure'])
      expect(structure, element).toMatch(new RegExp(`/S /${element}\\n`))
    for (const scope of ['Column', 'Row']) expect(structure).toContain(`/Scope /${scope}`)
    expect(structure).toMatch(/\/Alt \(/)
    // Screen readers skip content that repeats on each page.
    const contents = readPdfStreams(bytes)
    expect(contents.some((content) => content.includes('/Artifact <<\n/Type /Pagination'))).toBe(true)
    // All text belongs to an element or is decoration.
    for (const content of contents.filter((one) => one.includes(' TJ'))) {
      let depth = 0
      for (const [operator] of content.matchAll(/\b(?:BDC|BMC|EMC|TJ)\b/g)) {
        if (operator === 'EMC') depth -= 1
        else if (operator === 'TJ') expect(depth).toBeGreaterThan(0)
        else depth += 1
      }
      expect(depth).toBe(0)
    }
  })

  test('is identical byte for byte until a record changes', async () => {
    const firm = await createFirm(service())
    const scheme = await createScheme(firm)
    const [one, other] = [await boardPackOf(firm.broker, scheme.id), await boardPackOf(firm.admin, scheme.id)]
    expect(one.bytes.equals(other.bytes)).toBe(true)
    await firm.broker.call(createTrusteeMeeting, {
      id: scheme.id,
      title: 'Fourth quarter',
      plannedForOn: '2026-12-01',
    })
    const changed = await boardPackOf(firm.broker, scheme.id)
    expect(changed.bytes.equals(one.bytes)).toBe(false)
    expect(changed.words).toContain('Fourth quarter')
  })

  test('names neither a member nor a restricted breach, not even to its author', async () => {
    const firm = await createFirm(service())
    const scheme = await createScheme(firm)
    const member = await firm.hasMember({ schemeId: scheme.id })
    await suspects(firm, scheme.id)
    for (const caller of [firm.admin, firm.broker]) {
      const { words } = await boardPackOf(caller, scheme.id)
      expect(words).not.toContain(member.lastName)
      expect(words).not.toContain(member.firstName)
      expect(words).not.toMatch(/whisper|misappropriation suspected/i)
    }
  })

  test('of a contract outside the regime says that the rules do not apply', async () => {
    const firm = await createFirm(service())
    const { id } = await firm.hasScheme({ type: 'PRSA' })
    const { words } = await boardPackOf(firm.broker, id)
    expect(words).toContain('Rules that do not apply')
    expect(words).toContain('No policy is recorded.')
  })
})

describe('the supervisory pack', () => {
  test('has an index, status, gaps, obligations, registers and approved documents; the manifest is last', async () => {
    const firm = await createFirm(service())
    const scheme = await createScheme(firm)
    await hasDocument(firm, scheme.id, 'Minutes of Q3')
    const participant = await firm.hasParticipant(scheme.id, { fromOn: '2024-02-01', untilOn: '2026-09-30' })
    const { names, text, file } = await packOf(firm.broker, scheme.id)
    expect(names).toEqual([
      '00-index.pdf',
      '01-registers.xlsx',
      '02-policies/risk-management-v1.pdf',
      '04-documents/trustee-minutes/2026-10-09-minutes-of-q3.txt',
      'data/breaches.csv',
      'data/compliance-statements.csv',
      'data/contributions.csv',
      'data/documents.csv',
      'data/gaps.csv',
      'data/key-function-holders.csv',
      'data/key-function-reports.csv',
      'data/meeting-actions.csv',
      'data/obligations.csv',
      'data/outsourcing-arrangements.csv',
      'data/own-risk-assessments.csv',
      'data/participating-employers.csv',
      'data/policies.csv',
      'data/risk-items.csv',
      'data/rules.csv',
      'data/scheme-events.csv',
      'data/standing.json',
      'data/trustee-meetings.csv',
      'data/trustee-trainings.csv',
      'data/trustees.csv',
      'manifest.sha256',
    ])
    const index = readPdfWords(file('00-index.pdf'))
    for (const name of ['01-registers.xlsx', '02-policies/risk-management-v1.pdf', 'data/gaps.csv'])
      expect(index).toContain(name)
    expect(JSON.parse(text('data/standing.json'))).toMatchObject({
      asAtOn: '2026-11-21',
      scheme: { id: scheme.id },
      score: { rating: 'RED' },
    })
    expect(text('data/trustees.csv')).toContain(scheme.trusteeName)
    expect(text('data/participating-employers.csv')).toMatch(
      new RegExp(`${participant.id}.*2024-02-01,2026-09-30,ENDED`),
    )
    const { words } = await boardPackOf(firm.broker, scheme.id)
    expect(words).toContain('Participating employers')
    expect(words).toContain(participant.employerName)
    const policy = readPdfWords(file('02-policies/risk-management-v1.pdf'))
    for (const part of [
      'Risk policy',
      scheme.name.slice(0, 12),
      '1, in force',
      '10 Mar 2026',
      'How risk is managed.',
    ])
      expect(policy).toContain(part)
    expect(text('04-documents/trustee-minutes/2026-10-09-minutes-of-q3.txt')).toBe(
      'Content of Minutes of Q3\n',
    )
    const gaps = text('data/gaps.csv')
    for (const kind of ['VACANCY', 'OVERDUE', 'POLICY_MISSING', 'ASSESSMENT_SECTION', 'MINUTES_MISSING'])
      expect(gaps, kind).toContain(`\n${kind},`)
    expect(gaps).toContain('Directive (EU) 2016/2341')
  })

  test('has a manifest of checksums in the format of sha256sum', async () => {
    const firm = await createFirm(service())
    const scheme = await createScheme(firm)
    const { bytes } = await fetchFile(service(), firm.broker, getSupervisoryPack, { id: scheme.id })
    const entries = readZip(bytes)
    const manifest = entries.at(-1) as Entry
    expect(manifest.name).toBe('manifest.sha256')
    expect(manifest.bytes.toString()).toBe(
      entries
        .slice(0, -1)
        .map((one) => `${createHash('sha256').update(one.bytes).digest('hex')}  ${one.name}\n`)
        .join(''),
    )
    // The same time for all of them: midday of the date.
    expect(new Set(entries.map(({ stamp }) => stamp)).size).toBe(1)
  })

  test('is identical byte for byte until a record changes', async () => {
    const firm = await createFirm(service())
    const scheme = await createScheme(firm)
    await hasDocument(firm, scheme.id, 'Minutes of Q3')
    const one = await packOf(firm.broker, scheme.id)
    service().clock.advance(60_000)
    const again = await packOf(firm.broker, scheme.id)
    expect(again.bytes.equals(one.bytes)).toBe(true)
    await firm.broker.call(createTrusteeTraining, {
      id: scheme.trusteeId,
      completedOn: '2026-06-04',
      topic: 'Funding',
    })
    const changed = await packOf(firm.broker, scheme.id)
    expect(changed.bytes.equals(one.bytes)).toBe(false)
    expect(changed.text('data/trustee-trainings.csv')).toContain('Funding')
  })

  test('escapes spreadsheet formulas', async () => {
    const firm = await createFirm(service())
    const scheme = await createScheme(firm)
    const { text } = await packOf(firm.broker, scheme.id)
    expect(text('data/meeting-actions.csv')).toContain(`"'=HYPERLINK(""x"")"`)
    expect(text('data/meeting-actions.csv').charCodeAt(0)).toBe(0xfeff)
  })

  test('shows restricted breaches to administrators, and does not count them for other users', async () => {
    const firm = await createFirm(service())
    const scheme = await firm.hasScheme(IORP_OF_2015)
    const before = await packOf(firm.broker, scheme.id)
    await suspects(firm, scheme.id)
    const after = await packOf(firm.broker, scheme.id)
    expect(after.bytes.equals(before.bytes)).toBe(true)
    expect((await packOf(firm.admin, scheme.id)).text('data/breaches.csv')).toContain('Whisper of a theft')
    // The broker who entered it sees it on screen; the pack omits it.
    await firm.broker.call(createBreach, {
      schemeId: scheme.id,
      category: 'MISAPPROPRIATION_SUSPECTED',
      title: 'Own whisper',
      occurredOn: '2026-11-02',
    })
    expect((await packOf(firm.broker, scheme.id)).bytes.equals(before.bytes)).toBe(true)
  })

  test('contains finished documents with any date in the range, and none of a member', async () => {
    const firm = await createFirm(service())
    const scheme = await firm.hasScheme(IORP_OF_2015)
    const member = await firm.hasMember({ schemeId: scheme.id })
    await hasDocument(firm, scheme.id, 'Early report', { kind: 'ANNUAL_REPORT', receivedOn: '2024-06-30' })
    await hasDocument(firm, scheme.id, 'Late report', { kind: 'ANNUAL_REPORT', receivedOn: '2026-06-30' })
    await hasDocument(firm, scheme.id, 'Draft report', { receivedOn: '2026-06-30', isDraft: true })
    await hasDocument(firm, scheme.id, 'Statement of one', {
      kind: 'PENSION_BENEFIT_STATEMENT',
      memberId: member.id,
      receivedOn: '2026-06-30',
    })
    const documentsIn = async (range: { from?: string; to?: string }) =>
      (await packOf(firm.broker, scheme.id, range)).names.filter((name) => name.startsWith('04-'))
    const [early, late] = ['2024-06-30-early', '2026-06-30-late'].map(
      (name) => `04-documents/annual-report/${name}-report.txt`,
    )
    expect(await documentsIn({})).toEqual([early, late])
    expect(await documentsIn({ from: '2026-01-01' })).toEqual([late])
    expect(await documentsIn({ to: '2024-06-30' })).toEqual([early])
    expect(await documentsIn({ from: '2025-01-01', to: '2025-12-31' })).toEqual([])
    const pack = await packOf(firm.broker, scheme.id, { from: '2026-01-01' })
    expect(readPdfWords(pack.file('00-index.pdf'))).toContain('from 1 Jan 2026')
    expect(pack.bytes.includes('Statement of one')).toBe(false)
  })

  test('names quarantined and unscanned documents, and leaves them out', async () => {
    const firm = await createFirm(service())
    const scheme = await firm.hasScheme(IORP_OF_2015)
    const infected = await hasDocument(firm, scheme.id, 'Infected minutes')
    const pending = await hasDocument(firm, scheme.id, 'Pending minutes')
    await service().asOwner("update documents set status = 'QUARANTINED' where id = $1", [infected])
    await service().asOwner("update document_versions set av_scan = 'INFECTED' where document_id = $1", [
      infected,
    ])
    await service().asOwner("update document_versions set av_scan = 'PENDING' where document_id = $1", [
      pending,
    ])
    const { names, text, file } = await packOf(firm.broker, scheme.id)
    expect(names.filter((name) => name.startsWith('04-'))).toEqual([])
    expect(text('data/gaps.csv')).toContain('DOCUMENT_LEFT_OUT,Trustee minutes: Infected minutes,')
    expect(text('data/gaps.csv')).toContain('DOCUMENT_LEFT_OUT,Trustee minutes: Pending minutes,')
    expect(readPdfWords(file('00-index.pdf'))).toContain('2 documents could not be given out')
  })

  test('gives files unique names without path traversal', async () => {
    const firm = await createFirm(service())
    const scheme = await firm.hasScheme(IORP_OF_2015)
    for (const title of ['../../../etc/passwd', '.. \\ .. etc passwd', 'Cúnamh: a/b*c?'])
      await hasDocument(firm, scheme.id, title)
    const { names } = await packOf(firm.broker, scheme.id)
    expect(names.filter((name) => name.startsWith('04-'))).toEqual([
      '04-documents/trustee-minutes/2026-10-09-cúnamh-a-b-c.txt',
      '04-documents/trustee-minutes/2026-10-09-etc-passwd-2.txt',
      '04-documents/trustee-minutes/2026-10-09-etc-passwd.txt',
    ])
  })

  test('refuses more documents than a pack can contain, and a range that ends before it begins', async () => {
    const firm = await createFirm(service())
    const scheme = await firm.hasScheme(IORP_OF_2015)
    const id = await hasDocument(firm, scheme.id, 'Big')
    await service().asOwner('update document_versions set size_bytes = 3000000000 where document_id = $1', [
      id,
    ])
    expect(await firm.broker.send(getSupervisoryPack, { id: scheme.id })).toMatchObject({
      status: 422,
      body: { details: { code: 'PACK_TOO_LARGE' } },
    })
    const backwards = { id: scheme.id, from: '2026-02-01', to: '2026-01-01' }
    expect(await firm.broker.send(getSupervisoryPack, backwards)).toMatchObject({
      status: 400,
      body: { issues: [{ path: ['to'] }] },
    })
  })
})

test('only users of the firm can read both packs', async () => {
  const firm = await createFirm(service())
  const scheme = await firm.hasScheme(IORP_OF_2015)
  const employer = await firm.hires('EmployerAdmin', { employerId: scheme.employerId })
  const stranger = await createFirm(service())
  for (const contract of [getBoardPack, getSupervisoryPack]) {
    expect((await employer.send(contract, { id: scheme.id })).status).toBe(403)
    expect((await stranger.admin.send(contract, { id: scheme.id })).status).toBe(403)
  }
})
