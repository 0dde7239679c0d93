import { expect, test } from 'vitest'
import { createInspectorGuest, createTrusteeGuest } from '../../../../../test/harness/grants.ts'
import { type Caller, createFirm, type Firm } from '../../../../../test/harness/people.ts'
import { fetchFile, readPdfWords, readZip } from '../../../../../test/harness/report-files.ts'
import { useService } from '../../../../../test/harness/service.ts'
import {
  createOwnRiskAssessment,
  startOwnRiskAssessment,
  writeAssessmentSection,
} from '../../../../contract/own-risk-assessments.ts'
import {
  approvePolicy,
  assignPolicy,
  bringPolicyIntoForce,
  createPolicy,
  submitPolicy,
} from '../../../../contract/policies.ts'
import {
  getAssessmentFile,
  getBoardPack,
  getPolicyFile,
  getSupervisoryPack,
} from '../../../../contract/reports.ts'

const service = useService()

const CONTENT = '## Purpose\n\nHow risk is managed.\n\n*Sources: IORP II art. 25*\n\n## Review\n\nEach year.'

async function addPolicy(firm: Firm) {
  const scheme = await firm.hasScheme()
  const policy = await firm.broker.call(createPolicy, {
    schemeId: scheme.id,
    kind: 'RISK_MANAGEMENT',
    title: 'Risk policy',
    content: CONTENT,
  })
  await firm.broker.call(assignPolicy, { id: policy.id, assigneeId: firm.broker.id })
  return { scheme, id: policy.id }
}

const wordsOfPdf = async (
  firm: Firm,
  contract: typeof getPolicyFile | typeof getAssessmentFile,
  id: string,
) => readPdfWords((await fetchFile(service(), firm.broker, contract, { id })).bytes)

test('an approved policy has a document control section, and its sources after the text', async () => {
  const firm = await createFirm(service())
  const { scheme, id } = await addPolicy(firm)
  expect(await wordsOfPdf(firm, getPolicyFile, id)).toContain('DRAFT: not legal advice')
  await firm.broker.call(submitPolicy, { id })
  await firm.admin.call(approvePolicy, { id, approvedOn: '2026-03-10' })
  await firm.broker.call(bringPolicyIntoForce, { id, effectiveFrom: '2026-03-12' })
  const words = await wordsOfPdf(firm, getPolicyFile, id)
  for (const text of [scheme.name, '1, in force', 'recorded by', '10 Mar 2026', '12 Mar 2026'])
    expect(words).toContain(text)
  expect(words).toMatch(/Next review \d+ \w+ 20\d\d/)
  expect(words).not.toContain('DRAFT')
  expect(words.indexOf('Each year.')).toBeLessThan(words.indexOf('IORP II art. 25'))
  expect(words).toContain('Purpose: IORP II art. 25')
})

test('the same policy as a Word document has the same document control section', async () => {
  const firm = await createFirm(service())
  const { scheme, id } = await addPolicy(firm)
  const { headers, bytes } = await fetchFile(service(), firm.broker, getPolicyFile, { id, format: 'docx' })
  expect(headers['content-type']).toContain('wordprocessingml')
  const text =
    readZip(bytes)
      .find(({ name }) => name === 'word/document.xml')
      ?.bytes.toString() ?? ''
  for (const passage of [scheme.name, 'Approved by', 'Next review', 'How risk is managed.'])
    expect(text).toContain(passage)
})

test('an own-risk assessment is marked as a draft until the trustees approved it', async () => {
  const firm = await createFirm(service())
  const scheme = await firm.hasScheme()
  const { id } = await firm.broker.call(createOwnRiskAssessment, {
    schemeId: scheme.id,
    trigger: 'INITIAL',
    asOfOn: '2026-10-31',
  })
  await firm.broker.call(startOwnRiskAssessment, { id })
  await firm.broker.call(writeAssessmentSection, { id, key: 'a', text: 'The assessment guides decisions.' })
  const words = await wordsOfPdf(firm, getAssessmentFile, id)
  for (const text of [
    'DRAFT: not legal advice',
    scheme.name,
    'Own-risk assessment 1',
    'The assessment guides decisions.',
    'Not written.',
    'not approved',
  ])
    expect(words).toContain(text)
})

test('each page that an inspector reads has the name of the inspector', async () => {
  const firm = await createFirm(service())
  const { scheme, id } = await addPolicy(firm)
  const inspector = await createInspectorGuest(service(), firm, scheme.id)
  const trustee = await createTrusteeGuest(service(), firm, scheme.id)
  const mark = `Inspection: ${inspector.grant.personName}`
  const read = async (caller: Caller) => (await fetchFile(service(), caller, getPolicyFile, { id })).bytes
  const words = readPdfWords(await read(inspector.caller))
  expect(words.split(mark)).toHaveLength(Number(/Page 1 of (\d+)/.exec(words)?.[1]) + 1)
  expect(words).toContain('DRAFT: not legal advice')
  for (const caller of [firm.broker, trustee.caller])
    expect(readPdfWords(await read(caller))).not.toContain('Inspection')

  const ofScheme = { id: scheme.id }
  const board = await fetchFile(service(), inspector.caller, getBoardPack, ofScheme)
  expect(readPdfWords(board.bytes)).toContain(mark)
  const pack = readZip((await fetchFile(service(), inspector.caller, getSupervisoryPack, ofScheme)).bytes)
  const index = pack.find(({ name }) => name === '00-index.pdf')
  expect(readPdfWords(index?.bytes ?? Buffer.of())).toContain(mark)
  const word = await fetchFile(service(), inspector.caller, getPolicyFile, { id, format: 'docx' })
  const headers = readZip(word.bytes).filter(({ name }) => name.startsWith('word/header'))
  expect(headers.map(({ bytes }) => bytes.toString()).join('')).toContain(inspector.grant.personName)
})

test('only users of the firm can read the files', async () => {
  const firm = await createFirm(service())
  const { scheme, id } = await addPolicy(firm)
  const employer = await firm.hires('EmployerAdmin', { employerId: scheme.employerId })
  const stranger = await createFirm(service())
  expect((await fetchFile(service(), employer, getPolicyFile, { id })).status).toBe(403)
  expect((await fetchFile(service(), stranger.admin, getPolicyFile, { id })).status).toBe(403)
})
